import { isRecord, messageOf } from '../skill/unknown-value.js'

/** The arguments of a call as an object, or what is wrong with them. */
export type ParsedArguments =
  | { readonly ok: true; readonly value: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly problem: string }

/** Takes a JSON text or a value that a library has parsed. Missing arguments are an empty object. */
export function parseArguments(input: unknown): ParsedArguments {
  if (typeof input !== 'string') return expectObject(input)
  // Models send an empty string to tools without parameters.
  if (input.trim() === '') return { ok: true, value: {} }
  try {
    return expectObject(JSON.parse(input))
  } catch (error) {
    return { ok: false, problem: messageOf(error) }
  }
}

function expectObject(value: unknown): ParsedArguments {
  if (value === undefined || value === null) return { ok: true, value: {} }
  if (isRecord(value)) return { ok: true, value }
  return {
    ok: false,
    problem: `expected a JSON object, not ${Array.isArray(value) ? 'an array' : `a ${typeof value}`}`,
  }
}
