/** Structured lines about requests and errors, without tokens, cookies or contents. */

export interface Journal {
  /** One line: what happened, and facts that a program can read. */
  write(level: 'info' | 'warning' | 'error', event: string, facts: Readonly<Record<string, unknown>>): void
}

/** Lines of JSON to a function that prints them. */
export function createJournal(print: (line: string) => void, now: () => Date = () => new Date()): Journal {
  return {
    write: (level, event, facts) => print(`${JSON.stringify({ at: now().toISOString(), level, event, ...facts })}\n`),
  }
}

/** A path without the tickets of uploads, and without a token that was put into an address. */
export function withoutSecrets(path: string): string {
  return path.replace(/^(\/api\/v1\/uploads\/).+/, '$1…').replace(/mhub_[\w-]+/g, 'mhub_…')
}

/** What an error says, for the journal alone: clients never see it. */
export function describeError(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { error: String(error) }
  const cause = error.cause instanceof Error ? { cause: error.cause.message } : {}
  return { error: error.message, stack: error.stack?.split('\n').slice(1, 6).join(' | ') ?? '', ...cause }
}
