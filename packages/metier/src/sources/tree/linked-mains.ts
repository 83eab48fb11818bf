/** Main files that are links inside their skill: `SKILL.md -> AGENTS.md` is a skill, as it is in a root. */

import { ARCHIVE_LIMITS, type ArchiveLink } from '../../gate/archive/archive.js'
import { filesBelow } from './archive-tree.js'
import { isMainFilePath, lastSegment } from './find-skills.js'
import type { Tree } from './offer-skills.js'
import { resolveLinks } from './resolve-links.js'

/** The same tree with these main files, each read from the file that it leads to. */
export function withLinkedMains(tree: Tree, links: readonly ArchiveLink[]): Tree {
  const targets = new Map(links.flatMap(({ path }) => (isMainFilePath(path) ? findTarget(tree, links, path) : [])))
  if (targets.size === 0) return tree
  return {
    ...tree,
    paths: [...tree.paths, ...targets.keys()],
    readHeads: async (files, mostBytes) => {
      const heads = await tree.readHeads([...new Set(files.map((file) => targets.get(file) ?? file))], mostBytes)
      if (!heads.ok) return heads
      const found = files.flatMap((file): readonly (readonly [string, string])[] => {
        const head = heads.value.get(targets.get(file) ?? file)
        return head === undefined ? [] : [[file, head]]
      })
      return { ok: true, value: new Map(found) }
    },
  }
}

/** A link that leaves its skill does not count: only the rest of the skill would be installed. */
function findTarget(
  { paths }: Tree,
  links: readonly ArchiveLink[],
  path: string,
): readonly (readonly [string, string])[] {
  const name = lastSegment(path)
  const folder = path.slice(0, Math.max(0, path.length - name.length - 1))
  const files = filesBelow(
    paths.map((file) => ({ path: file })),
    folder,
  ).map((file) => file.path)
  const inside = filesBelow(links, folder)
  const resolved = resolveLinks(files, inside, ARCHIVE_LIMITS.entries)
  const copy = resolved.ok ? resolved.value.copies.find((one) => one.path === name) : undefined
  return copy === undefined ? [] : [[path, folder === '' ? copy.from : `${folder}/${copy.from}`]]
}
