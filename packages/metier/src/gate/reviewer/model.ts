/** A language model that the user brings: text in, text out. What talks to it is handed in. */

export interface Model {
  /** Names it in reports, such as `openai small-1 at api.example.com`. Contains no secret. */
  readonly name: string
  /** Tells it apart from every other model in the cache. Never shown, because a command's arguments may be secret. */
  readonly identity: string
  /** Whether all questions may be asked at once. Otherwise they are asked one after the other. */
  readonly asksTogether: boolean
  /** The boundary to use for a question, if its answer may come to a later call. By default each call draws its own. */
  boundaryFor?(id: string): string
  /** Asks once. Throws only if it was aborted. */
  ask(question: ModelQuestion): Promise<ModelReply>
}

export interface ModelQuestion {
  /** The same for the same question, although the random boundary in its prompt differs. */
  readonly id: string
  readonly prompt: string
  readonly signal?: AbortSignal | undefined
}

export type ModelReply =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly failure: ModelFailure }

/** Why there is no answer, or no usable one. */
export type ModelFailure =
  | { readonly code: 'setting_missing'; readonly setting: string }
  | { readonly code: 'setting_invalid'; readonly setting: string; readonly detail: string }
  | { readonly code: 'key_missing'; readonly variable: string }
  | { readonly code: 'model_unreachable'; readonly detail: string }
  | { readonly code: 'model_refused'; readonly status: number }
  | { readonly code: 'model_timed_out'; readonly seconds: number }
  | { readonly code: 'answer_too_long'; readonly bytes: number }
  | { readonly code: 'answer_malformed'; readonly detail: string }
  | { readonly code: 'command_missing'; readonly program: string }
  | { readonly code: 'command_failed'; readonly exitCode: number | null }
  | { readonly code: 'client_missing' }

export function failToAsk(failure: ModelFailure): { readonly ok: false; readonly failure: ModelFailure } {
  return { ok: false, failure }
}
