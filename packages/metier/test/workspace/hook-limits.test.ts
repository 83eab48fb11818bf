/** Hooks that do not end, and callers who do not wait: nothing of a skill stays active or running. */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startServer } from '../../src/mcp/host/start-server.js'
import { createActivateSkillTool } from '../../src/tools.js'
import { VirtualWorkspace, type VirtualWorkspaceOptions } from '../../src/workspace.js'
import { eventually, isRunning, openFileWorkspace } from './file-workspace.js'
import { serverSkill } from './small-server.js'
import { makeSkill, makeTool, namesOf } from './small-skills.js'

type Given = Parameters<typeof makeSkill>

function open(skills: readonly Given[], options: VirtualWorkspaceOptions = {}): VirtualWorkspace {
  return new VirtualWorkspace({ ...options, skills: skills.map((given) => makeSkill(...given)) })
}

const never = () => new Promise<void>(() => undefined)

/** A promise, and what fulfils it. */
function makeGate() {
  let release: () => void = () => undefined
  const opened = new Promise<void>((resolve) => {
    release = resolve
  })
  return { opened, release }
}

describe('a hook that does not end in time', () => {
  test('onActivate: it has failed, the swap is undone, and what comes next has its turn', async () => {
    const workspace = open(
      [
        ['calm', ['calmTool']],
        ['stuck', ['stuckTool'], { onActivate: never }],
      ],
      {
        hookMilliseconds: 5,
      },
    )
    await workspace.activateSkill('calm')
    const answer = await workspace.activateSkill('stuck')
    expect(answer).toMatchObject({ success: false, failure: { code: 'system_error' }, tools: [] })
    expect(answer.message).toContain('its onActivate hook failed: it did not finish within 0.005 s')
    expect(namesOf(workspace.getAvailableTools())).toEqual(['calmTool'])
    expect(await workspace.deactivateSkill()).toMatchObject({ success: true })
  })

  test('onDeactivate: the tools are gone all the same, and the trouble is told', async () => {
    const workspace = open([['clingy', ['clingyTool'], { onDeactivate: never }]], { hookMilliseconds: 5 })
    await workspace.activateSkill('clingy')
    const answer = await workspace.deactivateSkill()
    expect(answer).toMatchObject({ success: true, message: expect.stringContaining('did not finish within') })
    expect(workspace.getAvailableTools()).toEqual([])
  })

  test('is told by its signal, and what it throws later is nobody’s', async () => {
    const told = makeGate()
    const onActivate = ({ signal }: { readonly signal: AbortSignal }) =>
      new Promise<void>((_, reject) => {
        signal.addEventListener('abort', () => {
          told.release()
          reject(new Error('too late'))
        })
      })
    const workspace = open([['stuck', [], { onActivate }]], { hookMilliseconds: 5 })
    await workspace.activateSkill('stuck')
    await told.opened
  })

  test('may change what is active once nobody waits for it any more', async () => {
    const late = makeGate()
    const answers: unknown[] = []
    const workspace: VirtualWorkspace = open(
      [
        ['other', ['otherTool']],
        [
          'stuck',
          [],
          {
            onActivate: async ({ signal }) => {
              await new Promise((resolve) => signal.addEventListener('abort', resolve))
              answers.push(await workspace.activateSkill('other'))
              late.release()
            },
          },
        ],
      ],
      { hookMilliseconds: 5 },
    )
    expect(await workspace.activateSkill('stuck')).toMatchObject({ success: false })
    await late.opened
    expect(answers).toMatchObject([{ success: true }])
  })
})

