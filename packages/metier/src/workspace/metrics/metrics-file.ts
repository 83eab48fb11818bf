/** Keeps metrics beyond the process: one line of JSON per event, in a file of bounded size. */

import { join } from 'node:path'
import { openLineFile, readLineFile } from '../../system/files/append-lines.js'
import { createMetrics, type MetricsEvent, type MetricsReport } from './metrics.js'

/** A file that metrics are appended to. */
export interface MetricsFile {
  /** Appends an event. Pass it to a workspace as `onMetrics`. */
  readonly record: (event: MetricsEvent) => void
  /** Writes pending events. Call it before the process ends. */
  flush(): void
}

/**
 * The file that `metier stats` reads, in the given home directory.
 *
 * @example
 * import { homedir } from 'node:os'
 * import { metricsPath, readMetricsFile } from 'metier/workspace'
 *
 * const { tools } = readMetricsFile(metricsPath(homedir()))
 */
export function metricsPath(home: string): string {
  return join(home, '.metier', 'metrics.jsonl')
}

const MOST_BYTES = 8 * 1024 * 1024

/**
 * Opens a file that events are appended to. `metier stats` reads such a file.
 *
 * @example
 * import { createMetricsFile, VirtualWorkspace } from 'metier/workspace'
 *
 * const metrics = createMetricsFile('/data/metrics.jsonl')
 * const workspace = new VirtualWorkspace({ onMetrics: metrics.record })
 */
export function createMetricsFile(path: string): MetricsFile {
  const file = openLineFile(path, MOST_BYTES)
  return {
    record: (event) => file.add(JSON.stringify({ time: new Date().toISOString(), ...event })),
    flush: file.flush,
  }
}

/** The events of a metrics file, added up. */
export interface ReadMetrics extends MetricsReport {
  /** When the first event happened; undefined if there is none. */
  readonly from: string | undefined
  /** When the last event happened; undefined if there is none. */
  readonly to: string | undefined
  /** The number of events. */
  readonly events: number
  /** The number of lines that could not be read and are left out. */
  readonly unreadable: number
}

/**
 * Adds up the events of a file. Lines that cannot be read are only counted.
 *
 * @example
 * import { readMetricsFile } from 'metier/workspace'
 *
 * const { events, skills, tools } = readMetricsFile('/data/metrics.jsonl')
 */
export function readMetricsFile(path: string): ReadMetrics {
  return addUpMetrics(path, [])
}

/** Adds up the events of a file, if there is one, and further ones that are in no file. */
export function addUpMetrics(path: string | undefined, further: readonly MetricsEvent[]): ReadMetrics {
  const metrics = createMetrics()
  const times: string[] = []
  const lines = path === undefined ? [] : readLineFile(path)
  for (const line of lines) {
    const event = readEvent(line)
    if (event === undefined) continue
    metrics.record(event)
    times.push(event.time)
  }
  for (const event of further) metrics.record(event)
  return {
    ...metrics.report(),
    from: times[0],
    to: times.at(-1),
    events: times.length,
    unreadable: lines.length - times.length,
  }
}

/** How often each skill was activated, by name, as far as a metrics file tells. */
export function countActivations(path: string): ReadonlyMap<string, number> {
  const { skills } = readMetricsFile(path)
  return new Map(Object.entries(skills).map(([name, { activated }]) => [name, activated]))
}

function readEvent(line: string): (MetricsEvent & { readonly time: string }) | undefined {
  try {
    const event: unknown = JSON.parse(line)
    return isEvent(event) ? event : undefined
  } catch {
    return undefined
  }
}

const OUTCOMES: readonly unknown[] = ['succeeded', 'failed', 'refused']

function isEvent(value: unknown): value is MetricsEvent & { readonly time: string } {
  if (typeof value !== 'object' || value === null) return false
  const event = value as Readonly<Record<string, unknown>>
  const areNumbers = (...keys: readonly string[]) => keys.every((key) => typeof event[key] === 'number')
  const areTexts = (...keys: readonly string[]) => keys.every((key) => typeof event[key] === 'string')
  if (!areTexts('time')) return false
  if (event.event === 'activated') return areTexts('skill') && areNumbers('catalogueTokens', 'bodyTokens')
  if (event.event === 'offered') return areTexts('tool', 'skill') && areNumbers('count')
  const isCall = event.event === 'called' && areTexts('tool') && OUTCOMES.includes(event.outcome)
  return isCall && areNumbers('milliseconds', 'inputBytes', 'outputBytes')
}
