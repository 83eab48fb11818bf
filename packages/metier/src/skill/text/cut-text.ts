/** The start of a text, never split inside a surrogate pair, which could not be written as UTF-8. */
export function cutText(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
}
