/** OpenTelemetry's API, an optional package of the host. Nothing is loaded unless the host has registered an SDK. */

import type { Attributes, Counter, Histogram, MeterProvider, Span, Tracer } from '@opentelemetry/api'

type Api = typeof import('@opentelemetry/api')

export type { Attributes, Span }

/** Where every copy of the API's first major version keeps what the host registered. */
const REGISTERED = Symbol.for('opentelemetry.js.api.1')

interface Registered {
  readonly version?: string
  readonly trace?: unknown
  readonly metrics?: unknown
}

let loaded: Api | 'absent' | undefined

/** The API if the host uses it, otherwise undefined. Costs one lookup until then. */
export function findOpenTelemetry(): Api | undefined {
  const { [REGISTERED]: registered } = globalThis as { [REGISTERED]?: Registered }
  if (registered?.trace === undefined && registered?.metrics === undefined) return undefined
  loaded ??= loadApi(registered)
  return loaded === 'absent' ? undefined : loaded
}

/** The program's copy comes first: Metier may be a link to a directory that has another one. */
function loadApi(registered: Registered): Api | 'absent' {
  // Adapters load nothing but themselves.
  const { realpathSync } = process.getBuiltinModule('node:fs')
  const program = process.getBuiltinModule('node:path').resolve(process.argv[1] ?? 'program')
  const copies = [() => program, () => realpathSync(program), () => import.meta.url].map(loadCopy)
  const found = copies.filter((copy) => copy !== undefined)
  const fitting = found.find(({ api }) => isRegisteredWith(api, registered))
  if (fitting === undefined) warn(registered, new Set(found.map(({ file }) => file)))
  return fitting?.api ?? 'absent'
}

/** The copy that a file would get, if there is one. */
function loadCopy(findPlace: () => string): { readonly api: Api; readonly file: string } | undefined {
  try {
    const load = process.getBuiltinModule('node:module').createRequire(findPlace())
    return { api: load('@opentelemetry/api'), file: load.resolve('@opentelemetry/api') }
  } catch {
    return undefined
  }
}

/** A copy that is newer than the one that registered the SDK does not see it. */
function isRegisteredWith({ trace, metrics }: Api, registered: Registered): boolean {
  if (registered.trace !== undefined) return trace.getTracerProvider() === registered.trace
  return metrics.getMeterProvider() === registered.metrics
}

function warn({ version = 'unknown' }: Registered, files: ReadonlySet<string>): void {
  const problem =
    files.size === 0
      ? 'found no @opentelemetry/api'
      : `cannot use ${[...files].join(' or ')}, because another version of @opentelemetry/api (${version}) registered the SDK`
  const fix = `Install @opentelemetry/api@${version} in your project.`
  process.emitWarning(`Metier reports no telemetry: it ${problem}. ${fix}`, { code: 'METIER_TELEMETRY' })
}

/** Where the id that the model gave its call is kept until the call becomes a span. */
const CALL_ID = Symbol('the id of a tool call')

/** Runs a call with the id that the model gave it. */
export function withCallId<T>(id: string | undefined, work: () => T): T {
  const { context } = (id !== undefined && findOpenTelemetry()) || {}
  return context === undefined ? work() : context.with(context.active().setValue(CALL_ID, id), work)
}

/** The id that the model gave to the call that runs now. */
export function findCallId({ context }: Api): string | undefined {
  const id = context.active().getValue(CALL_ID)
  return typeof id === 'string' ? id : undefined
}

/** Runs what a span is about inside of it. The id belongs to this call and to none inside of it. */
export function runInSpan<T>({ context, trace }: Api, span: Span, work: () => T): T {
  return context.with(trace.setSpan(context.active().deleteValue(CALL_ID), span), work)
}

const SCOPE = 'metier'

/** The tracer that Metier's spans come from. */
export function findTracer({ trace }: Api): Tracer {
  return trace.getTracer(SCOPE)
}

/** What Metier counts. */
export interface Instruments {
  readonly duration: Histogram
  readonly loads: Counter
  readonly scripts: Counter
  readonly activations: Counter
  readonly refusals: Counter
}

let kept: { readonly provider: MeterProvider; readonly instruments: Instruments } | undefined

/** The instruments of the registered provider. A host may register one at any time, so they are kept with theirs. */
export function findInstruments({ metrics }: Api): Instruments {
  const provider = metrics.getMeterProvider()
  if (kept?.provider !== provider) kept = { provider, instruments: createInstruments(provider) }
  return kept.instruments
}

/** The bounds that the GenAI conventions give for durations, in seconds. */
const BOUNDS = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92]

function createInstruments(provider: MeterProvider): Instruments {
  const meter = provider.getMeter(SCOPE)
  const count = (name: string, unit: string, description: string) => meter.createCounter(name, { unit, description })
  return {
    duration: meter.createHistogram('gen_ai.execute_tool.duration', {
      unit: 's',
      description: 'Duration of tool calls',
      advice: { explicitBucketBoundaries: BOUNDS },
    }),
    loads: count('gen_ai.skill.loads', '{load}', 'Skills whose instructions were loaded by a tool call'),
    scripts: count('gen_ai.skill.script.executions', '{execution}', 'Scripts of skills that a tool call started'),
    activations: count('metier.skill.activations', '{activation}', 'Activations of skills in a workspace'),
    refusals: count('metier.tool.refusals', '{refusal}', 'Tool calls that were refused before anything ran'),
  }
}
