/** Composition: a skill brings another's tools under its own activation, scripts and servers alike. */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startServer } from '../../src/mcp/host/start-server.js'
import { eventually, isRunning, openFileWorkspace, scriptSkill } from './file-workspace.js'
import { serverSkill } from './small-server.js'
import { makeSkill, namesOf } from './small-skills.js'

const onPosix = describe.skipIf(process.platform === 'win32')

function startsOf(root: string): readonly number[] {
  const log = join(root, 'starts.log')
  return existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').map(Number) : []
}

const reusing = (...reuses: readonly string[]) => ({ 'tools.yaml': JSON.stringify({ reuses }) })

onPosix('a server whose tools are reused', () => {
  test('V-27: runs for the skill that reuses them, once, and ends with it', async () => {
    const skills = { owner: serverSkill(), user: reusing('owner/echo', 'owner/pid') }
    const { workspace, root } = await openFileWorkspace(skills, { startServer })
    expect(await workspace.activateSkill('user')).toMatchObject({
      success: true,
      tools: [{ toolName: 'echo' }, { toolName: 'pid' }],
    })
    expect(workspace.getToolSource('echo')).toEqual({ source: 'skill', owner: 'user' })
    expect(await workspace.callTool('echo', { text: 'hello' })).toMatchObject({ result: 'hello' })
    expect(startsOf(root)).toHaveLength(1)
    await workspace.deactivateSkill()
    expect(workspace.getAvailableTools()).toEqual([])
    await eventually(() => startsOf(root).every((pid) => !isRunning(pid)))
  })

  test('a whole skill is reused with the tools of its servers, as it names them', async () => {
    const skills = { owner: serverSkill('', { tools: ['echo'] }) }
    const { workspace } = await openFileWorkspace(skills, { startServer })
    workspace.registerSkill(makeSkill('user', ['own'], { reuses: ['owner'] }))
    await workspace.activateSkill('user')
    expect(namesOf(workspace.getAvailableTools())).toEqual(['own', 'echo'])
  })

  test.each([
    ['a tool that no server has', 'owner/sing', 1],
    ['a version of one, which servers do not tell', 'owner/echo@^1', 0],
  ])('%s is refused, and nothing is left running', async (_, text, starts) => {
    const { workspace, root } = await openFileWorkspace({ owner: serverSkill(), user: reusing(text) }, { startServer })
    expect(await workspace.activateSkill('user')).toMatchObject({
      success: false,
      message: `Skill 'user' reuses '${text}', which skill 'owner' does not provide`,
    })
    expect(startsOf(root)).toHaveLength(starts)
    await eventually(() => startsOf(root).every((pid) => !isRunning(pid)))
  })

  test('is not asked for a tool that its own skill does not offer', async () => {
    const skills = { owner: serverSkill('', { tools: ['echo'] }), user: reusing('owner/pid') }
    const { workspace, root } = await openFileWorkspace(skills, { startServer })
    expect(await workspace.activateSkill('user')).toMatchObject({ success: false })
    expect(startsOf(root)).toEqual([])
  })

  test('is not started where its own skill is not approved', async () => {
    const skills = { owner: serverSkill(), user: reusing('owner/echo') }
    const { workspace, root } = await openFileWorkspace(skills, { startServer, approved: ['user'] })
    const answer = await workspace.activateSkill('user')
    expect(answer).toMatchObject({ success: false })
    expect(answer.failure?.suggestions.join()).toContain('metier approve owner')
    expect(startsOf(root)).toEqual([])
  })

  test('its user is asked about it, with both skills named', async () => {
    const asked: string[] = []
    const skills = { owner: serverSkill(), user: reusing('owner/echo') }
    const approve = ({ message }: { readonly message: string }) => asked.push(message) < 0
    const { workspace, root } = await openFileWorkspace(skills, { startServer, approve })
    expect(await workspace.activateSkill('user')).toMatchObject({ success: false })
    expect(asked).toEqual(["Start server 'small' of skill 'owner' for skill 'user': node server.mjs "])
    expect(startsOf(root)).toEqual([])
  })
})

describe('rules about a skill whose tools are reused', () => {
  const skills = { owner: scriptSkill('echo done'), user: reusing('owner/act') }

  test('what is denied to it stays denied', async () => {
    const { workspace } = await openFileWorkspace(skills, { policy: { deny: [{ skill: 'owner' }] } })
    await workspace.activateSkill('user')
    expect(await workspace.callTool('act')).toMatchObject({ failure: { code: 'call_denied' } })
  })

  test('what is allowed to it is not allowed to others', async () => {
    const asked: string[] = []
    const approve = ({ message }: { readonly message: string }) => asked.push(message) > 0
    const { workspace } = await openFileWorkspace(skills, { policy: { allow: [{ skill: 'owner' }] }, approve })
    await workspace.activateSkill('user')
    expect(await workspace.callTool('act')).toMatchObject({ success: true, result: 'done\n' })
    expect(asked).toEqual(["Call 'act' (execute) of skill 'user', which reuses it from skill 'owner'"])
  })

  test('of a project hold where the host’s own skill reuses it', async () => {
    const { workspace } = await openFileWorkspace(skills, { policy: { deny: [{ source: 'project' }] } })
    workspace.registerSkill(makeSkill('host', [], { reuses: ['owner'] }))
    await workspace.activateSkill('host')
    expect(await workspace.callTool('act')).toMatchObject({ failure: { code: 'call_denied' } })
  })
})

describe('a tool that is needed and lies in the folder of another skill', () => {
  const old = scriptSkill('echo 1', { version: '1.4.0' })
  const needing = (need: string) => ({ 'tools.yaml': JSON.stringify({ requires: { tools: [need] } }) })

  test('makes that skill a dependency, the newest that will do', async () => {
    const skills = { old, new: scriptSkill('echo 2', { version: '2.0.0' }), user: needing('act@^1.2') }
    const { workspace } = await openFileWorkspace(skills)
    expect(await workspace.activateSkill('user')).toMatchObject({ success: true })
    expect(workspace.getToolSource('act')).toEqual({ source: 'skill', owner: 'old' })
    expect(await workspace.callTool('act')).toMatchObject({ result: '1\n' })
  })

  test('is not there before its user approved that skill', async () => {
    const { workspace } = await openFileWorkspace({ old, user: needing('act') }, { approved: ['user'] })
    expect(await workspace.activateSkill('user')).toMatchObject({
      success: false,
      message: "Skill 'user' requires the tool 'act'",
    })
  })
})
