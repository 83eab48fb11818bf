/** Names that pass for another at a glance: a skill's tool must not look like one of the host's own. */

/** Creates a check for names that equal one of these, or look like it. */
export function createImitationCheck(names: readonly string[]): (name: string) => boolean {
  const known = new Set(names.map(fold))
  return (name) => known.has(fold(name))
}

/** Tool names are ASCII, so these are the characters that can be mistaken for each other. */
function fold(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[._-]/g, '')
    .replaceAll('0', 'o')
    .replaceAll('5', 's')
    .replaceAll(/[1i]/g, 'l')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}
