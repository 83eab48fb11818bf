/** Links and copies of skills that were not installed, and what is left of them if a process dies. */

import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type AgentPlace, placeOfRoot } from '../../../src/store/links/agent-place.js'
import { linkSkill, unlinkSkill } from '../../../src/store/links/change-links.js'
import { listOwnPlaces } from '../../../src/store/links/own-places.js'
import { parseLock, readLock } from '../../../src/store/lock.js'
import { verifyStore } from '../../../src/store/verify.js'
import { bundleProgram, startProgram } from '../../support/child.js'
import { someOf } from '../../support/full.js'
import { killAtEach } from '../../support/killing.js'
import { skillText, temporaryFolder, writeFiles } from '../../support/temporary.js'
import { STORE_PROGRAM } from '../store-program.js'
import { createStoring } from '../storing.js'
import { createLinked, FILES, useClaude } from './linking.js'

const MINUTES = 5 * 60_000
const MOST_KILLS = 6
const REQUEST = { name: 'pdf', agents: ['claude-code'] }

/** Claude Code gets copies on Windows. */
function createCopied() {
  const linked = createLinked({ platform: 'win32' })
  const path = useClaude(linked.home)
  writeFiles(linked.context.store.root, FILES)
  return { ...linked, path }
}

test('a copy is outdated after an edit of the skill, and link renews it', async () => {
  const { context, path } = createCopied()
  expect(await linkSkill(context, REQUEST)).toMatchObject({ value: { outcomes: [{ path, status: 'copied' }] } })
  expect(await verifyStore(context)).toMatchObject({ value: [{ name: 'pdf', status: 'unmanaged' }] })
  expect(await listOwnPlaces(context.store)).toEqual(new Set([path]))
  writeFiles(context.store.root, { 'pdf/scripts/run.sh': 'echo 2\n' })
  expect(await verifyStore(context)).toMatchObject({
    value: [{ status: 'unlinked', links: [{ agent: 'claude-code', path, state: 'outdated' }] }],
  })
  expect(await linkSkill(context, REQUEST)).toMatchObject({ value: { outcomes: [{ status: 'copied' }] } })
  expect(readFileSync(join(path, 'scripts/run.sh'), 'utf8')).toBe('echo 2\n')
  expect(await verifyStore(context)).toMatchObject({ value: [{ status: 'unmanaged' }] })
})

test('a copy is removed after an edit or the removal of the skill, but not with edits of its own', async () => {
  for (const change of ['edit', 'remove', 'foreign'] as const) {
    const { context, path } = createCopied()
    await linkSkill(context, REQUEST)
    const { root } = context.store
    if (change === 'edit') writeFiles(root, { 'pdf/scripts/run.sh': 'echo 2\n' })
    if (change === 'remove') rmSync(join(root, 'pdf'), { recursive: true })
    if (change === 'foreign') writeFiles(path, { 'mine.txt': 'mine' })
    await unlinkSkill(context, REQUEST)
    expect(existsSync(path), change).toBe(change === 'foreign')
  }
})

test('a lockfile without links is as before, and one with links keeps unknown keys', () => {
  const old = parseLock('lock', '{ "version": 1, "skills": {}, "more": 1 }')
  expect(old).toEqual({ ok: true, value: { version: 1, skills: new Map(), unknown: { more: 1 } } })
  const links = [{ agent: 'claude-code', kind: 'link', later: true }]
  const lock = parseLock('lock', JSON.stringify({ version: 1, skills: {}, links: { pdf: links }, more: 1 }))
  expect(lock).toMatchObject({ value: { links: new Map([['pdf', links]]), unknown: { more: 1 } } })
})

const BEGINNINGS = { link: [], unlink: ['link'] } as const
const CASES = [
  ['link', 'linux'],
  ['unlink', 'linux'],
  ['link', 'win32'],
  ['unlink', 'win32'],
] as const

test.each([...someOf(CASES, 2)])(
  'killed at any point of %s on %s, an agent sees the skill if the lockfile says so',
  async (action, platform) => {
    const program = await bundleProgram(STORE_PROGRAM)
    const run = (what: string, place: string, killAt: number) =>
      startProgram(program, [what, join(place, '.agents/skills'), place, 'pdf', String(killAt), platform])
    const beginning = temporaryFolder()
    mkdirSync(join(beginning, '.claude'))
    writeFiles(join(beginning, '.agents/skills'), { 'pdf/SKILL.md': skillText('pdf') })
    for (const step of BEGINNINGS[action]) await run(step, beginning, 0).ended
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

/** Recovers as the next command does, and says whether the agent sees the skill. */
async function expectSettled(home: string, platform: string, where: string): Promise<boolean> {
  const root = join(home, '.agents/skills')
  const agents = placeOfRoot(root, 'personal', { home, variable: () => undefined, platform }) as AgentPlace
  const context = createStoring().having({}, { root, agents })
  expect(await verifyStore(context), where).toMatchObject({ value: [{ name: 'pdf', status: 'unmanaged' }] })
  expect(existsSync(join(root, '.metier-store/journal.json')), where).toBe(false)
  const lock = await readLock(context.store.lockFile)
  const isRecorded = lock.ok && lock.value.links?.has('pdf') === true
  const stats = lstatSync(join(home, '.claude/skills/pdf'), { throwIfNoEntry: false })
  expect(stats !== undefined, where).toBe(isRecorded)
  if (stats !== undefined) expect(stats.isSymbolicLink(), where).toBe(platform === 'linux')
  return isRecorded
}
