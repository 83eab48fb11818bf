/** The first names of a list, and how many more there are: `a, b and 3 more`. */
export function nameSome(names: readonly string[], most: number): string {
  const left = names.length - most
  return `${names.slice(0, most).join(', ')}${left > 0 ? ` and ${left} more` : ''}`
}
