/** What to do where the disk says no: a full one, a read-only one, one of somebody else. */

interface Refusal {
  readonly why: string
  readonly next: string
}

const ROOM = 'make room, then try again'
const OWNER = 'check who owns the folder'
const HOME = 'check the home folder'

const REFUSALS: Readonly<Record<string, Refusal>> = {
  ENOSPC: { why: 'the disk is full', next: ROOM },
  EDQUOT: { why: 'the disk quota is used up', next: ROOM },
  EROFS: { why: 'the file system is read-only', next: 'mount it writable' },
  EACCES: { why: 'permission was denied', next: OWNER },
  EPERM: { why: 'permission was denied', next: OWNER },
  ENOENT: { why: 'a folder is missing and cannot be made', next: HOME },
  ENOTDIR: { why: 'a file stands where a folder must be', next: HOME },
}

/** Those that another place helps against. */
const OF_THE_PLACE: ReadonlySet<string> = new Set(['EROFS', 'EACCES', 'EPERM', 'ENOENT', 'ENOTDIR'])

/** Why the system refused, in words, and the next step; `elsewhere` says how another place is chosen. */
export function explainRefusal(code: string, elsewhere: string): Refusal {
  const { why, next } = REFUSALS[code] ?? { why: `the system says ${code}`, next: 'nothing was changed' }
  return { why, next: capitalise(OF_THE_PLACE.has(code) ? `${next}, or ${elsewhere}` : next) }
}

/** The same as suggestions behind a message that names the code. */
export function adviseOnDisk(code: string, elsewhere: string): readonly string[] {
  if (REFUSALS[code] === undefined) return []
  const { why, next } = explainRefusal(code, elsewhere)
  return [`${capitalise(why)}. ${next}.`]
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
