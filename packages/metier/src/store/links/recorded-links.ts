/** Links as a lockfile records them. */

import { isRecord } from '../../skill/unknown-value.js'
import { parseLockedName } from '../slug.js'
import type { LinkKind } from './agent-place.js'

/** A link to a skill in the directory of an agent. Names the agent only, so a lockfile cannot point to other paths. */
export interface RecordedLink {
  readonly agent: string
  readonly kind: LinkKind
  /** The digest of a copy whose skill has no digest of its own, because it was not installed. */
  readonly digest?: string
}

/** The links of skills that were not installed, by their directories below the root. */
export type LinkMap = ReadonlyMap<string, readonly RecordedLink[]>

export function areRecordedLinks(value: unknown): value is readonly RecordedLink[] {
  return (
    Array.isArray(value) &&
    value.every((link) => {
      if (!isRecord(link) || typeof link.agent !== 'string' || !KINDS.has(String(link.kind))) return false
      return typeof (link.digest ?? '') === 'string'
    })
  )
}

const KINDS: ReadonlySet<string> = new Set<LinkKind>(['link', 'copy'])

/** Undefined if a name or a link is not valid. */
export function parseLinkMap(value: unknown): LinkMap | undefined {
  if (!isRecord(value)) return undefined
  const links = new Map<string, readonly RecordedLink[]>()
  for (const [name, recorded] of Object.entries(value)) {
    if (!parseLockedName(name).ok || !areRecordedLinks(recorded)) return undefined
    links.set(name, recorded)
  }
  return links
}

/** The key of a lockfile, which is left out if there are no links. */
export function composeLinkMap(links: LinkMap | undefined): { readonly links?: object } {
  if (links === undefined || links.size === 0) return {}
  return { links: Object.fromEntries([...links].sort(([a], [b]) => (a < b ? -1 : 1))) }
}

/** Returns a copy in which a skill has these links. */
export function withLinksOf(links: LinkMap | undefined, name: string, recorded: readonly RecordedLink[]): LinkMap {
  const next = new Map(links)
  if (recorded.length === 0) next.delete(name)
  else next.set(name, recorded)
  return next
}
