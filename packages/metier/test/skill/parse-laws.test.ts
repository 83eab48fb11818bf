/** Laws that hold for every text, whoever wrote it. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DIAGNOSTICS, levelBroken } from '../../src/skill/diagnostic.js'
import { isSafeName } from '../../src/skill/name.js'
import type { Document } from '../../src/skill/parse.js'
import { parseSkillHead } from '../../src/skill/parse.js'
import { repairFrontmatter } from '../../src/skill/repair.js'
import { readYaml } from '../../src/system/yaml.js'
import { runsOf } from '../support/full.js'
import { parse } from '../support/parsing.js'
import { YAML_PIECES } from './yaml-pieces.js'

const SKILL = `---
name: pdf
description: >-
  Reads: PDF files
metadata: {"openclaw": {"requires": {"bins": ["git"]}, "os": ["linux"]}}
allowed-tools: Read, Write
tags: [a, 'b', "c"]
---

# PDF

See [this](docs/a.md "title") and ![that](../b.png).

\`\`\`sh
[not](../this.md)
\`\`\`
<!-- a comment -->
`
const PIECES = [
  ...YAML_PIECES,
  ...['\n---\n', '\0', '\u0085', '\ud83d', '\udc00', '&a ', '<<: '],
  ...['name: ', 'description: ', 'metadata: ', '__proto__: ', 'constructor: ', '\n- ', '../', '](', '![', '```', '~~~'],
  ...['<!--', '-->', '# ', '🚀', '数', '\\ud83d', '\\0'],
]

const piece = fc.constantFrom(...PIECES)
const mutated = fc
  .array(fc.tuple(fc.nat(SKILL.length), fc.nat(12), fc.oneof(piece, fc.string({ maxLength: 4 }))), { maxLength: 6 })
  .map((edits) => edits.reduce((text, [at, length, put]) => text.slice(0, at) + put + text.slice(at + length), SKILL))
const anyText = fc.oneof(
  mutated,
  fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join('')),
  fc.array(piece, { maxLength: 20 }).map((pieces) => `---\n${pieces.join('')}\n---\n`),
  fc.string({ unit: 'binary', maxLength: 60 }),
)
const anyDirectory = fc.oneof(fc.constantFrom('pdf', 'other', '', '..', 'a\nb', '数'), fc.string({ maxLength: 20 }))

function checkDocument(text: string, document: Document): void {
  const { name, description, diagnostics, isLoadable, isConformant } = document
  expect(isSafeName(name)).toBe(true)
  if (isLoadable) expect(description.trim()).not.toBe('')
  if (isConformant) expect(isLoadable).toBe(true)
  const broken = diagnostics.map(({ code }) => levelBroken(code))
  expect([isLoadable, isConformant]).toEqual([!broken.includes('safe'), broken.every((level) => level === undefined)])
  const lines = text.split('\n')
  for (const { code, severity, line, column } of diagnostics) {
    expect(severity).toBe(DIAGNOSTICS[code].severity)
    expect(line).toBeLessThanOrEqual(lines.length)
    expect(column).toBeGreaterThanOrEqual(1)
    expect(column).toBeLessThanOrEqual((lines[line - 1] ?? '').length + 1)
  }
}

test('no text makes it throw; a loadable skill has a safe name and a description; positions are in the text', () => {
  fc.assert(
    fc.property(anyText, anyDirectory, fc.boolean(), (text, directory, isThere) => {
      checkDocument(text, parse(text, { directory, fileName: 'SKILL.md', hasFile: () => isThere }))
    }),
    runsOf(10_000),
  )
})

test('the same holds without a YAML parser', () => {
  fc.assert(
    fc.property(anyText, (text) => checkDocument(text, parse(text, { readYaml: undefined } as never))),
    runsOf(3000),
  )
})

test('the head alone gives the same name, description and requirements as the whole', () => {
  fc.assert(
    fc.property(anyText, anyDirectory, (text, directory) => {
      const whole = parse(text, { directory })
      const head = parseSkillHead(text, { directory, readYaml })
      expect([head.name, head.description, head.isLoadable]).toEqual([whole.name, whole.description, whole.isLoadable])
      expect(head.traits).toEqual(whole.traits)
    }),
    runsOf(5000),
  )
})

test('no prototype is ever changed', () => {
  const before = Object.getOwnPropertyNames(Object.prototype).length
  fc.assert(
    fc.property(anyText, (text) => {
      const { frontmatter } = parse(text)
      expect(Object.getPrototypeOf(frontmatter)).toBe(Object.prototype)
    }),
    runsOf(3000),
  )
  expect(Object.getOwnPropertyNames(Object.prototype)).toHaveLength(before)
})

test('the repair never throws, keeps the number of lines, and has nothing left to do the second time', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const repair = repairFrontmatter(text)
      if (repair === undefined) return
      expect(repair.text.split('\n')).toHaveLength(text.split('\n').length)
      const again = repairFrontmatter(repair.text)
      expect(again?.lines ?? []).toEqual([])
    }),
    runsOf(5000),
  )
})

test('the body is the end of the text', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const { body, frontmatterText } = parse(text)
      expect(text.endsWith(body)).toBe(true)
      expect(text).toContain(frontmatterText)
      expect(body.includes('\n') && body.slice(0, body.indexOf('\n')).trim() === '').toBe(false)
    }),
    runsOf(3000),
  )
})
