/** What a place that skills are fetched from is: it resolves a request, then fetches one skill into quarantine. */

import type { Finding } from '../gate/finding.js'
import type { Result } from '../skill/failure.js'

export type SourceKind = 'clawhub' | 'git' | 'local' | 'well-known' | 'url'

/** A source as its user wrote it, taken apart once; trust is decided on these parts and never on the text. */
export interface SourceReference {
  readonly kind: SourceKind
  /** As it was written, without passwords and query secrets. */
  readonly text: string
  /** What `trustedSources` patterns are compared with: `clawhub`, `local:/path`, `github.com/owner/repo`, `host:port/path`. */
  readonly identity: string
  /** Where it is (never shown or kept: it may hold a query's secrets): the registry's address, the repository's, the folder or the URL; empty for the default registry. */
  readonly location: string
  /** A branch, tag, commit or version that was asked for. */
  readonly ref?: string | undefined
  /** A folder below the source that was asked for. */
  readonly path?: string | undefined
}

export interface Progress {
  readonly phase: 'resolve' | 'wait' | 'download' | 'unpack' | 'scan' | 'commit' | 'verify'
  readonly message: string
  readonly done?: number
  readonly total?: number
}

/** What every step is told beside its own arguments. */
export interface SourceContext {
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: Progress) => void) | undefined
  /** Whether a further source (the target of a redirect, a repository that a registry points to) is trusted as well. */
  readonly isTrusted: (identity: string) => boolean
  /** Whether the user named it, so that it may be on this machine or a private network; `isTrusted` if it is left out. */
  readonly isNamed?: ((identity: string) => boolean) | undefined
  /** Agent settings, editor tasks and CI files come in as well, because somebody asked for them (security 6.32). */
  readonly keepsSettings?: boolean | undefined
}

/** One skill that a source can give, pinned: fetching it twice gives the same bytes. */
export interface Offer {
  /** The slug or folder name; what the folder of the install is called. */
  readonly name: string
  readonly owner?: string | undefined
  readonly description?: string | undefined
  /** The version of a registry. */
  readonly version?: string | undefined
  /** The commit of a repository. */
  readonly commit?: string | undefined
  /** The folder inside the repository or archive. */
  readonly path?: string | undefined
  /** SHA-256 of the bytes that the source promised, where it promised any. */
  readonly digest?: string | undefined
  /** What the source itself says against it: its moderation's verdict. */
  readonly findings: readonly Finding[]
}

/** A regular file that lies in quarantine. */
export interface StagedFile {
  readonly path: string
  readonly size: number
  readonly sha256: string
  /** 0o644, or 0o755 for what was executable where it came from. */
  readonly mode: 0o644 | 0o755
}

/** A fetched skill, whole and verified against what its source promised, in a folder that no root looks into. */
export interface StagedBundle {
  readonly directory: string
  readonly files: readonly StagedFile[]
  /** What was left out on purpose: agent settings, editor tasks, CI files, macOS litter. */
  readonly leftOut: readonly string[]
  /** What is odd about it and no reason to refuse it: a pointer where a large file should be. */
  readonly warnings?: readonly string[] | undefined
}

export interface Source {
  readonly kind: SourceKind
  /** Whether its skills have owners, so that `@owner/slug` means something to it. */
  readonly hasOwners?: boolean
  /** What can be had for this reference; with `skill`, only that one. */
  resolve(
    reference: SourceReference,
    skill: string | undefined,
    context: SourceContext,
  ): Promise<Result<readonly Offer[]>>
  /** Writes the offer's files below `directory`, an empty folder; a failure leaves nothing outside it. */
  fetch(
    reference: SourceReference,
    offer: Offer,
    directory: string,
    context: SourceContext,
  ): Promise<Result<StagedBundle>>
}
