import { spawnSync } from 'node:child_process'
import { chownSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isSuperuser } from '../support/other-user.js'
import { codesIn, namesIn, scanRoot } from '../support/scanning.js'
import { linkTo, skillText, temporaryFolder, temporaryRoot } from '../support/temporary.js'

const ELSEWHERE = 12_345

describe('a linked skill folder', () => {
  test('counts in a root of the user’s own', async () => {
    const elsewhere = temporaryFolder({ 'pdf/SKILL.md': skillText('pdf') })
    const root = temporaryRoot({ pdf: linkTo(join(elsewhere, 'pdf')) })
    const scan = await scanRoot(root)
    expect([namesIn(scan), codesIn(scan)]).toEqual([['pdf'], []])
  })

  test('keeps the name of the link as its folder', async () => {
    const elsewhere = temporaryFolder({ 'real/SKILL.md': '---\ndescription: x\n---\n' })
    const { records } = await scanRoot(temporaryRoot({ linked: linkTo(join(elsewhere, 'real')) }))
    expect(records).toMatchObject([{ name: 'linked', directory: 'linked' }])
  })

  test('may be a group', async () => {
    const elsewhere = temporaryFolder({ 'a/SKILL.md': skillText('a'), 'b/SKILL.md': skillText('b') })
    expect(namesIn(await scanRoot(temporaryRoot({ group: linkTo(elsewhere) })))).toEqual(['a', 'b'])
  })

  test.runIf(isSuperuser)('is refused in a root of somebody else, and the refusal is reported', async () => {
    const elsewhere = temporaryFolder({ 'pdf/SKILL.md': skillText('pdf') })
    const root = temporaryRoot({ pdf: linkTo(join(elsewhere, 'pdf')), 'own/SKILL.md': skillText('own') })
    chownSync(root.path, ELSEWHERE, ELSEWHERE)
    const scan = await scanRoot(root)
    expect(namesIn(scan)).toEqual(['own'])
    expect(scan.diagnostics).toMatchObject([{ code: 'directory_link_refused', file: join(root.path, 'pdf') }])
  })

  test.runIf(isSuperuser)('is allowed there where it stays inside the root', async () => {
    const root = temporaryRoot({ 'store/pdf/SKILL.md': skillText('pdf'), current: linkTo('store/pdf') })
    chownSync(root.path, ELSEWHERE, ELSEWHERE)
    const scan = await scanRoot(root)
    expect(scan.records.map(({ directory }) => directory).sort()).toEqual(['current', 'store/pdf'])
  })

  test('a link to a file is passed over', async () => {
    const scan = await scanRoot(temporaryRoot({ 'a.md': 'x', link: linkTo('a.md') }))
    expect([namesIn(scan), codesIn(scan)]).toEqual([[], []])
  })

  test('a link that leads nowhere is reported', async () => {
    const root = temporaryRoot({ gone: linkTo('/does/not/exist') })
    expect((await scanRoot(root)).diagnostics).toMatchObject([{ code: 'link_broken', file: join(root.path, 'gone') }])
  })

  test('a suggestion is safe to paste whatever stands in the name of a folder', async () => {
    const root = temporaryRoot({ "x'; touch $(evil) `evil` '": linkTo('/does/not/exist') })
    const [diagnostic] = (await scanRoot(root)).diagnostics
    const words = spawnSync('sh', ['-c', `printf '%s\\n' ${diagnostic?.suggestion}`], {
      cwd: root.path,
      encoding: 'utf8',
    })
    expect(words.stdout).toBe(`rm\n${root.path}/x'; touch $(evil) \`evil\` '\n`)
  })
})

