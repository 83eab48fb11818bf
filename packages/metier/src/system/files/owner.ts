import type { Stats } from 'node:fs'

/** Whether a file or directory belongs to the current user. Always true on systems without user ids. */
export function isOwnedByUser(stats: Stats): boolean {
  return process.getuid === undefined || stats.uid === process.getuid()
}

/** Whether other users may change a file. Systems without user ids do not use these bits. */
export function isWritableByOthers(stats: Stats): boolean {
  return process.getuid !== undefined && (stats.mode & 0o022) !== 0
}
