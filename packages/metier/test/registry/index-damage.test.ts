/** Whatever happened to the index: the right answer, and where it was damaged a word about it. */
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readIndex } from '../../src/registry/index/index-file.js'
import { decodeIndex, encodeIndex } from '../../src/registry/index/index-format.js'
import type { Registry } from '../../src/registry/registry.js'
import type { Root } from '../../src/registry/root.js'
import { cutAnywhere, DAMAGES, flipBits, forEdited, writeVersion } from '../support/damaging.js'
import { contentOf, loadRegistry } from '../support/indexing.js'
import { asOtherUser } from '../support/other-user.js'
import { scanRoot } from '../support/scanning.js'
import { memoryFolder, skillText, temporaryFolder, temporaryRoot } from '../support/temporary.js'
import { variedRoots } from '../support/varied-tree.js'

const FILES = {
  'a/SKILL.md': skillText('a', 'one'),
  'b/SKILL.md': '---\nname: b\ndescription: two\nmetadata: {openclaw: {requires: {bins: [git]}}}\n---\n',
  'c/skill.md': skillText('c', 'three'),
}

async function smallIndex() {
  const root = temporaryRoot(FILES)
  const scan = await scanRoot(root)
  return { root, bytes: encodeIndex([scan], false) }
}

/** What the index says, or how it is refused; it must be one of the two. */
function readBytes(file: string, bytes: Uint8Array, roots: Parameters<typeof readIndex>[1]) {
  writeFileSync(file, bytes)
  return readIndex(file, roots, false)
}

describe('no damaged index is believed', () => {
  test('cut off anywhere', async () => {
    const { root, bytes } = await smallIndex()
    const file = join(memoryFolder(), 'index.bin')
    for (const damaged of cutAnywhere(bytes)) expect(readBytes(file, damaged, [root])).toBe('damaged')
  })

  test('with any bit of it flipped', async () => {
    const { root, bytes } = await smallIndex()
    const file = join(memoryFolder(), 'index.bin')
    for (const damaged of flipBits(bytes)) expect(readBytes(file, damaged, [root])).toBe('damaged')
  })

  test('with bytes behind its end', async () => {
    const { root, bytes } = await smallIndex()
    const file = join(memoryFolder(), 'index.bin')
    expect(readBytes(file, Buffer.concat([bytes, Buffer.from('x')]), [root])).toBe('damaged')
  })

  test('edited at random, or made of random bytes', async () => {
    const { root, bytes } = await smallIndex()
    const file = join(memoryFolder(), 'index.bin')
    forEdited(bytes, (damaged) => expect(readBytes(file, damaged, [root])).toBe('damaged'))
  })
})

describe('what a start with it says', () => {
  test.each(DAMAGES)('%s: what one without it says, and that it was damaged', async (_, damage) => {
    const roots = variedRoots()
    const index = join(temporaryFolder(), 'index.bin')
    const cold = await loadRegistry(roots, { index })
    damage(index, readFileSync(index))
    const warm = await loadRegistry(roots, { index })
    expect(contentOf(warm.snapshot)).toEqual(contentOf(cold.snapshot))
    expect(warm.snapshot.notes).toMatchObject([{ code: 'index_damaged', file: index }])
  })

  test('the next start finds a whole one again', async () => {
    const root = temporaryRoot(FILES)
    const index = join(temporaryFolder(), 'index.bin')
    await loadRegistry([root], { index })
    writeFileSync(index, 'damaged')
    await loadRegistry([root], { index })
    expect((await loadRegistry([root], { index })).snapshot.notes).toEqual([])
  })

  test('a reload has nothing more to say of the damage that was mended', async () => {
    const root = temporaryRoot(FILES)
    const index = join(temporaryFolder({ 'index.bin': 'damaged' }), 'index.bin')
    const registry = await loadRegistry([root], { index })
    await loadAgain(registry, root)
    expect(registry.snapshot.notes).toEqual([])
  })

  test.each([
    ['of the other mode', true],
    ['of another version', false],
  ])('an index %s is not used, which is nothing to speak of', async (_, strict) => {
    const roots = variedRoots()
    const index = join(temporaryFolder(), 'index.bin')
    await loadRegistry(roots, { index, strict })
    if (!strict) writeVersion(index, 999)
    const warm = await loadRegistry(roots, { index })
    expect(contentOf(warm.snapshot)).toEqual(contentOf((await loadRegistry(roots)).snapshot))
    expect(warm.snapshot.notes).toEqual([])
  })

  test('an index of other roots is not used, and is replaced', async () => {
    const [one, other] = [temporaryRoot(FILES), temporaryRoot({ 'z/SKILL.md': skillText('z') })]
    const index = join(temporaryFolder(), 'index.bin')
    await loadRegistry([other], { index })
    const warm = await loadRegistry([one], { index })
    expect(contentOf(warm.snapshot)).toEqual(contentOf((await loadRegistry([one])).snapshot))
    expect([...(readIndex(index, [one], false) as Map<string, unknown>).keys()]).toEqual([one.path])
  })
})

describe('where the index cannot be written', () => {
  test('the answer is right, and the next look says so', async () => {
    const root = temporaryRoot(FILES)
    const folder = temporaryFolder({ closed: 'a file' })
    const registry = await loadRegistry([root], { index: join(folder, 'closed/index.bin') })
    expect(contentOf(registry.snapshot)).toEqual(contentOf((await loadRegistry([root])).snapshot))
    await loadAgain(registry, root)
    expect(registry.snapshot.notes).toMatchObject([{ code: 'index_unwritable' }])
  })

  test('for want of permission likewise', async () => {
    const root = temporaryRoot(FILES)
    const folder = temporaryFolder()
    chmodSync(folder, 0o555)
    await asOtherUser(async () => {
      const registry = await loadRegistry([root], { index: join(folder, 'index.bin') })
      expect(registry.snapshot.skills).toHaveLength(3)
      await loadAgain(registry, root)
      expect(registry.snapshot.notes).toMatchObject([{ code: 'index_unwritable' }])
    })
  })
})

test('what is written is what is read', async () => {
  const roots = variedRoots()
  const scans = await Promise.all(roots.map((root) => scanRoot(root)))
  const read = decodeIndex(encodeIndex(scans, false), roots, false)
  expect(read).toEqual(new Map(scans.map((scan) => [scan.root.path, { ...scan, readCount: 0 }])))
})

/** Looks again, and waits until the index is written: its folder is removed when the test ends. */
async function loadAgain(registry: Registry, root: Root): Promise<void> {
  await registry.load({ roots: [root], limits: { walkDepth: 6, walkEntries: 1000 }, notes: [] })
  await registry.settle()
}
