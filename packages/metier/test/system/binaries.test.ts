import { statSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { candidateNames, createBinaryLookup, searchPath } from '../../src/system/binaries.js'

let root: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'metier-binaries-'))
})

afterEach(async () => {
  await rm(root, { recursive: true, force: true })
})

async function folder(name: string, programs: readonly string[] = []): Promise<string> {
  const path = join(root, name)
  await mkdir(path, { recursive: true })
  for (const program of programs) await writeFile(join(path, program), '#!/bin/sh\n', { mode: 0o755 })
  return path
}

/** Asks for so many other names that the folders are listed. */
function askForMany(lookup: { has(name: string): boolean }): void {
  for (let at = 0; at < 100; at++) lookup.has(`no-such-program-${at}`)
}

/** Both ways of looking: name by name at first, in lists of the folders after many names. */
const WAYS = [
  ['few names', () => undefined],
  ['many names', askForMany],
] as const

describe.each(WAYS)('after %s', (_, prepare) => {
  test('a program is found in any folder of PATH', async () => {
    const path = [await folder('a', ['one']), await folder('b', ['two'])].join(delimiter)
    const lookup = createBinaryLookup(path)
    prepare(lookup)
    expect(['one', 'two', 'three'].map((name) => lookup.has(name))).toEqual([true, true, false])
  })

  test('a file without permission, a folder and a broken link are no programs; a link to a program is one', async () => {
    const bin = await folder('bin', ['real'])
    await writeFile(join(bin, 'text'), '', { mode: 0o644 })
    await mkdir(join(bin, 'directory'))
    await symlink(join(bin, 'gone'), join(bin, 'broken'))
    await symlink(join(bin, 'real'), join(bin, 'linked'))
    await symlink(join(bin, 'loop'), join(bin, 'loop'))
    const lookup = createBinaryLookup(bin)
    prepare(lookup)
    const names = ['real', 'text', 'directory', 'broken', 'linked', 'loop']
    expect(names.filter((name) => lookup.has(name))).toEqual(['real', 'linked'])
  })

  test('a later folder counts where an earlier one has the name without permission', async () => {
    const first = await folder('first')
    await writeFile(join(first, 'tool'), '', { mode: 0o644 })
    const lookup = createBinaryLookup([first, await folder('second', ['tool'])].join(delimiter))
    prepare(lookup)
    expect(lookup.has('tool')).toBe(true)
  })

  test('empty, relative, missing and repeated entries of PATH are passed over', async () => {
    const bin = await folder('bin', ['tool'])
    const lookup = createBinaryLookup(['', '.', 'bin', join(root, 'missing'), bin, bin, ''].join(delimiter))
    prepare(lookup)
    expect(lookup.has('tool')).toBe(true)
  })

  test('a file stands for no folder of PATH', async () => {
    const bin = await folder('bin', ['tool'])
    const lookup = createBinaryLookup(join(bin, 'tool'))
    prepare(lookup)
    expect(lookup.has('tool')).toBe(false)
  })

  test('a name that leads elsewhere is never looked for', async () => {
    const bin = await folder('bin', ['tool'])
    const lookup = createBinaryLookup(join(root, 'bin'))
    prepare(lookup)
    expect(['../bin/tool', join(bin, 'tool'), '', '.', '..', 'tool\0', '-tool'].some((name) => lookup.has(name))).toBe(
      false,
    )
  })

  test('answers stay the same until they are asked for anew', async () => {
    const bin = await folder('bin')
    const lookup = createBinaryLookup(bin)
    prepare(lookup)
    expect(lookup.has('tool')).toBe(false)
    await folder('bin', ['tool'])
    expect(lookup.has('tool')).toBe(false)
    expect(lookup.refresh().has('tool')).toBe(true)
  })

  test('C-34: a program that came or went is noticed, however often that happens', async () => {
    const bin = await folder('bin')
    let lookup = createBinaryLookup(bin)
    for (let round = 0; round < 5; round++) {
      prepare(lookup)
      expect(lookup.has('tool')).toBe(false)
      await folder('bin', ['tool'])
      lookup = lookup.refresh()
      prepare(lookup)
      expect(lookup.has('tool')).toBe(true)
      await rm(join(bin, 'tool'))
      lookup = lookup.refresh()
    }
  })

  test('another PATH may be looked along from then on', async () => {
    const lookup = createBinaryLookup(await folder('a', ['one']))
    prepare(lookup)
    const other = lookup.refresh(await folder('b', ['two']))
    expect([other.has('one'), other.has('two'), lookup.has('one')]).toEqual([false, true, true])
  })
})

