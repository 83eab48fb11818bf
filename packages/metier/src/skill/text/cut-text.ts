/** The beginning of a text, never ending in half a character: such a text cannot be written as UTF-8. */
export function cutText(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
}
