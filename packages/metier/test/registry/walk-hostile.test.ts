/** Whatever lies where a SKILL.md should: an answer or a diagnostic, never a crash and never a wait. */
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Root } from '../../src/registry/root.js'
import { isFull } from '../support/full.js'
import { asOtherUser } from '../support/other-user.js'
import { codesIn, namesIn, scanRoot } from '../support/scanning.js'
import { linkTo, memoryFolder, skillText, temporaryRoot } from '../support/temporary.js'

const ENTRIES = isFull ? 200_000 : 60_000

describe('a main file that is no regular file', () => {
  test('a folder', async () => {
    const scan = await scanRoot(temporaryRoot({ 'pdf/SKILL.md/': '', 'ok/SKILL.md': skillText('ok') }))
    expect([namesIn(scan), codesIn(scan)]).toEqual([['ok', 'pdf'], ['file_not_regular']])
  })

  test.each(['SKILL.md', 'skill.md'])('a pipe called %s', async (name) => {
    const root = temporaryRoot({ 'pdf/': '', 'ok/SKILL.md': skillText('ok') })
    execFileSync('mkfifo', [join(root.path, 'pdf', name)])
    expect(codesIn(await scanRoot(root))).toEqual(['file_not_regular'])
  })

  test('a link to a pipe', async () => {
    const root = temporaryRoot({ 'pdf/SKILL.md': linkTo('pipe') })
    execFileSync('mkfifo', [join(root.path, 'pdf/pipe')])
    expect(codesIn(await scanRoot(root))).toEqual(['file_not_regular'])
  })

  test('a socket', async () => {
    const root = temporaryRoot({ 'pdf/': '' })
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(join(root.path, 'pdf/SKILL.md'), resolve))
    onTestFinished(() => void server.close())
    expect(codesIn(await scanRoot(root))).toEqual(['file_not_regular'])
  })

  test('a link to a device is a link that leaves the skill', async () => {
    expect(codesIn(await scanRoot(temporaryRoot({ 'pdf/SKILL.md': linkTo('/dev/zero') })))).toEqual([
      'link_leaves_skill',
    ])
  })
})

describe('what may not be read', () => {
  test('a file is reported', async () => {
    const root = temporaryRoot({ 'pdf/SKILL.md': skillText('pdf'), 'ok/SKILL.md': skillText('ok') })
    chmodSync(join(root.path, 'pdf/SKILL.md'), 0)
    const scan = await asOtherUser(() => scanRoot(root))
    expect([namesIn(scan), codesIn(scan)]).toEqual([['ok', 'pdf'], ['file_unreadable']])
  })

  test('a folder is reported', async () => {
    const root = temporaryRoot({ 'closed/pdf/SKILL.md': skillText('pdf'), 'ok/SKILL.md': skillText('ok') })
    const closed = join(root.path, 'closed')
    chmodSync(closed, 0)
    onTestFinished(() => chmodSync(closed, 0o755))
    const scan = await asOtherUser(() => scanRoot(root))
    expect(namesIn(scan)).toContain('ok')
    expect(codesIn(scan)).toHaveLength(1)
  })

  test('a folder among groups is reported', async () => {
    const root = temporaryRoot({ 'a/one/SKILL.md': skillText('one'), 'b/': '', 'c/two/SKILL.md': skillText('two') })
    const closed = join(root.path, 'b')
    chmodSync(closed, 0)
    onTestFinished(() => chmodSync(closed, 0o755))
    const scan = await asOtherUser(() => scanRoot(root))
    expect(namesIn(scan)).toEqual(expect.arrayContaining(['one', 'two']))
    expect(codesIn(scan)).toHaveLength(1)
  })

  test('a folder that can be entered but not listed still has its SKILL.md', async () => {
    const root = temporaryRoot({ 'pdf/SKILL.md': skillText('pdf') })
    chmodSync(join(root.path, 'pdf'), 0o711)
    expect(namesIn(await asOtherUser(() => scanRoot(root)))).toEqual(['pdf'])
  })

  test('a folder of groups that can be entered but not listed is reported', async () => {
    const root = temporaryRoot({ 'group/pdf/SKILL.md': skillText('pdf') })
    chmodSync(join(root.path, 'group'), 0o311)
    expect(codesIn(await asOtherUser(() => scanRoot(root)))).toEqual(['directory_unreadable'])
  })

  test('a root is reported', async () => {
    const root = temporaryRoot({ 'pdf/SKILL.md': skillText('pdf') })
    chmodSync(root.path, 0)
    onTestFinished(() => chmodSync(root.path, 0o755))
    expect(codesIn(await asOtherUser(() => scanRoot(root)))).toEqual(['root_unreadable'])
  })

  test('a folder that was readable the last time is reported', async () => {
    const root = temporaryRoot({ 'pdf/SKILL.md': skillText('pdf'), 'ok/SKILL.md': skillText('ok') })
    const previous = await scanRoot(root)
    const closed = join(root.path, 'pdf')
    chmodSync(closed, 0)
    onTestFinished(() => chmodSync(closed, 0o755))
    const scan = await asOtherUser(() => scanRoot(root, { previous }))
    expect(namesIn(scan)).toContain('ok')
    expect(codesIn(scan)).toHaveLength(1)
  })
})

