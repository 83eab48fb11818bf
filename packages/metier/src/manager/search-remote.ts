/** Search in a registry, with our own word for why each result matched. */

import { searchDocuments } from '../registry/search/query.js'
import { buildSearchIndex } from '../registry/search/search-index.js'
import { type Result, succeed } from '../skill/failure.js'
import { type RemoteSkill, searchClawhub } from '../sources/clawhub-search.js'
import { parseSourceReference } from '../sources/reference.js'
import { refuseReference } from '../sources/reference-parts.js'
import type { SourceReference } from '../sources/source.js'
import type { SourcesOptions } from '../sources/sources-options.js'

export interface FoundRemotely extends RemoteSkill {
  /** The words that explain the match; empty where the registry alone knows why. */
  readonly matched: readonly string[]
}

export interface RemoteSearch extends SourcesOptions {
  /** `clawhub`, a registry of the configuration, or an address. */
  readonly from: string
  readonly limit: number
  readonly signal?: AbortSignal
}

export interface RemoteAnswer {
  readonly skills: readonly FoundRemotely[]
  /** The registry as `metier install --from` takes it. */
  readonly source: string
}

export async function searchRemotely(query: string, options: RemoteSearch): Promise<Result<RemoteAnswer>> {
  const reference = registryOf(options)
  if (!reference.ok) return reference
  const found = await searchClawhub(reference.value, query, options)
  return found.ok ? succeed({ skills: explain(found.value, query), source: reference.value.text }) : found
}

/** Only registries are searched, so an address can be nothing else. */
function registryOf({ from, registries }: RemoteSearch): Result<SourceReference> {
  const written = /^https?:/i.test(from) ? `clawhub+${from}` : from
  const reference = parseSourceReference(written, { registries })
  if (!reference.ok || reference.value.kind === 'clawhub') return reference
  return refuseReference(from, 'only a registry can be searched')
}

/** The registry decides what is found and in which order; what it matched by can be told from the texts alone. */
function explain(skills: readonly RemoteSkill[], query: string): readonly FoundRemotely[] {
  const documents = skills.map(({ slug, title, description }) => {
    return { name: title ?? slug, slug, description, tags: [], body: '' }
  })
  const hits = searchDocuments(buildSearchIndex(documents), query, { limit: skills.length })
  const matched = new Map(hits.map((hit) => [hit.position, hit.matched]))
  return skills.map((skill, at) => ({ ...skill, matched: matched.get(at) ?? [] }))
}
