/** A name of a megabyte would take too long to compare and to read. */
export const LONGEST_SHOWN = 256

/** Shortens a name for a message. */
export function showName(text: string): string {
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text
}