describe('links that lead in circles end', () => {
  test('to the root', async () => {
    const root = temporaryRoot({ 'pdf/SKILL.md': skillText('pdf'), loop: linkTo('.') })
    const scan = await scanRoot(root)
    expect([namesIn(scan), codesIn(scan)]).toEqual([['pdf'], ['link_cycle']])
  })

  test('to a folder above the root', async () => {
    const folder = temporaryFolder({ 'root/pdf/SKILL.md': skillText('pdf'), 'root/up': linkTo('..') })
    const scan = await scanRoot({ path: join(folder, 'root'), scope: 'project', isExplicit: true })
    expect([namesIn(scan), codesIn(scan)]).toEqual([['pdf'], ['link_cycle']])
  })

  test('to the top of the disk', async () => {
    const root = temporaryRoot({ 'pdf/SKILL.md': skillText('pdf'), top: linkTo('/') })
    const scan = await scanRoot(root, { limits: { walkEntries: 1000 } })
    expect([namesIn(scan), codesIn(scan)]).toEqual([['pdf'], ['link_cycle']])
  })

  test('to the group they stand in', async () => {
    const root = temporaryRoot({ 'g/pdf/SKILL.md': skillText('pdf'), 'g/again': linkTo('../g') })
    const scan = await scanRoot(root)
    expect([namesIn(scan), codesIn(scan)]).toEqual([['pdf'], ['link_cycle']])
  })

  test('to themselves', async () => {
    const scan = await scanRoot(temporaryRoot({ self: linkTo('self') }))
    expect([namesIn(scan), codesIn(scan)]).toEqual([[], ['link_broken']])
  })

  test('through two groups that link to each other', async () => {
    const root = temporaryRoot({
      'a/one/SKILL.md': skillText('one'),
      'a/to-b': linkTo('../b'),
      'b/two/SKILL.md': skillText('two'),
      'b/to-a': linkTo('../a'),
    })
    const scan = await scanRoot(root)
    expect(new Set(namesIn(scan))).toEqual(new Set(['one', 'two']))
    expect(codesIn(scan)).toEqual(['link_cycle', 'link_cycle'])
  })
})

describe('W-27: the main file must lie inside the skill’s own real folder', () => {
  test('a link inside the folder is followed', async () => {
    const root = temporaryRoot({ 'pdf/docs/main.md': skillText('pdf'), 'pdf/SKILL.md': linkTo('docs/main.md') })
    const scan = await scanRoot(root)
    expect([namesIn(scan), codesIn(scan)]).toEqual([['pdf'], []])
  })

  test.each([
    ['to another skill', '../other/SKILL.md'],
    ['to a file of the system', '/etc/hostname'],
    ['to a folder whose name begins alike', '../pdf-secrets/SKILL.md'],
  ])('a link %s is refused', async (_, target) => {
    const root = temporaryRoot({
      'other/SKILL.md': skillText('other'),
      'pdf-secrets/SKILL.md': skillText('secret'),
      'pdf/SKILL.md': linkTo(target),
    })
    const scan = await scanRoot(root)
    const pdf = scan.records.find(({ directory }) => directory === 'pdf')
    expect(pdf).toMatchObject({ name: 'pdf', description: '', diagnostics: [{ code: 'link_leaves_skill' }] })
  })

  test('a linked folder’s own real folder is what counts', async () => {
    const elsewhere = temporaryFolder({ 'pdf/main.md': skillText('pdf'), 'pdf/SKILL.md': linkTo('main.md') })
    const scan = await scanRoot(temporaryRoot({ pdf: linkTo(join(elsewhere, 'pdf')) }))
    expect([namesIn(scan), codesIn(scan)]).toEqual([['pdf'], []])
  })

  test('a link through a linked folder inside the skill is refused where it leaves', async () => {
    const elsewhere = temporaryFolder({ 'main.md': skillText('secret') })
    const root = temporaryRoot({ 'pdf/out': linkTo(elsewhere), 'pdf/SKILL.md': linkTo('out/main.md') })
    expect(codesIn(await scanRoot(root))).toEqual(['link_leaves_skill'])
  })

  test('a link that leads nowhere, or to itself, is reported', async () => {
    const root = temporaryRoot({ 'a/SKILL.md': linkTo('missing.md'), 'b/SKILL.md': linkTo('SKILL.md') })
    expect(codesIn(await scanRoot(root))).toEqual(['link_broken', 'link_broken'])
  })

  test('the same holds for other spellings', async () => {
    const root = temporaryRoot({ 'a/skill.md': linkTo('../../../etc/hostname'), 'b/skill.md': linkTo('missing.md') })
    symlinkSync('/etc/hostname', join(root.path, 'a', 'SKILL.MD'))
    const codes = codesIn(await scanRoot(root))
    expect(codes.filter((code) => code !== 'main_file_ambiguous')).toEqual(['link_broken', 'link_leaves_skill'])
  })
})
