/** Whatever happened to the search index: the right answer, and where it was damaged a word about it. */
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readSearchIndex } from '../../../../src/registry/search/kept/kept-search.js'
import { encodeSearchIndex } from '../../../../src/registry/search/kept/search-format.js'
import { cutAnywhere, DAMAGES, flipBits, forEdited, writeVersion } from '../../../support/damaging.js'
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
    for (const damaged of cutAnywhere(bytes)) expect(readBytes(file, damaged)).toBe('damaged')
  })

  test('with any bit of it flipped', async () => {
    const bytes = await smallIndex()
    const file = join(memoryFolder(), 'search.bin')
    for (const damaged of flipBits(bytes)) expect(readBytes(file, damaged)).toBe('damaged')
  })

  test('edited at random, or made of random bytes', async () => {
    const bytes = await smallIndex()
    const file = join(memoryFolder(), 'search.bin')
    forEdited(bytes, (damaged) => expect(readBytes(file, damaged)).toBe('damaged'))
  })
})

describe('what a search with it says', () => {
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
