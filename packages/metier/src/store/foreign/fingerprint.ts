/** Computes ClawHub's fingerprint of a skill's files. It sorts paths by locale, not by bytes. */

import { sha256Of } from '../../system/skill-files/tree-digest.js'

interface Fingerprinted {
  readonly path: string
  readonly sha256: string
  readonly mode?: string
}

/** The fingerprint that the registry resolves by and `origin.json` records. */
export function clawhubFingerprint(files: readonly Fingerprinted[]): string {
  const lines = counted(files).map(({ path, sha256 }) => `${path}:${sha256}`)
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
