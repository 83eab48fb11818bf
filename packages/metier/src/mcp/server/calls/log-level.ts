/** Which log messages a client of 2025 wants. One of 2026 says so with each request. */

/** From the least important to the most important. */
export const LOG_LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const

export type LogLevel = (typeof LOG_LEVELS)[number]

/** Whether a message is important enough. Without a wish of the client, every message is. */
export function isWanted(level: string, least: LogLevel | undefined): boolean {
  return least === undefined || LOG_LEVELS.indexOf(level as LogLevel) >= LOG_LEVELS.indexOf(least)
}
