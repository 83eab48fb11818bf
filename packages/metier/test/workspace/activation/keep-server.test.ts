import { expect, test } from 'vitest'
import { keepServer } from '../../../src/workspace/activation/keep-server.js'
import type { StartServer } from '../../../src/workspace/activation/server.js'
import { openFileWorkspace } from '../file-workspace.js'
import { makeServer, REQUEST } from '../hosted-server.js'

/** The first start gives a server that is already dying, the second does as it is told. */
function dieFirst(second: StartServer): { readonly start: StartServer; readonly isRestarted: Promise<void> } {
  let starts = 0
  let tell: () => void = () => undefined
  const isRestarted = new Promise<void>((resolve) => {
    tell = resolve
  })
  const start: StartServer = async (request, signal) => {
    if (starts++ === 0) return { ok: true, value: makeServer({ ended: Promise.resolve() }) }
    tell()
    return second(request, signal)
  }
  return { start, isRestarted }
}

test('a server that hangs while it is started again does not hold up the end', async () => {
  const untilAborted: StartServer = (_, signal) =>
    new Promise((resolve) => {
      const failure = { code: 'system_error', message: 'aborted', suggestions: [] } as const
      signal?.addEventListener('abort', () => resolve({ ok: false, failure }))
    })
  const { start, isRestarted } = dieFirst(untilAborted)
  const kept = await keepServer(REQUEST, { start, findObjection: async () => undefined })
  await isRestarted
  expect(await (kept.ok && kept.value.stop())).toBeUndefined()
})

test('where nobody can tell whether a dead server may be started again, its tools say so and nothing is thrown', async () => {
  let looks = 0
  const findObjection = async () => {
    // The first look is the one before it is started for the first time.
    if (looks++ === 1) throw new Error('the disk is gone')
    return undefined
  }
  const { start } = dieFirst(async () => ({ ok: true, value: makeServer() }))
  const kept = await keepServer(REQUEST, { start, findObjection })
  const [tool] = kept.ok ? kept.value.tools : []
  const calling = async () =>
    tool?.execute?.({}, { toolName: 'help', workdir: '.', signal: new AbortController().signal })
  await expect(calling()).rejects.toThrow('could not be restarted: the disk is gone')
})

test('a server that cannot even be stopped does not hide why the activation failed', async () => {
  let starts = 0
  const stop = async () => {
    throw new Error('it does not stop')
  }
  const startServer: StartServer = async ({ name }) =>
    starts++ === 0
      ? { ok: true, value: makeServer({ stop }) }
      : { ok: false, failure: { code: 'system_error', message: `${name} does not come up`, suggestions: [] } }
  const servers = { first: { command: 'first' }, second: { command: 'second' } }
  const { workspace } = await openFileWorkspace(
    { serving: { 'tools.yaml': JSON.stringify({ servers }) } },
    { startServer },
  )
  const { success, message } = await workspace.activateSkill('serving')
  expect([success, message]).toEqual([false, "Skill 'serving': second does not come up"])
})
