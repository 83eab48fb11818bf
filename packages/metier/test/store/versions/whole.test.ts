/** A kept version comes back whole: links as links, empty directories as directories, and nothing is written elsewhere. */

import { execFileSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readLock } from '../../../src/store/lock.js'
import { removeSkill } from '../../../src/store/remove.js'
import { restoreLock } from '../../../src/store/restore.js'
import { verifyStore } from '../../../src/store/verify.js'
import { rollbackSkill } from '../../../src/store/versions/rollback.js'
import { listVersions } from '../../../src/store/versions/versions.js'
import { sha256Of } from '../../../src/system/skill-files/tree-digest.js'
import { type Files, linkTo, skillText, temporaryFolder, writeFiles } from '../../support/temporary.js'
import { createStoring, type Storing } from '../storing.js'

const PDF = { 'pdf/SKILL.md': skillText('pdf') }

/** An installed skill that its user put these into. */
async function installed(files: Files): Promise<Storing & { readonly folder: string }> {
  const storing = createStoring(PDF)
  expect(await storing.install('pdf')).toMatchObject({ ok: true })
  const folder = join(storing.root, 'pdf')
  writeFiles(folder, files)
  return { ...storing, folder }
}

const OWN = {
  'CLAUDE.md': linkTo('SKILL.md'),
  'notes/today.md': 'mine\n',
  'notes/latest.md': linkTo('today.md'),
  journal: linkTo('notes'),
  nowhere: linkTo('missing/file'),
  'output/': '',
  'deep/er/': '',
}

function expectOwn(folder: string): void {
  expect(readlinkSync(join(folder, 'CLAUDE.md'))).toBe('SKILL.md')
  expect(readlinkSync(join(folder, 'notes/latest.md'))).toBe('today.md')
  expect(readlinkSync(join(folder, 'journal'))).toBe('notes')
  expect(readlinkSync(join(folder, 'nowhere'))).toBe('missing/file')
  expect(readFileSync(join(folder, 'notes/today.md'), 'utf8')).toBe('mine\n')
  for (const path of ['output', 'deep/er']) expect(readdirSync(join(folder, path))).toEqual([])
}

describe('links and empty directories come back', () => {
  test.each<[string, (storing: Storing) => Promise<unknown>]>([
    ['remove', ({ context }) => removeSkill(context, 'pdf')],
    ['install --frozen', ({ context }) => restoreLock(context)],
    ['install --force', ({ install }) => install('pdf', { force: true })],
  ])('after %s', async (_, replace) => {
    const { folder, context, ...storing } = await installed(OWN)
    await replace({ ...storing, context })
    expect(existsSync(join(folder, 'output'))).toBe(false)
    expect(await rollbackSkill(context, { name: 'pdf' })).toMatchObject({ ok: true })
    expectOwn(folder)
    expect(await verifyStore(context)).toMatchObject({ value: [{ status: 'edited' }] })
  })

  test('of a hand-made skill that another one replaced', async () => {
    const storing = createStoring(PDF)
    const folder = join(storing.root, 'pdf')
    writeFiles(folder, { 'SKILL.md': skillText('pdf', 'Mine'), ...OWN })
    expect(await storing.install('pdf', { force: true })).toMatchObject({ ok: true })
    expect(await rollbackSkill(storing.context, { name: 'pdf' })).toMatchObject({ ok: true })
    expectOwn(folder)
    expect(await verifyStore(storing.context)).toMatchObject({ value: [{ status: 'ok' }] })
  })

  test('again, after the version that a rollback restored was lost', async () => {
    const { folder, context } = await installed(OWN)
    await removeSkill(context, 'pdf')
    await rollbackSkill(context, { name: 'pdf' })
    const lock = readFileSync(context.store.lockFile, 'utf8')
    rmSync(folder, { recursive: true })
    expect(await restoreLock(context)).toMatchObject({ value: [{ status: 'restored' }] })
    expectOwn(folder)
    expect(readFileSync(context.store.lockFile, 'utf8')).toBe(lock)
  })
})

test('a link that leads out of the skill comes back as a link, is never followed, and is named', async () => {
  const outside = temporaryFolder({ 'secret.txt': 'secret', 'folder/x': 'x' })
  const { folder, context } = await installed({
    'out.txt': linkTo(join(outside, 'secret.txt')),
    out: linkTo('../../../../folder'),
  })
  await removeSkill(context, 'pdf')
  const kept = readdirSync(context.store.objects, { recursive: true, withFileTypes: true })
  const contents = kept.filter((one) => one.isFile()).map((one) => readFileSync(join(one.parentPath, one.name), 'utf8'))
  expect(contents).not.toContain('secret')
  const outcome = await rollbackSkill(context, { name: 'pdf' })
  expect(outcome).toMatchObject({
    ok: true,
    value: { admitted: { warnings: [expect.stringContaining('out: '), expect.stringContaining('out.txt: ')] } },
  })
  expect(readlinkSync(join(folder, 'out.txt'))).toBe(join(outside, 'secret.txt'))
  expect(readlinkSync(join(folder, 'out'))).toBe('../../../../folder')
})

