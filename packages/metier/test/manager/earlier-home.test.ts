/** A home, a project, locks, approvals, settings and an index written by 0.1.0 stay readable by every later version. */

import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { SkillManager } from '../../src/index.js'
import { temporaryFolder } from '../support/temporary.js'

const FIXTURE = fileURLToPath(new URL('../fixtures/home-0.1.0', import.meta.url))
/** The directory that the fixture was written in. */
const WRITTEN_IN = '/home/ada'

test('its skills are listed, with what was switched off', async () => {
  const { skills } = await openCopy()
  expect(skills.list().skills).toEqual([
    { name: 'tally', description: 'Counts the lines of a text', eligible: true },
    { name: 'draft', description: 'Is being written', eligible: false },
    { name: 'greet', description: 'Greets a person by name', eligible: true },
  ])
  expect(skills.registry.diagnostics).toEqual([])
})

test('its locks hold: every file is as it was installed, and the pin counts', async () => {
  const { skills, base } = await openCopy()
  expect(await skills.verify()).toMatchObject({
    ok: true,
    skills: [
      { name: 'greet', status: 'ok' },
      { name: 'tally', status: 'ok' },
    ],
  })
  expect(await skills.locked()).toMatchObject({
    skills: [
      { name: 'greet', source: `local:${base}/skills-src`, pinned: true, kept: [{ isChanged: false }] },
      { name: 'tally', source: `local:${base}/skills-src` },
    ],
  })
})

test('its approval counts as long as no file changes', async () => {
  const { skills, base } = await openCopy()
  expect(await skills.approval('tally')).toMatchObject({ state: 'approved', changed: [] })
  writeFileSync(join(base, 'project/.agents/skills/tally/scripts/count.mjs'), 'process.exit(0)\n')
  expect(await skills.approval('tally')).toMatchObject({ state: 'lapsed' })
})

test('its settings hold', async () => {
  const { skills } = await openCopy()
  expect(await skills.untrust('clawhub')).toMatchObject({ trustedSources: ['local:*', 'github.com/example/skills'] })
})

test('a version that it kept can be put back', async () => {
  const { skills, base } = await openCopy()
  expect(await skills.rollback('greet')).toMatchObject({ rolledBack: true, name: 'greet' })
  const text = readFileSync(join(base, 'home/.agents/skills/greet/SKILL.md'), 'utf8')
  expect(text).not.toContain('Wave too.')
})

/** The fixture in a directory of its own; a text file names that directory instead of the one it was written in. */
async function openCopy() {
  const base = realpathSync(temporaryFolder())
  cpSync(FIXTURE, base, { recursive: true })
  mkdirSync(join(base, 'project/.git'))
  for (const entry of readdirSync(base, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    // The digests cover modes, and a checkout takes them from the umask.
    chmodSync(path, entry.isDirectory() ? 0o755 : 0o644)
    if (entry.name.endsWith('.json')) {
      writeFileSync(path, readFileSync(path, 'utf8').replaceAll(WRITTEN_IN, base))
    }
  }
  const index = join(base, 'home/.cache/metier/index.bin')
  const skills = await SkillManager.open({ home: join(base, 'home'), workdir: join(base, 'project'), index })
  return { skills, base }
}
