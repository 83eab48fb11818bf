/** A tool call as a span and as measurements, in the words of OpenTelemetry's GenAI conventions. */

import {
  type Attributes,
  findCallId,
  findInstruments,
  findOpenTelemetry,
  findTracer,
  runInSpan,
  type Span,
} from './open-telemetry.js'
import { readSwitches, type Switches } from './switches.js'

type Api = NonNullable<ReturnType<typeof findOpenTelemetry>>

/** What a call does with a skill. It decides the span's name and what is counted. */
export type TracedKind = 'plain' | 'load' | 'resource' | 'command'

/** What is known about a call, before or after it. */
export interface CallFacts {
  /** The resolved name of the skill, never what a model typed. */
  readonly skill?: string | undefined
  readonly skillDescription?: string | undefined
  readonly sourceUri?: string | undefined
  readonly digest?: string | undefined
  /** A file of the skill, relative to its directory. */
  readonly resource?: string | undefined
  readonly executable?: string | undefined
  readonly exitCode?: number | undefined
  /** The code of the failure, if the call failed. */
  readonly errorType?: string | undefined
  /** Whether the call was refused before anything ran. */
  readonly isRefused?: boolean
  readonly result?: unknown
}

/** A call to trace. */
export interface TracedCall<T> {
  readonly tool: string
  /** False if a model made the name up: such names are not counted one by one. */
  readonly isKnown?: boolean
  readonly kind: TracedKind
  readonly input: unknown
  /** The tool's description, which may be sensitive. */
  readonly description?: string | undefined
  /** What is known before the call. An `errorType` here counts only if the call fails. */
  readonly open?: () => CallFacts | Promise<CallFacts>
  /** What is known after the call. */
  readonly close: (result: T, opened: CallFacts) => CallFacts
}

/** Makes a call. If the host uses OpenTelemetry, the call is a span and is measured. */
export function traceCall<T>(describe: () => TracedCall<T>, work: () => Promise<T>): Promise<T> {
  const api = findOpenTelemetry()
  return api === undefined ? work() : traceWith(api, describe(), work)
}

/** Counts an activation, or an activation that failed with a code. */
export function countActivation(outcome: { readonly skill?: string | undefined; readonly errorType?: string }): void {
  const api = findOpenTelemetry()
  if (api === undefined) return
  const skill = readSwitches().hasSkills ? outcome.skill : undefined
  quietly(() =>
    findInstruments(api).activations.add(1, compact({ 'gen_ai.skill.name': skill, 'error.type': outcome.errorType })),
  )
}

async function traceWith<T>(api: Api, call: TracedCall<T>, work: () => Promise<T>): Promise<T> {
  const switches = readSwitches()
  const started = performance.now()
  const opened = await openCall(call)
  const known = { ...opened, errorType: undefined }
  const span = quietly(() => startSpan(api, call, known, switches))
  const end = (facts: CallFacts) =>
    quietly(() => endCall(api, { call, span, facts, switches, seconds: (performance.now() - started) / 1000 }))
  try {
    const result = await (span === undefined ? work() : runInSpan(api, span, work))
    end({ ...known, ...quietly(() => call.close(result, opened)) })
    return result
  } catch (error) {
    end({ ...known, errorType: error instanceof Error ? error.name : '_OTHER' })
    throw error
  }
}

async function openCall<T>({ open }: TracedCall<T>): Promise<CallFacts> {
  try {
    return (await open?.()) ?? {}
  } catch {
    // The call itself meets the same problem and reports it.
    return {}
  }
}

/** A host's exporter or sampler that throws must not stop a call. */
function quietly<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

function startSpan<T>(api: Api, call: TracedCall<T>, facts: CallFacts, switches: Switches): Span {
  return findTracer(api).startSpan(nameOf(call, facts, switches), {
    kind: api.SpanKind.INTERNAL,
    attributes: { ...attributesOf(call, facts, switches), ...compact({ 'gen_ai.tool.call.id': findCallId(api) }) },
  })
}

interface CallEnd<T> {
  readonly call: TracedCall<T>
  readonly span: Span | undefined
  readonly facts: CallFacts
  readonly switches: Switches
  readonly seconds: number
}

function endCall<T>(api: Api, { call, span, facts, switches, seconds }: CallEnd<T>): void {
  span?.updateName(nameOf(call, facts, switches))
  span?.setAttributes(attributesOf(call, facts, switches))
  if (facts.errorType !== undefined) span?.setStatus({ code: api.SpanStatusCode.ERROR })
  span?.end()
  const { kind, tool, isKnown = true } = call
  const failed = compact({ 'error.type': facts.errorType })
  const named = isKnown ? { 'gen_ai.tool.name': tool, 'gen_ai.tool.type': 'function' } : {}
  const instruments = findInstruments(api)
  if (isKnown) instruments.duration.record(seconds, { ...named, ...failed })
  if (facts.isRefused) instruments.refusals.add(1, { ...named, ...failed })
  if (!switches.hasSkills) return
  const skill = compact({ 'gen_ai.skill.name': facts.skill, 'process.exit.code': facts.exitCode })
  if (kind === 'load') instruments.loads.add(1, { ...skill, ...failed })
  if (kind === 'command' && !facts.isRefused) instruments.scripts.add(1, { ...skill, ...failed })
}

/** The skill's part of the name belongs to the newest conventions only. */
function nameOf<T>({ tool, kind }: TracedCall<T>, facts: CallFacts, { hasSkills }: Switches): string {
  const details = hasSkills ? NAMED[kind](facts) : []
  return ['execute_tool', tool, ...details].join(' ')
}

const NAMED: Readonly<Record<TracedKind, (facts: CallFacts) => readonly string[]>> = {
  plain: () => [],
  load: ({ skill }) => present(skill),
  // A skill without the file would read as if the whole skill was loaded.
  resource: ({ skill, resource }) => (resource === undefined ? [] : [...present(skill), resource]),
  command: ({ skill, resource, executable }) =>
    resource === undefined ? present(executable) : [...present(skill), resource],
}

function present(value: string | undefined): readonly string[] {
  return value === undefined ? [] : [value]
}

function attributesOf<T>(
  { tool, input, description }: TracedCall<T>,
  facts: CallFacts,
  switches: Switches,
): Attributes {
  const { hasSkills, hasContent } = switches
  return compact({
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': tool,
    'gen_ai.tool.type': 'function',
    'error.type': facts.errorType,
    'process.executable.name': facts.executable,
    'process.exit.code': facts.exitCode,
    'metier.skill.digest': facts.digest,
    ...(hasSkills && { 'gen_ai.skill.name': facts.skill, 'gen_ai.skill.resource.name': facts.resource }),
    ...(hasContent && {
      'gen_ai.tool.description': description,
      'gen_ai.tool.call.arguments': toText(input),
      'gen_ai.tool.call.result': facts.result === undefined ? undefined : toText(facts.result),
    }),
    ...(hasSkills &&
      hasContent && {
        'gen_ai.skill.description': facts.skillDescription,
        'gen_ai.skill.source.uri': facts.sourceUri,
      }),
  })
}

/** How much of a value an attribute holds. */
const MOST_CHARACTERS = 16_384

function toText(value: unknown): string | undefined {
  const text = quietly(() => (typeof value === 'string' ? value : JSON.stringify(value)))
  return text?.slice(0, MOST_CHARACTERS)
}

function compact(attributes: Readonly<Record<string, string | number | undefined>>): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined)) as Attributes
}
