import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Offer, Source } from '../../src/sources/source.js'
import { readLock } from '../../src/store/lock.js'
import { findOutdated } from '../../src/store/outdated.js'
import { pinSkill } from '../../src/store/pin.js'
import { removeSkill } from '../../src/store/remove.js'
import { updateSkill } from '../../src/store/update.js'
import { verifyStore } from '../../src/store/verify.js'
import { rollbackSkill } from '../../src/store/versions/rollback.js'
import { listVersions } from '../../src/store/versions/versions.js'
import { skillText, temporaryFolder } from '../support/temporary.js'
import { createStoring, type Storing, scanWith } from './storing.js'

const PDF = { 'pdf/SKILL.md': skillText('pdf'), 'pdf/scripts/run.sh': 'echo 1\n' }
const NEXT = { 'pdf/scripts/run.sh': 'echo 2\n' }

function fileIn({ root }: Storing, path = 'pdf/scripts/run.sh'): string {
  return readFileSync(join(root, path), 'utf8')
}

/** The local source, saying versions. */
function versioned({ context }: Storing, offer: Partial<Offer>): Pick<typeof context, 'sources'> {
  const { local } = context.sources
  const source: Source = {
    ...local,
    resolve: async (...words) => {
      const offers = await local.resolve(...words)
      return offers.ok ? { ok: true, value: offers.value.map((one) => ({ ...one, ...offer })) } : offers
    },
  }
  return { sources: { ...context.sources, local: source } }
}

describe('an update', () => {
  test('brings what changed, and tells it line by line', async () => {
    const storing = createStoring(PDF)
    await storing.install('pdf')
    storing.offer(NEXT)
    expect(await updateSkill(storing.context, { name: 'pdf' })).toMatchObject({
      ok: true,
      value: {
        status: 'updated',
        admitted: {
          changes: [{ path: 'scripts/run.sh', change: 'changed', diff: '@@ -1,1 +1,1 @@\n-echo 1\n+echo 2\n' }],
        },
      },
    })
    expect(fileIn(storing)).toBe('echo 2\n')
  })

  test('does nothing where nothing changed', async () => {
    const storing = createStoring(PDF)
    await storing.install('pdf')
    expect(await updateSkill(storing.context, { name: 'pdf' })).toMatchObject({ value: { status: 'current' } })
  })

  test('security 6.16: never inherits consent: a new digest is scanned, shown and asked about anew', async () => {
    const storing = createStoring(PDF, { scan: scanWith({ severity: 'warn' }) })
    await storing.install('pdf', {}, storing.having({ approve: () => true }))
    storing.offer(NEXT)
    const refused = await updateSkill(storing.context, { name: 'pdf' })
    expect(refused).toMatchObject({
      ok: false,
      failure: { code: 'scan_blocked' },
      details: { changes: [{ path: 'scripts/run.sh', diff: expect.stringContaining('+echo 2') }] },
    })
    expect(fileIn(storing)).toBe('echo 1\n')
  })

  test('security 6.16: never goes back to an older version', async () => {
    const storing = createStoring(PDF)
    await storing.install('pdf', {}, storing.having(versioned(storing, { version: '1.10.0' })))
    storing.offer(NEXT)
    const older = storing.having(versioned(storing, { version: '1.9.0' }))
    expect(await updateSkill(older, { name: 'pdf' })).toMatchObject({ value: { status: 'older' } })
    expect(await updateSkill(older, { name: 'pdf', force: true })).toMatchObject({ value: { status: 'older' } })
    expect(fileIn(storing)).toBe('echo 1\n')
    const newer = storing.having(versioned(storing, { version: '1.11.0' }))
    expect(await updateSkill(newer, { name: 'pdf' })).toMatchObject({ value: { status: 'updated' } })
  })

  test('refuses local changes unless it is forced, and keeps them then', async () => {
    const storing = createStoring(PDF)
    await storing.install('pdf')
    writeFileSync(join(storing.root, 'pdf/scripts/run.sh'), 'echo mine\n')
    storing.offer(NEXT)
    expect(await updateSkill(storing.context, { name: 'pdf' })).toMatchObject({
      failure: { code: 'integrity_mismatch' },
      details: { changes: [{ path: 'scripts/run.sh', change: 'changed' }] },
    })
    expect(await updateSkill(storing.context, { name: 'pdf', force: true })).toMatchObject({ ok: true })
    expect(await listVersions(storing.context.store, 'pdf')).toMatchObject([{ isChanged: true }])
    await rollbackSkill(storing.context, { name: 'pdf' })
    expect(fileIn(storing)).toBe('echo mine\n')
  })

  test('leaves a pinned skill alone, and keeps the pin where it is forced', async () => {
    const storing = createStoring(PDF)
    await storing.install('pdf')
    await pinSkill(storing.context, 'pdf', true)
    storing.offer(NEXT)
    expect(await updateSkill(storing.context, { name: 'pdf' })).toMatchObject({ value: { status: 'pinned' } })
    expect(await updateSkill(storing.context, { name: 'pdf', force: true })).toMatchObject({
      value: { status: 'updated' },
    })
    expect(await updateSkill(storing.context, { name: 'pdf' })).toMatchObject({ value: { status: 'pinned' } })
    await pinSkill(storing.context, 'pdf', false)
    expect(await updateSkill(storing.context, { name: 'pdf' })).toMatchObject({ value: { status: 'current' } })
  })

  test('of a skill whose source is trusted no longer is refused', async () => {
    const storing = createStoring(PDF)
    await storing.install('pdf')
    const context = storing.having({ isTrusted: () => false })
    expect(await updateSkill(context, { name: 'pdf' })).toMatchObject({ failure: { code: 'source_untrusted' } })
  })

  test('of what no lock names is refused', async () => {
    expect(await updateSkill(createStoring().context, { name: 'pdf' })).toMatchObject({
      failure: { code: 'skill_not_found' },
    })
  })
})

