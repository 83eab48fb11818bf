/** Directories in a root that look like a place for a skill but have no SKILL.md. */

import type { Scan } from '../../../registry/scan.js'

/** The outermost ones without a skill at any depth. Hidden directories are left out. */
export function findEmptyFolders(scans: readonly Scan[]): readonly string[] {
  return scans.flatMap(({ root, groups, records }) => {
    const known = records.map(({ directory }) => directory)
    const empty = groups.filter(
      (group) =>
        group !== '' &&
        !/(?:^|\/)\./.test(group) &&
        !known.some((directory) => directory === group || directory.startsWith(`${group}/`)),
    )
    const outermost = empty.filter((group) => !empty.some((other) => group.startsWith(`${other}/`)))
    return outermost.map((group) => `${root.path}/${group}`)
  })
}
