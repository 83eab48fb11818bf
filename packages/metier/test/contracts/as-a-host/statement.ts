/** A test of a statement of a document: as it is, or inverted while the statement does not hold. */

import { test } from 'vitest'
import { NOT_YET } from './not-yet.js'

const OPEN = new Set(NOT_YET.flatMap(({ tests }) => tests))

export function statement(name: string, run: () => void | Promise<void>): void {
  if (OPEN.has(name)) test.fails(name, () => failByAssertion(run))
  else test(name, run)
}

/** Only an expectation shows that a statement does not hold; an error of another kind must not count. */
async function failByAssertion(run: () => void | Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (error instanceof Error && error.name === 'AssertionError') throw error
  }
}
