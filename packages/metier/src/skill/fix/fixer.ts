import type { Document } from '../parse.js'

/** What a fixer is told: the text, what was read of it, and the name of its folder. */
interface FixInput {
  readonly text: string
  readonly document: Document
  readonly directory: string
}

/** The whole text after the change, or undefined where it is not sure what to write. */
export type Fixer = (input: FixInput) => string | undefined
