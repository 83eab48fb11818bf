import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { VirtualWorkspace } from '../../src/workspace.js'
import { openFileWorkspace, scriptSkill } from './file-workspace.js'
import { startCounted } from './hosted-server.js'
import { makeSkill, namesOf } from './small-skills.js'

const base = makeSkill('base', ['dig'])
const top = makeSkill('top', ['build'], { requires: { skills: ['base'] } })

test('a skill that is needed by its qualified name is active, and what it started ends with it', async () => {
  const server = startCounted()
  const { workspace } = await openFileWorkspace(
    {
      base: { 'tools.yaml': JSON.stringify({ servers: { helper: { command: 'helper' } } }) },
      top: { 'tools.yaml': JSON.stringify({ requires: { skills: ['project:base'] } }) },
    },
    { startServer: server.start },
  )
  await workspace.activateSkill('top')
  expect(workspace.isToolAvailable('help')).toBe(true)
  await workspace.deactivateSkill()
  expect(server.running()).toBe(0)
})

test('the tools of needed skills are told and shown with those of the skill that needs them', async () => {
  const workspace = new VirtualWorkspace({ skills: [base, top] })
  const { tools } = await workspace.activateSkill('top')
  expect(namesOf(tools)).toEqual(['build', 'dig'])
  expect(await workspace.render()).toContain('dig')
  expect(workspace.skillManager.getActiveSkillToolNames()).toEqual(['build'])
})

test('refresh looks at needed skills too: one that changed is active anew, and told', async () => {
  const workspace = new VirtualWorkspace({ skills: [base, top] })
  await workspace.activateSkill('top')
  workspace.registerSkill(makeSkill('base', ['delve']))
  const { problems } = await workspace.refresh()
  expect(problems).toMatchObject([{ skill: 'base', problem: 'changed' }])
  expect(namesOf(workspace.getAvailableTools())).toEqual(['delve', 'build'])
})

test('refresh deactivates a skill whose needed skill is gone', async () => {
  const workspace = new VirtualWorkspace({ skills: [base, top] })
  await workspace.activateSkill('top')
  await workspace.unregisterSkill('base')
  const { problems } = await workspace.refresh()
  expect(problems).toMatchObject([{ skill: 'top', problem: 'failed' }])
  expect(workspace.getAvailableTools()).toEqual([])
})

test('a skill that needs something else now has changed', async () => {
  const workspace = new VirtualWorkspace({ skills: [base, makeSkill('top', ['build'])] })
  await workspace.activateSkill('top')
  workspace.registerSkill(top)
  await workspace.activateSkill('top')
  expect(workspace.isToolAvailable('dig')).toBe(true)
})

test('an active skill that is activated again was active already, wherever it stands, and is counted once', async () => {
  const workspace = new VirtualWorkspace({ mode: 'multi', skills: [base, makeSkill('other', [])] })
  await workspace.activateSkill('base')
  await workspace.activateSkill('other')
  expect((await workspace.activateSkill('base')).message).toBe("Skill 'base' is already active")
  await workspace.refresh()
  expect(workspace.getMetrics().skills.base?.activated).toBe(1)
})

test('a skill that is unregistered while it is being activated does not stay active', async () => {
  let allow: () => void = () => undefined
  let tell: () => void = () => undefined
  const asked = new Promise<void>((resolve) => {
    tell = resolve
  })
  const approve = () => {
    tell()
    return new Promise<boolean>((resolve) => {
      allow = () => resolve(true)
    })
  }
  const needing = makeSkill('needing', ['build'], { requires: { skills: ['serving'] } })
  const { workspace } = await openFileWorkspace(
    { serving: { 'tools.yaml': JSON.stringify({ servers: { helper: { command: 'helper' } } }) } },
    { approve, startServer: startCounted().start, skills: [needing] },
  )
  const activating = workspace.activateSkill('needing')
  await asked
  const unregistering = workspace.unregisterSkill('needing')
  allow()
  await Promise.all([activating, unregistering])
  expect(workspace.getAvailableTools()).toEqual([])
})

test('a tool of a server is suggested as long as its skill is there', async () => {
  const { workspace, skillManager, root } = await openFileWorkspace(
    { serving: { 'tools.yaml': JSON.stringify({ servers: { helper: { command: 'helper' } } }) } },
    { startServer: startCounted().start },
  )
  await workspace.activateSkill('serving')
  await workspace.deactivateSkill()
  expect(await workspace.callTool('help')).toMatchObject({ failure: { code: 'tool_unavailable' } })
  rmSync(join(root, 'serving'), { recursive: true })
  await skillManager.reload()
  expect(await workspace.callTool('help')).toMatchObject({ failure: { code: 'tool_unknown' } })
  expect([...workspace.potentialTools.keys(), ...workspace.potentialTools.values()]).toEqual([])
})

test('a tool of a script is suggested as long as its skill is there', async () => {
  const { workspace, skillManager, root } = await openFileWorkspace({ acting: scriptSkill('echo done') })
  await workspace.learnTools()
  expect([...workspace.potentialTools.keys()]).toEqual(['act'])
  rmSync(join(root, 'acting'), { recursive: true })
  await skillManager.reload()
  expect([...workspace.potentialTools.keys()]).toEqual([])
})
