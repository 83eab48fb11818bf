/** Reads the parts of a request, within limits, and checks them against the schemas of its route. */

import type { TObject, TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { done, type Outcome, refuse } from '../outcome.js'
import { isStorableValue } from './stored-text.js'

const JSON_BYTES = 1024 * 1024

/** The values of a query that the route knows; others are ignored. */
export function readQuery(schema: TObject, query: URLSearchParams): Outcome<Record<string, unknown>> {
  const given: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(schema.properties)) {
    const text = query.get(name)
    if (text !== null) given[name] = readText(field, text)
  }
  return checkValue(schema, given, 'query')
}

const TRUE = /^(?:1|true|yes|on)$/i
const FALSE = /^(?:0|false|no|off|)$/i

/** The text as the type that the schema asks for, or as it is. */
function readText(schema: TSchema, text: string): unknown {
  const type = (schema as { readonly type?: string }).type
  if (type === 'integer' && /^-?\d{1,15}$/.test(text)) return Number(text)
  if (type === 'boolean' && TRUE.test(text)) return true
  if (type === 'boolean' && FALSE.test(text)) return false
  return text
}

const validators = new WeakMap<object, Validator>()

function validatorOf(schema: TSchema): Validator {
  const known = validators.get(schema)
  if (known !== undefined) return known
  const made = Compile(schema) as unknown as Validator
  validators.set(schema, made)
  return made
}

/** The value, if it fits the schema and a database can keep it; otherwise the first thing that is wrong. */
export function checkValue<T>(schema: TSchema, value: unknown, where: string): Outcome<T> {
  const validator = validatorOf(schema)
  if (validator.Check(value)) {
    if (isStorableValue(value)) return done(value as T)
    return refuse('invalid', `Invalid ${where}: it contains a NUL character, or half of a surrogate pair`)
  }
  const errors: readonly Misfit[] = [...validator.Errors(value)]
  const [first] = errors
  const place = first?.instancePath.replace(/^\//, '').replaceAll('/', '.') ?? ''
  const problem = first === undefined ? 'not as expected' : describeMisfit(first, errors)
  return refuse('invalid', `Invalid ${where}${place === '' ? '' : ` (${place.slice(0, 80)})`}: ${problem}`)
}

interface Misfit {
  readonly keyword: string
  readonly instancePath: string
  readonly params: object
  readonly message: string
}

/** A choice is one error for each of its values. */
function describeMisfit(first: Misfit, errors: readonly Misfit[]): string {
  if (first.keyword !== 'const') return first.message
  const same = errors.filter(({ keyword, instancePath }) => keyword === 'const' && instancePath === first.instancePath)
  const values = same.map(({ params }) => ('allowedValue' in params ? String(params.allowedValue) : ''))
  return values.length > 1 ? `use one of ${values.join(', ')}` : `use ${values[0]}`
}

export async function readJson(request: Request, schema: TSchema): Promise<Outcome<unknown>> {
  const body = await readBytes(request, JSON_BYTES)
  if (!body.ok) return body
  return body.value.length === 0 ? checkValue(schema, {}, 'body') : parseJson(schema, body.value, 'body')
}

/** JSON that fits the schema. */
export function parseJson<T>(schema: TSchema, json: string | Uint8Array, where: string): Outcome<T> {
  try {
    const value: unknown = JSON.parse(
      typeof json === 'string' ? json : new TextDecoder('utf-8', { fatal: true }).decode(json),
    )
    return checkValue(schema, value, where)
  } catch {
    return refuse('invalid', `The ${where} is not valid JSON`)
  }
}

/** The whole body; refused as soon as it is too large. */
export async function readBytes({ headers, body }: Request, most: number): Promise<Outcome<Uint8Array<ArrayBuffer>>> {
  const tooLarge = refuse('too_large', `The body is larger than ${most} bytes`)
  if (Number(headers.get('content-length') ?? 0) > most) return tooLarge
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of body ?? []) {
      size += chunk.length
      if (size > most) return tooLarge
      chunks.push(chunk)
    }
  } catch {
    return refuse('invalid', 'The body is incomplete')
  }
  return done(new Uint8Array(Buffer.concat(chunks)))
}
