/** What a tool throws when it can say more than a sentence about why it failed. */
export class ToolFailure extends Error {
  readonly description: {
    readonly message: string
    readonly suggestions: readonly string[]
    readonly details: Readonly<Record<string, unknown>>
  }

  constructor(message: string, details: Readonly<Record<string, unknown>>, suggestions: readonly string[] = []) {
    super(message)
    this.name = 'ToolFailure'
    this.description = { message, suggestions, details }
  }
}
