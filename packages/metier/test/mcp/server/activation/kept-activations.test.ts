/** What outlives a process: bounded in number and time, and only what this user wrote counts. */

import { chmod, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openKeptActivations } from '../../../../src/mcp/server/activation/kept-activations.js'
import { temporaryFolder } from '../../../support/temporary.js'

const state = { version: 1 as const, mode: 'multi' as const, skills: [{ name: 'pdf', digest: 'd' }] }

async function open(options: { mostFiles?: number } = {}) {
  const folder = join(temporaryFolder(), 'activations')
  const clock = { time: Date.now() }
  const kept = openKeptActivations({
    folder,
    workdir: '/w',
    idleMilliseconds: 60_000,
    now: () => clock.time,
    ...options,
  })
  return { kept, folder, clock }
}

test('a state is found by its handle until it expires', async () => {
  const { kept, clock } = await open()
  kept.write('handle', state)
  expect(kept.read('handle')).toEqual(state)
  expect(kept.read('other')).toBeUndefined()
  clock.time += 60_001
  expect(kept.read('handle')).toBeUndefined()
})

test('the oldest are dropped beyond the limit', async () => {
  const { kept, folder } = await open({ mostFiles: 3 })
  for (let count = 0; count < 10; count++) kept.write(`handle ${count}`, state)
  expect(await readdir(folder)).toHaveLength(3)
})

test('a file that is damaged, or that others can write, is not taken', async () => {
  const { kept, folder } = await open()
  kept.write('handle', state)
  const [name = ''] = await readdir(folder)
  await chmod(join(folder, name), 0o666)
  if (process.platform !== 'win32') expect(kept.read('handle')).toBeUndefined()
  kept.write('handle', state)
  await writeFile(join(folder, name), 'x')
  expect(kept.read('handle')).toBeUndefined()
})