test('what is neither a file nor a link is not kept, and the rollback says so', async () => {
  const { folder, context } = await installed({ 'notes.md': 'mine\n' })
  execFileSync('mkfifo', [join(folder, 'pipe')])
  await removeSkill(context, 'pdf')
  expect(await rollbackSkill(context, { name: 'pdf' })).toMatchObject({
    ok: true,
    value: { admitted: { warnings: [expect.stringMatching(/^pipe .*not restored/)] } },
  })
  expect(readdirSync(folder).sort()).toEqual(['SKILL.md', 'notes.md'])
})

describe('a list of kept versions that came with a project', () => {
  /** Writes a list whose version has further entries. */
  async function tampered(change: (version: Record<string, unknown>, store: Storing['context']['store']) => void) {
    const storing = await installed({ 'notes.md': 'mine\n' })
    const { store } = storing.context
    await removeSkill(storing.context, 'pdf')
    const file = join(store.versions, 'pdf.json')
    const versions = JSON.parse(readFileSync(file, 'utf8'))
    change(versions[0], store)
    writeFileSync(file, JSON.stringify(versions))
    return storing
  }

  function keep(objects: string, text: string): string {
    const sha256 = sha256Of(text)
    mkdirSync(join(objects, sha256.slice(0, 2)), { recursive: true })
    writeFileSync(join(objects, sha256.slice(0, 2), sha256.slice(2)), text)
    return sha256
  }

  test.each([
    ['a file', (sha256: string) => ({ path: 'out/x', size: 5, sha256, mode: '0644' }), undefined],
    ['a link', (sha256: string) => ({ path: 'out/x', size: 0, sha256, mode: 'link' }), undefined],
    ['an empty directory', undefined, ['out/x']],
  ])('writes %s through no link', async (_, describeFile, folders) => {
    const outside = temporaryFolder({})
    const { context, folder } = await tampered((version, { objects }) => {
      const entry = version.entry as { files: object[] }
      entry.files.push({ path: 'out', size: 0, sha256: keep(objects, `link\0${outside}`), mode: 'link' })
      if (describeFile !== undefined) entry.files.push(describeFile(keep(objects, 'link\0/etc')))
      if (folders !== undefined) version.folders = folders
    })
    expect(await rollbackSkill(context, { name: 'pdf' })).toMatchObject({ ok: false })
    expect(readdirSync(outside)).toEqual([])
    expect(existsSync(folder)).toBe(false)
  })

  test.each<[string, unknown]>([
    ['above the skill', ['../x']],
    ['at the root of the disk', ['/x']],
    ['without a name', ['a//b']],
    ['in no list', 'x'],
    ['that are numbers', [1]],
    ['without number', Array.from({ length: 20_001 }, (_, at) => `${at}`)],
  ])('is not taken with directories %s', async (_, folders) => {
    const { context } = await tampered((version) => {
      version.folders = folders
    })
    expect(await listVersions(context.store, 'pdf')).toEqual([])
  })
})

test('a version of an earlier program, which kept no targets, comes back without its links, and says so', async () => {
  const { context, folder } = await installed({ 'CLAUDE.md': linkTo('SKILL.md'), 'notes.md': 'mine\n' })
  await removeSkill(context, 'pdf')
  const sha256 = sha256Of('link\0SKILL.md')
  rmSync(join(context.store.objects, sha256.slice(0, 2), sha256.slice(2)))
  expect(await rollbackSkill(context, { name: 'pdf' })).toMatchObject({
    ok: true,
    value: { admitted: { warnings: [expect.stringMatching(/^CLAUDE\.md .*not restored/)] } },
  })
  expect(readdirSync(folder).sort()).toEqual(['SKILL.md', 'notes.md'])
  const lock = await readLock(context.store.lockFile)
  expect(lock.ok && lock.value.skills.get('pdf')?.files.map(({ path }) => path)).toEqual(['SKILL.md', 'notes.md'])
})

test('a SKILL.md that is a link comes back as one', async () => {
  const { context, folder } = await installed({ 'README.md': skillText('pdf') })
  rmSync(join(folder, 'SKILL.md'))
  writeFiles(folder, { 'SKILL.md': linkTo('README.md') })
  await removeSkill(context, 'pdf')
  expect(await rollbackSkill(context, { name: 'pdf' })).toMatchObject({ ok: true })
  expect(lstatSync(join(folder, 'SKILL.md')).isSymbolicLink()).toBe(true)
})
