/** Finds the skills that a project's direct dependencies bring, in `node_modules`. */

import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { readDependencies } from '../../system/files/package-dependencies.js'

/** One directory per package: the package itself if it is a skill, else `skills`, else `dist/skills`. */
export function findPackageRoots(folder: string): readonly string[] {
  return readDependencies(folder).flatMap((name) => {
    const place = join(folder, 'node_modules', name)
    if (isThere(join(place, 'SKILL.md'))) return [place]
    return [join(place, 'skills'), join(place, 'dist', 'skills')].filter(isThere).slice(0, 1)
  })
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}
