/** What following the scripts of a skill found: where something that matters arrives somewhere that matters. */

import type { WebAddress } from '../facts/address.js'
import type { Segment } from '../text/segment.js'
import type { Taint } from './value.js'

type SinkKind =
  /** Leaves the machine. */
  | 'send'
  /** Is run as code or as a command line. */
  | 'run'
  /** Is read from a file that keeps secrets, whatever becomes of it. */
  | 'read'

export interface Flow {
  readonly sink: SinkKind
  /** What arrives; empty where only the sink itself is known. */
  readonly taints: readonly Taint[]
  /** Where it goes, or where what is run was downloaded from. */
  readonly address: WebAddress | undefined
  readonly segment: Segment
  /** Where in the segment the sink stands. */
  readonly at: number
  /** How the sink is called: `curl`, `eval`, `requests.post`. */
  readonly via: string
  /** Whether the address itself is put together from what arrives: a label of a host, a query. */
  readonly isInAddress: boolean
}
