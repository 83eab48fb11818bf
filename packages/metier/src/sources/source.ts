/** A place skills are fetched from: it resolves a request, then fetches one skill into quarantine. */

import type { Finding } from '../gate/finding.js'
import type { Standing } from '../gate/standing/standing.js'
import type { Result } from '../skill/failure.js'
import type { SharedCommits } from './git/shared-commits.js'
import type { FoundPlugin, ListedPlugin, MarketplaceOrigin, PlacedServer } from './plugins/plugin.js'

export type SourceKind = 'clawhub' | 'git' | 'local' | 'mcp' | 'npm' | 'well-known' | 'url'

/** A source as the user wrote it, parsed once; trust is decided on these parts, never on the text. */
export interface SourceReference {
  readonly kind: SourceKind
  /** As written, without passwords and query secrets. */
  readonly text: string
  /** Compared with `trustedSources` patterns: `clawhub`, `local:/path`, `github.com/owner/repo`, `host:port/path`. */
  readonly identity: string
  /**
   * The location: a registry's or repository's URL, a directory, or a file's URL; empty for the default registry. Never
   * shown or stored, because its query may contain secrets.
   */
  readonly location: string
  /** What to know before trusting it, such as a project's file that chose its host. */
  readonly notice?: string | undefined
  /** The requested branch, tag, commit, version or range of versions. */
  readonly ref?: string | undefined
  /** The requested directory below the source. */
  readonly path?: string | undefined
  /** The SHA-256 that the bytes at a URL must have. */
  readonly digest?: string | undefined
}

/** One step of a long operation, as `onProgress` receives it. */
export interface Progress {
  readonly phase: 'resolve' | 'wait' | 'download' | 'unpack' | 'scan' | 'commit' | 'verify'
  readonly message: string
  readonly done?: number
  readonly total?: number
}

/** What every step gets in addition to its own arguments. */
export interface SourceContext {
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: Progress) => void) | undefined
  /** Whether another source is trusted too, such as the target of a redirect or a repository a registry points to. */
  readonly isTrusted: (identity: string) => boolean
  /** Whether the user named it, so it may be local or on a private network; defaults to `isTrusted`. */
  readonly isNamed?: ((identity: string) => boolean) | undefined
  /** Whether the user named its host to the letter, so that the name may resolve to a private address. */
  readonly namesHost?: ((identity: string) => boolean) | undefined
  /** Called with each plugin of the source, before the offers are returned. */
  readonly onPlugin?: ((plugin: FoundPlugin) => void) | undefined
  /** Includes agent settings, editor tasks and CI files, because the user asked for them (security 6.32). */
  readonly keepsSettings?: boolean | undefined
  /** What the fetches of one call share. */
  readonly commits?: SharedCommits | undefined
}

/** Which of a source's skills are wanted; by default those in the usual places. */
export interface OfferSelection {
  /** By the name of its directory, the name in its SKILL.md, or its path in the source. */
  readonly skill?: string | undefined
  /** The path that a lockfile recorded; preferred to the name. */
  readonly recorded?: string | undefined
  /** Only those of the plugin with this name. */
  readonly plugin?: string | undefined
  /** The marketplace entry that led to the source: the whole source is that plugin. */
  readonly listed?: ListedPlugin | undefined
  /** Finds skills anywhere in the source, even below a SKILL.md at its root. */
  readonly isFullDepth?: boolean | undefined
}

/** A file that a source publishes for a skill. */
export interface PublishedArtifact {
  readonly kind: 'skill-md' | 'archive'
  readonly url: string
}

/** One skill that a source offers, pinned: fetching it twice gives the same bytes. */
export interface Offer {
  /** The slug or directory name, and the name of the install directory. */
  readonly name: string
  readonly owner?: string | undefined
  readonly description?: string | undefined
  /** The registry's version. */
  readonly version?: string | undefined
  /** The repository's commit. */
  readonly commit?: string | undefined
  /** The directory inside the repository or archive. */
  readonly path?: string | undefined
  /** The plugin that it belongs to. */
  readonly plugin?: string | undefined
  readonly pluginVersion?: string | undefined
  /** The marketplace that lists the plugin. */
  readonly marketplace?: MarketplaceOrigin | undefined
  /** The MCP servers of the plugin. */
  readonly servers?: readonly PlacedServer[] | undefined
  /** SHA-256 of the promised bytes, if the source publishes one. */
  readonly digest?: string | undefined
  /** The one file that has this digest, so that it can be fetched again even if the source lists another one by then. */
  readonly artifact?: PublishedArtifact | undefined
  /** Warnings from the source itself, such as its moderation verdict. */
  readonly findings: readonly Finding[]
}

/** A regular file in quarantine. */
export interface StagedFile {
  readonly path: string
  readonly size: number
  readonly sha256: string
  /** 0o644, or 0o755 if it was executable at its origin. */
  readonly mode: 0o644 | 0o755
}

/** A fetched skill, complete and verified against its source, in a directory that is not a root. */
export interface StagedBundle {
  readonly directory: string
  readonly files: readonly StagedFile[]
  /** What was excluded on purpose: agent settings, editor tasks, CI files, macOS litter. */
  readonly leftOut: readonly string[]
  /** Problems that do not prevent the install, such as a pointer in place of a large file. */
  readonly warnings?: readonly string[] | undefined
  /** Links that were replaced by the files they lead to. */
  readonly links?: readonly ReplacedLink[] | undefined
  /** Links whose written target is outside the skill. None of them is followed. */
  readonly linksOut?: readonly ReplacedLink[] | undefined
  /** Notes about files that were not fetched. */
  readonly findings?: readonly Finding[] | undefined
}

/** A link in the source whose target was installed in its place; both paths are relative to the skill. */
export interface ReplacedLink {
  readonly path: string
  readonly target: string
}

/** An installed version of a skill, as its source knows it. */
export interface InstalledRelease {
  readonly reference: SourceReference
  /** The name that the source was asked for: `slug` or `@owner/slug`. */
  readonly skill: string
  readonly version: string | null
  /** The name or directory in the source. */
  readonly path: string | null
  /** SHA-256 of the file that the source published. */
  readonly digest?: string | undefined
}

export interface Source {
  readonly kind: SourceKind
  /** Whether its skills have owners, so that `@owner/slug` is meaningful. */
  readonly hasOwners?: boolean
  /** Whether its skills have digests, so that a host that had them must keep them. */
  readonly hasDigests?: boolean
  /** The offers for a reference; several for one name if the source has several skills of that name. */
  resolve(reference: SourceReference, wanted: OfferSelection, context: SourceContext): Promise<Result<readonly Offer[]>>
  /** What the source says about installed versions from one place, in the same order; left out if it says nothing about them. */
  judge?(releases: readonly InstalledRelease[], context: SourceContext): Promise<Result<readonly Standing[]>>
  /** Writes the offer's files to `directory`, which must be empty; a failure leaves nothing outside it. */
  fetch(
    reference: SourceReference,
    offer: Offer,
    directory: string,
    context: SourceContext,
  ): Promise<Result<StagedBundle>>
}
