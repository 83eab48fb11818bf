/** The options that every adapter takes. */

import type { CallOptions } from '../tools/agent-tool.js'
import type { InputCheck } from './check-value.js'

/** Options of every adapter. */
export interface AdapterOptions {
  /**
   * Whether a tool may be used now. Called when tools are listed and again when one is called. If left out, every tool
   * may.
   */
  readonly isActive?: ((name: string) => boolean) | undefined
  /**
   * Checks arguments against the tool's schema before the tool runs: `true` for the built-in check, or a function of
   * yours. If left out, the tool checks its input itself and answers in the words of its contract.
   */
  readonly checkInput?: true | InputCheck | undefined
}

/** Options of a single call. */
export interface AdapterCallOptions extends AdapterOptions, CallOptions {}
