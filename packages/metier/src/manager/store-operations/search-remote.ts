/** Searches a registry or a host's list of skills, and explains why each result matched. */

import { nearestNames } from '../../registry/search/nearest-names.js'
import { searchDocuments } from '../../registry/search/query.js'
import { buildSearchIndex } from '../../registry/search/search-index.js'
import { fail, type Result, succeed } from '../../skill/failure.js'
import { type RemoteSkill, searchClawhub } from '../../sources/clawhub/clawhub-search.js'
import { hasToken } from '../../sources/hub/hub-tokens.js'
import { redactSecrets } from '../../sources/redact.js'
import { parseSourceReference } from '../../sources/reference.js'
import type { SourceContext, SourceReference } from '../../sources/source.js'
import type { SourcesOptions } from '../../sources/sources-options.js'
import { listWellKnown } from '../../sources/well-known.js'

interface FoundRemotely extends RemoteSkill {
  /** The words that explain the match; empty if only the registry knows why. */
  readonly matched: readonly string[]
}

export interface RemoteSearch extends SourcesOptions, Pick<SourceContext, 'signal' | 'onProgress'> {
  /** `clawhub`, a registry of the configuration, or an address. */
  readonly from: string
  readonly limit: number
}

export interface RemoteAnswer {
  readonly skills: readonly FoundRemotely[]
  /** The registry, as `metier install --from` accepts it. */
  readonly source: string
}

export async function searchRemotely(query: string, options: RemoteSearch): Promise<Result<RemoteAnswer>> {
  const listed = await searchListed(query, options)
  if (listed !== undefined) return succeed(listed)
  const reference = registryOf(options)
  if (!reference.ok) return reference
  const found = await searchClawhub(reference.value, query, options)
  return found.ok ? succeed({ skills: explain(found.value, query), source: reference.value.text }) : found
}

/** Searches the list that a host publishes, on this machine; undefined if it publishes none. */
async function searchListed(query: string, options: RemoteSearch): Promise<RemoteAnswer | undefined> {
  const { from, limit, signal, onProgress } = options
  const reference = /^https?:/i.test(from) ? parseSourceReference(from) : undefined
  if (reference?.ok !== true || reference.value.kind !== 'well-known') return undefined
  // The list has public skills alone; a hub that knows the user may have more.
  if (hasToken(new URL(reference.value.location).origin, options.hubs)) return undefined
  const { identity, text } = reference.value
  const context = { signal, onProgress, isTrusted: (other: string) => other === identity }
  const offers = await listWellKnown(reference.value, context, options)
  if (!offers.ok || offers.value.length === 0) return undefined
  const documents = offers.value.map(({ name, description = '' }) => {
    return { name, slug: name, description, tags: [], body: '' }
  })
  const hits = searchDocuments(buildSearchIndex(documents), query, { limit })
  const skills = hits.flatMap(({ position, score, matched }) => {
    const offer = offers.value[position]
    if (offer === undefined) return []
    const { name, description = '', version } = offer
    const remote = { name, slug: name, title: undefined, description, version, score, downloads: undefined }
    return [{ ...remote, matched: withoutRepeats(matched) }]
  })
  return { skills, source: text }
}

/** Other sources can't be searched, so an address must be a registry's. */
function registryOf({ from, registries }: RemoteSearch): Result<SourceReference> {
  const isAddress = /^https?:/i.test(from)
  const written = isAddress ? `clawhub+${from}` : from
  const reference = parseSourceReference(written, { registries })
  if (reference.ok && reference.value.kind === 'clawhub') return reference
  const shown = redactSecrets(from.slice(0, 200))
  const isMalformed = isAddress && !reference.ok
  const message = isMalformed
    ? reference.failure.message
    : `'${shown}' is not a registry; only registries can be searched`
  const names = ['clawhub', ...Object.keys(registries ?? {})]
  const near = nearestNames(names, from)
  return fail('source_unavailable', message, [
    ...(near.length === 0 ? [] : [`Did you mean: ${near.join(', ')}`]),
    `Search ${names.join(', ')}, or the address of a registry such as https://hub.example.com`,
  ])
}

/** The registry decides the results and their order; the matched words are found from the texts alone. */
function explain(skills: readonly RemoteSkill[], query: string): readonly FoundRemotely[] {
  const documents = skills.map(({ slug, title, description }) => {
    return { name: title ?? slug, slug, description, tags: [], body: '' }
  })
  const hits = searchDocuments(buildSearchIndex(documents), query, { limit: skills.length })
  const matched = new Map(hits.map((hit) => [hit.position, hit.matched]))
  return skills.map((skill, at) => ({ ...skill, matched: withoutRepeats(matched.get(at) ?? []) }))
}

/** Title and slug are two fields, and often the same word in another case. */
function withoutRepeats(words: readonly string[]): readonly string[] {
  const seen = new Map(words.toReversed().map((word) => [word.toLowerCase(), word]))
  return words.filter((word) => seen.get(word.toLowerCase()) === word)
}
