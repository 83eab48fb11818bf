/** Reads the parts of a request, within limits, and checks them against the schemas of its route. */

import type { TObject, TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { done, type Outcome, refuse } from '../outcome.js'
import type { RawBody } from './route.js'

const JSON_BYTES = 1024 * 1024
const MOST_PARTS = 2100

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

/** The value, if it fits the schema; otherwise the first thing that does not. */
export function checkValue<T>(schema: TSchema, value: unknown, where: string): Outcome<T> {
  const validator = validatorOf(schema)
  if (validator.Check(value)) return done(value as T)
  const [first] = [...validator.Errors(value)]
  const place = first?.instancePath.replace(/^\//, '').replaceAll('/', '.') ?? ''
  return refuse(
    'invalid',
    `Invalid ${where}${place === '' ? '' : ` (${place.slice(0, 80)})`}: ${first?.message ?? 'not as expected'}`,
  )
}

export async function readJson(request: Request, schema: TSchema): Promise<Outcome<unknown>> {
  const body = await readBytes(request, JSON_BYTES)
  if (!body.ok) return body
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body.value)
    const value: unknown = text === '' ? {} : JSON.parse(text)
    return hasNul(text) ? refuse('invalid', 'The body contains a NUL character') : checkValue(schema, value, 'body')
  } catch {
    return refuse('invalid', 'The body is not valid JSON')
  }
}

/** A database keeps no NUL in a text. */
function hasNul(json: string): boolean {
  return json.includes('\0') || /(?<!\\)(?:\\\\)*\\u0000/.test(json)
}

export async function readRaw(
  request: Request,
  { kind, mostBytes }: RawBody,
): Promise<Outcome<FormData | Uint8Array<ArrayBuffer>>> {
  const body = await readBytes(request, mostBytes)
  if (!body.ok || kind === 'bytes') return body
  const type = request.headers.get('content-type') ?? ''
  if (!type.startsWith('multipart/form-data')) return refuse('unsupported', 'Send the body as multipart/form-data')
  try {
    const form = await new Response(body.value, { headers: { 'content-type': type } }).formData()
    return [...form.keys()].length > MOST_PARTS ? refuse('too_large', 'The form has too many parts') : done(form)
  } catch {
    return refuse('invalid', 'The body is not a valid form')
  }
}

/** The whole body; refused as soon as it is too large. */
async function readBytes({ headers, body }: Request, most: number): Promise<Outcome<Uint8Array<ArrayBuffer>>> {
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
