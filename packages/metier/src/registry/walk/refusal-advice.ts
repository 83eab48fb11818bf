/** What helps if a skill's main file cannot be opened. */

import { lstatSync } from 'node:fs'
import { dirname } from 'node:path'
import { adviseOnAccess } from '../../system/files/owner.js'
import type { OpenRefusal } from '../../system/skill-files/main-file.js'
import type { BoundaryRefusal } from './boundary.js'

/** Advice that fits the refusal of a file. */
export function adviseOnRefusal(refusal: OpenRefusal | BoundaryRefusal, path: string): string {
  return ADVICE[refusal](path)
}

const replaceLink = (path: string) => `Replace the link ${path} with a copy of the file that it leads to`

const ADVICE: Readonly<Record<OpenRefusal | BoundaryRefusal, (path: string) => string>> = {
  missing: () => 'Reload the registry',
  unreadable: (path) =>
    isReachable(path)
      ? `Make the file readable: ${adviseOnAccess(path, 'r')}`
      : `Make its directory readable: ${adviseOnAccess(dirname(path), 'rx')}`,
  not_regular: (path) => `Replace ${path} with a regular file`,
  linked: replaceLink,
  link_broken: (path) => `Remove the broken link ${path}, or replace it with a file`,
  link_leaves_skill: replaceLink,
  link_leaves_project: (path) => `Copy the directory of ${path} into the project`,
  file_system_refused: (path) => `Copy the directory of ${path} to another file system`,
}

/** False if its directory may not be entered: then the permissions of the file itself do not matter. */
function isReachable(path: string): boolean {
  try {
    lstatSync(path)
    return true
  } catch {
    return false
  }
}
