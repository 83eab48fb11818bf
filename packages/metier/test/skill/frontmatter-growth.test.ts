/** Whoever writes a frontmatter must not be able to stop a start-up: work grows with the text and not with its square. */
import { afterEach, expect, test } from 'vitest'
import { readFrontmatter } from '../../src/skill/frontmatter/read-frontmatter.js'
import { repairFrontmatter, salvageFields } from '../../src/skill/repair.js'

const SMALL = 4 * 1024
const FACTOR = 8
// Eight times the text is eight times the work, and a little more where lines are longer; the square would be 64.
const MOST = 12

const SHAPES: Readonly<Record<string, (fill: (piece: string) => string) => string>> = {
  'open brackets': (fill) => `a: ${fill('[')}`,
  'open braces': (fill) => `a: ${fill('{a: ')}`,
  'list items on one line': (fill) => `a: [${fill('b, ')}`,
  'list items on lines': (fill) => `a: [\n${fill(' b,\n')}`,
  'dashes on one line': (fill) => `a:\n  ${fill('- ')}`,
  'items of a list': (fill) => `a:\n${fill('- b: c\n')}`,
  'double quotes': (fill) => `a: ${fill('"')}`,
  'single quotes': (fill) => `a: ${fill("'")}`,
  'lines inside quotes': (fill) => `a: "${fill('\n b')}"`,
  backslashes: (fill) => `a: "${fill('\\')}`,
  'escaped quotes': (fill) => `a: "${fill('\\"')}"\n`,
  colons: (fill) => `a: ${fill(': ')}`,
  'colons in quotes': (fill) => fill('a: "b: c"\n').replaceAll(/^a/gm, () => `k${keys++}`),
  hashes: (fill) => `a: b${fill('#')}\nc: d`,
  comments: (fill) => `a: b\n${fill('# c\n')}`,
  'blank lines': (fill) => `a: b\n${fill(' \n')}`,
  spaces: (fill) => `a: b${fill(' ')}`,
  'plain lines': (fill) => `a: b\n${fill(' c\n\n')}`,
  'kept lines': (fill) => `a: |\n${fill(' b\n\n')}`,
  'folded lines': (fill) => `a: >\n${fill(' b\n  c\n')}`,
  'broken values': (fill) => fill('a: b: c\n'),
  'broken lists': (fill) => `a:\n${fill('  - "b" c\n')}`,
  'tabs inside': (fill) => `a: ${fill('b ')}\n${fill('\tc\n')}`,
  'carriage returns': (fill) => fill('a\r'),
  'quotes never closed': (fill) => fill("a: '\n"),
  JSON: (fill) => `metadata: {${fill('"a":"b",')}"c":"d"}\n`,
}
let keys = 0

test.each(Object.entries(SHAPES))('work grows with the text: %s', (_, shape) => {
  const small = shape((piece) => piece.repeat(SMALL / piece.length))
  const large = shape((piece) => piece.repeat((SMALL * FACTOR) / piece.length))
  for (const read of [readFrontmatter, repairFrontmatter, salvageFields]) {
    expect(charactersVisited(large, read) / charactersVisited(small, read)).toBeLessThanOrEqual(MOST)
  }
})

/** Counts what the engine's string functions look at while a text is read: unlike time, it is the same on every machine. */
function charactersVisited(text: string, read: (text: string) => unknown): number {
  let visited = 0
  for (const name of STRING_METHODS) {
    const original = ORIGINALS[name]
    const counting = function (this: string, ...parameters: unknown[]): unknown {
      const result: unknown = Reflect.apply(original, this, parameters)
      visited += 1 + costOf(this, parameters, result)
      return result
    }
    Object.defineProperty(String.prototype, name, { value: counting, configurable: true, writable: true })
  }
  RegExp.prototype.exec = function (this: RegExp, subject: string) {
    const from = this.global || this.sticky ? this.lastIndex : 0
    const match = Reflect.apply(EXEC, this, [subject])
    const end = match === null ? (this.sticky ? from : subject.length) : match.index + (match[0]?.length ?? 0)
    visited += 1 + end - from
    return match
  }
  read(text)
  restore()
  return visited
}

const STRING_METHODS = ['charCodeAt', 'charAt', 'indexOf', 'includes', 'slice', 'split', 'replaceAll'] as const
const ORIGINALS = Object.fromEntries(STRING_METHODS.map((name) => [name, String.prototype[name]])) as Record<
  (typeof STRING_METHODS)[number],
  (...parameters: never[]) => unknown
>
const EXEC = RegExp.prototype.exec

function costOf(text: string, parameters: readonly unknown[], result: unknown): number {
  if (typeof result === 'string') return result.length
  const from = typeof parameters[1] === 'number' ? parameters[1] : 0
  if (typeof result === 'number' && typeof parameters[0] === 'string') return (result < 0 ? text.length : result) - from
  return typeof result === 'number' ? 0 : text.length
}

function restore(): void {
  for (const name of STRING_METHODS) {
    Object.defineProperty(String.prototype, name, { value: ORIGINALS[name], configurable: true, writable: true })
  }
  RegExp.prototype.exec = EXEC
}

afterEach(restore)
