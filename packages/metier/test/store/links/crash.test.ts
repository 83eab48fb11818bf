/** Whatever moment a process dies at, the links of agents are those before or those after, and the lockfile agrees. */

import { existsSync, lstatSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type AgentPlace, placeOfRoot } from '../../../src/store/links/agent-place.js'
import { readLock } from '../../../src/store/lock.js'
import { verifyStore } from '../../../src/store/verify.js'
import { bundleProgram, startProgram } from '../../support/child.js'
import { someOf } from '../../support/full.js'
import { killAtEach } from '../../support/killing.js'
import { skillText, temporaryFolder, writeFiles } from '../../support/temporary.js'
import { STORE_PROGRAM } from '../store-program.js'
import { createStoring } from '../storing.js'

const MINUTES = 5 * 60_000
/** Points of an action at which it is killed in `npm test`; in full, every point. */
const MOST_KILLS = 4

/** What is done before each action. */
const BEGINNINGS = {
  link: ['install'],
  unlink: ['install', 'link'],
  update: ['install', 'link'],
  remove: ['install', 'link'],
} as const

type Action = keyof typeof BEGINNINGS
const cases = (Object.keys(BEGINNINGS) as Action[]).flatMap((action) => [
  [action, 'linux'] as const,
  [action, 'win32'] as const,
])

test.each([...someOf(cases, 4)])(
  'killed at any point of %s on %s, an agent sees the old version or the new one',
  async (action, platform) => {
    const program = await bundleProgram(STORE_PROGRAM)
    const run = (what: string, place: string, killAt: number) =>
      startProgram(program, [
        what,
        join(place, '.agents/skills'),
        join(place, 'source'),
        'pdf',
        String(killAt),
        platform,
      ])
    const beginning = temporaryFolder()
    mkdirSync(join(beginning, '.claude'))
    writeFiles(join(beginning, 'source'), { 'pdf/SKILL.md': skillText('pdf', 'x', '1'), 'pdf/a.txt': '1' })
    for (const step of BEGINNINGS[action]) await run(step, beginning, 0).ended
    writeFiles(join(beginning, 'source'), { 'pdf/SKILL.md': skillText('pdf', 'x', '2'), 'pdf/a.txt': '2' })
    const outcomes = await killAtEach({
      run: (place, killAt) => run(action, place, killAt),
      beginning,
      most: MOST_KILLS,
      settle: (place, where) => expectSettled(place, platform, where),
    })
    // Else nothing was cut off half-way.
    expect(outcomes.size).toBe(2)
  },
  MINUTES,
)

test.each([...someOf(['replace', 'unlink'] as const, 2)])(
  'killed at any point of %s, the entry that a link replaces is there or kept',
  async (action) => {
    const program = await bundleProgram(STORE_PROGRAM)
    const run = (what: string, place: string, killAt: number) =>
      startProgram(program, [what, join(place, '.agents/skills'), join(place, 'source'), 'pdf', String(killAt)])
    const beginning = temporaryFolder({ '.claude/skills/pdf/mine.txt': 'mine' })
    writeFiles(join(beginning, 'source'), { 'pdf/SKILL.md': skillText('pdf') })
    for (const step of action === 'replace' ? ['install'] : ['install', 'replace']) await run(step, beginning, 0).ended
    await killAtEach({
      run: (place, killAt) => run(action, place, killAt),
      beginning,
      most: MOST_KILLS,
      settle: async (place, where) => {
        await run('pin', place, 0).ended
        const lock = await readLock(join(place, '.agents/skills.lock.json'))
        const isLinked = lock.ok && lock.value.skills.get('pdf')?.links !== undefined
        const [there, kept] = ['.claude/skills/pdf/mine.txt', '.claude/.metier-kept-pdf-1/mine.txt']
        expect(readFileSync(join(place, isLinked ? kept : there), 'utf8'), where).toBe('mine')
      },
    })
  },
  MINUTES,
)

/** Recovers as the next command does, and says what the agent sees. */
async function expectSettled(home: string, platform: string, where: string): Promise<string> {
  const root = join(home, '.agents/skills')
  const agents = placeOfRoot(root, 'personal', { home, variable: () => undefined, platform }) as AgentPlace
  const context = createStoring().having({}, { root, agents })
  const verified = await verifyStore(context)
  expect(verified.ok && verified.value.filter(({ status }) => status !== 'ok'), where).toEqual([])
  expect(existsSync(join(root, '.metier-store/journal.json')), where).toBe(false)
  const lock = await readLock(context.store.lockFile)
  const links = lock.ok ? lock.value.skills.get('pdf')?.links : undefined
  const path = join(home, '.claude/skills/pdf')
  const stats = lstatSync(path, { throwIfNoEntry: false })
  expect(stats !== undefined, where).toBe(links !== undefined)
  if (stats === undefined) return 'unseen'
  expect(stats.isSymbolicLink(), where).toBe(platform === 'linux')
  const [main, further] = ['SKILL.md', 'a.txt'].map((file) => readFileSync(join(path, file), 'utf8').trim().at(-1))
  expect(main, where).toBe(further)
  return String(main)
}
