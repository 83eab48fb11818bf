import type { Stats } from 'node:fs'

/** Whether a file or folder belongs to the user this process runs as. Systems without user numbers say yes. */
export function isOwnedByUser(stats: Stats): boolean {
  return process.getuid === undefined || stats.uid === process.getuid()
}

/** Whether others may change a file. Systems without user numbers have other means than these bits. */
export function isWritableByOthers(stats: Stats): boolean {
  return process.getuid !== undefined && (stats.mode & 0o022) !== 0
}
