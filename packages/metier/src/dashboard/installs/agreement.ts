/** The user's word about one install, given at most once. */

export interface Agreement {
  /** Resolves when it is given, and rejects if it never will be. */
  readonly given: Promise<void>
  readonly isGiven: boolean
  give(): void
  refuse(reason: unknown): void
}

export function createAgreement(): Agreement {
  const events = new EventTarget()
  let isGiven = false
  const given = new Promise<void>((resolve, reject) => {
    events.addEventListener('give', () => resolve(), { once: true })
    events.addEventListener('refuse', (event) => reject((event as CustomEvent<unknown>).detail), { once: true })
  })
  // It may be refused before anything waits for it.
  given.catch(() => undefined)
  return {
    given,
    get isGiven() {
      return isGiven
    },
    give: () => {
      isGiven = true
      events.dispatchEvent(new Event('give'))
    },
    refuse: (detail) => void events.dispatchEvent(new CustomEvent('refuse', { detail })),
  }
}
