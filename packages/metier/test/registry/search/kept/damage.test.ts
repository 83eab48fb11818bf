/** Whatever happened to the search index: the right answer, and where it was damaged a word about it. */
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readSearchIndex } from '../../../../src/registry/search/kept/kept-search.js'
import { encodeSearchIndex } from '../../../../src/registry/search/kept/search-format.js'
import { runsOf } from '../../../support/full.js'
import { asOtherUser } from '../../../support/other-user.js'
import { later } from '../../../support/scanning.js'
import { meaningOf, openSearch, reread } from '../../../support/searching.js'
import { memoryFolder, skillText, temporaryFolder, temporaryRoot } from '../../../support/temporary.js'
import { variedRoots } from '../../../support/varied-tree.js'

const FILES = {
  'a/SKILL.md': skillText('a', 'walrus'),
  'b/SKILL.md': skillText('b', '天气'),
}

async function smallIndex(): Promise<Buffer> {
  return encodeSearchIndex((await openSearch([temporaryRoot(FILES)])).searchable)
}

function readBytes(file: string, bytes: Uint8Array) {
  writeFileSync(file, bytes)
  return readSearchIndex(file)
}

describe('no damaged index is believed', () => {
  test('cut off anywhere', async () => {
    const bytes = await smallIndex()
    const file = join(memoryFolder(), 'search.bin')
    for (let length = 0; length < bytes.length; length++) {
      expect(readBytes(file, bytes.subarray(0, length))).toBe('damaged')
    }
  })

  test('with any bit of it flipped', async () => {
    const bytes = await smallIndex()
    const file = join(memoryFolder(), 'search.bin')
    for (let at = 0; at < bytes.length; at++) {
      const flipped = Buffer.from(bytes)
      flipped.writeUInt8(flipped.readUInt8(at) ^ (1 << (at % 8)), at)
      expect(readBytes(file, flipped)).toBe('damaged')
    }
  })

  test('edited at random, or made of random bytes', async () => {
    const bytes = await smallIndex()
    const file = join(memoryFolder(), 'search.bin')
    const edited = fc
      .tuple(fc.nat(bytes.length), fc.nat(64), fc.uint8Array({ maxLength: 64 }))
      .map(([at, length, put]) => Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + length)]))
    fc.assert(
      fc.property(fc.oneof(edited, fc.uint8Array({ maxLength: 300 })), (damaged) => {
        fc.pre(Buffer.compare(Buffer.from(damaged), bytes) !== 0)
        expect(readBytes(file, damaged)).toBe('damaged')
      }),
      runsOf(2000),
    )
  })
})

describe('what a search with it says', () => {
  type Damage = (file: string, bytes: Buffer) => void
  const DAMAGES: readonly (readonly [string, Damage])[] = [
    ['empty', (file) => writeFileSync(file, '')],
    ['half of it', (file, bytes) => writeFileSync(file, bytes.subarray(0, bytes.length / 2))],
    ['zeros', (file, bytes) => writeFileSync(file, Buffer.alloc(bytes.length))],
    ['text', (file) => writeFileSync(file, '{"skills": []}')],
    ['one byte changed', (file, bytes) => writeFileSync(file, bytes.fill(0x7f, bytes.length - 9, bytes.length - 8))],
    ['a folder in its place', replaceByFolder],
  ]

  test.each(DAMAGES)('%s: what one without it says, and that it was damaged', async (_, damage) => {
    const roots = variedRoots()
    const file = join(temporaryFolder(), 'search.bin')
    const cold = await openSearch(roots, { file })
    damage(file, readFileSync(file))
    const warm = await openSearch(roots, { file })
    expect(meaningOf(warm.searchable)).toEqual(meaningOf(cold.searchable))
    expect(warm.problems.map(({ file }) => file)).toEqual([file])
    expect(['index_damaged', 'index_unwritable']).toContain(warm.problems[0]?.code)
  })

  test('the next search finds a whole one again', async () => {
    const root = temporaryRoot(FILES)
    const file = join(temporaryFolder({ 'search.bin': 'damaged' }), 'search.bin')
    expect((await openSearch([root], { file })).problems).toMatchObject([{ code: 'index_damaged' }])
    expect((await openSearch([root], { file })).problems).toEqual([])
  })

  test('an index of another version is not used, which is nothing to speak of', async () => {
    const root = temporaryRoot(FILES)
    const file = join(temporaryFolder(), 'search.bin')
    await openSearch([root], { file })
    writeVersion(file, 999)
    expect(readSearchIndex(file)).toBe('stale')
    const warm = await openSearch([root], { file })
    expect([warm.find('walrus'), warm.problems]).toEqual([['a'], []])
    expect(readSearchIndex(file)).toBeTypeOf('object')
  })

  test('an index of other roots gives none of its skills', async () => {
    const [one, other] = [temporaryRoot(FILES), temporaryRoot({ 'a/SKILL.md': skillText('a', 'zebra') })]
    const file = join(temporaryFolder(), 'search.bin')
    await openSearch([other], { file, now: later })
    const warm = await openSearch([one], { file, now: later })
    expect([warm.find('zebra'), warm.find('walrus')]).toEqual([[], ['a']])
  })
})

test('where the index cannot be written, the answer is right, and says so', async () => {
  const root = temporaryRoot(FILES)
  const folder = temporaryFolder()
  chmodSync(folder, 0o555)
  await asOtherUser(async () => {
    const opened = await openSearch([root], { file: join(folder, 'search.bin') })
    expect(opened.find('walrus')).toEqual(['a'])
    expect(opened.problems).toMatchObject([{ code: 'index_unwritable' }])
  })
})

test('what is written is what is read', async () => {
  const { searchable } = await openSearch(variedRoots(), { now: later })
  const { index, states } = searchable
  expect(reread(searchable)).toEqual({ index, states })
})

function replaceByFolder(file: string): void {
  rmSync(file)
  mkdirSync(file)
}

/** An index as another version would have written it: its version is part of what it seals. */
function writeVersion(file: string, version: number): void {
  const bytes = readFileSync(file)
  const sealed = bytes.readUInt32LE(12) ^ bytes.readUInt32LE(8)
  bytes.writeUInt32LE(version, 8)
  bytes.writeUInt32LE((sealed ^ version) >>> 0, 12)
  writeFileSync(file, bytes)
}
