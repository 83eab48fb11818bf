/** Files that an author keeps: made only where nothing is, changed without losing their mode, never through a link. */

import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fail, type Result, succeed } from '../../skill/failure.js'
import { codeOf } from '../../skill/unknown-value.js'
import { adviseOnDisk } from './disk-advice.js'
import { makeFolder } from './make-folder.js'

export interface NewFile {
  /** Relative to the new folder. */
  readonly path: string
  readonly text: string
  readonly isProgram?: boolean
}

const ELSEWHERE = 'choose another folder with --in DIR'
const OTHER_NAME = 'Choose another name, or another folder with --in DIR.'

/** Makes a folder with files in it, all of them or none; a folder that is there already is left alone. */
export function createFolder(folder: string, files: readonly NewFile[]): Result<readonly string[]> {
  try {
    makeFolder(dirname(folder))
    mkdirSync(folder)
  } catch (error) {
    const code = codeOf(error)
    if (code === 'EEXIST') return fail('skill_exists', `${folder} is there already`, [OTHER_NAME])
    return fail('system_error', `${folder} cannot be made (${code})`, adviseOnDisk(code, ELSEWHERE))
  }
  try {
    for (const { path, text, isProgram = false } of files) {
      const file = join(folder, path)
      makeFolder(dirname(file))
      writeFileSync(file, text, { flag: 'wx', mode: isProgram ? 0o755 : 0o644 })
    }
    return succeed(files.map(({ path }) => join(folder, path)))
  } catch (error) {
    // Half a skill would only be in the way of the next attempt.
    rmSync(folder, { recursive: true, force: true })
    const code = codeOf(error)
    return fail('system_error', `${folder} cannot be written (${code})`, adviseOnDisk(code, ELSEWHERE))
  }
}

/** Changes a text if it is still the one that was read: readers see the old one or the new one, whole. */
export function rewriteTextFile(path: string, before: string, after: string): Result<string> {
  const temporary = `${path}.${process.pid}.tmp`
  try {
    if (lstatSync(path).isSymbolicLink()) return fail('system_error', `${path} is a link and was left alone`)
    if (readFileSync(path, 'utf8') !== before) return fail('system_error', `${path} was changed meanwhile`)
    const mode = statSync(path).mode & 0o777
    writeFileSync(temporary, after, { flag: 'wx', mode })
    chmodSync(temporary, mode)
    renameSync(temporary, path)
    return succeed(path)
  } catch (error) {
    rmSync(temporary, { force: true })
    return fail('system_error', `${path} cannot be written (${codeOf(error)})`)
  }
}

/** Gives a file of a folder another name, unless something has that name already. */
export function renameFile(folder: string, from: string, to: string): Result<string> {
  try {
    // The folder's own list, because a disk that ignores case finds both names.
    if (readdirSync(folder).includes(to)) return fail('system_error', `${join(folder, to)} is there already`)
    renameSync(join(folder, from), join(folder, to))
    return succeed(join(folder, to))
  } catch (error) {
    return fail('system_error', `${join(folder, from)} cannot be renamed (${codeOf(error)})`)
  }
}
