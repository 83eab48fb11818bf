import type { Document } from '../parse.js'

/** What a fixer gets: the text, the parsed document and the directory name. */
interface FixInput {
  readonly text: string
  readonly document: Document
  readonly directory: string
}

/** The whole text after the change, or undefined if the right fix is uncertain. */
export type Fixer = (input: FixInput) => string | undefined
