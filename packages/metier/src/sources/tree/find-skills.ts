/** Finds the skills in a repository, directory or archive, in the same places and order as the `skills` command. */

import { type DeclaredSkills, NO_DECLARED_SKILLS } from './plugin-skills.js'

export interface FoundSkill {
  /** Empty if the whole tree is one skill. */
  readonly folder: string
  /** The main file, as spelled. */
  readonly file: string
}

const MAIN_FILE = /(?:^|\/)skill\.md$/i

/** Directories that are searched before the rest of the tree: their children, and groups of skills in all but the root. */
const USUAL_PLACES: readonly string[] = [
  '',
  'skills',
  'skills/.curated',
  'skills/.experimental',
  'skills/.system',
  '.agents/skills',
  '.claude/skills',
  '.codex/skills',
  '.cursor/skills',
  '.gemini/skills',
  '.github/skills',
  '.metier/skills',
  '.openclaw/skills',
  '.opencode/skills',
  '.wave/skills',
  '.windsurf/skills',
]
const PLUGIN_PLACE = /^plugins\/[^/]+\/skills$/
/** How many levels of groups there may be in a usual place. */
const GROUPS = 2
const DEEPEST = 6
const SKIPPED = new Set(['node_modules', '.git', 'dist', 'build', '__pycache__', '__macosx'])

/** Whether a path is that of a main file. */
export function isMainFile(path: string): boolean {
  return MAIN_FILE.test(path)
}

/** The skills among these paths; `below` is the requested directory, `declared` what its plugins declare. */
export function findSkills(
  paths: readonly string[],
  below = '',
  declared: DeclaredSkills = NO_DECLARED_SKILLS,
): readonly FoundSkill[] {
  const prefix = below === '' ? '' : `${below}/`
  const mains = paths
    .filter((path) => path.startsWith(prefix) && MAIN_FILE.test(path))
    .map((file) => ({ file, folder: folderOf(file.slice(prefix.length)) }))
    .toSorted((a, b) => (a.folder < b.folder ? -1 : 1))
  const root = mains.filter(({ folder }) => folder === '')
  const folders = new Set(mains.map(({ folder }) => folder))
  const usual = mains.filter(({ folder }) => folder !== '' && isExpected(folder, declared, folders))
  const nested = mains.filter(({ folder }) => isWithinReach(folder))
  const chosen = [root, usual, nested].find((found) => found.length > 0) ?? []
  return chosen.map(({ file, folder }) => ({ file, folder: `${prefix}${folder}`.replace(/\/$/, '') }))
}

/** All of them, anywhere in the tree, for a lookup by name. */
export function findAllSkills(paths: readonly string[], below = ''): readonly FoundSkill[] {
  const prefix = below === '' ? '' : `${below}/`
  return paths
    .filter((path) => path.startsWith(prefix) && MAIN_FILE.test(path))
    .map((file) => ({ file, folder: folderOf(file) }))
    .filter(({ folder }) => folder === below || isWithinReach(folder.slice(prefix.length)))
    .toSorted((a, b) => depthOf(a.folder) - depthOf(b.folder) || (a.folder < b.folder ? -1 : 1))
}

function isExpected(folder: string, declared: DeclaredSkills, skills: ReadonlySet<string>): boolean {
  const parent = folderOf(folder)
  const isNamed = USUAL_PLACES.includes(parent) || declared.places.has(parent) || declared.folders.has(folder)
  return isNamed || isGrouped(folder, skills)
}

/** Whether a usual place is above it, with nothing but groups between: a directory in a skill belongs to that skill. */
function isGrouped(folder: string, skills: ReadonlySet<string>): boolean {
  if (!isWithinReach(folder)) return false
  let above = folderOf(folder)
  for (let level = 0; level <= GROUPS && above !== '' && !skills.has(above); level++) {
    if (USUAL_PLACES.includes(above) || PLUGIN_PLACE.test(above)) return true
    above = folderOf(above)
  }
  return false
}

function isWithinReach(folder: string): boolean {
  const segments = folder.split('/')
  return segments.length <= DEEPEST && !segments.some((segment) => SKIPPED.has(segment.toLowerCase()))
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

function depthOf(folder: string): number {
  return folder === '' ? 0 : folder.split('/').length
}

/** The last part of a path. */
export function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
