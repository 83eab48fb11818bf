/** The answers of the store's operations. */
export type Answer = Readonly<Record<string, unknown>>
