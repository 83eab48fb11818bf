/** The one small shape by which every adapter learns what changes while a conversation goes on. */

import type { CallOptions } from '../tools/agent-tool.js'
import type { InputCheck } from './check-value.js'

/** What every adapter can be told. */
export interface AdapterOptions {
  /** Whether a tool may be used now: asked each time tools are listed and again when one is called. Without it, always. */
  readonly isActive?: ((name: string) => boolean) | undefined
  /**
   * Checks arguments against the tool's schema before the tool sees them: `true` for the check that is built in, or a
   * function of yours. Left out, the tool itself is the judge of its input and answers in the words of its contract.
   */
  readonly checkInput?: true | InputCheck | undefined
}

/** What a single call can be told as well. */
export interface AdapterCallOptions extends AdapterOptions, CallOptions {}
