import { describe, expect, test } from 'vitest'
import { inspectSkill } from '../../src/registry/inspect.js'
import { scanRoot } from '../support/scanning.js'
import { type Files, linkTo, skillText, temporaryRoot } from '../support/temporary.js'

/** The inspection of a skill whose main file has this text. */
async function inspect(text: string, files: Files = {}) {
  const { records } = await scanRoot(temporaryRoot({ 'pdf/SKILL.md': text, ...files }))
  const record = records.find(({ directory }) => directory === 'pdf')
  if (record === undefined) throw new Error('there is a record')
  const inspection = inspectSkill(record, text)
  return { ...inspection, codes: inspection.diagnostics.map(({ code, line }) => `${code} ${line}`) }
}

describe('an inspection of a skill', () => {
  test('finds nothing odd about a conformant one', async () => {
    const { codes, loadable, conformant } = await inspect(skillText('pdf'))
    expect({ codes, loadable, conformant }).toEqual({ codes: [], loadable: true, conformant: true })
  })

  test('W-28: follows its links', async () => {
    const body = 'See [a](docs/a.md), [b](docs/b.md) and [c](../c.md).'
    const { codes, conformant } = await inspect(skillText('pdf', 'x', body), { 'pdf/docs/a.md': 'x' })
    expect(codes).toEqual(['reference_missing 5', 'reference_leaves_skill 5'])
    expect(conformant).toBe(false)
  })

  test('W-29, W-30: further files are nobody’s business', async () => {
    const files = {
      'pdf/reference.md': 'x',
      'pdf/scripts/run.sh': 'x',
      'pdf/templates/a.txt': 'x',
      'pdf/examples.md': 'x',
    }
    expect((await inspect(skillText('pdf'), files)).codes).toEqual([])
  })

  test('finds skills inside the skill', async () => {
    const files = { 'pdf/inner/SKILL.md': skillText('inner'), 'pdf/a/b/skill.md': skillText('b') }
    const { diagnostics } = await inspect(skillText('pdf'), files)
    expect(diagnostics).toMatchObject([
      { code: 'skill_nested', file: expect.stringMatching(/pdf\/a\/b\/skill\.md$/) },
      { code: 'skill_nested', file: expect.stringMatching(/pdf\/inner\/SKILL\.md$/) },
    ])
  })

  test('does not follow links while it looks for them', async () => {
    const files = {
      'other/SKILL.md': skillText('other'),
      'pdf/up': linkTo('..'),
      'pdf/node_modules/x/SKILL.md': skillText('x'),
    }
    expect((await inspect(skillText('pdf'), files)).codes).toEqual([])
  })

  test('says that there are two main files', async () => {
    const { codes } = await inspect(skillText('pdf'), { 'pdf/skill.md': skillText('pdf') })
    expect(codes).toEqual(['main_file_ambiguous 1'])
  })

  test('says how the main file is really spelled where the disk ignores case', async () => {
    const text = skillText('pdf')
    const { records } = await scanRoot(temporaryRoot({ 'pdf/skill.md': text }))
    const [record] = records
    // Such a disk opens skill.md by the name SKILL.md, and that is what discovery knows.
    const inspection = record && inspectSkill({ ...record, fileName: 'SKILL.md' }, text)
    expect(inspection).toMatchObject({ conformant: false, diagnostics: [{ code: 'main_file_spelling' }] })
  })

  test('of one that could not be read says why', async () => {
    const { records } = await scanRoot(temporaryRoot({ 'pdf/SKILL.md/': '' }))
    const [record] = records
    expect(record && inspectSkill(record, undefined)).toMatchObject({
      name: 'pdf',
      loadable: false,
      conformant: false,
      diagnostics: [{ code: 'file_not_regular' }],
    })
  })
})
