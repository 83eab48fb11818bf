/** Dotted keys of settings: `skills.trustProject`, `skills.entries.pdf.enabled`. */

/** The parts of a key. A part that has a dot in it stands in double quotes: `skills.entries."a.b".enabled`. */
export function splitKey(key: string): readonly string[] {
  return [...key.matchAll(/"([^"]+)"|([^."]+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
}

/** The key that has these parts. */
export function composeKey(parts: readonly string[]): string {
  return parts.map((part) => (part.includes('.') ? `"${part}"` : part)).join('.')
}
