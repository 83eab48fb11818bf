/** What a model says and sees, whichever library stands between: the tests compare conversations, not formats. */

/** A call that the model makes; its arguments are a text, since models can get them wrong. */
export interface ScriptedCall {
  readonly name: string
  readonly arguments: string
}

/** What the model says at one step: calls of tools, or the text that ends the run. */
export type Turn = { readonly calls: readonly ScriptedCall[] } | { readonly text: string }

/** What the model was shown at one step. */
export interface Step {
  /** The names of the tools, in order. */
  readonly offered: readonly string[]
  /** The tools as they went over the wire. */
  readonly tools: readonly unknown[]
  /** The answers to the calls of the step before. */
  readonly answers: readonly SeenAnswer[]
}

export interface SeenAnswer {
  readonly id: string
  readonly text: string
  /** Only where the format can say it. */
  readonly isError?: boolean
}

/** A turn with a single call. */
export function call(name: string, input: object | string): Turn {
  return { calls: [{ name, arguments: typeof input === 'string' ? input : JSON.stringify(input) }] }
}

/** The id of the call at a place of the script. */
export function idOf(step: number, index = 0): string {
  return `call_${step}_${index}`
}
