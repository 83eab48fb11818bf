/** The result of following a skill's scripts: sensitive data that reaches a sensitive place. */

import type { WebAddress } from '../facts/address.js'
import type { Segment } from '../text/segment.js'
import type { Taint } from './value.js'

type SinkKind =
  /** Leaves the machine. */
  | 'send'
  /** Is run as code or as a command line. */
  | 'run'
  /** Is read from a secret store, whatever happens to it. */
  | 'read'

export interface Flow {
  readonly sink: SinkKind
  /** What arrives; empty if only the sink itself is known. */
  readonly taints: readonly Taint[]
  /** Where it goes, or where the executed code was downloaded from. */
  readonly address: WebAddress | undefined
  readonly segment: Segment
  /** The sink's offset in the segment. */
  readonly at: number
  /** The sink's name: `curl`, `eval`, `requests.post`. */
  readonly via: string
  /** Whether the address itself is built from what arrives: a host label, a query. */
  readonly isInAddress: boolean
}