test('what is outdated is found without changing anything', async () => {
  const storing = createStoring({ ...PDF, 'mail/SKILL.md': skillText('mail'), 'gone/SKILL.md': skillText('gone') })
  for (const name of ['pdf', 'mail', 'gone']) await storing.install(name)
  storing.offer(NEXT)
  rmSync(join(storing.source, 'gone'), { recursive: true })
  expect(await findOutdated(storing.context)).toMatchObject({
    value: [
      { name: 'gone', status: 'unavailable' },
      { name: 'mail', status: 'current' },
      { name: 'pdf', status: 'outdated' },
    ],
  })
  expect(fileIn(storing)).toBe('echo 1\n')
})

describe('a removal', () => {
  test('security 6.33: takes away what the lock names, by renaming it first, and nothing else', async () => {
    const storing = createStoring({ ...PDF, 'mail/SKILL.md': skillText('mail') })
    await storing.install('pdf')
    await storing.install('mail', { skill: '@owner/mail' })
    mkdirSync(join(storing.root, 'mine'))
    expect(await removeSkill(storing.context, 'mine')).toMatchObject({ failure: { code: 'skill_not_found' } })
    expect(await removeSkill(storing.context, '../skills/mine')).toMatchObject({ ok: false })
    expect(await removeSkill(storing.context, 'pdf')).toMatchObject({ ok: true })
    expect(await removeSkill(storing.context, '@owner/mail')).toMatchObject({ ok: true })
    expect(readdirSync(storing.root).toSorted()).toEqual(['.metier-store', 'mine'])
    const lock = await readLock(storing.context.store.lockFile)
    expect(lock.ok && lock.value.skills.size).toBe(0)
  })

  test('security 6.33: does not follow a link out of the skill', async () => {
    const precious = temporaryFolder({ 'file.txt': 'x' })
    const storing = createStoring(PDF)
    await storing.install('pdf')
    symlinkSync(precious, join(storing.root, 'pdf/link'))
    expect(await removeSkill(storing.context, 'pdf')).toMatchObject({ ok: true })
    expect(readFileSync(join(precious, 'file.txt'), 'utf8')).toBe('x')
  })

  test('can be taken back', async () => {
    const storing = createStoring(PDF)
    await storing.install('pdf')
    await removeSkill(storing.context, 'pdf')
    expect(await rollbackSkill(storing.context, { name: 'pdf' })).toMatchObject({ ok: true })
    expect(fileIn(storing)).toBe('echo 1\n')
    expect(await verifyStore(storing.context)).toMatchObject({ value: [{ name: 'pdf', status: 'ok' }] })
  })
})

