/** Decides by names alone what a directory is: a skill, a group of skills, or a group with a stray main file. */

const SPELLING = /^skills?\.md$/i

/** Whether a file may be the main file of a skill, in any of the spellings that existing skills use. */
export function isMainFileName(name: string): boolean {
  return (name.length === 8 || name.length === 9) && SPELLING.test(name)
}

/** Whether a main file is spelled in the plural, such as `SKILLS.md`, which is more often the name of an index. */
export function isIndexName(name: string): boolean {
  return name.length === 9
}

/** Chooses one of several main files in a directory: SKILL.md, then `skill` before `skills`, then byte order. */
export function chooseMainFile(names: readonly string[]): string | undefined {
  return names.filter(isMainFileName).sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))[0]
}

function rank(name: string): number {
  return name === 'SKILL.md' ? 0 : name.length
}

/** The skills below a directory: none, only in directories that a skill itself may have, or in directories of their own. */
export type SkillsBelow = 'nothing' | 'parts' | 'skills'

export interface MainFileFacts {
  readonly fileName: string
  /** The directory is the top of what is searched: a root, or the directory of a source. */
  readonly isTop: boolean
  readonly below: SkillsBelow
  /** Asked only if nothing else decides. */
  readonly hasFrontmatter: () => boolean
}

/**
 * What a directory with a main file is. `stray`: a group, because skill directories are next to the file. `group`: the
 * file is only text. Discovery and installing share this rule, so that both find the same skills.
 */
export function judgeMainFile({ fileName, isTop, below, hasFrontmatter }: MainFileFacts): 'skill' | 'group' | 'stray' {
  if (!isIndexName(fileName)) return isTop && below === 'skills' ? 'stray' : 'skill'
  if (below !== 'nothing') return 'stray'
  return hasFrontmatter() ? 'skill' : 'group'
}

/** Summarizes the directories of skills, relative to the directory with the main file. */
export function summariseBelow(directories: readonly string[]): SkillsBelow {
  if (directories.length === 0) return 'nothing'
  return directories.every(isPartOfSkill) ? 'parts' : 'skills'
}

/** Directories that skills themselves have: a skill in one of them is material of the skill around it. */
const PARTS = new Set([
  'assets',
  'docs',
  'evals',
  'examples',
  'fixtures',
  'reference',
  'references',
  'resources',
  'scripts',
  'skills',
  'templates',
  'test',
  'tests',
])

function isPartOfSkill(directory: string): boolean {
  const [top = ''] = directory.split('/', 1)
  return top.startsWith('.') || PARTS.has(top.toLowerCase())
}
