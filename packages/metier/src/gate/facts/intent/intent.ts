/** What a sentence asks for: who does what to what, where, and whether it is meant. */

import type { WebAddress } from '../address.js'
import type { ObjectKind, PlaceWord } from './slots.js'

/** `conceal` is a negated telling, or something hidden on purpose. */
export type IntentAct =
  | 'send'
  | 'read'
  | 'fetch'
  | 'install'
  | 'run'
  | 'write'
  /** Changes what is there already. */
  | 'amend'
  | 'obey'
  /** May also be what one does with a file: apply, use. */
  | 'follow'
  | 'disable'
  | 'erase'
  | 'outrank'
  | 'conceal'

export type IntentPlace =
  | { readonly kind: 'address'; readonly address: WebAddress }
  | { readonly kind: 'mail'; readonly host: string }
  | { readonly kind: 'storage'; readonly name: string }
  | { readonly kind: PlaceWord }

export interface IntentFact {
  readonly act: IntentAct
  /** Everything the clause names; `it` stands for what an earlier one named. */
  readonly objects: readonly ObjectKind[]
  readonly place: IntentPlace | undefined
  readonly isNegated: boolean
  /** In quotation marks, or described as what an attacker does. */
  readonly isQuoted: boolean
  readonly isSecret: boolean
  /** Every time, or as a duty, rather than when someone asks. */
  readonly isStanding: boolean
  readonly isAsked: boolean
  /** At a place that belongs to the user. */
  readonly isOwn: boolean
  readonly isFirst: boolean
  /** Has no verb of the tables: data and a target stand together. */
  readonly isUnspoken: boolean
  /** Names an agent or a model. */
  readonly isAddressed: boolean
  /** Offset in the text that was read. */
  readonly index: number
  readonly clause: string
}
