/** Counts what was offered, activated, called and refused and how long it took, in bounded memory. */

/** How long calls took, in milliseconds. */
export interface Durations {
  readonly p50: number
  readonly p95: number
  readonly max: number
}

/** What happened to one tool, or to all tools of one skill. */
export interface UsageFigures {
  readonly offered: number
  readonly called: number
  readonly succeeded: number
  readonly failed: number
  readonly refused: number
  /** How long calls took, in milliseconds. */
  readonly duration: Durations
  readonly inputBytes: number
  readonly outputBytes: number
}

/** What happened to one skill. */
export interface SkillFigures extends UsageFigures {
  readonly activated: number
  /** Estimated tokens of its name and description in the list of skills. */
  readonly catalogueTokens: number
  /** Estimated tokens of its instructions. */
  readonly bodyTokens: number
}

/** Everything that was counted, by skill and by tool. */
export interface MetricsReport {
  readonly skills: Readonly<Record<string, SkillFigures>>
  readonly tools: Readonly<Record<string, UsageFigures>>
}

/** One event that is counted; also one line of a metrics file. */
export type MetricsEvent =
  | {
      readonly event: 'activated'
      readonly skill: string
      readonly catalogueTokens: number
      readonly bodyTokens: number
    }
  | {
      readonly event: 'called'
      readonly tool: string
      readonly skill?: string | undefined
      readonly outcome: 'succeeded' | 'failed' | 'refused'
      readonly milliseconds: number
      readonly inputBytes: number
      readonly outputBytes: number
    }
  | { readonly event: 'offered'; readonly tool: string; readonly skill: string; readonly count: number }

/** Counts events. */
export interface Metrics {
  record(event: MetricsEvent): void
  report(): MetricsReport
}

/** How many skills and tools are counted one by one; further ones are counted together, under `(others)`. */
const MOST_NAMES = 2_000
const OTHERS = '(others)'
/** How many of the latest durations are kept for each. */
const KEPT_DURATIONS = 256

/** Creates a counter. `onEvent` is called with each event. */
export function createMetrics(onEvent?: (event: MetricsEvent) => unknown): Metrics {
  const skills = new Map<string, Counter>()
  const tools = new Map<string, Counter>()
  const countEvent = (event: MetricsEvent): void => {
    if (event.event === 'activated') {
      const counter = counterOf(skills, event.skill)
      counter.activated++
      counter.catalogueTokens = event.catalogueTokens
      counter.bodyTokens = event.bodyTokens
      return
    }
    count(counterOf(tools, event.tool), event)
    if (event.skill !== undefined) count(counterOf(skills, event.skill), event)
  }
  return {
    record: (event) => {
      countEvent(event)
      tell(onEvent, event)
    },
    report: () => ({ skills: reportAll(skills, toSkillFigures), tools: reportAll(tools, toFigures) }),
  }
}

/** A failing callback must not stop the call that is counted, whether it throws or rejects. */
function tell(onEvent: ((event: MetricsEvent) => unknown) | undefined, event: MetricsEvent): void {
  if (onEvent === undefined) return
  try {
    Promise.resolve(onEvent(event)).catch(() => undefined)
  } catch {
    // Errors in the host's callback are ignored.
  }
}

interface Counter {
  offered: number
  activated: number
  succeeded: number
  failed: number
  refused: number
  inputBytes: number
  outputBytes: number
  catalogueTokens: number
  bodyTokens: number
  longest: number
  durations: number
  readonly ring: Float64Array
}

function counterOf(counters: Map<string, Counter>, name: string): Counter {
  const known = counters.get(name)
  if (known !== undefined) return known
  if (counters.size >= MOST_NAMES && name !== OTHERS) return counterOf(counters, OTHERS)
  const made: Counter = {
    offered: 0,
    activated: 0,
    succeeded: 0,
    failed: 0,
    refused: 0,
    inputBytes: 0,
    outputBytes: 0,
    catalogueTokens: 0,
    bodyTokens: 0,
    longest: 0,
    durations: 0,
    ring: new Float64Array(KEPT_DURATIONS),
  }
  counters.set(name, made)
  return made
}

function count(counter: Counter, event: Exclude<MetricsEvent, { readonly event: 'activated' }>): void {
  if (event.event === 'offered') {
    counter.offered += event.count
    return
  }
  counter[event.outcome]++
  counter.inputBytes += event.inputBytes
  counter.outputBytes += event.outputBytes
  // A refusal takes almost no time and would make the tool look faster than it is.
  if (event.outcome === 'refused') return
  counter.ring[counter.durations++ % KEPT_DURATIONS] = event.milliseconds
  if (event.milliseconds > counter.longest) counter.longest = event.milliseconds
}

function reportAll<T>(counters: ReadonlyMap<string, Counter>, toReport: (counter: Counter) => T): Record<string, T> {
  // Without a prototype: a tool may be called `__proto__`.
  const report: Record<string, T> = Object.create(null)
  for (const [name, counter] of counters) report[name] = toReport(counter)
  return report
}

function toFigures(counter: Counter): UsageFigures {
  const { offered, succeeded, failed, refused, inputBytes, outputBytes } = counter
  const called = succeeded + failed + refused
  return { offered, called, succeeded, failed, refused, duration: summarise(counter), inputBytes, outputBytes }
}

function toSkillFigures(counter: Counter): SkillFigures {
  const { activated, catalogueTokens, bodyTokens } = counter
  return { activated, ...toFigures(counter), catalogueTokens, bodyTokens }
}

function summarise({ ring, durations, longest }: Counter): Durations {
  const sorted = ring.slice(0, Math.min(durations, KEPT_DURATIONS)).sort()
  const at = (share: number) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
  return { p50: round(at(0.5)), p95: round(at(0.95)), max: round(longest) }
}

function round(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000
}
