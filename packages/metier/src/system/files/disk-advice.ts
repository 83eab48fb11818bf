/** Explains disk errors such as a full disk, a read-only file system or missing permissions, and what to do. */

interface Refusal {
  readonly why: string
  readonly next: string
}

const ROOM = 'free up disk space, then try again'
const OWNER = 'check who owns the directory'
const HOME = 'check your home directory'

const REFUSALS: Readonly<Record<string, Refusal>> = {
  ENOSPC: { why: 'the disk is full', next: ROOM },
  EDQUOT: { why: 'the disk quota is exceeded', next: ROOM },
  EROFS: { why: 'the file system is read-only', next: 'mount it writable' },
  EACCES: { why: 'permission denied', next: OWNER },
  EPERM: { why: 'permission denied', next: OWNER },
  ENOENT: { why: 'a directory is missing and could not be created', next: HOME },
  ENOTDIR: { why: 'a file is in the way of a directory', next: HOME },
}

/** Errors that another location would avoid. */
const OF_THE_PLACE: ReadonlySet<string> = new Set(['EROFS', 'EACCES', 'EPERM', 'ENOENT', 'ENOTDIR'])

/** The reason in words, and the next step; `elsewhere` says how to choose another location, if there is one. */
export function explainRefusal(code: string, elsewhere?: string): Refusal {
  const { why, next } = REFUSALS[code] ?? { why: `system error ${code}`, next: 'nothing was changed' }
  return {
    why,
    next: capitalise(elsewhere !== undefined && OF_THE_PLACE.has(code) ? `${next}, or ${elsewhere}` : next),
  }
}

/** The same as suggestions after a message that names the code. */
export function adviseOnDisk(code: string, elsewhere: string): readonly string[] {
  if (REFUSALS[code] === undefined) return []
  const { why, next } = explainRefusal(code, elsewhere)
  return [`${capitalise(why)}. ${next}.`]
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
