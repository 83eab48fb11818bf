/**
 * Finds what is wrong with a call's arguments, in words that a model can act on. Adapters check schemas; other callers
 * do not.
 */

import { fieldOf } from './settle.js'

/** What a field must be, if it is given. */
export type FieldKind = 'text' | 'flag' | 'object'

const KINDS: Readonly<Record<FieldKind, { readonly words: string; fits(value: unknown): boolean }>> = {
  text: { words: 'a string', fits: (value) => typeof value === 'string' },
  flag: { words: 'true or false', fits: (value) => typeof value === 'boolean' },
  object: { words: 'an object', fits: (value) => typeof value === 'object' && !Array.isArray(value) },
}

/** The first field that is missing or of another kind. Null counts as missing, since models send it. */
export function findInputProblem(
  input: unknown,
  fields: Readonly<Record<string, FieldKind>>,
  required: readonly string[] = [],
): string | undefined {
  for (const [name, kind] of Object.entries(fields)) {
    const value = fieldOf(input, name) ?? undefined
    const { words, fits } = KINDS[kind]
    if (required.includes(name) && (value === undefined || value === ''))
      return `${name} is required and must be ${words}`
    if (value !== undefined && !fits(value)) return `${name} must be ${words}, not ${describe(value)}`
  }
  return undefined
}

/** What is wrong with an optional name: an invalid name must not mean every skill. */
export function findNameProblem(input: unknown): string | undefined {
  const isEmpty = fieldOf(input, 'name') === ''
  return isEmpty
    ? 'name must not be empty; leave it out to select every active skill'
    : findInputProblem(input, { name: 'text' })
}

const LONGEST_SHOWN = 60

function describe(value: unknown): string {
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object') return 'an object'
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value)
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text
}

const MOST_NAMES = 20

/** The suggestion for a call without a skill's name, or with an unknown one. */
export function suggestNames(names: readonly string[]): readonly string[] {
  if (names.length === 0) return ['No skills are available']
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : ''
  return [`Available skills: ${names.slice(0, MOST_NAMES).join(', ')}${more}`]
}
