import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { ArchiveProblemCode } from '../../src/gate/archive/archive.js'
import { readArchive } from '../../src/gate/archive/read-archive.js'
import { createGateTools } from '../../src/system/scan-process/gate-tools.js'
import { makeTar, makeZip, pax, type TarEntry, type ZipEntry } from '../servers/make-archive.js'

const tools = createGateTools()
const good: ZipEntry = { name: 'SKILL.md', content: '---\nname: a\n---\n' }

function codeOf(bytes: Uint8Array): ArchiveProblemCode | 'read' {
  const reading = readArchive(bytes, tools)
  return reading.ok ? 'read' : reading.problem.code
}

describe('security 6.5: no two readers can disagree about a zip', () => {
  test.each<readonly [string, ArchiveProblemCode, Uint8Array]>([
    ['a name twice', 'duplicate', makeZip([good, { ...good, content: 'other' }])],
    ['another name before the data', 'header_mismatch', makeZip([{ ...good, local: { name: 'SKILL.mx' } }])],
    ['another size before the data', 'header_mismatch', makeZip([{ ...good, local: { size: 3 } }])],
    ['another method before the data', 'header_mismatch', makeZip([{ ...good, local: { method: 0 } }])],
    ['other flags before the data', 'header_mismatch', makeZip([{ ...good, local: { flags: 0 } }])],
    ['a wrong checksum', 'header_mismatch', makeZip([{ ...good, central: { checksum: 1 } }])],
    [
      'a checksum that both headers have wrong',
      'checksum_mismatch',
      makeZip([{ ...good, local: { checksum: 1 }, central: { checksum: 1 } }]),
    ],
    ['bytes between entries', 'data_between_entries', makeZip([{ ...good, behind: 'hidden' }, { name: 'b' }])],
    ['bytes before the first entry', 'data_between_entries', makeZip([good], { before: 'PK\u0003\u0004' })],
    ['bytes before the directory', 'data_between_entries', makeZip([good], { beforeDirectory: 'hidden' })],
    ['bytes behind the end', 'header_mismatch', makeZip([good], { behind: 'hidden' })],
    [
      'a second end in the comment',
      'data_between_entries',
      makeZip([good], { comment: `PK\u0005\u0006${'\0'.repeat(18)}` }),
    ],
    ['a count that is too small', 'data_between_entries', makeZip([good, { name: 'b' }], { count: 1 })],
    ['a count that is too large', 'truncated', makeZip([good], { count: 2 })],
    ['an encrypted member', 'encrypted', makeZip([{ ...good, flags: 0x0801 }])],
    ['an unknown method', 'unsupported', makeZip([{ ...good, central: { method: 12 }, local: { method: 12 } }])],
    ['zip64 fields', 'unsupported', makeZip([{ ...good, extra: Buffer.from([1, 0, 4, 0, 0, 0, 0, 0]) }])],
    [
      'a second name in Unicode',
      'header_mismatch',
      makeZip([{ ...good, extra: Buffer.from([0x75, 0x70, 6, 0, 1, 0, 0, 0, 0, 0x78]) }]),
    ],
    ['a folder with content', 'header_mismatch', makeZip([{ name: 'a/', content: 'x' }])],
    ['a file said to be a folder', 'header_mismatch', makeZip([{ name: 'a', mode: 0o040755, isStored: true }])],
  ])('%s: %s', (_, code, bytes) => {
    expect(codeOf(bytes)).toBe(code)
  })

  test('a zip cut off anywhere is refused, and never read in part', () => {
    const whole = makeZip([good, { name: 'b', content: 'more' }])
    for (let length = 4; length < whole.length; length++) expect(codeOf(whole.subarray(0, length))).not.toBe('read')
  })

  test('the members of an overlapping zip are refused', () => {
    const zip = Buffer.from(makeZip([good, { name: 'SKILL.mx', content: good.content ?? '' }]))
    // The directory's second record points to the first member.
    zip.writeUInt32LE(0, zip.lastIndexOf('SKILL.mx') - 4)
    expect(codeOf(zip)).toBe('data_between_entries')
  })
})

describe('security 6.5: no two readers can disagree about a tar', () => {
  const file: TarEntry = { name: 'a', content: 'x' }

  test.each<readonly [string, ArchiveProblemCode, Uint8Array]>([
    ['a wrong checksum of a header', 'header_mismatch', makeTar([file, { ...file, name: 'b', isBroken: true }])],
    ['no end', 'truncated', makeTar([file], { end: 0 })],
    ['half an end', 'truncated', makeTar([file], { end: 1 })],
    ['something behind the end', 'data_between_entries', makeTar([file], { behind: 'x'.repeat(512) })],
    ['an entry behind an empty block', 'data_between_entries', makeTar([file], { end: 1, behind: 'x'.repeat(1024) })],
    ['two sizes', 'header_mismatch', makeTar([pax({ size: '900' }), file])],
    ['two headers for one entry', 'header_mismatch', makeTar([pax({ path: 'b' }), pax({ path: 'c' }), file])],
    ['a record twice', 'header_mismatch', makeTar([{ name: 'x', type: 'x', content: '9 path=b\n9 path=c\n' }, file])],
    [
      'a record with a wrong length',
      'header_mismatch',
      makeTar([{ name: 'x', type: 'x', content: '99 path=b\n' }, file]),
    ],
    ['one name for all', 'unsupported', makeTar([pax({ path: 'b' }, 'g'), file])],
    ['a sparse file', 'unsupported', makeTar([pax({ 'GNU.sparse.size': '9' }), file])],
    ['a header without an entry', 'truncated', makeTar([file, pax({ path: 'b' })])],
    ['a name twice', 'duplicate', makeTar([file, file])],
    ['a folder with content', 'header_mismatch', makeTar([{ name: 'd', type: '5', content: 'x' }])],
    ['a file with a folder’s name', 'header_mismatch', makeTar([{ name: 'd/', content: 'x' }])],
  ])('%s: %s', (_, code, bytes) => {
    expect(codeOf(bytes)).toBe(code)
  })

  test('a tar.gz that is cut off is refused', () => {
    const whole = gzipSync(makeTar([file]))
    for (const length of [10, 20, whole.length - 1]) expect(codeOf(whole.subarray(0, length))).toBe('truncated')
  })
})