describe('a rollback', () => {
  async function withVersions(count: number) {
    const storing = createStoring({ ...PDF, 'pdf/shared.bin': 'the same in all' })
    await storing.install('pdf')
    for (let number = 2; number <= count; number++) {
      storing.offer({ 'pdf/scripts/run.sh': `echo ${number}\n` })
      await updateSkill(storing.context, { name: 'pdf' })
    }
    return storing
  }

  test('goes to the version before, and back', async () => {
    const storing = await withVersions(2)
    await rollbackSkill(storing.context, { name: 'pdf' })
    expect(fileIn(storing)).toBe('echo 1\n')
    await rollbackSkill(storing.context, { name: 'pdf' })
    expect(fileIn(storing)).toBe('echo 2\n')
  })

  test('goes to a commit by four of its digits or more', async () => {
    const storing = createStoring(PDF)
    const [first, second] = ['a1b2c3d', 'e4f5a6b'].map((id) => ({ commit: id.padEnd(40, '0') }))
    await storing.install('pdf', {}, { ...storing.context, ...versioned(storing, first ?? {}) })
    storing.offer(NEXT)
    await updateSkill({ ...storing.context, ...versioned(storing, second ?? {}) }, { name: 'pdf' })
    expect(await rollbackSkill(storing.context, { name: 'pdf', to: 'a1b' })).toMatchObject({ ok: false })
    expect(await rollbackSkill(storing.context, { name: 'pdf', to: 'a1b2' })).toMatchObject({ ok: true })
    expect(fileIn(storing)).toBe('echo 1\n')
  })

  test('goes to any of the last five by the beginning of its digest', async () => {
    const storing = await withVersions(8)
    const versions = await listVersions(storing.context.store, 'pdf')
    expect(versions).toHaveLength(5)
    const to = versions.at(-1)?.entry.digest.slice(0, 'sha256:'.length + 12)
    expect(await rollbackSkill(storing.context, { name: 'pdf', to })).toMatchObject({ ok: true })
    expect(fileIn(storing)).toBe('echo 3\n')
  })

  test('keeps each content once, and none that no version names', async () => {
    const storing = await withVersions(8)
    const objects = readdirSync(storing.context.store.objects, { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile(),
    )
    // SKILL.md and the shared file once, and the script of each of the five.
    expect(objects).toHaveLength(2 + 5)
  })

  test('to a copy that was tampered with is refused', async () => {
    const storing = await withVersions(2)
    const objects = readdirSync(storing.context.store.objects, { recursive: true, withFileTypes: true })
    for (const entry of objects) if (entry.isFile()) writeFileSync(join(entry.parentPath, entry.name), 'tampered')
    expect(await rollbackSkill(storing.context, { name: 'pdf' })).toMatchObject({
      failure: { code: 'integrity_mismatch' },
    })
    expect(fileIn(storing)).toBe('echo 2\n')
  })

  test('is scanned again: rules may have learned since', async () => {
    const storing = await withVersions(2)
    const context = storing.having({ scan: scanWith({}) })
    expect(await rollbackSkill(context, { name: 'pdf' })).toMatchObject({ failure: { code: 'scan_blocked' } })
  })

  test('to what is not kept is refused', async () => {
    const storing = await withVersions(1)
    expect(await rollbackSkill(storing.context, { name: 'pdf' })).toMatchObject({
      failure: { code: 'skill_not_found' },
    })
  })
})
