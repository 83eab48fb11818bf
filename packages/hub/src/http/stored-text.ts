/** What a database can keep in a text: no NUL, and no half of a surrogate pair. */

const NUL = '\0'

export function isStorable(text: string): boolean {
  return !text.includes(NUL) && !/\p{Surrogate}/u.test(text)
}

/** The same text with a mark for each character that cannot be kept. */
export function toStorable(text: string): string {
  return text.replaceAll(NUL, '\u2400').replace(/\p{Surrogate}/gu, '\ufffd')
}

/** Whether every text in a value can be kept, names of fields included. */
export function isStorableValue(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, each]) => isStorable(name) && isStorableValue(each))
}
