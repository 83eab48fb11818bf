/** Keeps what was counted beyond the process: one line of JSON an event, in a file of bounded size. */

import { join } from 'node:path'
import { openLineFile, readLineFile } from '../../system/files/append-lines.js'
import { createMetrics, type MetricsEvent, type MetricsReport } from './metrics.js'

/** Takes events for a file. */
export interface MetricsFile {
  /** For `onMetrics` of a workspace. */
  readonly record: (event: MetricsEvent) => void
  /** Writes what is waiting; call it before the process ends. */
  flush(): void
}

/** Where `metier stats` looks: below the home folder, beside the configuration. */
export function metricsPath(home: string): string {
  return join(home, '.metier', 'metrics.jsonl')
}

const MOST_BYTES = 8 * 1024 * 1024

/**
 * A file that events are added to; `metier stats` reads it.
 *
 * @example
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

export interface ReadMetrics extends MetricsReport {
  /** When the first and the last of them happened; undefined where there is none. */
  readonly from: string | undefined
  readonly to: string | undefined
  readonly events: number
  /** Lines that nobody can read, which are left out. */
  readonly unreadable: number
}

/** What a file holds, added up; lines that nobody can read are only counted. */
export function readMetricsFile(path: string): ReadMetrics {
  const metrics = createMetrics()
  const times: string[] = []
  const lines = readLineFile(path)
  for (const line of lines) {
    const event = readEvent(line)
    if (event === undefined) continue
    metrics.record(event)
    times.push(event.time)
  }
  return {
    ...metrics.report(),
    from: times[0],
    to: times.at(-1),
    events: times.length,
    unreadable: lines.length - times.length,
  }
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
