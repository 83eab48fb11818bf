/** One version of a skill that is ready to be published: examined, complete, and with a name that every client takes. */

export interface ReleasedFile {
  readonly path: string
  readonly bytes: Uint8Array
  readonly isExecutable: boolean
}

export interface SkillRelease {
  readonly name: string
  readonly description: string
  /** From the frontmatter; otherwise the start of the digest. */
  readonly version: string
  /** Whether the author wrote the version, so that other content needs another one. */
  readonly isVersioned: boolean
  readonly license: string | undefined
  /** Of all files together, in hexadecimal. */
  readonly digest: string
  /** Sorted by path. */
  readonly files: readonly ReleasedFile[]
}

/** A file of the site. One that is immutable has a digest in its name: it is never changed, and kept for older locks. */
export interface SiteFile {
  readonly path: string
  readonly bytes: Uint8Array
  readonly isImmutable: boolean
}

/** How many digits of a digest a file name or a version has. */
export const SHORT_DIGEST = 16

const encoder = new TextEncoder()

export function textFile(path: string, text: string): SiteFile {
  return { path, bytes: encoder.encode(text), isImmutable: false }
}

/** The same value gives the same text. */
export function jsonFile(path: string, value: unknown): SiteFile {
  return textFile(path, `${JSON.stringify(value, null, 2)}\n`)
}
