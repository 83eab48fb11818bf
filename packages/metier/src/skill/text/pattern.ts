/** Whether a name matches a pattern in which `*` matches any part. Without `*`, they must be equal. */
export function matchesPattern(pattern: string, name: string): boolean {
  if (!pattern.includes('*')) return pattern === name
  const parts = pattern.split('*')
  const first = parts[0] ?? ''
  const last = parts.at(-1) ?? ''
  if (!name.startsWith(first) || name.length < first.length + last.length || !name.endsWith(last)) return false
  // Match each part at its first position after the previous one: linear for any pattern.
  let at = first.length
  const end = name.length - last.length
  for (const part of parts.slice(1, -1)) {
    const found = name.indexOf(part, at)
    if (found < 0 || found + part.length > end) return false
    at = found + part.length
  }
  return at <= end
}
