/** Applies a regular expression that a skill wrote: one that backtracks without end is stopped. */

import { runInNewContext } from 'node:vm'

const LONGEST_MILLISECONDS = 250

/** Undefined if the pattern is invalid or takes too long. */
export function matchPattern(pattern: string, text: string): boolean | undefined {
  try {
    const found: unknown = runInNewContext(
      'new RegExp(pattern, "u").test(text)',
      { pattern, text },
      {
        timeout: LONGEST_MILLISECONDS,
      },
    )
    return found === true
  } catch {
    return undefined
  }
}
