/** What every tool shares: input of any kind is read without trust, and every call ends in an answer. */

import { messageOf } from '../skill/unknown-value.js'
import { untilAborted } from '../workspace/tools/until-aborted.js'
import type { ToolAnswer } from './agent-tool.js'

/** The message of a call that was aborted. */
export const ABORTED = 'The call was aborted'

/** Runs a call to its answer. An exception or an aborted signal becomes the contract's failure. */
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

/** A field of an input that may be anything, even an object that throws when it is read. */
export function fieldOf(input: unknown, key: string): unknown {
  try {
    return typeof input === 'object' && input !== null ? (input as Readonly<Record<string, unknown>>)[key] : undefined
  } catch {
    return undefined
  }
}

/** The keys of an input that may be anything, without those that have no value. */
export function keysOf(input: unknown): readonly string[] {
  try {
    const keys = typeof input === 'object' && input !== null ? Object.keys(input) : []
    return keys.filter((key) => fieldOf(input, key) !== undefined)
  } catch {
    return []
  }
}

/** A field that is text; undefined if it is missing, empty or of another type. */
export function textOf(input: unknown, key: string): string | undefined {
  const value = fieldOf(input, key)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** An answer whose text is its object as JSON. An `error` in it makes it a failure. */
export function toJsonAnswer(data: object): ToolAnswer {
  return { text: JSON.stringify(data), isError: 'error' in data, data }
}

/** The answer for any result. If it cannot be written as JSON the answer says so, since the tool has run. */
export function toResultAnswer(value: unknown): ToolAnswer {
  try {
    return { text: typeof value === 'string' ? value : (JSON.stringify(value) ?? ''), isError: false, data: value }
  } catch (error) {
    return toJsonAnswer({ error: `The tool ran, but its result cannot be written as JSON: ${messageOf(error)}` })
  }
}
