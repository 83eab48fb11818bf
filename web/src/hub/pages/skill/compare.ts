/** What differs between two versions, from their lists of files and the texts of those that changed. */

import { diffLines } from '../../../../../packages/metier/src/store/versions/line-diff.js'

interface ComparedFile {
  readonly path: string
  readonly sha256: string
}

export interface FileChange {
  readonly path: string
  readonly change: 'added' | 'removed' | 'changed'
  /** A unified diff; left out if one of the two is not text or too long. */
  readonly diff?: string
}

/** Differs with every version, and says nothing to a reader. */
const SIGNATURE_FILE = 'skill.oms.sig'

/** The files that differ, by path, without the signature. */
export function listChanges(from: readonly ComparedFile[], to: readonly ComparedFile[]): readonly FileChange[] {
  const before = new Map(from.map(({ path, sha256 }) => [path, sha256]))
  const after = new Map(to.map(({ path, sha256 }) => [path, sha256]))
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort()
  return paths.flatMap((path): readonly FileChange[] => {
    if (path === SIGNATURE_FILE || before.get(path) === after.get(path)) return []
    return [{ path, change: before.has(path) ? (after.has(path) ? 'changed' : 'removed') : 'added' }]
  })
}

/** Reads a file of the one or the other version; undefined if it is not text, or too long. */
export type ReadSide = (side: 'from' | 'to', path: string) => Promise<string | undefined>

/** Files whose lines are compared; of others only that they changed is said. */
const MOST_COMPARED = 40

export async function compareTexts(changes: readonly FileChange[], read: ReadSide): Promise<readonly FileChange[]> {
  return Promise.all(changes.map((change, at) => (at < MOST_COMPARED ? compareFile(change, read) : change)))
}

async function compareFile(change: FileChange, read: ReadSide): Promise<FileChange> {
  const before = change.change === 'added' ? '' : await read('from', change.path)
  const after = change.change === 'removed' ? '' : await read('to', change.path)
  if (before === undefined || after === undefined) return change
  return { ...change, diff: diffLines(before, after) }
}
