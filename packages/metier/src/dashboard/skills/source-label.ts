/** Where a skill was installed from, in the few words that a facet has room for. */

import type { LockEntry } from '../../store/lock.js'

/** `clawhub`, `github.com/owner/repo`, `npm`; `local` for a directory, and for a skill that was not installed. */
export function sourceLabel(entry: Pick<LockEntry, 'source'> | undefined): string {
  if (entry === undefined || entry.source.startsWith('local:')) return 'local'
  const plain = entry.source.replace(/^[a-z+]+:\/\//i, '').replace(/[?#@].*$/, '')
  return plain.split('/').slice(0, 3).join('/') || 'local'
}
