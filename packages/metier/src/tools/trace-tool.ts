/** The telemetry of Metier's own tools: which skill a call is about, and how it ended. */

import { isAbsolute } from 'node:path'
import { pathToFileURL } from 'node:url'
import { directoryOf, type SkillRecord } from '../registry/record/skill-record.js'
import type { Resolution } from '../registry/resolve-skill.js'
import { readSwitches } from '../system/telemetry/switches.js'
import { type CallFacts, type TracedKind, traceCall } from '../system/telemetry/trace-call.js'
import { findSource } from '../workspace/activation/file-skill.js'

/** A manager that may be able to say which skill a name means. */
export interface NamingManager {
  ready?(): Promise<void>
  resolve?(name: string): Resolution
}

/** A call of one of Metier's own tools. */
export interface OwnCall<T> {
  readonly tool: string
  readonly kind: TracedKind
  readonly input: unknown
  /** Which skill the call is about. */
  readonly open?: () => CallFacts | Promise<CallFacts>
  /** Whether the result is a refusal. */
  readonly isRefusal: (result: T) => boolean
  /** What the result tells in addition. */
  readonly tell?: (result: T) => CallFacts
}

/** Makes a call of one of Metier's own tools. If the host uses OpenTelemetry, the call is a span. */
export function traceTool<T>(describe: () => OwnCall<T>, work: () => Promise<T>): Promise<T> {
  return traceCall(() => {
    const { isRefusal, tell, ...call } = describe()
    return {
      ...call,
      close: (result: T, { errorType = OTHER }: CallFacts) =>
        isRefusal(result) ? { result, errorType, isRefused: true } : { result, ...tell?.(result) },
    }
  }, work)
}

/** The conventions' code for an error that has none. */
const OTHER = '_OTHER'

/** Which skill a name means, or why it means none. */
export async function describeSkill(manager: NamingManager, name: string): Promise<CallFacts> {
  await manager.ready?.()
  const resolution = manager.resolve?.(name)
  if (resolution === undefined) return {}
  if (!resolution.ok) return { errorType: resolution.failure.code }
  const record = resolution.value
  const { hasContent } = readSwitches()
  return {
    skill: record.name,
    ...(hasContent && { skillDescription: record.description, sourceUri: await findUri(record) }),
  }
}

/** Where a skill comes from: its source if it was installed, otherwise its directory. */
async function findUri(record: SkillRecord): Promise<string | undefined> {
  if (!isAbsolute(record.root.path)) return undefined
  const [source] = await findSource(record)
  return source ?? pathToFileURL(directoryOf(record)).href
}