describe('an activation that is aborted', () => {
  test('before it begins changes nothing, and does not wait for its turn', async () => {
    const held = makeGate()
    const workspace = open([
      ['slow', ['slowTool'], { onActivate: () => held.opened }],
      ['quick', ['quickTool']],
    ])
    const slow = workspace.activateSkill('slow')
    const stop = new AbortController()
    const quick = workspace.activateSkill('quick', { signal: stop.signal })
    stop.abort()
    expect(await quick).toMatchObject({ success: false, message: "The activation of skill 'quick' was aborted" })
    held.release()
    expect(await slow).toMatchObject({ success: true })
    await workspace.close()
    expect(await workspace.activateSkill('quick', { signal: AbortSignal.abort() })).toMatchObject({ success: false })
    expect(workspace.getAvailableTools()).toEqual([])
  })

  test('in its hook is undone, and the skill that was active never noticed', async () => {
    const told: string[] = []
    const stop = new AbortController()
    const workspace = open([
      ['calm', ['calmTool'], { onDeactivate: () => void told.push('calm left') }],
      [
        'stuck',
        ['stuckTool'],
        {
          requires: { skills: ['base'] },
          onActivate: () => {
            stop.abort()
            return never()
          },
        },
      ],
      ['base', ['baseTool'], { onDeactivate: () => void told.push('base left') }],
    ])
    await workspace.activateSkill('calm')
    const answer = await workspace.activateSkill('stuck', { signal: stop.signal })
    expect(answer).toMatchObject({ success: false, message: "The activation of skill 'stuck' was aborted" })
    expect(namesOf(workspace.getAvailableTools())).toEqual(['calmTool'])
    expect(told).toEqual(['base left'])
  })

  test('when its hook has just ended is undone as well, and the hook is told', async () => {
    const told: string[] = []
    const stop = new AbortController()
    const workspace = open([
      [
        'eager',
        ['eagerTool'],
        { onActivate: () => void stop.abort(), onDeactivate: () => void told.push('eager left') },
      ],
    ])
    expect(await workspace.activateSkill('eager', { signal: stop.signal })).toMatchObject({ success: false })
    expect(workspace.getAvailableTools()).toEqual([])
    expect(told).toEqual(['eager left'])
  })

  test('while the skill before it leaves ends with nothing active', async () => {
    const stop = new AbortController()
    const workspace = open([
      ['calm', ['calmTool'], { onDeactivate: () => void stop.abort() }],
      ['next', ['nextTool']],
    ])
    await workspace.activateSkill('calm')
    expect(await workspace.activateSkill('next', { signal: stop.signal })).toMatchObject({ success: false })
    expect(workspace.getAvailableTools()).toEqual([])
    expect(workspace.skillManager.getActiveSkills()).toEqual([])
  })

  test('while the user is asked about a server starts none', async () => {
    const stop = new AbortController()
    const approve = () => {
      stop.abort()
      return new Promise<boolean>(() => undefined)
    }
    const { workspace, root } = await openFileWorkspace({ served: serverSkill() }, { startServer, approve })
    expect(await workspace.activateSkill('served', { signal: stop.signal })).toMatchObject({ success: false })
    expect(existsSync(join(root, 'starts.log'))).toBe(false)
  })

  test.skipIf(process.platform === 'win32')('while its server comes up leaves no process', async () => {
    const stop = new AbortController()
    const { workspace, root } = await openFileWorkspace({ served: serverSkill('silent') }, { startServer })
    const activate = createActivateSkillTool({ skillManager: workspace.skillManager, workspace })
    const call = activate.execute({ name: 'served' }, { signal: stop.signal })
    const log = join(root, 'starts.log')
    await eventually(() => existsSync(log) && readFileSync(log, 'utf8').endsWith('\n'))
    stop.abort()
    expect(await call).toMatchObject({ activated: false, error: expect.stringContaining('aborted') })
    expect(isRunning(Number(readFileSync(log, 'utf8')))).toBe(false)
    expect(workspace.skillManager.getActiveSkills()).toEqual([])
  })
})

test('a call that is given up while the user is asked is answered at once, and never runs', async () => {
  const stop = new AbortController()
  let runs = 0
  const workspace = new VirtualWorkspace({
    approve: () => {
      stop.abort()
      return new Promise<boolean>(() => undefined)
    },
  })
  workspace.addGlobalTool(makeTool('write', { category: 'write', execute: () => runs++ }))
  const answer = await workspace.callTool('write', {}, { signal: stop.signal })
  expect(answer).toMatchObject({ failure: { code: 'call_aborted' } })
  expect(runs).toBe(0)
})
