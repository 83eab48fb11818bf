/** The `yaml` package judges the reader: whatever is taken must mean the same, whatever is refused must be refused by it. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseDocument } from 'yaml'
import { readFrontmatter, readTextKeys } from '../../src/skill/frontmatter/read-frontmatter.js'
import { readYaml } from '../../src/system/yaml.js'
import { runsOf } from '../support/full.js'
import { FRONTMATTER_EXAMPLES } from './frontmatter-examples.js'
import { YAML_PIECES } from './yaml-pieces.js'

const PIECES = [...YAML_PIECES, '!t ', '__proto__: ']

/** One edit of a text; the numbers choose the place, so that it can be made smaller when a run fails. */
type Edit = (text: string, place: number, span: number, piece: string) => string

const EDITS: readonly Edit[] = [
  (text, place, _, piece) => text.slice(0, place) + piece + text.slice(place),
  (text, place, span, piece) => text.slice(0, place) + piece + text.slice(place + span),
  (text, place, span) => text.slice(0, place) + text.slice(place + span),
  (text, place, span) => changeLine(text, place, (line) => ' '.repeat(span % 7) + line.trimStart()),
  (text, place, _, piece) => changeLine(text, place, (line) => line + piece),
  (text, place, _, piece) => changeLine(text, place, (line) => piece + line),
  (text, place, span) => changeLine(text, place, (line, lines) => lines[span % lines.length] ?? line),
]

const example = fc.constantFrom(...FRONTMATTER_EXAMPLES)
const edit = fc.record({
  how: fc.constantFrom(...EDITS),
  place: fc.nat(200),
  span: fc.nat(12),
  piece: fc.constantFrom(...PIECES),
})

test.each(FRONTMATTER_EXAMPLES)('agrees with yaml on %j', (text) => {
  expectAgreement(text)
})

test('agrees with yaml on a key that is no text inside of another such key', () => {
  expectAgreement('name: odd\nmetadata: {{"bins":["bc"],[":touch"]}, {b: c}, d: e}')
})

test('agrees with yaml on edited frontmatters', () => {
  const edited = fc.tuple(example, fc.array(edit, { minLength: 1, maxLength: 4 }))
  fc.assert(
    fc.property(edited, ([text, edits]) => expectAgreement(edits.reduce(applyEdit, text))),
    runsOf(6000),
  )
})

test('agrees with yaml on pieces of two frontmatters', () => {
  const cut = fc.nat(200)
  fc.assert(
    fc.property(example, example, cut, cut, (first, second, at, from) =>
      expectAgreement(first.slice(0, at) + second.slice(from)),
    ),
    runsOf(3000),
  )
})

test('agrees with yaml on text made of nothing but indicators', () => {
  const pieces = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.constantFrom('a', 'b: ', 'c:\n', '  ')), {
    maxLength: 12,
  })
  fc.assert(
    fc.property(pieces, (parts) => expectAgreement(`name: x\n${parts.join('')}`)),
    runsOf(3000),
  )
})

test('agrees with the full reader on sources and positions, which change nothing about the reading', () => {
  const edited = fc.tuple(example, fc.array(edit, { maxLength: 2 }))
  fc.assert(
    fc.property(edited, ([text, edits]) => expectSamePlaces(edits.reduce(applyEdit, text))),
    runsOf(3000),
  )
})

function expectSamePlaces(text: string): void {
  const positions = new Map<string, number>()
  const reading = readFrontmatter(text, positions)
  expect(reading).toStrictEqual(readFrontmatter(text))
  if (reading.kind !== 'mapping') return
  const judged = new Map<string, number>()
  const { sources } = readYaml(text, judged)
  expect({ text, sources: reading.sources }).toStrictEqual({ text, sources })
  expect([...positions.keys()]).toEqual([...judged.keys()])
  // An empty item has no place of its own: we give that of its dash.
  for (const [pointer, offset] of positions) if (text[offset] !== '-') expect(judged.get(pointer)).toBe(offset)
}

function applyEdit(
  text: string,
  { how, place, span, piece }: { how: Edit; place: number; span: number; piece: string },
) {
  return how(text, text.length === 0 ? 0 : place % text.length, span, piece)
}

function changeLine(text: string, place: number, change: (line: string, lines: string[]) => string): string {
  const lines = text.split('\n')
  const at = place % lines.length
  return lines.with(at, change(lines[at] ?? '', lines)).join('\n')
}

function expectAgreement(text: string): void {
  const reading = readFrontmatter(text)
  if (reading.kind === 'foreign') {
    expectSameIgnored(text)
    return
  }
  const document = parseDocument(text, { logLevel: 'silent', prettyErrors: false })
  const hasErrors = document.errors.length > 0
  expect({ text, hasErrors }).toEqual({ text, hasErrors: reading.kind === 'malformed' })
  if (reading.kind === 'mapping') expect(reading.value).toStrictEqual(document.toJS() ?? {})
}

/** Entries whose key is no text are left out as our use of the package leaves them out. */
function expectSameIgnored(text: string): void {
  const reading = readTextKeys(text)
  if (reading.kind !== 'mapping' || reading.ignored === undefined) return
  const { value, problems } = readYaml(text)
  expect({ text, value: reading.value }).toEqual({ text, value })
  expect({ text, offsets: reading.ignored }).toEqual({ text, offsets: problems.map(({ offset }) => offset) })
}
