/** Somebody's own edits stay theirs, however they come back: no kept version is taken for what its source gave. */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { composeLock, type LockEntry, parseLock, readLock } from '../../src/store/lock.js'
import { removeSkill } from '../../src/store/remove.js'
import { restoreLock } from '../../src/store/restore.js'
import { updateSkill } from '../../src/store/update.js'
import { verifyStore } from '../../src/store/verify.js'
import { rollbackSkill } from '../../src/store/versions/rollback.js'
import { listVersions } from '../../src/store/versions/versions.js'
import { skillText } from '../support/temporary.js'
import { createStoring, type Storing } from './storing.js'

const EDITED = skillText('pdf', 'Does pdf', 'Edited by hand')

async function installed(): Promise<Storing & { readonly file: string; readonly given: string }> {
  const storing = createStoring({ 'pdf/SKILL.md': skillText('pdf') })
  const outcome = await storing.install('pdf')
  if (!outcome.ok) throw new Error(outcome.failure.message)
  return { ...storing, file: join(storing.root, 'pdf/SKILL.md'), given: outcome.value.entry.digest }
}

async function entryOf({ context }: Storing): Promise<LockEntry | undefined> {
  const lock = await readLock(context.store.lockFile)
  return lock.ok ? lock.value.skills.get('pdf') : undefined
}

/** What became of an edited skill after something replaced it and a rollback brought it back. */
async function rolledBackAfter(replace: (storing: Storing) => Promise<unknown>) {
  const storing = await installed()
  writeFileSync(storing.file, EDITED)
  await replace(storing)
  const outcome = await rollbackSkill(storing.context, { name: 'pdf' })
  expect(outcome).toMatchObject({ ok: true })
  expect(readFileSync(storing.file, 'utf8')).toBe(EDITED)
  return storing
}

describe('an edit that a rollback brings back is recorded and shown as an edit', () => {
  test.each<[string, (storing: Storing) => Promise<unknown>]>([
    ['install --frozen', ({ context }) => restoreLock(context)],
    ['remove', ({ context }) => removeSkill(context, 'pdf')],
    ['install --force', ({ install }) => install('pdf', { force: true })],
    [
      'update --force',
      ({ context, offer }) => {
        offer({ 'pdf/SKILL.md': skillText('pdf', 'Does pdf', 'Newer') })
        return updateSkill(context, { name: 'pdf', force: true })
      },
    ],
  ])('after %s', async (_, replace) => {
    const storing = await rolledBackAfter(replace)
    expect(await entryOf(storing)).toMatchObject({ editedFrom: storing.given })
    const verified = await verifyStore(storing.context)
    expect(verified).toMatchObject({ ok: true, value: [{ name: 'pdf', status: 'edited' }] })
  })

  test('verify names the files where what the source gave is kept', async () => {
    const { context } = await rolledBackAfter(({ context }) => restoreLock(context))
    expect(await verifyStore(context)).toMatchObject({ value: [{ status: 'edited', changed: ['SKILL.md'] }] })
  })

  test('it stays one when it is replaced and brought back once more', async () => {
    const storing = await rolledBackAfter(({ context }) => restoreLock(context))
    expect(await rollbackSkill(storing.context, { name: 'pdf' })).toMatchObject({ ok: true })
    expect(await entryOf(storing)).not.toHaveProperty('editedFrom')
    expect(await verifyStore(storing.context)).toMatchObject({ value: [{ status: 'ok' }] })
    expect(await rollbackSkill(storing.context, { name: 'pdf' })).toMatchObject({ ok: true })
    expect(await entryOf(storing)).toMatchObject({ editedFrom: storing.given })
  })

  test('one that was undone by hand is none', async () => {
    const storing = await rolledBackAfter(({ context }) => restoreLock(context))
    writeFileSync(storing.file, skillText('pdf'))
    await removeSkill(storing.context, 'pdf')
    expect(await rollbackSkill(storing.context, { name: 'pdf' })).toMatchObject({ ok: true })
    expect(await entryOf(storing)).not.toHaveProperty('editedFrom')
  })

  test('an update does not replace it unasked', async () => {
    const { context, offer, file } = await rolledBackAfter(({ context }) => restoreLock(context))
    offer({ 'pdf/SKILL.md': skillText('pdf', 'Does pdf', 'Newer') })
    const refused = await updateSkill(context, { name: 'pdf' })
    expect(refused).toMatchObject({ ok: false, failure: { code: 'integrity_mismatch' } })
    expect(readFileSync(file, 'utf8')).toBe(EDITED)
    expect(await updateSkill(context, { name: 'pdf', force: true })).toMatchObject({ value: { status: 'updated' } })
    expect(await verifyStore(context)).toMatchObject({ value: [{ status: 'ok' }] })
  })

  test('a frozen install elsewhere says that the source does not have it', async () => {
    const storing = await rolledBackAfter(({ context }) => restoreLock(context))
    writeFileSync(storing.file, 'Something else')
    writeFileSync(join(storing.context.store.versions, 'pdf.json'), '[]')
    const restored = await restoreLock(storing.context)
    const message = expect.stringContaining('local edits of')
    expect(restored).toMatchObject({ value: [{ status: 'failed', outcome: { failure: { message } } }] })
  })
})

test('a version is what its source gave before it is what somebody made of it', async () => {
  const storing = await installed()
  const { context, given, file } = storing
  const lock = await readLock(context.store.lockFile)
  const entry = await entryOf(storing)
  if (!lock.ok || entry === undefined) throw new Error('there is a lock')
  const named = { ...lock.value, skills: new Map([['pdf', { ...entry, version: '1.0.0' }]]) }
  writeFileSync(context.store.lockFile, composeLock(named))
  await removeSkill(context, 'pdf')
  await rollbackSkill(context, { name: 'pdf' })
  writeFileSync(file, EDITED)
  await removeSkill(context, 'pdf')
  expect(await rollbackSkill(context, { name: 'pdf', to: '1.0.0' })).toMatchObject({
    value: { version: { entry: { digest: given } } },
  })
})

describe('what earlier versions of this program wrote', () => {
  test('a kept version that they knew to be changed comes back as an edit of something unknown', async () => {
    const storing = await installed()
    const { context, file } = storing
    writeFileSync(file, EDITED)
    await restoreLock(context)
    const kept = (await listVersions(context.store, 'pdf')).map(
      ({ entry: { editedFrom: _, ...entry }, given: _given, ...version }) => {
        return { ...version, entry }
      },
    )
    writeFileSync(join(context.store.versions, 'pdf.json'), JSON.stringify(kept))
    expect(await rollbackSkill(context, { name: 'pdf' })).toMatchObject({ ok: true })
    expect(await entryOf(storing)).toMatchObject({ editedFrom: null })
    expect(await verifyStore(context)).toMatchObject({ value: [{ status: 'edited', changed: [] }] })
  })

  test('a lock is read, and written again as it was', async () => {
    const { context } = await installed()
    const text = readFileSync(context.store.lockFile, 'utf8')
    expect(text).not.toContain('editedFrom')
    const lock = parseLock('lock', text)
    expect(lock.ok && composeLock(lock.value)).toBe(text)
  })
})
