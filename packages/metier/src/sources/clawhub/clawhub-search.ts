/** Searches a ClawHub registry. Nothing is fetched, and the registry's ranking is kept. */

import { fail, type Result, succeed } from '../../skill/failure.js'
import { isRecord } from '../../skill/unknown-value.js'
import { getUrl, readJsonObject, textOf } from '../download.js'
import type { SourceContext, SourceReference } from '../source.js'
import { type SourcesOptions, settleOptions } from '../sources-options.js'
import { plain } from './clawhub-answers.js'
import { refuse } from './clawhub-api.js'
import { locateRegistry } from './clawhub-discovery.js'

/** A skill offered by a registry. */
export interface RemoteSkill {
  /** The argument for `metier install`: the slug, with its owner if known. */
  readonly name: string
  readonly slug: string
  readonly title: string | undefined
  readonly description: string
  readonly version: string | undefined
  readonly score: number
  readonly downloads: number | undefined
}

const JSON_BYTES = 2 * 1024 * 1024
const LONGEST_QUERY = 500

/** A registry's results for a query, best first. */
export async function searchClawhub(
  reference: SourceReference,
  query: string,
  options: SourcesOptions & Pick<SourceContext, 'signal' | 'onProgress'> & { readonly limit: number },
): Promise<Result<readonly RemoteSkill[]>> {
  const settled = settleOptions(options)
  const words = new URLSearchParams({ q: query.slice(0, LONGEST_QUERY), limit: String(options.limit) })
  const { identity } = reference
  // Naming a registry to search trusts it with the query, but not the hosts it points to.
  const { signal, onProgress } = options
  const context: SourceContext = { signal, onProgress, isTrusted: (other) => other === identity }
  const place = await locateRegistry(settled, reference, context)
  if (!place.ok) return place
  const url = `${place.value}/api/v1/search?${words}`
  const answer = await getUrl(settled.registryHttp, { url, identity, context, mostBytes: JSON_BYTES })
  if (!answer.ok) return answer
  if (answer.value.status !== 200) return refuse(answer.value, 'search')
  const results = readJsonObject(answer.value)?.results
  if (Array.isArray(results)) return succeed(results.slice(0, options.limit).flatMap(readResult))
  return fail('source_unavailable', `${new URL(answer.value.url).host} sent an unexpected response to the search`)
}

function readResult(value: unknown): readonly RemoteSkill[] {
  if (!isRecord(value)) return []
  const owner = textOf(value.ownerHandle) ?? (isRecord(value.owner) ? textOf(value.owner.handle) : undefined)
  const slug = textOf(value.slug)
  if (slug === undefined) return []
  return [
    {
      name: plain(owner === undefined ? slug : `@${owner}/${slug}`),
      slug: plain(slug),
      title: textOf(value.displayName),
      description: textOf(value.summary) ?? '',
      version: textOf(value.version),
      score: typeof value.score === 'number' && Number.isFinite(value.score) ? value.score : 0,
      downloads: typeof value.downloads === 'number' ? value.downloads : undefined,
    },
  ]
}
