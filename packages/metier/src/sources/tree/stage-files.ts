/** Writes a bundle's files to quarantine, exactly as read. */

import { closeSync, constants, fchmodSync, lstatSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { describePathProblem } from '../../gate/archive/archive.js'
import type { BundleFile } from '../../gate/bundle.js'
import { checkEntryPath, findCollision } from '../../gate/entry-path.js'
import { fail, type Result, succeed } from '../../skill/failure.js'
import { codeOf } from '../../skill/unknown-value.js'
import { adviseOnDisk } from '../../system/files/disk-advice.js'
import { sha256 } from '../../system/scan-process/gate-tools.js'
import type { StagedBundle, StagedFile } from '../source.js'
import { isLeftOut } from './left-out.js'

export interface StageOptions {
  /** Includes agent settings, editor tasks and CI files. */
  readonly keepsSettings?: boolean | undefined
}

/** Writes the files to an empty directory and lists them, along with the excluded ones. */
export function stageFiles(
  files: readonly BundleFile[],
  directory: string,
  { keepsSettings = false }: StageOptions = {},
): Result<StagedBundle> {
  const refusal = checkPaths(files)
  if (refusal !== undefined) return refusal
  const kept = files.filter(({ path }) => !isLeftOut(path, keepsSettings)).toSorted(byPath)
  const leftOut = files.filter(({ path }) => isLeftOut(path, keepsSettings)).map(({ path }) => path)
  try {
    if (!lstatSync(directory).isDirectory()) return fail('system_error', 'The quarantine is not a directory')
    return succeed({ directory, files: kept.map((file) => writeFile(file, directory)), leftOut: leftOut.toSorted() })
  } catch (error) {
    const code = codeOf(error)
    const message = `The skill could not be written to quarantine (${code}): ${directory}`
    return fail('system_error', message, adviseOnDisk(code, 'choose another root with --root'))
  }
}

/** Refuses the first path that no skill may have, or that collides with another one. */
export function checkPaths(files: readonly BundleFile[]): Result<never> | undefined {
  for (const { path } of files) {
    const problem = checkEntryPath(path)
    if (problem === undefined) continue
    const what = `Rejected a file in the skill (${problem}): ${describePathProblem(problem)}`
    return fail('skill_invalid', `${what}: ${JSON.stringify(path.slice(0, 200))}`)
  }
  const collision = findCollision(files.map(({ path }) => path))
  if (collision === undefined) return undefined
  return fail('skill_invalid', `'${collision.first}' and '${collision.second}' collide (${collision.kind})`)
}

const FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0)

function writeFile({ path, bytes, isExecutable }: BundleFile, directory: string): StagedFile {
  makeFolders(path, directory)
  const mode = isExecutable ? 0o755 : 0o644
  const descriptor = openSync(join(directory, path), FLAGS, mode)
  try {
    for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written)
    // The umask must not decide the recorded mode.
    fchmodSync(descriptor, mode)
  } finally {
    closeSync(descriptor)
  }
  return { path, size: bytes.length, sha256: sha256(bytes), mode }
}

/** Checks every directory again for every file: a moment later it may be a link (security 6.3). */
function makeFolders(path: string, directory: string): void {
  for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
    const folder = join(directory, path.slice(0, slash))
    try {
      mkdirSync(folder, { mode: 0o755 })
    } catch (error) {
      if (codeOf(error) !== 'EEXIST' || !lstatSync(folder).isDirectory()) throw error
    }
  }
}

function byPath(a: BundleFile, b: BundleFile): number {
  return a.path < b.path ? -1 : 1
}
