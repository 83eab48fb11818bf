/** A skill's files at one moment: one digest for all of them, and where each path really leads. */

import { readlink, realpath } from 'node:fs/promises'
import { isAbsolute, sep } from 'node:path'
import { describeLink, digestTree, readTree, sha256Of, type TreeFile, type TreeOptions } from './tree-digest.js'

export interface SkillTree {
  /** The real path of the directory. */
  readonly folder: string
  readonly files: readonly TreeFile[]
  readonly digest: string
  /**
   * The first link that points outside the directory, is broken or is not a file. A link that leaves the directory and
   * comes back counts too: where it ends depends on a directory that the digest does not cover.
   */
  readonly leaving: string | undefined
  /** What is at a path below the directory, with links resolved. */
  kindOf(path: string): 'file' | 'folder' | undefined
  /** The link-free path that a path resolves to; undefined if nothing exists. */
  realPathOf(path: string): string | undefined
}

export async function readSkillTree(directory: string, options: TreeOptions = {}): Promise<SkillTree> {
  const folder = await realpath(directory)
  const files = await readTree(folder, options)
  const listing = createListing(files, await readTargets(folder, files))
  const find = (path: string) => resolveInside(listing, '', path, { left: MOST_LINKS })
  return {
    folder,
    files,
    digest: digestTree(files),
    leaving: files.find(({ path, mode }) => mode === 'link' && find(path) === undefined)?.path,
    kindOf: (path) => {
      const found = find(path)
      if (found === undefined) return undefined
      return listing.files.has(found) ? 'file' : 'folder'
    },
    realPathOf: (path) => {
      const found = find(path)
      return found === undefined ? undefined : found === '' ? folder : `${folder}/${found}`
    },
  }
}

const MOST_LINKS = 40
/** On other systems a backslash is an ordinary character. */
const SEPARATOR = sep === '\\' ? /[/\\]/ : '/'

interface Listing {
  readonly files: ReadonlySet<string>
  readonly folders: ReadonlySet<string>
  /** The target of each link. */
  readonly links: ReadonlyMap<string, string>
}

/** Only what the digest covers: a link whose target changed does not count. */
async function readTargets(folder: string, files: readonly TreeFile[]): Promise<ReadonlyMap<string, string>> {
  const targets = new Map<string, string>()
  for (const { path, mode, sha256 } of files) {
    if (mode !== 'link') continue
    const target = await readlink(`${folder}/${path}`).catch(() => undefined)
    if (target !== undefined && sha256Of(describeLink(target)) === sha256) targets.set(path, target)
  }
  return targets
}

function createListing(files: readonly TreeFile[], links: ReadonlyMap<string, string>): Listing {
  const plain = new Set<string>()
  const folders = new Set([''])
  for (const { path, mode } of files) {
    if (mode !== 'link') plain.add(path)
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) folders.add(path.slice(0, end))
  }
  return { files: plain, folders, links }
}

/** Step by step, as the system does; undefined as soon as a step leaves the directory or does not exist. */
function resolveInside(listing: Listing, from: string, path: string, budget: { left: number }): string | undefined {
  if (isAbsolute(path)) return undefined
  let at: string | undefined = from
  for (const part of path.split(SEPARATOR).filter((one) => one !== '' && one !== '.')) {
    // Only a directory has children or a parent.
    if (at === undefined || !listing.folders.has(at)) return undefined
    at = part === '..' ? parentOf(at) : step(listing, at, part, budget)
  }
  return at !== undefined && (listing.files.has(at) || listing.folders.has(at)) ? at : undefined
}

function parentOf(path: string): string | undefined {
  if (path === '') return undefined
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

function step(listing: Listing, folder: string, name: string, budget: { left: number }): string | undefined {
  const path = folder === '' ? name : `${folder}/${name}`
  const target = listing.links.get(path)
  if (target === undefined) return path
  return budget.left-- > 0 ? resolveInside(listing, folder, target, budget) : undefined
}
