/** Limits how far the links of a root may lead. The walk checks it, and so does every later read of a skill. */

import { closeSync, fstatSync, lstatSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { codeOf } from '../../skill/unknown-value.js'
import { isInside } from '../../system/files/contained-file.js'
import { isKernelFolder } from '../../system/files/kernel-files.js'
import { type OpenRefusal, openLinkedMainFile, openMainFile } from '../../system/skill-files/main-file.js'
import { directoryOf, type SkillRecord } from '../record/skill-record.js'
import type { Root } from '../root.js'

export type BoundaryRefusal = 'link_leaves_project' | 'file_system_refused'

/** Why a real path is not read for a root; undefined if it may be read. */
export function refuseTarget({ within }: Pick<Root, 'within'>, realPath: string): BoundaryRefusal | undefined {
  if (within !== undefined && !isInside(realPath, within)) return 'link_leaves_project'
  return isKernelFolder(realPath) ? 'file_system_refused' : undefined
}

/** Describes a refusal: `path` was found, and `target` is its real path. */
export function describeRefusal({ within }: Root, refusal: BoundaryRefusal, path: string, target: string) {
  const place = path === target ? path : `${path} leads to ${target}, which`
  if (refusal === 'file_system_refused') {
    return { message: `${place} is a kernel or device file system; it is not searched` }
  }
  const suggestion = 'Copy the directory into the project, or name it with --root'
  return { message: `${place} is outside ${within}; it is not searched`, suggestion }
}

/** Whether a root is, or would be created, inside its boundary. */
export function isHeldRoot(root: Pick<Root, 'path' | 'within'>): boolean {
  const real = resolvePlace(root.path)
  return real !== undefined && refuseTarget(root, real) === undefined
}

/** The real path of an existing or future file; undefined if a broken link is in the way. */
function resolvePlace(path: string): string | undefined {
  try {
    // Most roots are missing, and an exception for each costs more than all lookups.
    if (isThere(path) || path === dirname(path)) return realpathSync.native(path)
  } catch {
    return undefined
  }
  const parent = resolvePlace(dirname(path))
  return parent === undefined ? undefined : join(parent, basename(path))
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

/** The directory of a skill for reading; undefined if it is gone, or a link now leads out of the boundary. */
export function findHeldFolder(record: SkillRecord): string | undefined {
  const found = findFolder(record)
  return 'folder' in found ? found.folder : undefined
}

/** Opens a skill's main file and returns its descriptor, which the caller closes, or says why it cannot. */
export function openRecord(record: SkillRecord): number | OpenRefusal | BoundaryRefusal {
  const found = findFolder(record)
  if ('refusal' in found) return found.refusal
  const { folder } = found
  const opened = openMainFile(folder, record.fileName)
  const descriptor = opened === 'linked' ? openLinkedMainFile(folder, record.fileName) : opened
  if (typeof descriptor !== 'number' || record.root.within === undefined) return descriptor
  if (isStillThere(descriptor, folder, record.fileName)) return descriptor
  closeSync(descriptor)
  return 'missing'
}

function findFolder(
  record: SkillRecord,
): { readonly folder: string } | { readonly refusal: OpenRefusal | BoundaryRefusal } {
  const path = directoryOf(record)
  // Reading one named file is harmless on any file system, and a search reads thousands of bodies.
  if (record.root.within === undefined) return { folder: path }
  try {
    const folder = realpathSync.native(path)
    const refusal = refuseTarget(record.root, folder)
    return refusal === undefined ? { folder } : { refusal }
  } catch (error) {
    const isGone = ['ENOENT', 'ENOTDIR', 'ELOOP'].includes(codeOf(error))
    return { refusal: isGone ? 'missing' : 'unreadable' }
  }
}

/** A directory on the path may have become a link between the check and the opening. */
function isStillThere(descriptor: number, folder: string, fileName: string): boolean {
  try {
    const target = realpathSync.native(join(folder, fileName))
    const [opened, now] = [fstatSync(descriptor), lstatSync(target)]
    return isInside(target, folder) && opened.ino === now.ino && opened.dev === now.dev
  } catch {
    return false
  }
}
