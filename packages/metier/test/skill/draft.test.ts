import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { draftSkill } from '../../src/skill/draft.js'
import { toYamlText } from '../../src/skill/fix/yaml-text.js'
import { placeholderDescription } from '../../src/skill/placeholder.js'
import { readYaml } from '../../src/system/yaml.js'
import { runsOf } from '../support/full.js'
import { parse } from '../support/parsing.js'

const PARTS = { hasScripts: false, hasReferences: false, hasTools: false, hasEvals: false }

describe('a draft', () => {
  test.each(['pdf', 'true', 'null', '123', '1e5', 'y', '0x1f', 'a-b-c', 'x'.repeat(64)])(
    'of the name %s is conformant, and says its name',
    (name) => {
      const [main] = draftSkill({ ...PARTS, name, description: placeholderDescription(name) })
      const document = parse(main?.text ?? '', { directory: name, fileName: 'SKILL.md' })
      expect(document.diagnostics).toMatchObject([
        { code: 'description_placeholder' },
        ...Array(3).fill({ code: 'body_placeholder' }),
      ])
      expect(document.name).toBe(name)
    },
  )

  test('has only links to files that it brings', () => {
    const files = draftSkill({
      name: 'pdf',
      description: 'Reads',
      hasScripts: true,
      hasReferences: true,
      hasTools: true,
      hasEvals: true,
    })
    const paths = new Set(files.map(({ path }) => path))
    const { diagnostics } = parse(files[0]?.text ?? '', { directory: 'pdf', hasFile: (path) => paths.has(path) })
    expect(diagnostics).toMatchObject([
      { code: 'body_placeholder', line: 12 },
      { code: 'body_placeholder', line: 13 },
      { code: 'body_placeholder', line: 14 },
    ])
  })

  test('a tool has a script to run, asked for or not', () => {
    const paths = draftSkill({ ...PARTS, name: 'pdf', description: 'Reads', hasTools: true }).map(({ path }) => path)
    expect(paths).toEqual(['SKILL.md', 'scripts/example.mjs', 'tools.yaml'])
  })
})

describe('a text as YAML', () => {
  test('reads as itself, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const { value, problems } = readYaml(`key: ${toYamlText(text)} # comment\n`)
        expect(problems).toEqual([])
        expect(value).toEqual({ key: text })
      }),
      runsOf(1_000),
    )
  })

  test.each(['true', 'No', '~', 'null', 'a: b', 'a #b', '- a', '*a', "it's", 'ends with colon:', ' x'])(
    'such as %j',
    (text) => {
      expect(readYaml(`key: ${toYamlText(text)}\n`).value).toEqual({ key: text })
    },
  )
})
