import { chmodSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { digestTree, readTree, sha256Of, TreeTooLargeError } from '../../../src/system/skill-files/tree-digest.js'
import { temporaryFolder } from '../../support/temporary.js'

test('every file is listed by its bytes, with its size, digest and whether it is a program', async () => {
  const folder = temporaryFolder({ 'b.txt': 'b', 'a/z.sh': 'z', 'B.txt': 'B', 'ä.txt': 'x', 'empty/': '' })
  chmodSync(join(folder, 'a/z.sh'), 0o700)
  expect(await readTree(folder)).toEqual([
    { path: 'B.txt', size: 1, sha256: sha256Of('B'), mode: '0644' },
    { path: 'a/z.sh', size: 1, sha256: sha256Of('z'), mode: '0755' },
    { path: 'b.txt', size: 1, sha256: sha256Of('b'), mode: '0644' },
    { path: 'ä.txt', size: 1, sha256: sha256Of('x'), mode: '0644' },
  ])
})

test('a link is recorded with where it leads, and not followed', async () => {
  const folder = temporaryFolder({ 'secret/x': 'x' })
  const tree = temporaryFolder({})
  symlinkSync(join(folder, 'secret'), join(tree, 'link'))
  const before = digestTree(await readTree(tree))
  expect(await readTree(tree)).toMatchObject([{ path: 'link', mode: 'link', size: 0 }])
  writeFileSync(join(folder, 'secret/x'), 'y')
  expect(digestTree(await readTree(tree))).toBe(before)
})

test.each([
  ['a content', [{ path: 'a', size: 1, sha256: '2', mode: '0644' }]],
  ['a path', [{ path: 'b', size: 1, sha256: '1', mode: '0644' }]],
  ['a mode', [{ path: 'a', size: 1, sha256: '1', mode: '0755' }]],
  [
    'another file',
    [
      { path: 'a', size: 1, sha256: '1', mode: '0644' },
      { path: 'c', size: 0, sha256: '1', mode: '0644' },
    ],
  ],
] as const)('%s that differs makes another digest', (_, files) => {
  expect(digestTree(files)).not.toBe(digestTree([{ path: 'a', size: 1, sha256: '1', mode: '0644' }]))
})

test('the order in which files are given makes no difference', () => {
  const files = [
    { path: 'a', size: 1, sha256: '1', mode: '0644' },
    { path: 'b', size: 1, sha256: '1', mode: '0644' },
  ] as const
  expect(digestTree(files.toReversed())).toBe(digestTree(files))
})

test('more files than allowed are an error', async () => {
  const folder = temporaryFolder({ a: '1', b: '2', c: '3' })
  await expect(readTree(folder, { most: 2 })).rejects.toThrow(TreeTooLargeError)
})

test('a file that is larger than wanted has the same digest, without being held in memory', async () => {
  const folder = temporaryFolder({ small: 'x', large: 'y'.repeat(600_000) })
  const taken: string[] = []
  const files = await readTree(folder, { largest: 100, take: ({ path }) => void taken.push(path) })
  expect(files).toEqual(await readTree(folder))
  expect(files).toMatchObject([
    { path: 'large', size: 600_000, sha256: sha256Of('y'.repeat(600_000)) },
    { path: 'small' },
  ])
  expect(taken).toEqual(['small'])
})

test('where one file cannot be read, nobody goes on reading the others afterwards', async () => {
  const names = Array.from({ length: 40 }, (_, at) => `f${at}`)
  const folder = temporaryFolder(Object.fromEntries(names.map((name) => [name, name])))
  let [seen, open] = [0, 0]
  const visit = async () => {
    if (++seen === 1) throw new Error('no')
    open++
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
    open--
  }
  await expect(readTree(folder, { visit })).rejects.toThrow('no')
  expect(open).toBe(0)
})
