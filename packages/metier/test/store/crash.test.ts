/** Whatever moment a process dies at, what it leaves is the state before or the state after (security 6.12). */

import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { readLock } from '../../src/store/lock.js'
import { verifyStore } from '../../src/store/verify.js'
import { bundleProgram, startProgram } from '../support/child.js'
import { someOf } from '../support/full.js'
import { skillText, temporaryFolder, writeFiles } from '../support/temporary.js'
import { STORE_PROGRAM } from './store-program.js'
import { createStoring } from './storing.js'

const MINUTES = 5 * 60_000
/** Points of an action at which it is killed in `npm test`; in full, every point. */
const MOST_KILLS = 5
const FILES = ['SKILL.md', 'scripts/run.sh', 'references/deep/notes.md']

/** How a root comes to be in the state that an action starts from. */
const BEGINNINGS = {
  install: [],
  update: ['1'],
  rollback: ['1', '2'],
  remove: ['1'],
  pin: ['1'],
} as const

type Action = keyof typeof BEGINNINGS

/** Every file of a version says which it is: a mixture would show. */
function versionOf(version: string) {
  const marked = FILES.map((path) => [`pdf/${path}`, path === 'SKILL.md' ? skillText('pdf', 'x', version) : version])
  return Object.fromEntries(marked) as Record<string, string>
}

let points = 0

test.each(Object.keys(BEGINNINGS) as Action[])(
  'security 6.12: killed at any point of %s, the old version or the new one is whole and the lock agrees',
  async (action) => {
    const program = await bundleProgram(STORE_PROGRAM)
    const beginning = await prepare(program, action)
    const { output } = await run(program, action, copyOf(beginning), Number.POSITIVE_INFINITY).ended
    const { steps, codes } = JSON.parse(output) as { steps: number; codes: string[] }
    expect(codes).toEqual(['ok'])
    points += steps
    const outcomes = new Set<string>()
    const every = Array.from({ length: steps }, (_, at) => at + 1)
    const kills = [...someOf(every, MOST_KILLS)]
    const workers = Array.from({ length: 3 }, async () => {
      for (let killAt = kills.shift(); killAt !== undefined; killAt = kills.shift()) {
        const place = copyOf(beginning)
        const { signal } = await run(program, action, place, killAt).ended
        expect(signal).toBe('SIGKILL')
        outcomes.add(await expectWhole(place, action, killAt))
      }
    })
    await Promise.all(workers)
    // Else nothing was cut off half-way.
    expect(outcomes.size).toBe(2)
  },
  MINUTES,
)

test('there were at least 50 points', () => {
  expect(points).toBeGreaterThanOrEqual(50)
})

async function prepare(program: string, action: Action): Promise<string> {
  const place = temporaryFolder()
  const [first, ...later] = [...BEGINNINGS[action], action === 'update' ? '2' : '1']
  writeFiles(join(place, 'source'), versionOf(first ?? '1'))
  if (BEGINNINGS[action].length > 0) await run(program, 'install', place, 0).ended
  for (const version of later) {
    writeFiles(join(place, 'source'), versionOf(version))
    // The last one is what the action itself brings.
    if (action === 'rollback' && version === '2') await run(program, 'update', place, 0).ended
  }
  return place
}

function copyOf(place: string): string {
  const copy = temporaryFolder()
  cpSync(place, copy, { recursive: true })
  return copy
}

function run(program: string, action: string, place: string, killAt: number) {
  const parameters = [action, join(place, 'home/.agents/skills'), join(place, 'source'), 'pdf', String(killAt)]
  return startProgram(program, parameters)
}

async function expectWhole(place: string, action: Action, killAt: number): Promise<string> {
  const { having } = createStoring()
  const root = join(place, 'home/.agents/skills')
  const context = having({}, { root })
  const verified = await verifyStore(context)
  const where = `${action}, killed before change ${killAt}`
  expect(verified.ok && verified.value.map(({ status }) => status).filter((status) => status !== 'ok'), where).toEqual(
    [],
  )
  expect(existsSync(join(root, '.metier-store/journal.json')), where).toBe(false)
  const folder = join(root, 'pdf')
  const lock = await readLock(context.store.lockFile)
  const isLocked = lock.ok && lock.value.skills.has('pdf')
  expect(existsSync(folder), where).toBe(isLocked)
  if (!isLocked) {
    expect(['install', 'remove'], where).toContain(action)
    return 'absent'
  }
  const versions = FILES.map((path) => /[12]\n?$/.exec(readFileSync(join(folder, path), 'utf8'))?.[0].trim())
  expect(new Set(versions).size, where).toBe(1)
  expect(readdirSync(folder, { recursive: true }).length, where).toBe(6)
  return `${versions[0]} ${lock.ok && lock.value.skills.get('pdf')?.pinned}`
}

beforeAll(() => {
  points = 0
})
