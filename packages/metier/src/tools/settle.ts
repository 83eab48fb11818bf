/** What every tool shares: untyped input is read without trust, and nothing but an answer comes out. */

import { messageOf } from '../skill/unknown-value.js'
import { untilAborted } from '../workspace/tools/until-aborted.js'
import type { ToolAnswer } from './agent-tool.js'

/** What a call says that was broken off. */
export const ABORTED = 'The call was aborted'

/** Runs a call to its answer; what it throws, and an aborted signal, become the contract's failure. */
export async function settle<T>(
  work: () => Promise<T>,
  signal: AbortSignal | undefined,
  toFailure: (message: string) => T,
): Promise<T> {
  if (signal?.aborted) return toFailure(ABORTED)
  try {
    return await untilAborted(work(), signal)
  } catch (error) {
    return toFailure(signal?.aborted ? ABORTED : messageOf(error))
  }
}

/** A field of an input that may be anything, also an object that throws when it is read. */
export function fieldOf(input: unknown, key: string): unknown {
  try {
    return typeof input === 'object' && input !== null ? (input as Readonly<Record<string, unknown>>)[key] : undefined
  } catch {
    return undefined
  }
}

/** The keys of an input that may be anything; those without a value do not count. */
export function keysOf(input: unknown): readonly string[] {
  try {
    const keys = typeof input === 'object' && input !== null ? Object.keys(input) : []
    return keys.filter((key) => fieldOf(input, key) !== undefined)
  } catch {
    return []
  }
}

/** A field that is text; undefined where it is missing, empty or of another type. */
export function textOf(input: unknown, key: string): string | undefined {
  const value = fieldOf(input, key)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** An answer whose text is its object as JSON; an `error` in it makes it a failure. */
export function toJsonAnswer(data: Readonly<Record<string, unknown>>): ToolAnswer {
  return { text: JSON.stringify(data), isError: 'error' in data, data }
}

/** The answer of a tool that may give anything; what cannot be written as JSON is told, since the tool has run. */
export function toResultAnswer(value: unknown): ToolAnswer {
  try {
    return { text: typeof value === 'string' ? value : (JSON.stringify(value) ?? ''), isError: false, data: value }
  } catch (error) {
    return toJsonAnswer({ error: `The tool has run, but its result cannot be written as JSON: ${messageOf(error)}` })
  }
}
