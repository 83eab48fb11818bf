/** Dotted keys of settings: `skills.trustProject`, `skills.entries.pdf.enabled`. */

/** Splits a key into its parts. A part with a dot is in double quotes: `skills.entries."a.b".enabled`. */
export function splitKey(key: string): readonly string[] {
  return [...key.matchAll(/"([^"]+)"|([^."]+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
}

/** Joins parts into a key. */
export function composeKey(parts: readonly string[]): string {
  return parts.map((part) => (part.includes('.') ? `"${part}"` : part)).join('.')
}
