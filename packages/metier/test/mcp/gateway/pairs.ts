import { ERAS } from '../clients.js'
import { PLACES } from './gateway.js'

/** The protocol of the server, that of the client, and how the client is connected. */
export const PAIRS = ERAS.flatMap((served) =>
  ERAS.flatMap((era) => PLACES.map((place) => [served, era, place] as const)),
)
