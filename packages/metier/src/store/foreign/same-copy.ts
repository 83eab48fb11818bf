/** Compares a source with the copy that another installer made: it leaves files out, adds its own and loses modes. */

import { isLeftOut } from '../../sources/tree/left-out.js'
import type { TreeFile } from '../../system/skill-files/tree-digest.js'

/** Files that installers add or leave out, at any depth. */
const OWN_FILES: ReadonlySet<string> = new Set(['.openskills.json', 'metadata.json'])
const OWN_FOLDERS: ReadonlySet<string> = new Set(['.git', '.clawhub', '.clawdhub', '__pycache__', '__pypackages__'])

/** Whether the files are the same, apart from those that an installer may add or leave out. */
export function isSameCopy(installed: readonly TreeFile[], offered: readonly TreeFile[]): boolean {
  const [ours, theirs] = [contentByPath(installed), contentByPath(offered)]
  return [...new Set([...ours.keys(), ...theirs.keys()])].every((path) => {
    const [here, there] = [ours.get(path), theirs.get(path)]
    return here === there || ((here === undefined || there === undefined) && isOptional(path))
  })
}

function contentByPath(files: readonly TreeFile[]): ReadonlyMap<string, string> {
  return new Map(files.map(({ path, sha256 }) => [path, sha256]))
}

function isOptional(path: string): boolean {
  const segments = path.split('/')
  const name = segments.pop() ?? ''
  return OWN_FILES.has(name) || segments.some((segment) => OWN_FOLDERS.has(segment)) || isLeftOut(path, false)
}
