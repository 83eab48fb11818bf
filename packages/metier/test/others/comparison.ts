/** One input with the answer of another program, and with ours if it differs. */

import { expect } from 'vitest'

export interface Comparison<Outcome> {
  /** The trait that is tested. */
  readonly name: string
  readonly theirs: Outcome
  /** Only if we differ. `because` starts with "not yet" if we intend to agree. */
  readonly ours?: { readonly says: Outcome; readonly because: string }
}

/** Compares an outcome with the record. A difference that is gone must be deleted from the record too. */
export function expectAsRecorded<Outcome>({ theirs, ours }: Comparison<Outcome>, outcome: Outcome): void {
  if (ours === undefined) {
    expect(outcome).toEqual(theirs)
    return
  }
  expect(outcome, 'we agree now: delete `ours` from this case').not.toEqual(theirs)
  expect(outcome).toEqual(ours.says)
  expect(ours.because).toMatch(/^\S.{20,}$/)
}

/** Rows for a table of tests: the name, then the case. */
export function named<Case extends Comparison<unknown>>(cases: readonly Case[]): readonly (readonly [string, Case])[] {
  return cases.map((one) => [one.name, one])
}
