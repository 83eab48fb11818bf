/** Parses git's machine-readable output. */

import type { Buffer } from 'node:buffer'

export interface TreeEntry {
  /** `100644`, `100755`, `120000` for a link, `160000` for a submodule. */
  readonly mode: string
  readonly id: string
  /** Undefined if it is not valid UTF-8. */
  readonly path: string | undefined
}

/** Parses the output of `ls-tree -z`. */
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

/** Parses the output of `cat-file --batch`: objects by id. Missing ones are skipped. */
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

/** The references a server announces over HTTP, in the oldest protocol version: name to commit. */
export function parseAdvertisement(body: Uint8Array): ReadonlyMap<string, string> | undefined {
  const text = new TextDecoder().decode(body)
  const refs = new Map<string, string>()
  if (!/^[0-9a-f]{4}# service=git-upload-pack\n/.test(text)) return undefined
  for (const [, commit, name] of text.matchAll(/(?:^|\n|0000)[0-9a-f]{4}([0-9a-f]{40}(?:[0-9a-f]{24})?) ([^\0\n]+)/g)) {
    if (commit !== undefined && name !== undefined) refs.set(name, commit)
  }
  return refs
}
