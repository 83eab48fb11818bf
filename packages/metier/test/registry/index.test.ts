import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { decodeIndex } from '../../src/registry/index/index-format.js'
import { ScanBuilder, ScanMemory } from '../../src/registry/scan.js'
import { contentOf, loadRegistry, OLD_ENOUGH, readCountOf, waitForNewTime } from '../support/indexing.js'
import { scanRoot } from '../support/scanning.js'
import { skillText, temporaryFolder, temporaryRoot, writeFiles } from '../support/temporary.js'
import { variedRoots } from '../support/varied-tree.js'

/** One skill below /skills. */
const INDEX_OF_0_1_0 = [
  'TUVUSUVSSVgGAAAAuiE9dZ4AAAABAAAAeyJzdHJpY3QiOmZhbHNlLCJyb290cyI6W3sicGF0aCI6Ii9za2lsbHMiLCJzdGFydGVk',
  'QXQiOjAsImNvdW50IjoxLCJncm91cHMiOltdLCJkaWFnbm9zdGljcyI6W119XSwicmVxdWlyZW1lbnRzIjpbeyJhbHdheXMiOmZh',
  'bHNlfV0sInJhcmUiOnt9LCJ0ZXh0TGVuZ3RoIjoyNn0AAAAAAAAAAPA/AAAAAAAAAEAAAAAAAAAIQAAAAAAAABBADwAAAAAAAAAY',
  'AAAAAwAAAP////8XAACAIwAAAHBkZkxpZXN0IFBERiDigJMgZsO8ciBhbGxlbmFtZTogcGRmCmRlc2NyaXB0aW9uOiAKdmVyc2lv',
  'bjogMQo=',
].join('')

describe('a start with an index', () => {
  test.each([false, true])('knows exactly what one without it knows (strict: %s)', async (strict) => {
    const roots = variedRoots()
    waitForNewTime(OLD_ENOUGH)
    const index = join(temporaryFolder(), 'index.bin')
    const cold = await loadRegistry(roots, { index, strict })
    const warm = await loadRegistry(roots, { index, strict })
    expect(contentOf(warm.snapshot)).toEqual(contentOf(cold.snapshot))
    expect(warm.snapshot.notes).toEqual([])
    expect(readCountOf(warm)).toBeLessThan(readCountOf(cold))
  })

  test('opens no file that has not changed', async () => {
    const root = temporaryRoot({ 'a/SKILL.md': skillText('a'), 'g/b/SKILL.md': skillText('b') })
    waitForNewTime(OLD_ENOUGH)
    const index = join(temporaryFolder(), 'index.bin')
    expect(readCountOf(await loadRegistry([root], { index }))).toBe(2)
    expect(readCountOf(await loadRegistry([root], { index }))).toBe(0)
  })

  test('opens only the file that has changed', async () => {
    const root = temporaryRoot({ 'a/SKILL.md': skillText('a'), 'b/SKILL.md': skillText('b') })
    waitForNewTime(OLD_ENOUGH)
    const index = join(temporaryFolder(), 'index.bin')
    await loadRegistry([root], { index })
    writeFiles(root.path, { 'b/SKILL.md': skillText('b', 'edited') })
    const warm = await loadRegistry([root], { index })
    expect(readCountOf(warm)).toBe(1)
    expect(warm.snapshot.skills.map(({ description }) => description)).toEqual(['Does a', 'edited'])
  })

  test('writes the index only where there is something new in it', async () => {
    const root = temporaryRoot({ 'a/SKILL.md': skillText('a') })
    waitForNewTime(OLD_ENOUGH)
    const index = join(temporaryFolder(), 'index.bin')
    // The second look may know more of the files than the first, but not the third.
    await loadRegistry([root], { index })
    await loadRegistry([root], { index })
    const { ino } = statSync(index)
    await loadRegistry([root], { index })
    expect(statSync(index).ino).toBe(ino)
  })

  test('leaves nothing beside the index, which nobody else may read', async () => {
    const folder = temporaryFolder()
    await loadRegistry([temporaryRoot({ 'a/SKILL.md': skillText('a') })], { index: join(folder, 'deep/index.bin') })
    expect(readdirSync(join(folder, 'deep'))).toEqual(['index.bin'])
    expect(statSync(join(folder, 'deep/index.bin')).mode & 0o077).toBe(0)
  })

  test('shares it between roots in any order and scope', async () => {
    const [one, two] = [
      temporaryRoot({ 'a/SKILL.md': skillText('x', 'one') }),
      temporaryRoot({ 'b/SKILL.md': skillText('x', 'two') }),
    ]
    const index = join(temporaryFolder(), 'index.bin')
    await loadRegistry([one, two], { index })
    const other = [{ ...two, scope: 'personal' as const }, one]
    const warm = await loadRegistry(other, { index })
    expect(contentOf(warm.snapshot)).toEqual(contentOf((await loadRegistry(other)).snapshot))
    expect(warm.snapshot.skills).toMatchObject([{ description: 'two', root: { scope: 'personal' } }])
  })

  test('does not believe an index that other rules made', () => {
    expect(decodeIndex(Buffer.from(INDEX_OF_0_1_0, 'base64'), [], false)).toBe('stale')
  })

  test('keeps half of a character as it was read', async () => {
    const text = '---\nname: "a\\ud83d"\ndescription: "x\\udc00"\nversion: 1\n---\nBody\n'
    const root = temporaryRoot({ 'a/SKILL.md': text, 'b/SKILL.md': `${'🚀'.repeat(600)} is a word.\n` })
    const index = join(temporaryFolder(), 'index.bin')
    const cold = await loadRegistry([root], { index })
    expect(contentOf((await loadRegistry([root], { index })).snapshot)).toEqual(contentOf(cold.snapshot))
  })
})

