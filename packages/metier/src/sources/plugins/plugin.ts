/** What is known of the plugins in a source. */

import type { ServerEntry } from '../../skill/tools-file/tools-file.js'

/** A part of a plugin that is neither a skill nor a server, so that it stays out; `client` is anything else of one program. */
export type PluginPart = 'commands' | 'agents' | 'hooks' | 'client' | 'dependencies'

/** Why the skills of a plugin are not offered. */
export type PluginRefusal =
  /** Its source is a program to run. */
  | 'command'
  /** It comes from another source, which the user has to trust. */
  | 'elsewhere'
  /** Its manifest or its entry is invalid; `problems` says where. */
  | 'invalid'
  | 'outside'
  | 'repeated'
  | 'unavailable'
  | 'unknown'
  /** Its path is relative to a marketplace that was fetched as one file. */
  | 'unreachable'

/** A mistake in a manifest, at a JSON pointer. */
export interface PluginProblem {
  readonly file: string
  readonly pointer: string
  readonly kind: 'not_json' | 'unknown_field' | 'missing_field' | 'wrong_type' | 'invalid_value'
  /** The type that the format requires. */
  readonly expected?: string
}

/** The marketplace that lists a plugin. */
export interface MarketplaceOrigin {
  readonly name?: string
  /** Where the marketplace is, if the plugin comes from another source. */
  readonly source?: string
}

/** A plugin that a source contains or lists. */
export interface FoundPlugin {
  readonly name: string
  readonly version?: string
  readonly marketplace?: MarketplaceOrigin
  readonly skills: readonly string[]
  /** MCP servers, which its skills bring once they are approved; left out if there are none. */
  readonly servers?: readonly FoundServer[]
  readonly leftOut: readonly PluginPart[]
  readonly refusal?: PluginRefusal
  /** The source that it comes from, if that is another one, as `metier install` takes it. */
  readonly elsewhere?: string
  /** Whether that source is fixed to a commit or digest. */
  readonly isPinned?: boolean
  readonly problems?: readonly PluginProblem[]
}

/** A server as it is listed: its program with arguments, or its address. */
export interface FoundServer {
  readonly name: string
  readonly command: readonly string[]
  readonly refusal?: ServerRefusal
}

/** Why a server of a plugin is left out. */
export type ServerRefusal =
  | 'name'
  | 'invalid'
  | 'transport'
  | 'address'
  | 'headers'
  | 'bundle'
  | 'placeholder'
  | 'files'
  | 'directory'
  | 'variables'
  | 'too_many'
  | 'tools_file'

/** A server of a plugin as one of its skills brings it, or why that skill does not. */
export type PlacedServer =
  | { readonly name: string; readonly entry: ServerEntry }
  | { readonly name: string; readonly refusal: ServerRefusal }

/** A whole source that a marketplace lists as one plugin. */
export interface ListedPlugin {
  readonly name: string
  readonly version?: string | undefined
  readonly marketplace: MarketplaceOrigin
}
