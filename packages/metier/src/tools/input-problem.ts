/** What is wrong with the arguments of a call, in words that a model can act on; adapters check schemas, other callers do not. */

import { fieldOf } from './settle.js'

/** What a field must be where it is given. */
export type FieldKind = 'text' | 'flag' | 'object'

const KINDS: Readonly<Record<FieldKind, { readonly words: string; fits(value: unknown): boolean }>> = {
  text: { words: 'text', fits: (value) => typeof value === 'string' },
  flag: { words: 'true or false', fits: (value) => typeof value === 'boolean' },
  object: { words: 'an object', fits: (value) => typeof value === 'object' && !Array.isArray(value) },
}

/** The first field that is missing or of another kind; a null is as good as nothing, as models send it. */
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

/** What is wrong with a name that may be left out: what was meant as one must not stand for every skill. */
export function findNameProblem(input: unknown): string | undefined {
  const isEmpty = fieldOf(input, 'name') === ''
  return isEmpty
    ? 'name must not be empty; leave it out to mean every active skill'
    : findInputProblem(input, { name: 'text' })
}

const LONGEST_SHOWN = 60

function describe(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'an object'
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value)
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text
}

const MOST_NAMES = 20

/** The next step of whoever named no skill, or one that nobody knows. */
export function suggestNames(names: readonly string[]): readonly string[] {
  if (names.length === 0) return ['No skill can be used here']
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : ''
  return [`Skills: ${names.slice(0, MOST_NAMES).join(', ')}${more}`]
}