describe('a file counts as unchanged', () => {
  const KEY = { size: 10, inode: 5, changed: 1_000_000.5, modified: 900_000.25 }

  function isUnchanged(key: typeof KEY, startedAt: number, kept = KEY): boolean {
    const builder = new ScanBuilder({ path: '/x', scope: 'project', isExplicit: true }, startedAt)
    builder.add({ directory: 'a' } as never, kept)
    return new ScanMemory(builder.finish()).isUnchanged(0, key)
  }

  test('where size, inode and both times are as they were', () => {
    expect(isUnchanged(KEY, 2_000_000)).toBe(true)
  })

  test.each(['size', 'inode', 'changed', 'modified'] as const)('but not where its %s differs', (part) => {
    expect(isUnchanged({ ...KEY, [part]: KEY[part] + 1 }, 2_000_000)).toBe(false)
  })

  test('nor where it was as young as the index: it may have changed again within one tick of the clock', () => {
    expect(isUnchanged(KEY, KEY.changed)).toBe(false)
    expect(isUnchanged(KEY, KEY.changed + 20)).toBe(false)
    expect(isUnchanged(KEY, KEY.changed - 1000)).toBe(false)
  })

  test('nor within two seconds on a disk that counts in seconds', () => {
    const coarse = { ...KEY, changed: 1_000_000 }
    expect(isUnchanged(coarse, 1_001_500, coarse)).toBe(false)
    expect(isUnchanged(coarse, 1_003_000, coarse)).toBe(true)
  })
})

describe('an entry as young as the scan that made it', () => {
  test('is read again by the next, and trusted once it is older', async () => {
    const root = temporaryRoot({ 'a/SKILL.md': skillText('a') })
    const { ctimeMs } = statSync(join(root.path, 'a/SKILL.md'))
    const young = await scanRoot(root, { now: () => ctimeMs + 1 })
    waitForNewTime(OLD_ENOUGH)
    const again = await scanRoot(root, { previous: young })
    const trusting = await scanRoot(root, { previous: again })
    expect([young, again, trusting].map(({ readCount }) => readCount)).toEqual([1, 1, 0])
  })

  test('an edit of the same size within one tick of the clock is not missed', async () => {
    const root = temporaryRoot({ 'a/SKILL.md': skillText('a', 'one') })
    const index = join(temporaryFolder(), 'index.bin')
    for (let round = 0; round < 50; round++) {
      const description = round % 2 === 0 ? 'two' : 'one'
      await loadRegistry([root], { index })
      writeFileSync(join(root.path, 'a/SKILL.md'), skillText('a', description))
      const { snapshot } = await loadRegistry([root], { index })
      expect(snapshot.skills.map((skill) => skill.description)).toEqual([description])
    }
  })
})
