/** Every pattern of the gate runs in time linear in its input: by its form, and by the worst texts made from it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'oxc-parser'
import { describe, expect, test } from 'vitest'
import { startProcessorClock } from '../support/growth.js'
import { attacksOn, faultsOf, readPattern } from './support/read-pattern.js'

const folder = fileURLToPath(new URL('../../src/gate', import.meta.url))
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (name) =>
    name.endsWith('.ts') && !name.startsWith('archive') && !name.startsWith('trust') && !name.startsWith('entry-path'),
)

describe('the check itself', () => {
  test.each([/(?:a+)+b/, /(?:a|b*){9,}c/, /(\w)\1/, /(?:\w{1,9})*x/])('refuses %s', (pattern) => {
    expect(faultsOf(readPattern(pattern))).not.toEqual([])
  })

  test.each([/a+b/, /(?:ab){0,3}c/, /(?:\d{1,3},){20,4000}/, /[^\n]{0,200}x/])('takes %s', (pattern) => {
    expect(faultsOf(readPattern(pattern))).toEqual([])
  })

  test('sees quadratic work', () => {
    expect(worstGrowth(/x*y/)).toBeGreaterThan(20)
  })
})

describe.each(files)('%s', (name) => {
  const patterns = patternsIn(readFileSync(join(folder, name), 'utf8'), name)
  if (patterns.length === 0) test('has no pattern', () => expect(patterns).toEqual([]))
  else
    test.each(patterns)('%s', (pattern) => {
      expect(faultsOf(readPattern(pattern))).toEqual([])
      expect(worstGrowth(pattern)).toBeLessThan(24)
    })
})

/** How many times longer eight times the worst text takes; texts that take no time at all say nothing. */
function worstGrowth(pattern: RegExp): number {
  const branches = readPattern(pattern)
  const [small, large] = [attacksOn(branches, SMALL), attacksOn(branches, 8 * SMALL)]
  return Math.max(1, ...large.map((text, at) => growth(pattern, small[at] ?? '', text)))
}

const SMALL = 2048
const TOO_SHORT = 0.8

function growth(pattern: RegExp, small: string, large: string): number {
  let best = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < 4 && best > 12; attempt++) {
    const long = time(pattern, large)
    if (long < TOO_SHORT) return 1
    best = Math.min(best, long / Math.max(time(pattern, small), TOO_SHORT / 16))
  }
  return best
}

function time(pattern: RegExp, text: string): number {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < 3; round++) {
    const fresh = new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, ''))
    const elapsed = startProcessorClock()
    fresh.test(text)
    best = Math.min(best, elapsed())
  }
  return best
}

function patternsIn(source: string, name: string): readonly RegExp[] {
  const found: RegExp[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const child of node) visit(child)
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return
    if ('regex' in node) {
      const { pattern, flags } = node.regex as { readonly pattern: string; readonly flags: string }
      found.push(new RegExp(pattern, flags))
    }
    for (const value of Object.values(node)) visit(value)
  }
  visit(parseSync(name, source).program)
  return found
}
