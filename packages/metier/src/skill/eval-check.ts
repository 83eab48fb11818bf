/** Checks that an eval names for its output: `{ "type": "contains", "value": "…" }`. A sentence is not a check. */

import { isRecord } from './unknown-value.js'

export interface EvalCheck {
  readonly type: CheckType
  /** Whether the output must not pass it: `not-contains`. */
  readonly isNegated: boolean
  /** The texts to look for; several for `contains-all` and `contains-any`, none for `is-json`. */
  readonly values: readonly string[]
}

const CHECK_TYPES = [
  'contains',
  'icontains',
  'contains-all',
  'contains-any',
  'equals',
  'starts-with',
  'regex',
  'is-json',
] as const

type CheckType = (typeof CHECK_TYPES)[number]

/** Finds a regular expression in a text, in limited time; undefined if it is invalid or takes too long. */
export type MatchPattern = (pattern: string, text: string) => boolean | undefined

/** Reads an assertion that is an object; undefined if it is not a check. */
export function readCheck(assertion: unknown): EvalCheck | undefined {
  const { type: given, value } = isRecord(assertion) ? assertion : {}
  if (typeof given !== 'string') return undefined
  const isNegated = given.startsWith('not-')
  const name = isNegated ? given.slice('not-'.length) : given
  const type = CHECK_TYPES.find((known) => known === name)
  if (type === undefined) return undefined
  if (type === 'is-json') return { type, isNegated, values: [] }
  const isList = type === 'contains-all' || type === 'contains-any'
  const values: readonly unknown[] = isList ? (Array.isArray(value) ? value : []) : [value]
  const texts = values.filter((each): each is string => typeof each === 'string' && each !== '')
  return texts.length === 0 || texts.length < values.length ? undefined : { type, isNegated, values: texts }
}

/** Whether an output passes a check. A pattern that cannot be applied never passes. */
export function passesCheck({ type, isNegated, values }: EvalCheck, output: string, match: MatchPattern): boolean {
  const found = apply(type, values, output, match)
  return found !== undefined && found !== isNegated
}

function apply(type: CheckType, values: readonly string[], output: string, match: MatchPattern): boolean | undefined {
  const [first = ''] = values
  switch (type) {
    case 'contains':
      return output.includes(first)
    case 'icontains':
      return output.toLowerCase().includes(first.toLowerCase())
    case 'contains-all':
      return values.every((value) => output.includes(value))
    case 'contains-any':
      return values.some((value) => output.includes(value))
    case 'equals':
      return output.trim() === first.trim()
    case 'starts-with':
      return output.trimStart().startsWith(first)
    case 'regex':
      return match(first, output)
    case 'is-json':
      return isJson(output)
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

export function describeCheck({ type, isNegated, values }: EvalCheck): string {
  return [`${isNegated ? 'not-' : ''}${type}`, ...values.map((value) => JSON.stringify(value))].join(' ')
}
