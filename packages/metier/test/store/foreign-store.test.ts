/** A project is somebody else's: what lies in its store folder may be put there to lead the store astray. */

import { existsSync, mkdirSync, readFileSync, readlinkSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readLock } from '../../src/store/lock.js'
import { removeSkill } from '../../src/store/remove.js'
import { updateSkill } from '../../src/store/update.js'
import { verifyStore } from '../../src/store/verify.js'
import { rollbackSkill } from '../../src/store/versions/rollback.js'
import { listVersions } from '../../src/store/versions/versions.js'
import { skillText, temporaryFolder } from '../support/temporary.js'
import { createStoring, type Storing } from './storing.js'

const PDF = { 'pdf/SKILL.md': skillText('pdf', 'First') }
const ID = '1.1.aaaaaaaa.bbbbbbbbbbbbbbbb'

/** Installs and updates so often that the oldest kept version is forgotten. */
async function fillVersions({ install, offer, context }: Storing): Promise<void> {
  await install('pdf')
  for (let version = 1; version <= context.store.keep + 1; version++) {
    offer({ 'pdf/SKILL.md': skillText('pdf', `Version ${version}`) })
    expect(await updateSkill(context, { name: 'pdf' })).toMatchObject({ ok: true })
  }
}

describe('security 6.33: a link in the place of one of its folders', () => {
  test.each(['aa', 'zz', 'home'])('leads nothing that is swept elsewhere (%s)', async (name) => {
    const storing = createStoring(PDF)
    const precious = temporaryFolder({ 'photos/a.jpg': 'x', [`${'0'.repeat(62)}`]: 'x' })
    await storing.install('pdf')
    mkdirSync(storing.context.store.objects, { recursive: true })
    symlinkSync(precious, join(storing.context.store.objects, name))
    await fillVersions(storing)
    expect(existsSync(join(precious, 'photos/a.jpg'))).toBe(true)
    expect(existsSync(join(precious, '0'.repeat(62)))).toBe(true)
  })

  test('leads nothing that is kept elsewhere', async () => {
    const storing = createStoring(PDF)
    const elsewhere = temporaryFolder()
    await storing.install('pdf')
    mkdirSync(storing.context.store.objects, { recursive: true })
    for (let first = 0; first < 256; first++) {
      symlinkSync(elsewhere, join(storing.context.store.objects, first.toString(16).padStart(2, '0')))
    }
    storing.offer({ 'pdf/SKILL.md': skillText('pdf', 'Second') })
    expect(await updateSkill(storing.context, { name: 'pdf' })).toMatchObject({
      ok: false,
      failure: { code: 'system_error' },
    })
    expect(readFileSync(join(storing.root, 'pdf/SKILL.md'), 'utf8')).toContain('First')
  })

  test('is no quarantine that a journal can name', async () => {
    const storing = createStoring(PDF)
    const elsewhere = temporaryFolder({ 'aside/SKILL.md': skillText('theirs') })
    await storing.install('pdf')
    const { store } = storing.context
    const lock = await readLock(store.lockFile)
    const entry = lock.ok ? lock.value.skills.get('pdf') : undefined
    symlinkSync(elsewhere, join(store.staging, ID))
    writeFileSync(store.journal, JSON.stringify({ version: 1, name: 'theirs', quarantine: ID, entry }))
    await verifyStore(storing.context)
    expect(existsSync(join(elsewhere, 'aside/SKILL.md'))).toBe(true)
    expect(existsSync(store.journal)).toBe(false)
  })
})

test.skipIf(!existsSync('/dev/zero'))('a journal without an end is not read', async () => {
  const storing = createStoring(PDF)
  await storing.install('pdf')
  symlinkSync('/dev/zero', storing.context.store.journal)
  expect(await verifyStore(storing.context)).toMatchObject({ value: [{ name: 'pdf', status: 'ok' }] })
  expect(existsSync(storing.context.store.journal)).toBe(false)
})

describe('what is kept of a version', () => {
  test('never is a link of the user: it stays where it is, also with force', async () => {
    const storing = createStoring(PDF)
    const work = temporaryFolder({ 'SKILL.md': skillText('pdf', 'Mine') })
    mkdirSync(storing.root, { recursive: true })
    const link = join(storing.root, 'pdf')
    symlinkSync(work, link)
    expect(await storing.install('pdf', { force: true })).toMatchObject({
      ok: false,
      failure: { message: `${link} is a link to ${work}, which is not replaced`, suggestions: [expect.any(String)] },
    })
    expect(readlinkSync(link)).toBe(work)
    unlinkSync(link)
    expect(await storing.install('pdf', { force: true })).toMatchObject({ ok: true })
  })

  test('is written anew where the copy that is there was damaged', async () => {
    const storing = createStoring(PDF)
    await storing.install('pdf')
    storing.offer({ 'pdf/SKILL.md': skillText('pdf', 'Second') })
    await updateSkill(storing.context, { name: 'pdf' })
    const [kept] = await listVersions(storing.context.store, 'pdf')
    const sha256 = kept?.entry.files[0]?.sha256 ?? ''
    const object = join(storing.context.store.objects, sha256.slice(0, 2), sha256.slice(2))
    writeFileSync(object, 'damaged')
    expect(await rollbackSkill(storing.context, { name: 'pdf' })).toMatchObject({
      failure: { code: 'integrity_mismatch' },
    })
    for (const description of ['First', 'Third']) {
      storing.offer({ 'pdf/SKILL.md': skillText('pdf', description) })
      await updateSkill(storing.context, { name: 'pdf' })
    }
    expect(await rollbackSkill(storing.context, { name: 'pdf' })).toMatchObject({ ok: true })
  })
})

test('a folder that somebody filled with more than can be kept is still removed, and all but the packages in it can come back', async () => {
  const storing = createStoring(PDF)
  await storing.install('pdf')
  const modules = join(storing.root, 'pdf/node_modules')
  mkdirSync(modules)
  for (let at = 0; at <= 20_000; at++) writeFileSync(join(modules, `${at}`), '')
  writeFileSync(join(storing.root, 'pdf/notes.md'), 'mine\n')
  expect(await updateSkill(storing.context, { name: 'pdf', force: true })).toMatchObject({
    failure: { code: 'limit_exceeded', suggestions: [expect.stringContaining('metier remove')] },
  })
  expect(await removeSkill(storing.context, 'pdf')).toMatchObject({
    ok: true,
    value: { notices: [expect.stringContaining('Not kept for a rollback: node_modules')] },
  })
  expect(existsSync(join(storing.root, 'pdf'))).toBe(false)
  expect(await rollbackSkill(storing.context, { name: 'pdf' })).toMatchObject({ ok: true })
  expect(readFileSync(join(storing.root, 'pdf/SKILL.md'), 'utf8')).toContain('First')
  expect(readFileSync(join(storing.root, 'pdf/notes.md'), 'utf8')).toBe('mine\n')
})
