/** Files that authors own: created only if nothing exists, changed without losing their mode, never through a link. */

import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fail, type Result, succeed } from '../../skill/failure.js'
import { codeOf } from '../../skill/unknown-value.js'
import { isInside } from './contained-file.js'
import { adviseOnDisk } from './disk-advice.js'
import { makeFolder } from './make-folder.js'

export interface NewFile {
  /** Relative to the new directory. */
  readonly path: string
  readonly text: string
  readonly isProgram?: boolean
}

const ELSEWHERE = 'choose another directory with --in DIR'
const OTHER_NAME = 'Choose another name, or another directory with --in DIR.'

const CHOOSE_DIRECTORY = 'Choose a directory with --in DIR.'

/** Creates a directory with files, all or nothing; an existing directory is left alone. */
export function createFolder(folder: string, files: readonly NewFile[]): Result<readonly string[]> {
  try {
    makeFolder(dirname(folder))
    mkdirSync(folder)
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOTDIR') {
      return fail('system_error', `${folder} cannot be created: ${findFile(folder)} is a file`, [CHOOSE_DIRECTORY])
    }
    if (code === 'EEXIST') return fail('skill_exists', `${folder} already exists`, [OTHER_NAME])
    return fail('system_error', `${folder} cannot be created (${code})`, adviseOnDisk(code, ELSEWHERE))
  }
  try {
    for (const { path, text, isProgram = false } of files) {
      const file = join(folder, path)
      makeFolder(dirname(file))
      writeFileSync(file, text, { flag: 'wx', mode: isProgram ? 0o755 : 0o644 })
    }
    return succeed(files.map(({ path }) => join(folder, path)))
  } catch (error) {
    // A half-written skill would block the next attempt.
    rmSync(folder, { recursive: true, force: true })
    const code = codeOf(error)
    return fail('system_error', `${folder} cannot be written (${code})`, adviseOnDisk(code, ELSEWHERE))
  }
}

/** The nearest parent that exists. */
function findFile(folder: string): string {
  const parent = dirname(folder)
  return existsSync(parent) || parent === folder ? parent : findFile(parent)
}

/** Whether a directory is a link, or a link leads to it from one of the directories above it. */
export function isBehindLink(folder: string, above: readonly string[]): boolean {
  if (lstatSync(folder).isSymbolicLink()) return true
  const start = above
    .filter((candidate) => isInside(folder, candidate))
    .sort((one, other) => other.length - one.length)[0]
  return start !== undefined && realpathSync(folder) !== join(realpathSync(start), relative(start, folder))
}

/** Replaces a text if it has not changed since it was read. Readers see the complete old or new text. */
export function rewriteTextFile(path: string, before: string, after: string): Result<string> {
  const temporary = `${path}.${process.pid}.tmp`
  try {
    if (lstatSync(path).isSymbolicLink()) return fail('system_error', `${path} is a symbolic link; left unchanged`)
    if (readFileSync(path, 'utf8') !== before) return fail('system_error', `${path} changed on disk in the meantime`)
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

/** Renames a file in a directory, unless the new name is taken. */
export function renameFile(folder: string, from: string, to: string): Result<string> {
  try {
    // List the directory, because a case-insensitive file system finds both names.
    if (readdirSync(folder).includes(to)) return fail('system_error', `${join(folder, to)} already exists`)
    renameSync(join(folder, from), join(folder, to))
    return succeed(join(folder, to))
  } catch (error) {
    return fail('system_error', `${join(folder, from)} cannot be renamed (${codeOf(error)})`)
  }
}
