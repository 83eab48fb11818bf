/**
 * What a program needs to start if it is not part of the system: an interpreter in a home directory (nvm, pyenv, uv, a
 * virtual environment), found by following links and first lines. Never a whole home directory.
 */

import { Buffer } from 'node:buffer'
import { closeSync, existsSync, openSync, readlinkSync, readSync } from 'node:fs'
import { basename, delimiter, dirname, isAbsolute, join, resolve } from 'node:path'
import { isInside } from '../files/contained-file.js'
import { findProgram, realPathOf } from '../process/find-program.js'
import { SYSTEM_FOLDERS } from './system-places.js'

export interface ProgramSearch {
  /** Absolute paths, or names on PATH. */
  readonly programs: readonly string[]
  readonly path: string
  readonly homes: readonly string[]
  /** The skill's own directory, which is visible anyway. */
  readonly skill: string
}

/** Version managers and installers, mostly below a home directory. They keep programs there, and no secrets. */
const MANAGERS = [
  '.asdf',
  '.bun',
  '.deno',
  '.fnm',
  '.goenv',
  '.jenv',
  '.local/pipx',
  '.local/share/fnm',
  '.local/share/mise',
  '.local/share/pipx',
  '.local/share/pnpm',
  '.local/share/rtx',
  // Not all of it: tokens are in `credentials`.
  '.local/share/uv/python',
  '.local/share/uv/tools',
  '.nodebrew',
  '.nodenv',
  '.npm-global',
  '.nvm',
  '.phpenv',
  '.proto',
  '.pyenv',
  '.rbenv',
  '.rustup',
  '.rvm',
  '.sdkman',
  '.volta',
  'anaconda3',
  'mambaforge',
  'miniconda3',
  'miniforge3',
]

/** The parts of an installation that its programs need. */
const PARTS = ['bin', 'sbin', 'lib', 'lib32', 'lib64', 'libexec', 'share', 'pyvenv.cfg']
const PROGRAM_FOLDERS: ReadonlySet<string> = new Set(['bin', 'sbin', 'shims'])
const MOST_STEPS = 64

/** The places to show read-only, shortest first, so that none hides another. */
export function findProgramPlaces(search: ProgramSearch): readonly string[] {
  const places = new Set<string>(findManagers(search))
  const seen = new Set<string>()
  const waiting = search.programs.flatMap((program) => locate(program, search.path))
  for (let file = waiting.pop(); file !== undefined && seen.size < MOST_STEPS; file = waiting.pop()) {
    if (seen.has(file)) continue
    seen.add(file)
    for (const place of placesOf(file, search)) places.add(place)
    waiting.push(...stepsFrom(file, search))
  }
  const wanted = [...places].filter((place) => !search.homes.some((home) => isInside(home, place)))
  return wanted
    .filter((place) => !wanted.some((other) => other !== place && isInside(place, other)))
    .sort((a, b) => a.length - b.length)
}

/** A script may call any interpreter of a manager that the user has put on PATH. */
function findManagers({ path }: ProgramSearch): readonly string[] {
  const folders = path.split(delimiter).filter(isAbsolute)
  return folders.flatMap((folder) => managerOf(folder) ?? []).filter((manager) => existsSync(manager))
}

/** Known by its name alone: a program may be started with another home directory than the one it is installed in. */
function managerOf(path: string): string | undefined {
  const ends = MANAGERS.flatMap((name) => {
    const at = `${path}/`.indexOf(`/${name}/`)
    return at < 0 ? [] : [at + name.length + 1]
  })
  return ends.length === 0 ? undefined : path.slice(0, Math.min(...ends))
}

function locate(program: string, path: string): readonly string[] {
  if (isAbsolute(program)) return [program]
  const found = findProgram(program, path)
  return found === undefined ? [] : [found]
}

function placesOf(file: string, { homes, skill }: ProgramSearch): readonly string[] {
  if ([...SYSTEM_FOLDERS, skill].some((folder) => isInside(file, folder))) return []
  const manager = managerOf(file)
  if (manager !== undefined) return [manager]
  const prefix = dirname(dirname(file))
  if (!PROGRAM_FOLDERS.has(basename(dirname(file))) || homes.includes(prefix)) return [file]
  // In ~/.local/share there are keyrings.
  const parts = homes.includes(dirname(prefix)) ? PARTS.filter((part) => part !== 'share') : PARTS
  return parts.map((part) => join(prefix, part)).filter((part) => existsSync(part))
}

/** Where a link points, the file without linked directories, and the interpreter in a script's first line. */
function stepsFrom(file: string, search: ProgramSearch): readonly string[] {
  const target = readLink(file)
  if (target !== undefined) return [resolve(dirname(file), target)]
  const real = realPathOf(file)
  return [...(real === file ? [] : [real]), ...interpreterOf(file, search)]
}

/** A skill's own script can name a program on PATH only: by a path, it could ask for any file of the machine. */
function interpreterOf(file: string, { path, skill }: ProgramSearch): readonly string[] {
  const [, line] = /^#!\s*([^\n]*)/.exec(readStart(file)) ?? []
  const [interpreter = '', ...words] = line?.trim().split(/\s+/) ?? []
  const named = basename(interpreter) === 'env' ? words.find((word) => !/^-|[=/]/.test(word)) : undefined
  const direct = isAbsolute(interpreter) && !isInside(file, skill) ? [resolve(interpreter)] : []
  return [...direct, ...(named === undefined ? [] : locate(named, path))]
}

const START_BYTES = 256

function readStart(file: string): string {
  try {
    const descriptor = openSync(file, 'r')
    try {
      const buffer = Buffer.alloc(START_BYTES)
      return buffer.toString('latin1', 0, readSync(descriptor, buffer, 0, START_BYTES, 0))
    } finally {
      closeSync(descriptor)
    }
  } catch {
    return ''
  }
}

function readLink(file: string): string | undefined {
  try {
    return readlinkSync(file)
  } catch {
    return undefined
  }
}
