/** Lists the skills of a source, and follows a plugin to the other source that a marketplace names for it. */

import { fail, type Result, succeed } from '../skill/failure.js'
import { quoteForShell } from '../skill/text/shell-quote.js'
import type { FoundPlugin, ListedPlugin } from '../sources/plugins/plugin.js'
import type { Offer, OfferSelection, SourceKind, SourceReference } from '../sources/source.js'
import { checkTrust, type FetchContext, listOffers, recordPath } from './install.js'
import type { LockEntry } from './lock.js'
import type { Outcome } from './refusal.js'
import type { StoreName } from './slug.js'

/** A context that can also read a source that is written in a file. */
interface FollowContext extends FetchContext {
  readonly parseReference: (text: string) => Result<SourceReference>
}

/** What a source offers, and the reference to fetch it with. */
export interface OfferedSkills {
  readonly offers: readonly Offer[]
  readonly reference: SourceReference
  /** The other source that a marketplace led to, as the user would write it. */
  readonly elsewhere?: string
}

/** The kinds of sources that an entry may lead to: never this machine, never a server to connect to. */
const FOLLOWED: ReadonlySet<SourceKind> = new Set<SourceKind>(['git', 'npm', 'url'])

export async function listFollowing(
  context: FollowContext,
  reference: SourceReference,
  wanted: Pick<OfferSelection, 'plugin' | 'isFullDepth'>,
): Promise<Outcome<OfferedSkills>> {
  const trusted = checkTrust(context, reference)
  if (!trusted.ok) return trusted
  const plugins: FoundPlugin[] = []
  const listing = { ...context, onPlugin: (found: FoundPlugin) => plugins.push(found) }
  const offers = await listOffers(listing, reference, wanted)
  const isWanted = ({ name, elsewhere }: FoundPlugin) => name === wanted.plugin && elsewhere !== undefined
  const entry = offers.ok ? undefined : plugins.find(isWanted)
  if (entry !== undefined) return follow(context, reference, entry, wanted)
  for (const found of plugins) context.onPlugin?.(found)
  return offers.ok ? succeed({ offers: offers.value, reference }) : offers
}

/** The other source is a decision of its own: it has to be trusted as if the user had named it. */
async function follow(
  context: FollowContext,
  marketplace: SourceReference,
  { name, version, marketplace: listedIn, elsewhere = '' }: FoundPlugin,
  { isFullDepth }: OfferSelection,
): Promise<Outcome<OfferedSkills>> {
  const reference = context.parseReference(elsewhere)
  if (!reference.ok) return reference
  if (!FOLLOWED.has(reference.value.kind)) {
    return fail('source_untrusted', `The plugin '${name}' comes from ${elsewhere}, which is not followed`)
  }
  if (!checkTrust(context, reference.value).ok) return refuseUntrusted(name, reference.value, marketplace)
  const listed: ListedPlugin = {
    name,
    version,
    marketplace: {
      ...listedIn,
      source: marketplace.kind === 'local' ? recordPath(context, marketplace) : marketplace.text,
    },
  }
  const offers = await listOffers(context, reference.value, { isFullDepth, listed })
  return offers.ok ? succeed({ offers: offers.value, reference: reference.value, elsewhere }) : offers
}

function refuseUntrusted(name: string, { text, identity }: SourceReference, marketplace: SourceReference) {
  const message = `${marketplace.text} says that the plugin '${name}' comes from ${text}, which is not trusted`
  return fail('source_untrusted', message, [`If you trust it, run: metier trust ${quoteForShell(identity)}`])
}

/** The offer for an installed skill: by the path that it was installed from, or by its name. */
export function findOffer(
  offers: readonly Offer[],
  { slug }: StoreName,
  { path }: Pick<LockEntry, 'path'>,
): Offer | undefined {
  const byPath = path === null ? undefined : offers.find((offer) => offer.path === path)
  return byPath ?? offers.find((offer) => offer.name === slug)
}

/** A skill and where to fetch it. */
export interface ResolvedSkill {
  readonly reference: SourceReference
  readonly offer: Offer
}

/** Asks the marketplace of an installed skill where its plugin is now. */
export async function resolveListed(
  context: FollowContext,
  name: StoreName,
  entry: LockEntry,
): Promise<Outcome<ResolvedSkill>> {
  const { plugin = '', marketplace } = entry
  const reference = context.parseReference(marketplace?.source ?? entry.source)
  if (!reference.ok) return reference
  const listed = await listFollowing(context, reference.value, { plugin })
  if (!listed.ok) return listed
  const offer = findOffer(listed.value.offers, name, entry)
  if (offer !== undefined) return succeed({ reference: listed.value.reference, offer })
  return fail('skill_not_found', `The plugin '${plugin}' no longer has the skill '${name.slug}'`, [
    `To update the plugin as a whole, run: metier update --plugin ${quoteForShell(plugin)}`,
  ])
}
