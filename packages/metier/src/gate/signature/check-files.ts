/** Compares the files of a skill with the signed ones. */

import { problemWith, type SignatureProblem } from './signature-problem.js'
import type { SignedFile } from './statement.js'

export interface SignedScope {
  /** Whether a file need not be signed. The paths that a signer ignored do not decide it. */
  readonly mayBeUnsigned?: (path: string) => boolean
  /** Whether a signed file need not be there. */
  readonly mayBeMissing?: (path: string) => boolean
}

type FileComparison =
  | { readonly problem: SignatureProblem }
  /** Files that are not signed and need not be. */
  | { readonly unsigned: readonly string[] }

/** The first difference: a changed file, then one that was added, then one that is missing. */
export function checkFiles(
  files: readonly SignedFile[],
  listed: readonly SignedFile[],
  { mayBeUnsigned = () => false, mayBeMissing = () => false }: SignedScope,
): FileComparison {
  const signed = new Map(listed.map((file) => [file.path, file.sha256]))
  const changed = files.find(({ path, sha256 }) => signed.has(path) && signed.get(path) !== sha256)
  if (changed !== undefined) return problemWith('file_changed', changed.path)
  const unsigned = files.map(({ path }) => path).filter((path) => !signed.has(path))
  const added = unsigned.find((path) => !mayBeUnsigned(path))
  if (added !== undefined) return problemWith('file_added', added)
  const present = new Set(files.map(({ path }) => path))
  const missing = listed.find(({ path }) => !present.has(path) && !mayBeMissing(path))
  return missing === undefined ? { unsigned } : problemWith('file_missing', missing.path)
}
