/** The spellings of the main file in existing skills, best first. */

const SPELLING = /^skills?\.md$/i

export function isMainFileName(name: string): boolean {
  return (name.length === 8 || name.length === 9) && SPELLING.test(name)
}

/** Chooses one of several main files in a directory: SKILL.md, then `skill` before `skills`, then byte order. */
export function chooseMainFile(names: readonly string[]): string | undefined {
  return names.filter(isMainFileName).sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))[0]
}

function rank(name: string): number {
  return name === 'SKILL.md' ? 0 : name.length
}
