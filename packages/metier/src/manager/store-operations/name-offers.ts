import type { Offer } from '../../sources/source.js'

/** An offer with the word that installs it. */
export interface NamedOffer {
  readonly word: string
  readonly offer: Offer
}

/** Names offers: each by its name, or by its path if the source has several skills of that name. */
export function nameOffers(offers: readonly Offer[]): readonly NamedOffer[] {
  const counts = new Map<string, number>()
  for (const { name } of offers) counts.set(name, (counts.get(name) ?? 0) + 1)
  return offers.map((offer) => ({
    offer,
    word: counts.get(offer.name) === 1 ? offer.name : (offer.path ?? offer.name),
  }))
}
