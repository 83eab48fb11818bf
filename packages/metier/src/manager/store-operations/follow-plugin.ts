/** Lists the skills of a source, and follows a plugin to the other source that a marketplace names for it. */

import type { StoreOutcome } from '../../contracts/store-outcomes.js'
import { fail, succeed } from '../../skill/failure.js'
import { quoteForShell } from '../../skill/text/shell-quote.js'
import type { FoundPlugin, ListedPlugin } from '../../sources/plugins/plugin.js'
import { redactSecrets } from '../../sources/redact.js'
import type { Offer, SourceKind, SourceReference } from '../../sources/source.js'
import { checkTrust, listOffers } from '../../store/install.js'
import type { UpdateContext } from '../../store/update.js'
import { parseReference, type StoreOperation } from './store-context.js'
import type { ListOfferedOptions } from './store-options.js'

/** What a source offers, and the reference to fetch it with. */
export interface OfferedSkills {
  readonly offers: readonly Offer[]
  readonly reference: SourceReference
  /** The same source as the user would write it. */
  readonly from: string
}

/** The kinds of sources that an entry may lead to: never this machine, never a server to connect to. */
const FOLLOWED: ReadonlySet<SourceKind> = new Set<SourceKind>(['git', 'npm', 'url'])

export async function listFollowing(
  operation: StoreOperation<ListOfferedOptions>,
  context: UpdateContext,
): Promise<StoreOutcome<OfferedSkills>> {
  const { host, options, settings } = operation
  const { from, plugin, isFullDepth, onPlugin } = options
  const source = redactSecrets(from)
  const reference = parseReference(host, from, settings)
  if (!reference.ok) return { ...reference, source }
  const trusted = checkTrust(context, reference.value)
  if (!trusted.ok) return { ...trusted, source }
  const plugins: FoundPlugin[] = []
  const listing = { ...context, onPlugin: (found: FoundPlugin) => plugins.push(found) }
  const offers = await listOffers(listing, reference.value, { isFullDepth, plugin })
  const wanted = offers.ok
    ? undefined
    : plugins.find(({ name, elsewhere }) => name === plugin && elsewhere !== undefined)
  if (wanted !== undefined) return follow(operation, { ...context, onPlugin }, reference.value, wanted)
  for (const found of plugins) onPlugin?.(found)
  if (!offers.ok) return { ...offers, source }
  return succeed({ offers: offers.value, reference: reference.value, from })
}

/** The other source is a decision of its own: it has to be trusted as if the user had named it. */
async function follow(
  { host, options, settings }: StoreOperation<ListOfferedOptions>,
  context: UpdateContext,
  marketplace: SourceReference,
  { name, version, marketplace: listedIn, elsewhere: from = '' }: FoundPlugin,
): Promise<StoreOutcome<OfferedSkills>> {
  const reference = parseReference(host, from, settings)
  if (!reference.ok) return { ...reference, source: from }
  if (!FOLLOWED.has(reference.value.kind)) {
    return {
      ...fail('source_untrusted', `The plugin '${name}' comes from ${from}, which is not followed`),
      source: from,
    }
  }
  const trusted = checkTrust(context, reference.value)
  if (!trusted.ok) return refuseUntrusted(name, reference.value, marketplace)
  const listed: ListedPlugin = {
    name,
    version,
    marketplace: { ...listedIn, source: marketplace.kind === 'local' ? marketplace.identity : marketplace.text },
  }
  const offers = await listOffers(context, reference.value, { isFullDepth: options.isFullDepth, listed })
  return offers.ok ? succeed({ offers: offers.value, reference: reference.value, from }) : { ...offers, source: from }
}

function refuseUntrusted(name: string, { text, identity }: SourceReference, marketplace: SourceReference) {
  const message = `${marketplace.text} says that the plugin '${name}' comes from ${text}, which is not trusted`
  const trust = `If you trust it, run: metier trust ${quoteForShell(identity)}`
  return { ...fail('source_untrusted', message, [trust]), source: text }
}
