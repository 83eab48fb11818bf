/** Laws of editing other people's files: what comes out still says everything else, and taking the entry out undoes it. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseDocument } from 'yaml'
import { editJson } from '../../src/mcp/clients/jsonc-edit.js'
import { editToml } from '../../src/mcp/clients/toml-edit.js'
import { editYaml } from '../../src/mcp/clients/yaml-edit.js'
import { runsOf } from '../support/full.js'

const ENTRY = { section: 'servers', name: 'metier', entry: { command: 'metier', args: ['mcp'] } }

/** Objects with the section or without it, with neighbours of the entry or without. */
const configuration = fc
  .record(
    { servers: fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }) },
    { requiredKeys: [] },
  )
  .chain((own) =>
    fc
      .dictionary(fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 })
      .map((others) => JSON.parse(JSON.stringify({ ...others, ...own })) as Record<string, Record<string, unknown>>),
  )
  .filter(({ servers }) => !(servers !== undefined && 'metier' in servers))

const indentation = fc.constantFrom(undefined, 1, 2, 4, '\t')

test('JSON: the entry is added, and everything else stays', () => {
  fc.assert(
    fc.property(configuration, indentation, (value, indent) => {
      const text = JSON.stringify(value, undefined, indent)
      const after = editJson.set(text, ENTRY)
      const servers = { ...value.servers, metier: ENTRY.entry }
      expect(JSON.parse(after ?? '')).toEqual({ ...value, servers })
    }),
  )
})

test('JSON: taking the entry out gives back what was there, but for an empty section', () => {
  fc.assert(
    fc.property(configuration, indentation, (value, indent) => {
      const text = JSON.stringify(value, undefined, indent)
      const back = editJson.remove(editJson.set(text, ENTRY) ?? '', ENTRY) ?? ''
      expect(JSON.parse(back)).toEqual({ ...value, servers: value.servers ?? {} })
      if (value.servers !== undefined && Object.keys(value.servers).length > 0) expect(back).toBe(text)
    }),
  )
})

const comment = fc.constantFrom(' // a "comment", with { brackets }', ' /* and, one */', '')

test('JSON: comments stay where they are', () => {
  fc.assert(
    fc.property(comment, comment, comment, fc.boolean(), (first, second, third, hasComma) => {
      const text = `{${first}\n  "a": 1,${second}\n  "servers": {\n    "b": {}${hasComma ? ',' : ''}${third}\n  }\n}\n`
      const after = editJson.set(text, ENTRY) ?? ''
      for (const one of [first, second, third]) expect(after).toContain(one)
      expect(editJson.remove(after, ENTRY)).toBe(text)
    }),
  )
})

test('JSON: whatever the text is, it is edited rightly or left alone', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('{', '}', '"', ':', ',', 'a', ' ', '\n', '/', '*', '[', ']', '\\') }),
      (text) => {
        const after = editJson.set(text, ENTRY)
        if (after === undefined) return
        expect(after).toContain('"metier"')
        expect(editJson.set(after, ENTRY)).toBe(after)
      },
    ),
  )
})

const tomlLine = fc.constantFrom(
  '# a comment [servers.metier]',
  'key = "value # no comment"',
  "path = 'C:\\new'",
  'list = [',
  '  "[servers.metier]",',
  ']',
  '[other]',
  '[servers.github]',
  '[[rows]]',
  'text = """',
  '[servers.metier]',
  '"""',
  '',
  'inline = { a = 1, b = [1, 2] }',
)

test('TOML: a text is only added to, and taking the table out gives it back', () => {
  fc.assert(
    fc.property(fc.array(tomlLine, { maxLength: 8 }), (lines) => {
      const text = lines.map((line) => `${line}\n`).join('')
      const after = editToml.set(text, ENTRY)
      if (after === undefined) return
      expect(editToml.set(after, ENTRY)).toBe(after)
      if (editToml.remove(text, ENTRY) !== text) return
      expect(after.startsWith(text)).toBe(true)
      expect(editToml.remove(after, ENTRY)).toBe(text)
    }),
    runsOf(1_000),
  )
})

const yamlLine = fc.constantFrom(
  '# a comment',
  '',
  'key: value # and more',
  'servers:',
  '  other:',
  '    cmd: x',
  '    args: [a, b]',
  '  "quoted":',
  '    cmd: "y: z"',
  'last: |',
  '  text: of a block',
)

test('YAML: the entry is added and taken out again, and everything else stays', () => {
  fc.assert(
    fc.property(fc.array(yamlLine, { maxLength: 12 }), (lines) => {
      const text = lines.map((line) => `${line}\n`).join('')
      const before = readYaml(text)
      fc.pre(before !== undefined && (before.servers === undefined || before.servers === null || isMap(before.servers)))
      const after = editYaml.set(text, ENTRY)
      if (after === undefined) return
      expect(readYaml(after)).toEqual({ ...before, servers: { ...(before?.servers ?? {}), metier: ENTRY.entry } })
      const back = readYaml(editYaml.remove(after, ENTRY) ?? '')
      expect({ ...back, servers: back?.servers ?? null }).toEqual({ ...before, servers: before?.servers ?? null })
    }),
    runsOf(3_000),
  )
})

function readYaml(text: string): Readonly<Record<string, unknown>> | undefined {
  const document = parseDocument(text)
  if (document.errors.length > 0) return undefined
  const value: unknown = document.toJS() ?? {}
  return isMap(value) ? value : undefined
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
