/** Compares two versions of a skill, file by file, with the changed lines of texts. */

import type { TreeFile } from '../../system/skill-files/tree-digest.js'
import { diffLines } from './line-diff.js'

/** A file that an update or rollback adds, removes or changes. */
export interface FileChange {
  readonly path: string
  readonly change: 'added' | 'removed' | 'changed'
  /** The changed lines, if both versions are text and not too long. */
  readonly diff?: string
}

/** Reads a file of one of the versions; undefined if it is not available. */
export type ReadContent = (file: TreeFile) => Promise<Uint8Array | undefined>

const LONGEST = 256 * 1024

/** Lists the files that differ, by path. */
export function compareTrees(before: readonly TreeFile[], after: readonly TreeFile[]): readonly FileChange[] {
  const earlier = new Map(before.map((file) => [file.path, file]))
  const later = new Map(after.map((file) => [file.path, file]))
  const paths = [...new Set([...earlier.keys(), ...later.keys()])].sort()
  return paths.flatMap((path): readonly FileChange[] => {
    const was = earlier.get(path)
    const is = later.get(path)
    if (was === undefined) return [{ path, change: 'added' }]
    if (is === undefined) return [{ path, change: 'removed' }]
    return was.sha256 === is.sha256 && was.mode === is.mode ? [] : [{ path, change: 'changed' }]
  })
}

/** Lists the files that differ, with the changed lines. */
export async function explainChanges(
  before: readonly TreeFile[],
  readBefore: ReadContent,
  after: readonly TreeFile[],
  readAfter: ReadContent,
): Promise<readonly FileChange[]> {
  const changes: FileChange[] = []
  for (const change of compareTrees(before, after)) {
    const was = await textOf(
      before.find(({ path }) => path === change.path),
      readBefore,
    )
    const is = await textOf(
      after.find(({ path }) => path === change.path),
      readAfter,
    )
    const diff = was === undefined || is === undefined ? undefined : diffLines(was, is)
    changes.push(diff === undefined || diff === '' ? change : { ...change, diff })
  }
  return changes
}

/** Returns the text of a file: empty if it does not exist, undefined if it is not text or too long. */
async function textOf(file: TreeFile | undefined, read: ReadContent): Promise<string | undefined> {
  if (file === undefined) return ''
  const bytes = file.size > LONGEST || file.mode === 'link' ? undefined : await read(file)
  return bytes === undefined ? undefined : decodeText(bytes)
}

function decodeText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}