/** The folders of real programs have not changed for long before they are listed: so it seems by this clock. */
const LATER = { now: () => Date.now() + 3_600_000 }

describe.each([
  ['few names', {}, () => undefined],
  ['many names', {}, askForMany],
  ['many names, in folders that have long been as they are', LATER, askForMany],
] as const)('a folder that did not change, after %s', (_, options, prepare) => {
  test('C-34: a permission that was given or taken is noticed', async () => {
    const bin = await folder('bin')
    await writeFile(join(bin, 'tool'), '', { mode: 0o644 })
    const lookup = createBinaryLookup(bin, options)
    prepare(lookup)
    expect(lookup.has('tool')).toBe(false)
    await chmod(join(bin, 'tool'), 0o755)
    const later = lookup.refresh()
    expect(later.has('tool')).toBe(true)
    await chmod(join(bin, 'tool'), 0o644)
    expect(later.refresh().has('tool')).toBe(false)
  })

  test('C-34: the target of a link is looked at anew', async () => {
    const bin = await folder('bin')
    await symlink(join(root, 'elsewhere', 'tool'), join(bin, 'tool'))
    const lookup = createBinaryLookup(bin, options)
    prepare(lookup)
    expect(lookup.has('tool')).toBe(false)
    await folder('elsewhere', ['tool'])
    expect(lookup.refresh().has('tool')).toBe(true)
  })
})

test('C-34: a folder that had long been as it was is listed again once it changes', async () => {
  const bin = await folder('bin', ['other'])
  const lookup = createBinaryLookup(bin, LATER)
  askForMany(lookup)
  expect(lookup.has('tool')).toBe(false)
  await folder('bin', ['tool'])
  await utimes(bin, new Date(), new Date(Date.now() + 60_000))
  expect(lookup.refresh().has('tool')).toBe(true)
})

test('C-34: a folder is listed again although whoever changed it put its time back, as archivers do', async () => {
  const bin = await folder('bin', ['other'])
  const time = new Date('2020-01-01')
  await utimes(bin, time, time)
  const lookup = createBinaryLookup(bin, LATER)
  askForMany(lookup)
  const { ctimeMs } = statSync(bin)
  await folder('bin', ['tool'])
  while (statSync(bin).ctimeMs === ctimeMs) await chmod(bin, 0o755)
  await utimes(bin, time, time)
  expect(lookup.refresh().has('tool')).toBe(true)
})

test('nothing is read before the first question', async () => {
  const lookup = createBinaryLookup(join(root, 'bin'))
  await folder('bin', ['tool'])
  expect(lookup.has('tool')).toBe(true)
})

describe('Windows', () => {
  test('a name takes the endings of PATHEXT, and a whole file name is taken as it is too', () => {
    expect(candidateNames('Git', 'win32', '.EXE;.CMD')).toEqual(['git.exe', 'git.cmd'])
    expect(candidateNames('git.exe', 'win32', '.EXE;.CMD')).toEqual(['git.exe', 'git.exe.exe', 'git.exe.cmd'])
    expect(candidateNames('python3.11', 'win32', '.EXE;;')).toEqual(['python3.11.exe'])
    expect(candidateNames('git', 'win32')).toEqual(['git.com', 'git.exe', 'git.bat', 'git.cmd'])
    expect(candidateNames('git', 'linux', '.EXE')).toEqual(['git'])
  })

  test('PATH is split at semicolons, its quotes are taken off, and relative folders are left out', () => {
    expect(searchPath('C:\\Windows;"C:\\Program Files\\Git";bin;;C:\\Windows', 'win32')).toEqual([
      'C:\\Windows',
      'C:\\Program Files\\Git',
    ])
    expect(searchPath('/usr/bin:bin::/usr/bin:/opt/a;b', 'linux')).toEqual(['/usr/bin', '/opt/a;b'])
  })
})
