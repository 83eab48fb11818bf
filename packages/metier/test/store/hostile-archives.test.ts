/** One archive for each trick, made here: each is refused with its own code, and nothing is written but in quarantine. */

import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ArchiveProblemCode } from '../../src/gate/archive/archive.js'
import { parseSourceReference } from '../../src/sources/reference.js'
import { installSkill } from '../../src/store/install.js'
import { makeTar, makeTarGz, makeZip, type TarEntry, type ZipEntry } from '../servers/make-archive.js'
import { skillText } from '../support/temporary.js'
import { createStoring, type Storing } from './storing.js'

const good: ZipEntry & TarEntry = { name: 'SKILL.md', content: skillText('pdf') }
const evil = (name: string, more: object = {}) => makeZip([good, { name, content: 'evil', ...more }])
const evilTar = (entry: TarEntry) => makeTar([good, entry])
const mebibyte = 1024 * 1024
/** Not to be compressed, and the same each time. */
const noise = createHash('shake256', { outputLength: mebibyte }).digest()

/** Every code has its trick: a new code does not compile without one. Links are refused in published archives only. */
const TRICKS: Readonly<Record<Exclude<ArchiveProblemCode, 'link'>, (place: string) => Uint8Array>> = {
  traversal: () => evil('../../../../evil'),
  absolute: (place) => evil(`${place}/evil`),
  drive: () => evil('C:/evil'),
  backslash: () => evil('..\\..\\evil'),
  dot_path: () => evil('.git/hooks/post-checkout'),
  bad_path: () => evil('a\nb'),
  path_too_long: () => evil('x'.repeat(300)),
  reserved_name: () => evil('NUL'),
  duplicate: () => makeZip([good, { ...good, content: 'evil' }]),
  case_collision: () => evil('skill.md'),
  unicode_collision: () =>
    makeZip([good, { name: '\u00e9.md', content: 'x' }, { name: 'e\u0301.md', content: 'evil' }]),
  file_and_folder: () => makeZip([good, { name: 'a', content: 'x' }, { name: 'a/b', content: 'evil' }]),
  device: () => evilTar({ name: 'device', type: '3' }),
  too_many_entries: () => makeZip([good, ...Array.from({ length: 2001 }, (_, at) => ({ name: `f${at}` }))]),
  too_large: () => {
    const content = Buffer.concat([noise, Buffer.alloc(8 * mebibyte)])
    return makeZip([good, ...Array.from({ length: 6 }, (_, at) => ({ name: `f${at}`, content }))])
  },
  entry_too_large: () => makeZip([good, { name: 'big', content: Buffer.alloc(11 * mebibyte), isStored: true }]),
  ratio: () => makeTarGz([good, { name: 'bomb', content: new Uint8Array(8 * mebibyte) }]),
  header_mismatch: () => evil('a', { local: { name: 'b' } }),
  checksum_mismatch: () => evil('a', { local: { checksum: 1 }, central: { checksum: 1 } }),
  encrypted: () => evil('a', { flags: 0x0801 }),
  truncated: () => makeTar([good], { end: 0 }),
  data_between_entries: () => evil('a', { behind: 'hidden' }),
  unsupported: () => evilTar({ name: 'sparse', type: 'S' }),
}

test.each(Object.entries(TRICKS))('%s', async (code, make) => {
  const { storing, place } = await prepare()
  const archive = join(storing.source, 'pdf.zip')
  writeFileSync(archive, make(place))
  const before = look(place)
  const outcome = await installArchive(storing, archive)
  expect(outcome).toMatchObject({ ok: false, failure: { message: expect.stringContaining(`(${code})`) } })
  expect(look(place)).toEqual(before)
  expect(readdirSync(join(storing.root, '.metier-store/staging'))).toEqual([])
})

test('and the same archive without a trick is installed', async () => {
  const { storing } = await prepare()
  const archive = join(storing.source, 'pdf.zip')
  writeFileSync(archive, makeZip([good]))
  expect(await installArchive(storing, archive)).toMatchObject({ ok: true })
  expect(readFileSync(join(storing.root, 'pdf/SKILL.md'), 'utf8')).toBe(good.content)
})

/** A store that is in use, so that an install that is refused has no folders left to make. */
async function prepare() {
  const prepared = createStoring({ 'other/SKILL.md': skillText('other') })
  await prepared.install('other')
  return { storing: prepared, place: join(prepared.home, '..') }
}

function installArchive({ context }: Storing, archive: string) {
  const reference = parseSourceReference(`local:${archive}`)
  if (!reference.ok) throw new Error(reference.failure.message)
  return installSkill(context, { skill: 'pdf', reference: reference.value })
}

/** Everything but the quarantine. A file that was there for a moment shows in the time of its folder. */
function look(folder: string): readonly string[] {
  const { mtimeNs, ino, size } = lstatSync(folder, { bigint: true })
  const own = `${folder} ${ino} ${mtimeNs} ${size}`
  const names = lstatSync(folder).isDirectory() ? readdirSync(folder).filter((name) => name !== '.metier-store') : []
  return [own, ...names.toSorted().flatMap((name) => look(join(folder, name)))]
}
