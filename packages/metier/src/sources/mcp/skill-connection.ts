/** Skills of another MCP server (SEP-2640), as a source and a host see them. `mcp` implements it with the SDK. */

import type { Result } from '../../skill/failure.js'
import type { HttpFetch } from '../../system/http/http-fetch.js'

/** The most that a skill of another server may have. */
export const SERVED_LIMITS = {
  skills: 1000,
  files: 512,
  bytes: 16 * 1024 * 1024,
  mainFileBytes: 1024 * 1024,
  uriBytes: 2048,
  /** Refused entries that are described one by one. */
  refused: 100,
} as const

/** A file that a server lists for a skill. */
export interface ServedFile {
  /** Relative to the skill, such as `references/FORMS.md`. */
  readonly path: string
  readonly uri: string
  /** SHA-256 in hexadecimal. */
  readonly digest: string
  readonly size: number
}

/** A skill that a server lists; nothing of it has been read. */
export interface ServedSkill {
  /** The URI of its SKILL.md. */
  readonly uri: string
  readonly name: string
  readonly description: string
  /** Its directory on the server, such as `acme/billing/refunds`. */
  readonly path: string
  readonly frontmatter: Readonly<Record<string, unknown>>
  readonly files: readonly ServedFile[]
}

/** Why an entry of a list is refused. */
export type EntryRefusal =
  | 'entry_invalid'
  | 'uri_too_long'
  | 'uri_unshowable'
  | 'dynamic_declined'
  | 'too_many_files'
  | 'too_large'
  | 'main_file_too_large'
  | 'file_name_unsafe'
  | 'too_many_skills'
  | 'scan_blocked'

/** An entry of a list that is not offered. */
export interface RefusedEntry {
  readonly reason: EntryRefusal
  /** Printable, and cut if it is long. */
  readonly uri: string
  readonly detail: string
}

/** A server's answer. A server that could not be asked is a failure instead. */
export type ServedList =
  | { readonly state: 'unsupported' }
  | {
      readonly state: 'listed'
      readonly skills: readonly ServedSkill[]
      /** The first `SERVED_LIMITS.refused` of them. */
      readonly refused: readonly RefusedEntry[]
      readonly refusedCount: number
    }

/** One skill as a server describes it now: served, not offered, or not there anymore. */
export type ServedNow =
  | { readonly state: 'served'; readonly skill: ServedSkill }
  | { readonly state: 'refused'; readonly refused: RefusedEntry }
  | { readonly state: 'gone' }

/** A connection to one server. Its operations run one after the other. */
export interface SkillConnection {
  list(signal?: AbortSignal): Promise<Result<ServedList>>
  /** Whether this connection has an entry for the URI. A new one has none. */
  knows(uri: string): boolean
  /** Asks for one skill again. Reads no file. */
  get(uri: string, signal?: AbortSignal): Promise<Result<ServedNow>>
  /** A file, verified. After a failed verification nothing of that skill is read until the server lists other files for it. */
  read(skill: ServedSkill, path: string, signal?: AbortSignal): Promise<Result<Uint8Array>>
  close(): Promise<void>
}

interface SkillServerRequest {
  /** Names the server in messages; chosen by the user or the host, never by the server. */
  readonly label: string
  readonly url: string
  readonly fetch: HttpFetch
  /** Called before each operation with the bytes that its responses may have. */
  readonly allow: (bytes: number) => void
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly signal?: AbortSignal | undefined
}

/** Connects to a server; asks the user first, if a door wants that. */
export type ConnectSkills = (request: SkillServerRequest) => Promise<Result<SkillConnection>>
