/** How large a schema may be in strict mode, as "Supported schemas" in OpenAI's guide to structured outputs says. */

import { isRecord } from '../skill/unknown-value.js'

type Schema = Readonly<Record<string, unknown>>

const MOST_PROPERTIES = 5_000
const MOST_LEVELS = 10
/** The total length of property names and string values. */
const MOST_CHARACTERS = 120_000
/** The number of values in all enums together. */
const MOST_VALUES = 1_000
/** The total length of an enum is limited if it has more values than this. */
const LONG_ENUM_VALUES = 250
const LONG_ENUM_CHARACTERS = 15_000

interface Size {
  properties: number
  values: number
  characters: number
  isTooMuch: boolean
}

/**
 * Whether a schema is small enough. Strict mode turns it into a grammar and refuses the whole request if it is too
 * large.
 */
export function fitsStrictLimits(schema: Schema): boolean {
  const size: Size = { properties: 0, values: 0, characters: 0, isTooMuch: false }
  measure(schema, 1, size)
  const { properties, values, characters, isTooMuch } = size
  return !isTooMuch && properties <= MOST_PROPERTIES && values <= MOST_VALUES && characters <= MOST_CHARACTERS
}

function measure(schema: unknown, level: number, size: Size): void {
  if (!isRecord(schema)) return
  measureValues(schema, size)
  if (isRecord(schema.properties)) {
    if (level > MOST_LEVELS) size.isTooMuch = true
    const names = Object.keys(schema.properties)
    size.properties += names.length
    size.characters += lengthOf(names)
    for (const name of names) measure(schema.properties[name], level + 1, size)
  }
  measure(schema.items, level, size)
  if (Array.isArray(schema.anyOf)) for (const branch of schema.anyOf) measure(branch, level, size)
}

function measureValues({ enum: values, const: value }: Schema, size: Size): void {
  if (typeof value === 'string') size.characters += value.length
  if (!Array.isArray(values)) return
  const characters = lengthOf(values)
  size.values += values.length
  size.characters += characters
  if (values.length > LONG_ENUM_VALUES && characters > LONG_ENUM_CHARACTERS) size.isTooMuch = true
}

function lengthOf(texts: readonly unknown[]): number {
  return texts.reduce<number>((sum, text) => sum + (typeof text === 'string' ? text.length : 0), 0)
}
