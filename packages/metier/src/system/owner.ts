import type { Stats } from 'node:fs'

/** Whether a file or folder belongs to the user this process runs as. Systems without user numbers say yes. */
export function isOwnedByUser(stats: Stats): boolean {
  return process.getuid === undefined || stats.uid === process.getuid()
}
