/** What git prints for programs. */

import type { Buffer } from 'node:buffer'

export interface TreeEntry {
  /** `100644`, `100755`, `120000` for a link, `160000` for another repository. */
  readonly mode: string
  readonly id: string
  /** Undefined where its bytes are not UTF-8. */
  readonly path: string | undefined
}

/** The answer of `ls-tree -z`. */
export function parseTree(output: Buffer): readonly TreeEntry[] {
  const entries: TreeEntry[] = []
  for (let start = 0; start < output.length; ) {
    const end = output.indexOf(0, start)
    const tab = output.indexOf(9, start)
    if (end < 0 || tab < 0 || tab > end) break
    const [mode = '', , id = ''] = output.toString('latin1', start, tab).split(' ')
    entries.push({ mode, id, path: decode(output.subarray(tab + 1, end)) })
    start = end + 1
  }
  return entries
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** The answer of `cat-file --batch`: objects by their ids. Missing ones are left out. */
export function parseBatch(output: Buffer): ReadonlyMap<string, Uint8Array> {
  const objects = new Map<string, Uint8Array>()
  for (let start = 0; start < output.length; ) {
    const end = output.indexOf(10, start)
    if (end < 0) break
    const [id = '', type, size] = output.toString('latin1', start, end).split(' ')
    if (type !== 'blob' || size === undefined) {
      start = end + 1
      continue
    }
    const stop = end + 1 + Number(size)
    objects.set(id, new Uint8Array(output.subarray(end + 1, stop)))
    start = stop + 1
  }
  return objects
}

/** The references that a server announces over HTTP, in the oldest version of the protocol: name to commit. */
export function parseAdvertisement(body: Uint8Array): ReadonlyMap<string, string> | undefined {
  const text = new TextDecoder().decode(body)
  const refs = new Map<string, string>()
  if (!/^[0-9a-f]{4}# service=git-upload-pack\n/.test(text)) return undefined
  for (const [, commit, name] of text.matchAll(/(?:^|\n|0000)[0-9a-f]{4}([0-9a-f]{40}(?:[0-9a-f]{24})?) ([^\0\n]+)/g)) {
    if (commit !== undefined && name !== undefined) refs.set(name, commit)
  }
  return refs
}
