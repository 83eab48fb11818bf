/** A script that no grammar accepts, such as one that was cut off, is read in time linear in its length. */
import { beforeAll, expect, test } from 'vitest'
import { loadParsers, parsersAtHand } from '../../src/gate/flow/languages/parsers.js'
import { ACCEPTABLE_GROWTH, measureGrowth } from '../support/growth.js'

beforeAll(() => loadParsers(['javascript']))

/** Each statement is first tried as one with types. */
const cutOff = (statements: number) => `function all() {\n${'f(a<b,(c)=>d?e:g);\n'.repeat(statements)}`

const parse = (text: string) => parsersAtHand(new Set()).javascript(text)

test('every reading that the grammar takes back costs the same, wherever it is', { timeout: 120_000 }, () => {
  expect(measureGrowth(cutOff, 1_000, parse)).toBeLessThan(ACCEPTABLE_GROWTH)
})

test('broken lines are dropped from a script, but a large one is not read often for them', () => {
  const broken = `${'const a = )\n'.repeat(5)}eval(b)\n`
  expect(parse(broken).steps).toHaveLength(1)
  expect(parse(broken + '// more\n'.repeat(150_000))).toEqual({ steps: [], brokenAt: 10 })
})
