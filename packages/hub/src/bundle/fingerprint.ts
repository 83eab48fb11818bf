/** The digest by which ClawHub clients recognise the files that they have. */

import { createHash } from 'node:crypto'

export interface FingerprintedFile {
  readonly path: string
  /** In hexadecimal. */
  readonly sha256: string
}

// The order is that of ICU, not of bytes, in the default language of the clients.
const collator = new Intl.Collator('en')

/** SHA-256 over the lines `path:sha256` in the order of ICU. Paths with a part that starts with a dot do not count. */
export function fingerprintFiles(files: readonly FingerprintedFile[]): Buffer {
  const lines = inCollationOrder(files.filter(({ path }) => !/(?:^|\/)\./.test(path))).map(
    ({ path, sha256 }) => `${path}:${sha256}`,
  )
  return createHash('sha256').update(lines.join('\n')).digest()
}

export function inCollationOrder<T extends { readonly path: string }>(files: readonly T[]): readonly T[] {
  return files.toSorted((a, b) => collator.compare(a.path, b.path))
}
