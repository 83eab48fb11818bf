/**
 * Resolves the links in a skill by their text alone, against the files that were read: no link is ever followed on disk
 * (security 6.7).
 */

import type { ArchiveLink } from '../../gate/archive/archive.js'
import { fail, type Result, succeed } from '../../skill/failure.js'

/** Why a link is not installed. */
export type LinkProblem = 'outside' | 'missing' | 'loop'

export interface ResolvedLinks {
  /** The files that take the place of the links. */
  readonly copies: readonly { readonly path: string; readonly from: string }[]
  /** The links that became files, with the path inside the skill that each one leads to. */
  readonly replaced: readonly ArchiveLink[]
  /** The links that stay out, with the target as written. */
  readonly refused: readonly (ArchiveLink & { readonly problem: LinkProblem })[]
}

/** A chain of more links than this counts as a loop. */
const LONGEST_CHAIN = 8

/** Paths are relative to the skill. Fails if the links lead to more than `most` files and directories. */
export function resolveLinks(
  files: readonly string[],
  links: readonly ArchiveLink[],
  most: number,
): Result<ResolvedLinks> {
  const skill = describePaths(files, links)
  const copies: Copy[] = []
  const replaced: ArchiveLink[] = []
  const refused: ResolvedLinks['refused'][number][] = []
  const budget = { left: most }
  for (const { path, target } of links) {
    const place = follow(skill, path)
    const found = typeof place === 'string' ? place : expand(skill, { path, place, above: [] }, budget)
    if (budget.left < 0) return fail('limit_exceeded', `The links in the skill lead to more than ${most} files`)
    if (typeof place === 'string' || typeof found === 'string') {
      refused.push({ path, target, problem: typeof found === 'string' ? found : 'loop' })
    } else {
      copies.push(...found)
      replaced.push({ path, target: place.path })
    }
  }
  return succeed({ copies, replaced, refused })
}

type Copy = ResolvedLinks['copies'][number]

interface SkillPaths {
  readonly files: ReadonlySet<string>
  readonly folders: ReadonlySet<string>
  readonly links: ReadonlyMap<string, string>
}

function describePaths(files: readonly string[], links: readonly ArchiveLink[]): SkillPaths {
  const folders = new Set([''])
  for (const path of [...files, ...links.map((link) => link.path)]) {
    for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1))
      folders.add(path.slice(0, slash))
  }
  return { files: new Set(files), folders, links: new Map(links.map(({ path, target }) => [path, target])) }
}

interface Place {
  readonly path: string
  readonly isFolder: boolean
}

interface Route {
  readonly reached: string[]
  readonly waiting: string[]
  hops: number
}

/** Where a path leads, segment by segment, as a file system would resolve it. */
function follow(skill: SkillPaths, path: string): Place | LinkProblem {
  const route: Route = { reached: [], waiting: path.split('/'), hops: 0 }
  for (let segment = route.waiting.shift(); segment !== undefined; segment = route.waiting.shift()) {
    const problem = step(skill, route, segment)
    if (problem !== undefined) return problem
  }
  const found = route.reached.join('/')
  return { path: found, isFolder: !skill.files.has(found) }
}

function step({ files, folders, links }: SkillPaths, route: Route, segment: string): LinkProblem | undefined {
  const { reached, waiting } = route
  if (segment === '' || segment === '.') return undefined
  if (segment === '..') return reached.pop() === undefined ? 'outside' : undefined
  const here = [...reached, segment].join('/')
  const target = links.get(here)
  if (target === undefined) {
    reached.push(segment)
    return folders.has(here) || (files.has(here) && waiting.length === 0) ? undefined : 'missing'
  }
  route.hops += 1
  if (route.hops > LONGEST_CHAIN) return 'loop'
  if (isAbsolute(target)) return 'outside'
  waiting.unshift(...target.split('/'))
  return undefined
}

/** A backslash is a separator on some systems, so such a target is not resolved at all. */
function isAbsolute(target: string): boolean {
  return target === '' || target.startsWith('/') || /^[a-z]:/i.test(target) || target.includes('\\')
}

/** A link that is being replaced: where it stands, where it leads, and the directories that it stands in for. */
interface Expansion {
  readonly path: string
  readonly place: Place
  readonly above: readonly string[]
}

/** The copies that stand for one link: a file, or every file of a directory, through the links in it. */
function expand(skill: SkillPaths, link: Expansion, budget: { left: number }): readonly Copy[] | LinkProblem {
  const copies: Copy[] = []
  const waiting: Expansion[] = [link]
  for (let next = waiting.pop(); next !== undefined && budget.left >= 0; next = waiting.pop()) {
    budget.left -= 1
    if (isEndless(next)) return 'loop'
    if (!next.place.isFolder) copies.push({ path: next.path, from: next.place.path })
    else takeFolder(skill, next, copies, waiting, budget)
  }
  return copies
}

/** A directory that contains the link, or that is being copied already, would contain itself. */
function isEndless({ path, place, above }: Expansion): boolean {
  return place.isFolder && (above.includes(place.path) || path.startsWith(prefixOf(place)))
}

function takeFolder(
  skill: SkillPaths,
  { path, place, above }: Expansion,
  copies: Copy[],
  waiting: Expansion[],
  budget: { left: number },
): void {
  const prefix = prefixOf(place)
  const inside = [...skill.files].filter((file) => file.startsWith(prefix))
  budget.left -= inside.length
  copies.push(...inside.map((from) => ({ path: `${path}/${from.slice(prefix.length)}`, from })))
  for (const link of skill.links.keys()) {
    const found = link.startsWith(prefix) ? follow(skill, link) : 'outside'
    // A link that cannot be replaced is reported once, at its own place.
    if (typeof found === 'string') continue
    waiting.push({ path: `${path}/${link.slice(prefix.length)}`, place: found, above: [...above, place.path] })
  }
}

function prefixOf({ path }: Place): string {
  return path === '' ? '' : `${path}/`
}
