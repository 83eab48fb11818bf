/** Finds the skills in a repository, directory or archive, in the same places and order as the `skills` command. */

import { PLAIN_FOLDERS, PROJECT_FOLDERS } from '../../agents/skill-folders.js'
import { chooseMainFile, isIndexName, isMainFileName, judgeMainFile, summariseBelow } from '../../skill/main-file.js'
import { type DeclaredSkills, NO_DECLARED_SKILLS } from '../plugins/plugin-skills.js'
import { isInstalledCopy } from './installed-skills.js'

export interface FoundSkill {
  /** Empty if the whole tree is one skill. */
  readonly folder: string
  /** The main file, as spelled. */
  readonly file: string
}

/** Directories that are searched before the rest of the tree, with the groups in them. */
const USUAL_PLACES: ReadonlySet<string> = new Set([...PLAIN_FOLDERS, ...PROJECT_FOLDERS].map(({ path }) => path))
/** Where a repository of plugins keeps their skills, declared or not. */
const PLUGIN_PLACE = /^plugins\/[^/]+\/skills$/
const DEEPEST = 6
const SKIPPED = new Set(['node_modules', '.git', 'dist', 'build', '__pycache__', '__macosx'])

/** Whether a path may be that of a main file. */
export function isMainFilePath(path: string): boolean {
  return isMainFileName(lastSegment(path))
}

/** Whether a path may be an index instead of a skill, so that only its text can tell. */
export function isIndexPath(path: string): boolean {
  const name = lastSegment(path)
  return isMainFileName(name) && isIndexName(name)
}

/** What the search needs to know about a tree besides its paths. */
export interface TreeFacts {
  /** The declarations of its plugins. */
  readonly declared: DeclaredSkills
  /** The files spelled like an index that have a frontmatter. */
  readonly describedIndexes: ReadonlySet<string>
  /** The skills that its lockfiles name. */
  readonly installed: ReadonlySet<string>
}

const NO_FACTS: TreeFacts = { declared: NO_DECLARED_SKILLS, describedIndexes: new Set(), installed: new Set() }

/** The skills among these paths; `below` is the requested directory. */
export function findSkills(
  paths: readonly string[],
  below = '',
  { declared, describedIndexes, installed }: TreeFacts = NO_FACTS,
): readonly FoundSkill[] {
  const prefix = below === '' ? '' : `${below}/`
  const inside = paths.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length))
  const isDescribed = (file: string) => describedIndexes.has(prefix + file)
  const leaves = findLeaves(inside.filter(isWithinReach), { isDescribed, isTop: below === '' })
  const own = leaves.filter(({ folder }) => !isInstalledCopy(folder, installed))
  const mains = own.length > 0 ? own : leaves
  const root = mains.filter(({ folder }) => folder === '')
  const usual = mains.filter(({ folder }) => folder !== '' && isExpected(folder, declared))
  const chosen = [root, usual, mains].find((found) => found.length > 0) ?? []
  return chosen.map(({ file, folder }) => ({
    file: prefix + file,
    folder: `${prefix}${folder}`.replace(/\/$/, ''),
  }))
}

interface Search {
  readonly isDescribed: (file: string) => boolean
  /** A directory that the user points at is a skill even if there are skills inside. */
  readonly isTop: boolean
}

/** The skills that are not inside another one, by the rule of discovery. */
function findLeaves(paths: readonly string[], { isDescribed, isTop }: Search): readonly FoundSkill[] {
  const candidates = candidatesIn(paths)
  const leaves = new Map<string, FoundSkill>()
  for (const found of candidates) {
    const { folder, file } = found
    if (folder !== '' && !isIndexPath(file) && !isBelow(folder, leaves)) leaves.set(folder, found)
  }
  addIndexes(candidates, leaves, isDescribed)
  const found = [...leaves.values()].toSorted((a, b) => (a.folder < b.folder ? -1 : 1))
  const whole = candidates.find(({ folder }) => folder === '')
  if (whole === undefined) return found
  const below = summariseBelow(found.map(({ folder }) => folder))
  const facts = { fileName: whole.file, isTop, below, hasFrontmatter: () => isDescribed(whole.file) }
  return judgeMainFile(facts) === 'skill' ? [whole] : found
}

/** Deepest first, because an index is a skill only if nothing below it is one. */
function addIndexes(
  candidates: readonly FoundSkill[],
  leaves: Map<string, FoundSkill>,
  isDescribed: Search['isDescribed'],
): void {
  const groups = new Set([...leaves.keys()].flatMap(foldersAbove))
  const indexes = candidates.filter(({ folder, file }) => folder !== '' && isIndexPath(file))
  for (const found of indexes.toReversed().filter(({ folder }) => !isBelow(folder, leaves))) {
    const { folder, file } = found
    const below = groups.has(folder) ? 'skills' : 'nothing'
    const fileName = lastSegment(file)
    if (judgeMainFile({ fileName, isTop: false, below, hasFrontmatter: () => isDescribed(file) }) !== 'skill') continue
    leaves.set(folder, found)
    for (const above of foldersAbove(folder)) groups.add(above)
  }
}

/** One main file for each directory that has any, shallow directories first. */
function candidatesIn(paths: readonly string[]): readonly FoundSkill[] {
  const names = new Map<string, string[]>()
  for (const path of paths) {
    const name = lastSegment(path)
    if (!isMainFileName(name)) continue
    const known = names.get(folderOf(path))
    if (known === undefined) names.set(folderOf(path), [name])
    else known.push(name)
  }
  return [...names]
    .map(([folder, files]) => ({ folder, file: joinPath(folder, chooseMainFile(files) ?? '') }))
    .toSorted((a, b) => depthOf(a.folder) - depthOf(b.folder))
}

function isBelow(folder: string, leaves: ReadonlyMap<string, unknown>): boolean {
  return foldersAbove(folder).some((above) => leaves.has(above))
}

/** The directories above a directory, without the top. */
function foldersAbove(folder: string): readonly string[] {
  const above = folderOf(folder)
  return above === '' ? [] : [above, ...foldersAbove(above)]
}

function joinPath(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}

/** All of them, anywhere in the tree, for a lookup by name. */
export function findAllSkills(
  paths: readonly string[],
  below = '',
  { describedIndexes }: Pick<TreeFacts, 'describedIndexes'> = NO_FACTS,
): readonly FoundSkill[] {
  const prefix = below === '' ? '' : `${below}/`
  return paths
    .filter((path) => path.startsWith(prefix) && isMainFilePath(path))
    .filter((path) => !isIndexPath(path) || describedIndexes.has(path))
    .map((file) => ({ file, folder: folderOf(file) }))
    .filter(({ file }) => isWithinReach(file.slice(prefix.length)))
    .toSorted((a, b) => depthOf(a.folder) - depthOf(b.folder) || (a.folder < b.folder ? -1 : 1))
}

function isExpected(folder: string, { folders, places }: DeclaredSkills): boolean {
  const isPlace = (above: string) => USUAL_PLACES.has(above) || PLUGIN_PLACE.test(above) || places.has(above)
  return depthOf(folder) === 1 || folders.has(folder) || foldersAbove(folder).some(isPlace)
}

/** Whether the directory of a file is searched. */
function isWithinReach(file: string): boolean {
  const segments = file.split('/').slice(0, -1)
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
