/** The types of `createSkillsHost`. */

import type { SkillProvider } from '../../registry/provider.js'
import type { Failure, Result } from '../../skill/failure.js'
import type { RefusedEntry } from '../../sources/mcp/skill-connection.js'
import type { Approve } from '../../store/approvals/approval-request.js'
import type { McpTransport } from '../server/host-types.js'

/** A server with skills: its URL, or a function that opens a transport to it. */
export type SkillServerAddress =
  | {
      /** Must be https and public, unless it is a literal local address. */
      readonly url: string
      /** Sent with every request, such as `Authorization`. */
      readonly headers?: Readonly<Record<string, string>> | undefined
    }
  | {
      /** Called for each connection. Limits on what the server sends are up to the transport. */
      readonly transport: () => McpTransport | Promise<McpTransport>
    }

/** Options of `createSkillsHost`. */
export interface SkillsHostOptions {
  /** The servers by label. A label has lowercase letters, digits and hyphens, and is the first part of the skills' names. */
  readonly servers: Readonly<Record<string, SkillServerAddress>>
  /**
   * Asked before the first file of a skill is read. An answer holds for exactly the files in the request's `digest`, their URIs
   * included: if the server lists others, the question comes again. Without it, no question is asked.
   */
  readonly approve?: Approve
}

/** A skill of a server, as the host names it. */
export interface HostedSkill {
  /** `label:name`. */
  readonly name: string
  readonly description: string
  /** The URI of its SKILL.md. */
  readonly uri: string
  /** As the server lists it. Fields that would widen anything have no effect. */
  readonly frontmatter: Readonly<Record<string, unknown>>
  readonly files: readonly { readonly path: string; readonly size: number }[]
  /** Changes if a file, its URI or the list of files does. */
  readonly digest: string
}

/** The skills of one server, or why there are none: the server could not be asked, cannot serve skills, or has none. */
export type ServerSkillList =
  | {
      readonly server: string
      readonly state: 'unavailable'
      readonly failure: Failure
      /** The skills of its last list, which stay offered. */
      readonly known: readonly HostedSkill[]
    }
  | { readonly server: string; readonly state: 'unsupported' }
  | { readonly server: string; readonly state: 'empty' }
  | {
      readonly server: string
      readonly state: 'listed'
      readonly skills: readonly HostedSkill[]
      /** Entries that are not offered; at most 100 invalid ones are described. */
      readonly refused: readonly RefusedEntry[]
      readonly refusedCount: number
    }

/** The skills of other MCP servers, for a host. */
export interface SkillsHost {
  /** One for each server, for `new SkillManager({ providers })`. */
  readonly providers: readonly SkillProvider[]
  /** Asks every server again. Reads no file. A server that fails does not affect the others. */
  list(signal?: AbortSignal): Promise<readonly ServerSkillList[]>
  /**
   * A file of a listed skill, `SKILL.md` included, exactly as verified and scanned. If the server changed the skill since the
   * list, asks for it once more.
   */
  readFile(name: string, path: string, signal?: AbortSignal): Promise<Result<Uint8Array>>
  /** Closes all connections. */
  close(): Promise<void>
}
