/** Time grows with the input, whatever the input is: nobody can stop a scan with one clever file. */
import { describe, expect, test } from 'vitest'
import { isFull } from '../support/full.js'
import { ACCEPTABLE_GROWTH, ACCEPTABLE_RATIO, measureGrowth, measureRatio } from '../support/growth.js'
import { parse } from '../support/parsing.js'

const HEAD = '---\nname: pdf\ndescription: x\n---\n'
const KILOBYTE = 1024

function fill(unit: string): (size: number) => string {
  return (size) => unit.repeat(Math.ceil(size / unit.length))
}

const BODIES = [
  ['backticks', fill('`')],
  ['runs of backticks that grow', (size: number) => runs('`', size)],
  ['opening brackets', fill('[')],
  ['closing brackets', fill(']')],
  ['brackets and parentheses', fill('[](')],
  ['links that never end', fill('[a](b "')],
  ['nested links', fill('[a](b(')],
  ['exclamation marks and brackets', fill('![')],
  ['comments that never end', fill('<!--')],
  ['comments', fill('<!---->')],
  ['hashes', fill('#')],
  ['headings', fill('# a\n')],
  ['fences', fill('```\n')],
  ['fences of other lengths', (size: number) => fill('```\n````\n')(size)],
  ['one long line of words', fill('word ')],
  ['one long word', fill('x')],
  ['blank lines', fill('\n')],
  ['blank lines with spaces', fill('   \n')],
  ['carriage returns', fill('\r')],
  ['hyphens', fill('-')],
  ['lines of hyphens with a space', fill('\n--- x')],
  ['definitions', fill('[a]: b\n')],
  ['tags', fill('<a')],
  ['quotations', fill('> ')],
  ['colons', fill(': ')],
  ['parent folders', fill('[a](../../../b.md)\n')],
  ['percent signs', fill('[a](%%%%)\n')],
] as const

describe('a body of', () => {
  test.each(BODIES)('%s', (_, make) => {
    const growth = measureGrowth(
      (size) => HEAD + make(size),
      16 * KILOBYTE,
      (text) => parse(text),
    )
    expect(growth).toBeLessThan(ACCEPTABLE_GROWTH)
  })

  test.each(BODIES)('%s, without a frontmatter', (_, make) => {
    const growth = measureGrowth(
      (size) => make(size),
      16 * KILOBYTE,
      (text) => parse(text),
    )
    expect(growth).toBeLessThan(ACCEPTABLE_GROWTH)
  })

  test.each(BODIES)('%s takes no more than a hundred times as long as plain text', (_, make) => {
    const [text, plain] = [HEAD + make(512 * KILOBYTE), HEAD + fill('A line of plain text.\n')(512 * KILOBYTE)]
    expect(measureRatio(text, plain, (whole) => parse(whole))).toBeLessThan(ACCEPTABLE_RATIO)
  })
})

const FRONTMATTERS = [
  ['opening brackets', fill('[')],
  ['opening braces', fill('{')],
  ['braces and colons', fill('{a: ')],
  ['quotes', fill('"')],
  ['quoted lines', fill('a: "b\n')],
  ['single quotes', fill("'")],
  ['lines that need the repair', fill('a: b: c\n')],
  ['one line that needs the repair', (size: number) => `a: ${fill('b: ')(size)}`],
  ['deeper and deeper lines', (size: number) => staircase(size)],
  ['list dashes', fill('- ')],
  ['lines of list dashes', fill('- a\n')],
  ['question marks', fill('? ')],
  ['anchors', fill('a: &a b\n')],
  ['aliases', fill('a: *a\n')],
  ['equal keys', fill('a: 1\n')],
  ['different keys', (size: number) => differentKeys(size)],
  ['block scalars', fill('a: |\n  b\n')],
  ['one long block scalar', (size: number) => `a: |\n${fill('  line\n')(size)}`],
  ['one folded line', (size: number) => `a: ${fill('word\n  ')(size)}`],
  ['comments', fill('# a\n')],
  ['blank lines', fill('\n')],
  ['spaces', fill(' ')],
  ['tabs', fill('\t')],
  ['escapes', (size: number) => `a: "${fill('\\u0041')(size)}"`],
  ['tags', fill('a: !!str b\n')],
] as const

describe('a frontmatter of', () => {
  test.each(FRONTMATTERS)('%s', (_, make) => {
    const text = (size: number) => `---\nname: pdf\ndescription: x\n${make(size)}\n---\nBody\n`
    expect(measureGrowth(text, (isFull ? 4 : 1) * KILOBYTE, (whole) => parse(whole))).toBeLessThan(ACCEPTABLE_GROWTH)
  })
})

function runs(character: string, size: number): string {
  let text = ''
  for (let length = 1; text.length < size; length++) text += `${character.repeat(length)} `
  return text
}

function staircase(size: number): string {
  let text = ''
  for (let depth = 0; text.length < size; depth++) text += `${' '.repeat(depth)}a:\n`
  return text
}

function differentKeys(size: number): string {
  let text = ''
  for (let at = 0; text.length < size; at++) text += `key${at}: 1\n`
  return text
}
