/**
 * Calls whose arguments LangChain could not parse. It moves them to `invalid_tool_calls` and ends the run without
 * telling the model; put back among the calls, they reach the tool, whose answer says what is wrong.
 */

import { isRecord } from '../skill/unknown-value.js'

interface InvalidCall {
  readonly id?: string | undefined
  readonly name: string
  /** As the model sent it. */
  readonly args?: string | undefined
}

/** Puts calls of these tools back into a model's message, with empty arguments, since those must be an object. */
export function restoreInvalidCalls(message: unknown, isOwn: (name: string) => boolean): void {
  if (!isRecord(message) || !Array.isArray(message.tool_calls)) return
  for (const { id, name } of invalidCallsOf(message).filter((call) => isOwn(call.name)))
    message.tool_calls.push({ type: 'tool_call', id, name, args: {} })
}

/** The arguments of a call as the model sent them, if LangChain could not parse them. */
export function findInvalidArguments(messages: readonly unknown[], id: unknown): string | undefined {
  const message = messages.findLast((one) => isRecord(one) && Array.isArray(one.invalid_tool_calls))
  return invalidCallsOf(message).find((call) => call.id === id)?.args
}

function invalidCallsOf(message: unknown): readonly InvalidCall[] {
  if (!isRecord(message) || !Array.isArray(message.invalid_tool_calls)) return []
  return message.invalid_tool_calls.filter((call) => isRecord(call) && typeof call.name === 'string')
}
