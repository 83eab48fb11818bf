import { isFull } from '../../support/full.js'
import { ERAS } from '../clients.js'
import { PLACES } from './gateway.js'

const ALL = (['2025', '2026'] as const).flatMap((served) =>
  ERAS.flatMap((era) => PLACES.map((place) => [served, era, place] as const)),
)

/** The protocol of the server, that of the client, and how the client is connected; in `npm test` those that differ most. */
export const PAIRS = ALL.filter(([served, era, place]) => isFull || (served === era) === (place === 'http'))
