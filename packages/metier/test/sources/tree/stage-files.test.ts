import { existsSync, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stageFiles } from '../../../src/sources/tree/stage-files.js'
import { temporaryFolder } from '../../support/temporary.js'

function file(path: string, text = 'x') {
  return { path, bytes: new Uint8Array(Buffer.from(text)), isExecutable: false }
}

function codeOf(files: readonly ReturnType<typeof file>[], directory: string): string {
  const staged = stageFiles(files, directory)
  return staged.ok ? 'staged' : staged.failure.code
}

test('security 6.3: a link in the place of a folder is not followed', () => {
  const outside = temporaryFolder()
  const directory = temporaryFolder()
  symlinkSync(outside, join(directory, 'a'))
  expect(codeOf([file('a/b.txt')], directory)).toBe('system_error')
  expect(readdirSync(outside)).toEqual([])
})

test('security 6.3: a file that is there already, or a link in its place, is never written through', () => {
  const outside = temporaryFolder()
  const directory = temporaryFolder({ taken: 'old' })
  symlinkSync(join(outside, 'target'), join(directory, 'link'))
  expect(codeOf([file('taken')], directory)).toBe('system_error')
  expect(codeOf([file('link')], directory)).toBe('system_error')
  expect(existsSync(join(outside, 'target'))).toBe(false)
})

test('security 6.3: the quarantine itself must be a folder, not a link to one', () => {
  const outside = temporaryFolder()
  const parent = temporaryFolder()
  symlinkSync(outside, join(parent, 'quarantine'))
  expect(codeOf([file('a')], join(parent, 'quarantine'))).toBe('system_error')
  expect(readdirSync(outside)).toEqual([])
})

test('security 6.1: paths are checked again before anything is written, whatever the source was', () => {
  for (const path of ['../evil', '/evil', 'a\\b', 'C:x', 'a/../../b', 'nul']) {
    const parent = temporaryFolder()
    const directory = join(parent, 'quarantine')
    mkdirSync(directory)
    expect(codeOf([file('good'), file(path)], directory), path).toBe('skill_invalid')
    expect(readdirSync(parent, { recursive: true })).toEqual(['quarantine'])
  }
})

test('security 6.8: names that collide are refused before anything is written', () => {
  const directory = temporaryFolder()
  expect(codeOf([file('SKILL.md'), file('skill.md')], directory)).toBe('skill_invalid')
  expect(readdirSync(directory)).toEqual([])
})

test('security 6.13: the mask of the process does not change the modes', () => {
  const directory = temporaryFolder()
  const before = process.umask(0o077)
  try {
    const staged = stageFiles([file('a'), { ...file('b/run'), isExecutable: true }], directory)
    expect(staged).toMatchObject({ ok: true, value: { files: [{ mode: 0o644 }, { mode: 0o755 }] } })
  } finally {
    process.umask(before)
  }
  expect(statSync(join(directory, 'a')).mode & 0o7777).toBe(0o644)
  expect(statSync(join(directory, 'b/run')).mode & 0o7777).toBe(0o755)
})
