/** What another program says of an input, and what we say if that is something else. */

import { expect } from 'vitest'

export interface Comparison<Outcome> {
  /** The trait that is tested. */
  readonly name: string
  readonly theirs: Outcome
  /** Only if we differ. `because` starts with "not yet" if we want to agree one day. */
  readonly ours?: { readonly says: Outcome; readonly because: string }
}

/** Holds an outcome against the record; a difference that is gone has to leave the record too. */
export function expectAsRecorded<Outcome>({ theirs, ours }: Comparison<Outcome>, outcome: Outcome): void {
  if (ours === undefined) {
    expect(outcome).toEqual(theirs)
    return
  }
  expect(outcome, 'we agree by now: delete `ours` from this case').not.toEqual(theirs)
  expect(outcome).toEqual(ours.says)
  expect(ours.because).toMatch(/^\S.{20,}$/)
}

/** Each case with its name before it, as a table of tests takes them. */
export function named<Case extends Comparison<unknown>>(cases: readonly Case[]): readonly (readonly [string, Case])[] {
  return cases.map((one) => [one.name, one])
}