describe('texts that are no texts', () => {
  const head = '---\nname: pdf\ndescription: Reads PDF files\n---\n'

  test('bytes that are not UTF-8 in the frontmatter', async () => {
    const bytes = Buffer.concat([
      Buffer.from('---\nname: pdf\ndescription: caf'),
      Buffer.from([0xe9]),
      Buffer.from('\n---\n'),
    ])
    const scan = await scanRoot(temporaryRoot({ 'pdf/SKILL.md': bytes }))
    expect(scan.records).toMatchObject([{ name: 'pdf', description: '', diagnostics: [{ code: 'encoding_invalid' }] }])
  })

  test('a replacement character that the author wrote is text', async () => {
    const scan = await scanRoot(temporaryRoot({ 'pdf/SKILL.md': '---\nname: pdf\ndescription: a \ufffd b\n---\n' }))
    expect(scan.records).toMatchObject([{ description: 'a \ufffd b' }])
    expect(codesIn(scan)).toEqual([])
  })

  test('bytes that are not UTF-8 far in the body are found in strict mode, which reads bodies', async () => {
    const bytes = Buffer.concat([Buffer.from(head + 'x'.repeat(10_000)), Buffer.from([0xff])])
    const root = temporaryRoot({ 'pdf/SKILL.md': bytes })
    expect(codesIn(await scanRoot(root))).toEqual([])
    expect(codesIn(await scanRoot(root, { strict: true }))).toEqual(['encoding_invalid'])
  })

  test('UTF-16 is not UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(head, 'utf16le')])
    expect(codesIn(await scanRoot(temporaryRoot({ 'pdf/SKILL.md': bytes })))).toEqual(['encoding_invalid'])
  })

  test('an empty file', async () => {
    const scan = await scanRoot(temporaryRoot({ 'pdf/SKILL.md': '' }))
    expect(codesIn(scan)).toEqual(['description_unavailable', 'frontmatter_missing'])
  })

  test('W-22: bytes of NUL', async () => {
    const scan = await scanRoot(temporaryRoot({ 'pdf/SKILL.md': new Uint8Array(5000) }))
    expect(codesIn(scan)).toContain('description_unavailable')
  })
})

describe('sizes', () => {
  const memoryRoot = (): Root => {
    return { path: memoryFolder({ 'zzz/SKILL.md': skillText('zzz') }), scope: 'project', isExplicit: true }
  }
  const filled = (size: number) => {
    const head = skillText('pdf', 'Reads PDF files', '')
    return head + 'x'.repeat(size - head.length)
  }

  test('G-16: exactly 1 MiB is read, one byte more is not', async () => {
    const root = temporaryRoot({ 'pdf/SKILL.md': filled(1024 * 1024), 'big/SKILL.md': filled(1024 * 1024 + 1) })
    const { records } = await scanRoot(root)
    expect(records).toMatchObject([
      { name: 'big', description: '', diagnostics: [{ code: 'file_too_large' }] },
      { name: 'pdf', description: 'Reads PDF files' },
    ])
  })

  test('a path longer than the system takes is not followed', async () => {
    const root = temporaryRoot()
    let path = root.path
    for (let depth = 0; depth < 5; depth++) path = join(path, 'x'.repeat(250))
    mkdirSync(path, { recursive: true })
    expect(namesIn(await scanRoot(root))).toEqual([])
  })

  test('the entries of a root are counted, and what is beyond the limit is reported', async () => {
    const files = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`s${at}/SKILL.md`, skillText(`s${at}`)]))
    const scan = await scanRoot(temporaryRoot(files), { limits: { walkEntries: 20 } })
    expect(scan.records).toHaveLength(20)
    expect(codesIn(scan)).toEqual(['walk_too_large'])
  })

  test('a root of exactly as many entries as the limit is read whole', async () => {
    const files = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`s${at}/SKILL.md`, skillText(`s${at}`)]))
    const scan = await scanRoot(temporaryRoot(files), { limits: { walkEntries: 20 } })
    expect([scan.records.length, codesIn(scan)]).toEqual([20, []])
  })

  test(`${ENTRIES} entries in a root are looked at, and others may run meanwhile`, async () => {
    const root = memoryRoot()
    execFileSync('sh', ['-c', `seq ${ENTRIES} | xargs -n 2000 touch`], { cwd: root.path })
    let turns = 0
    let counting = setImmediate(function count() {
      turns++
      counting = setImmediate(count)
    })
    const scan = await scanRoot(root)
    clearImmediate(counting)
    expect([namesIn(scan), codesIn(scan)]).toEqual([['zzz'], []])
    expect(turns).toBeGreaterThan(0)
  })

  test('20,000 folders without a skill are looked at', async () => {
    const root = memoryRoot()
    execFileSync('sh', ['-c', 'seq 20000 | xargs -n 2000 mkdir'], { cwd: root.path })
    const scan = await scanRoot(root)
    expect([namesIn(scan), codesIn(scan)]).toEqual([['zzz'], []])
  })
})
