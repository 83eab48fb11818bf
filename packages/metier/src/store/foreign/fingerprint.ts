/** The fingerprint by which ClawHub knows the files of a skill. Its order is a language's, not that of bytes. */

import { sha256Of } from '../../system/skill-files/tree-digest.js'

interface Fingerprinted {
  readonly path: string
  readonly size: number
  readonly sha256: string
  readonly mode?: string
}

/** Of what the registry resolves by and `origin.json` keeps. */
export function clawhubFingerprint(files: readonly Fingerprinted[]): string {
  const lines = counted(files).map(({ path, sha256 }) => `${path}:${sha256}`)
  return sha256Of(lines.join('\n'))
}

/** Of what the registry keeps for a folder of a repository. */
export function clawhubFolderHash(files: readonly Fingerprinted[]): string {
  const lines = counted(files).map(({ path, size, sha256 }) => `${path}\0${size}\0${sha256}`)
  return sha256Of(lines.join('\n'))
}

function counted(files: readonly Fingerprinted[]): readonly Fingerprinted[] {
  const { compare } = new Intl.Collator('en')
  return files
    .filter(({ path, mode }) => mode !== 'link' && !path.split('/').some(isIgnored))
    .toSorted((a, b) => compare(a.path, b.path))
}

function isIgnored(segment: string): boolean {
  return segment.startsWith('.') || segment === 'node_modules'
}
