import { execFileSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseSkillFile, readSkillFile } from '../../../src/index.js'
import { asOtherUser } from '../../support/other-user.js'
import { type Files, skillText, temporaryFolder } from '../../support/temporary.js'

const WAYS = [
  ['parseSkillFile', (path: string) => Promise.resolve().then(() => parseSkillFile(path))],
  ['readSkillFile', readSkillFile],
] as const

describe.each(WAYS)('W-45, W-46: %s', (_, parseFile) => {
  const parse = (files: Files) => parseFile(join(temporaryFolder(files), 'pdf/SKILL.md'))

  test('gives the parts of a skill', async () => {
    const folder = temporaryFolder({
      'pdf/SKILL.md': '---\nname: pdf\ndescription: Reads PDF\nversion: 2\n---\n\nBody\n',
    })
    expect(await parseFile(join(folder, 'pdf/SKILL.md'))).toEqual({
      frontmatter: { name: 'pdf', description: 'Reads PDF', version: 2 },
      content: 'Body\n',
      skillMetadata: {
        name: 'pdf',
        description: 'Reads PDF',
        type: 'personal',
        skillPath: join(folder, 'pdf'),
        path: join(folder, 'pdf/SKILL.md'),
      },
      validationErrors: [],
      isValid: true,
    })
  })

  test.each([
    ['W-22: YAML that is none', '---\nname: pdf\ndescription: a: b\n---\nBody\n', 'Line 3'],
    ['W-23: another name than the folder’s', skillText('other'), 'Line 2'],
    ['W-24: other characters', skillText('PDF_x'), 'Line 2'],
    ['W-25: no description', '---\nname: pdf\n---\nBody\n', 'Line 2'],
    ['W-25: a description that is too long', skillText('pdf', 'x'.repeat(1025)), 'Line 3'],
    ['W-28: a link that leaves the skill', skillText('pdf', 'x', '[a](../a.md)'), 'Line 5'],
  ])('%s is told with its line', async (_, text, line) => {
    const { isValid, validationErrors } = await parse({ 'pdf/SKILL.md': text })
    expect(isValid).toBe(false)
    expect(validationErrors[0]).toContain(line)
  })

  test('a linked file that is missing is no error', async () => {
    expect(await parse({ 'pdf/SKILL.md': skillText('pdf', 'x', '[a](a.md)') })).toMatchObject({ isValid: true })
  })

  test.each([
    ['a missing file', {}],
    ['a folder', { 'pdf/SKILL.md/': '' }],
    ['a file that is too large', { 'pdf/SKILL.md': 'x'.repeat(1024 * 1024 + 1) }],
    ['bytes that are not UTF-8', { 'pdf/SKILL.md': new Uint8Array([0xff, 0xfe, 0x00]) }],
  ])('%s is an error, not an exception', async (_, files) => {
    const parsed = await parse(files)
    expect(parsed).toMatchObject({ isValid: false, content: '', frontmatter: { name: 'pdf', description: '' } })
    expect(parsed.validationErrors).toHaveLength(1)
  })

  test('a pipe is an error, and nobody waits for it', async () => {
    const folder = temporaryFolder({ 'pdf/': '' })
    execFileSync('mkfifo', [join(folder, 'pdf/SKILL.md')])
    expect(await parseFile(join(folder, 'pdf/SKILL.md'))).toMatchObject({ isValid: false })
  })

  test('an endless device is an error', async () => {
    expect(await parseFile('/dev/zero')).toMatchObject({ isValid: false })
  })

  test('a file that may not be read is an error', async () => {
    const folder = temporaryFolder({ 'pdf/SKILL.md': skillText('pdf') })
    chmodSync(join(folder, 'pdf/SKILL.md'), 0)
    expect(await asOtherUser(() => parseFile(join(folder, 'pdf/SKILL.md')))).toMatchObject({ isValid: false })
  })

  test('exactly one mebibyte is read', async () => {
    const head = skillText('pdf', 'x', '')
    expect(await parse({ 'pdf/SKILL.md': head + 'x'.repeat(1024 * 1024 - head.length) })).toMatchObject({
      isValid: true,
    })
  })
})
