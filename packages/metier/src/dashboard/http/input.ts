/** Reads the input of a request field by field. Everything has a limit, and an unknown field is refused. */

import { isRecord } from '../../skill/unknown-value.js'
import type { EndpointInput, EndpointName } from '../api/endpoints.js'
import { type RouteOutcome, refuseRequest } from './problem.js'

/** Reads one field: its value, or what it must be. */
export interface FieldReader<T> {
  read(value: unknown): { readonly value: T } | { readonly expected: string }
}

/** A reader for each field. */
export type InputReader<Input> = { readonly [Key in keyof Input]-?: FieldReader<Input[Key]> }

/** Reads the input of an endpoint. */
export function readInput<Name extends EndpointName>(
  readers: InputReader<EndpointInput<Name>>,
  given: unknown,
): RouteOutcome<EndpointInput<Name>> {
  if (!isRecord(given)) return refuseRequest('request_invalid', 'The input must be an object')
  const known = Object.entries<FieldReader<unknown>>(readers)
  const unknown = Object.keys(given).find((key) => !Object.hasOwn(readers, key))
  if (unknown !== undefined) return refuseRequest('request_invalid', `Unknown field '${unknown.slice(0, 64)}'`)
  const input: Record<string, unknown> = {}
  for (const [key, reader] of known) {
    const read = reader.read(given[key])
    if ('expected' in read) return refuseRequest('request_invalid', `'${key}' must be ${read.expected}`)
    if (read.value !== undefined) input[key] = read.value
  }
  return { ok: true, value: input as EndpointInput<Name> }
}

/** A text with at least one character. */
export function text(most: number): FieldReader<string> {
  return {
    read: (value) =>
      typeof value === 'string' && value !== '' && value.length <= most && !value.includes('\0')
        ? { value }
        : { expected: `a text of 1 to ${most} characters` },
  }
}

/** A whole number, also as digits in a query string. */
export function count(most: number): FieldReader<number> {
  return {
    read: (value) => {
      const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value
      const isFit = typeof number === 'number' && Number.isInteger(number) && number > 0 && number <= most
      return isFit ? { value: number } : { expected: `a number from 1 to ${most}` }
    },
  }
}

export const flag: FieldReader<boolean> = {
  read: (value) => (typeof value === 'boolean' ? { value } : { expected: 'true or false' }),
}

export function oneOf<const T extends string>(...values: readonly T[]): FieldReader<T> {
  return {
    read: (value) => {
      const found = values.find((one) => one === value)
      return found === undefined ? { expected: `one of ${values.join(', ')}` } : { value: found }
    },
  }
}

/** A list of texts. */
export function texts(most: number, longest: number): FieldReader<readonly string[]> {
  const one = text(longest)
  return {
    read: (value) =>
      Array.isArray(value) && value.length <= most && value.every((each) => 'value' in one.read(each))
        ? { value: value as readonly string[] }
        : { expected: `a list of at most ${most} texts` },
  }
}

/** An object of any content. The size of the whole request limits it. */
export const anObject: FieldReader<Readonly<Record<string, unknown>>> = {
  read: (value) => (isRecord(value) ? { value } : { expected: 'an object' }),
}

/** A field that may be left out. */
export function optional<T>(reader: FieldReader<T>): FieldReader<T | undefined> {
  return { read: (value) => (value === undefined ? { value: undefined } : reader.read(value)) }
}

const LONGEST_SKILL = 4_096

/** The id of a skill. */
export const SKILL = text(LONGEST_SKILL)
