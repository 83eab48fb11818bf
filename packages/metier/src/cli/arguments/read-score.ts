/** Reads an option whose value is a score from 0 to 1. */

import type { Input } from './command.js'

/** A score, undefined if the option was not given, or `invalid`. */
export function readScore(input: Input, option: string): number | 'invalid' | undefined {
  const text = input.text(option)
  if (text === undefined) return undefined
  const score = Number(text)
  return text.trim() !== '' && score >= 0 && score <= 1 ? score : 'invalid'
}

export function describeInvalidScore(option: string): string {
  return `--${option} must be a number from 0 to 1, such as 0.45`
}
