/** Whoever writes a frontmatter must not be able to stop a start-up: time grows with the text and not with its square. */
import { expect, test } from 'vitest'
import { readFrontmatter } from '../../src/skill/frontmatter/read-frontmatter.js'
import { repairFrontmatter, salvageFields } from '../../src/skill/repair.js'

const SMALL = 8 * 1024
const FACTOR = 8
// Linear is 8, quadratic is 64; the rest is for a busy machine.
const MOST = 24

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

test.each(Object.entries(SHAPES))('time grows with the text: %s', (_, shape) => {
  const small = shape((piece) => piece.repeat(SMALL / piece.length))
  const large = shape((piece) => piece.repeat((SMALL * FACTOR) / piece.length))
  let growth = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < 4 && growth > MOST; attempt++) growth = fastest(large) / fastest(small)
  expect(growth).toBeLessThanOrEqual(MOST)
})

/** Milliseconds of the fastest of some runs: the others were disturbed. */
function fastest(text: string): number {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < 3; run++) {
    const start = performance.now()
    readFrontmatter(text)
    repairFrontmatter(text)
    salvageFields(text)
    least = Math.min(least, performance.now() - start)
  }
  return least
}
