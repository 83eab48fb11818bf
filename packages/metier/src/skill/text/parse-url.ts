/** An absolute URL, or undefined. Not `URL.canParse`: once compiled, that of Node 20 refuses every text with an accent. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
