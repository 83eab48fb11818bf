import { execFileSync } from 'node:child_process'
import { chmodSync, closeSync, fstatSync, linkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { keyOf, openLinkedMainFile, openMainFile, readInto } from '../../../src/system/skill-files/main-file.js'
import { asOtherUser } from '../../support/other-user.js'
import { linkTo, temporaryFolder } from '../../support/temporary.js'

/** What was opened, as text, or why nothing was. */
function textOf(opened: ReturnType<typeof openMainFile>): string {
  if (typeof opened !== 'number') return opened
  onTestFinished(() => closeSync(opened))
  const buffer = Buffer.alloc(100)
  return buffer.toString('utf8', 0, readInto(opened, buffer, buffer.length))
}

describe('opening a main file', () => {
  test('gives a descriptor for a regular file', () => {
    expect(textOf(openMainFile(temporaryFolder({ 'SKILL.md': 'text' }), 'SKILL.md'))).toBe('text')
  })

  test('does not follow a link, but tells that it is one', () => {
    expect(openMainFile(temporaryFolder({ 'SKILL.md': linkTo('/etc/passwd') }), 'SKILL.md')).toBe('linked')
  })

  test.each([
    ['nothing there', {}, 'SKILL.md'],
    ['a file in the place of the folder', { folder: 'x' }, 'folder/SKILL.md'],
    ['a name longer than any', {}, 'x'.repeat(300)],
  ])('says that it is missing: %s', (_, files, name) => {
    expect(openMainFile(temporaryFolder(files), name)).toBe('missing')
  })

  test('says that it may not be read', async () => {
    const folder = temporaryFolder({ 'SKILL.md': 'x' })
    chmodSync(join(folder, 'SKILL.md'), 0)
    expect(await asOtherUser(async () => openMainFile(folder, 'SKILL.md'))).toBe('unreadable')
  })

  test('does not wait for a pipe', () => {
    const folder = temporaryFolder()
    execFileSync('mkfifo', [join(folder, 'SKILL.md')])
    const opened = openMainFile(folder, 'SKILL.md')
    if (typeof opened !== 'number') throw new Error(opened)
    onTestFinished(() => closeSync(opened))
    expect(fstatSync(opened).isFile()).toBe(false)
  })
})

describe('W-27: opening a linked main file', () => {
  test.each([
    ['inside the folder', 'main.md', 'inside'],
    ['deeper inside', 'docs/deep.md', 'deep'],
    ['out and in again', '../skill/main.md', 'inside'],
    ['by its absolute path', 'ABSOLUTE/skill/main.md', 'inside'],
    ['outside', '../outside.md', 'link_leaves_skill'],
    ['into a folder whose name begins alike', '../skill-other/main.md', 'link_leaves_skill'],
    ['through a folder that leads out', 'out/outside.md', 'link_leaves_skill'],
    ['nowhere', 'missing.md', 'link_broken'],
    ['to itself', 'SKILL.md', 'link_broken'],
  ])('%s', (_, target, expected) => {
    const folder = temporaryFolder({
      'outside.md': 'outside',
      'skill-other/main.md': 'other',
      'skill/main.md': 'inside',
      'skill/docs/deep.md': 'deep',
      'skill/out': linkTo('..'),
    })
    execFileSync('ln', ['-s', target.replace('ABSOLUTE', folder), join(folder, 'skill/SKILL.md')])
    expect(textOf(openLinkedMainFile(join(folder, 'skill'), 'SKILL.md'))).toBe(expected)
  })

  test('the folder itself may be known by a link', () => {
    const folder = temporaryFolder({ 'real/main.md': 'x', 'real/SKILL.md': linkTo('main.md'), link: linkTo('real') })
    expect(textOf(openLinkedMainFile(join(folder, 'link'), 'SKILL.md'))).toBe('x')
  })
})

describe('the state of a file', () => {
  test('changes with every edit, and with a change of its name or its links', () => {
    const folder = temporaryFolder({ 'SKILL.md': 'one' })
    const opened = openMainFile(folder, 'SKILL.md')
    if (typeof opened !== 'number') throw new Error(opened)
    onTestFinished(() => closeSync(opened))
    const before = keyOf(fstatSync(opened))
    expect(before).toMatchObject({ size: 3 })
    writeFileSync(join(folder, 'SKILL.md'), 'four')
    expect(keyOf(fstatSync(opened))).toMatchObject({ size: 4, inode: before.inode })
    linkSync(join(folder, 'SKILL.md'), join(folder, 'twin'))
    expect(keyOf(fstatSync(opened)).changed).toBeGreaterThanOrEqual(before.changed)
  })
})

test('reading stops at the end of the file, or where it was asked to', () => {
  const folder = temporaryFolder({ 'SKILL.md': 'abcdef' })
  const opened = openMainFile(folder, 'SKILL.md')
  if (typeof opened !== 'number') throw new Error(opened)
  onTestFinished(() => closeSync(opened))
  const buffer = Buffer.alloc(10)
  expect([readInto(opened, buffer, 4), readInto(opened, buffer, 10)]).toEqual([4, 6])
})
