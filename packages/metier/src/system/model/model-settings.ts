/** How the user's configuration describes a model. */

import type { Model, ModelFailure } from '../../gate/reviewer/model.js'

/** An endpoint with OpenAI's or Anthropic's interface, a command, or the model of the MCP client. */
export const MODEL_KINDS = ['openai', 'anthropic', 'command', 'sampling'] as const

export type ModelKind = (typeof MODEL_KINDS)[number]

export interface ModelSettings {
  readonly kind?: ModelKind
  /** Where an endpoint is, without the last part: `https://api.example.com/v1`. */
  readonly baseUrl?: string
  /** The model's name at the endpoint. */
  readonly model?: string
  /** The environment variable with the key. Without it, no key is sent. */
  readonly keyVariable?: string
  /** The program and its arguments, as a list or as one text. It gets the prompt on standard input. */
  readonly command?: string | readonly string[]
  /** The longest wait for one answer. */
  readonly seconds?: number
}

/** What opening a model depends on besides its settings. */
export interface ModelPlace {
  /** Programs in these directories are ignored, because a project could put them there. */
  readonly projects: readonly string[]
}

export type OpenedModel =
  | { readonly ok: true; readonly model: Model }
  | { readonly ok: false; readonly failure: ModelFailure }

/** The longest wait for one answer, unless the configuration says otherwise. */
export const USUAL_SECONDS = 60

/** The longest answer, in bytes. An answer of the reviewer has a few thousand. */
export const ANSWER_BYTES = 256 * 1024
