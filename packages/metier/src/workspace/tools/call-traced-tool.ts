/** A call in a workspace with its telemetry. */

import { type CallFacts, type TracedCall, traceCall } from '../../system/telemetry/trace-call.js'
import {
  type CallFailureCode,
  type CallRequest,
  type CallResult,
  type CallSurroundings,
  callTool,
} from './call-tool.js'

/** Makes a call. If the host uses OpenTelemetry, the call is a span. */
export function callTracedTool(request: CallRequest, calling: CallSurroundings): Promise<CallResult> {
  return traceCall(
    () => describeCall(request, calling),
    () => callTool(request, calling),
  )
}

function describeCall({ name, params }: CallRequest, calling: CallSurroundings): TracedCall<CallResult> {
  const registration = calling.table().find(name)
  const { tool, skillName: skill } = registration ?? {}
  const [program] = tool?.command ?? []
  const activation = skill === undefined ? undefined : calling.activation(skill)
  return {
    tool: name.slice(0, LONGEST_NAME),
    isKnown: registration !== undefined,
    kind: program === undefined ? 'plain' : 'command',
    input: params,
    description: tool?.desc,
    open: () => ({
      skill,
      skillDescription: activation?.description,
      digest: activation?.digest,
      resource: tool?.script,
      executable: program?.slice(program.lastIndexOf('/') + 1),
    }),
    close: (result) => describeResult(result, program !== undefined),
  }
}

/** A model may call a tool by any text. */
const LONGEST_NAME = 128

/** An exit code that is not 0 is what the program reports, not an error of the call. */
function describeResult({ failure, result }: CallResult, isCommand: boolean): CallFacts {
  if (failure === undefined) return { result, ...(isCommand && { exitCode: 0 }) }
  const { exitCode } = failure.details ?? {}
  if (isCommand && typeof exitCode === 'number') return { exitCode, result: failure.message }
  return { errorType: failure.code, isRefused: !RAN.has(failure.code), result: failure.message }
}

/** The failures of calls that were not refused. */
const RAN: ReadonlySet<CallFailureCode> = new Set(['tool_failed', 'call_aborted'])
