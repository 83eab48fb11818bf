/** Finds what may not be read in a skill: its scripts and references would only fail when they are needed. */

import { closeSync, constants, type Dirent, openSync, readdirSync } from 'node:fs'
import { DIAGNOSTICS, type Diagnostic } from '../../skill/diagnostic.js'
import { codeOf } from '../../skill/unknown-value.js'
import { adviseOnAccess, type MissingRights } from '../files/owner.js'

const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
const MOST_ENTRIES = 2_000
const MOST_FOUND = 20
/** Packages and history of others are large, and the skill's instructions do not refer to them. */
const PASSED_OVER: ReadonlySet<string> = new Set(['.git', 'node_modules'])

/** The files and directories below a skill's directory that may not be read, nearest first; the main file has diagnostics of its own. */
export function findUnreadable(directory: string, mainFile: string): readonly Diagnostic[] {
  const found: Diagnostic[] = []
  const folders = [directory]
  let looked = 0
  for (let at = 0; at < folders.length; at++) {
    const folder = folders[at] ?? ''
    const entries = attempt(folder, listEntries)
    // The walk reports the skill's own directory.
    if (typeof entries === 'string') found.push(...(at === 0 ? [] : explain(folder, entries, 'rx')))
    else {
      looked += entries.length
      found.push(...entries.flatMap((entry) => judgeFile(`${folder}/${entry.name}`, entry, mainFile)))
      folders.push(...entries.filter(isEntered).map(({ name }) => `${folder}/${name}`))
    }
    if (looked > MOST_ENTRIES || found.length >= MOST_FOUND) break
  }
  return found.slice(0, MOST_FOUND)
}

function isEntered(entry: Dirent): boolean {
  return entry.isDirectory() && !PASSED_OVER.has(entry.name)
}

function judgeFile(path: string, entry: Dirent, mainFile: string): readonly Diagnostic[] {
  return entry.isFile() && path !== mainFile ? explain(path, attempt(path, tryOpening), 'r') : []
}

function listEntries(folder: string): readonly Dirent[] {
  return readdirSync(folder, { withFileTypes: true }).slice(0, MOST_ENTRIES)
}

function tryOpening(path: string): undefined {
  closeSync(openSync(path, FLAGS))
}

/** What an action on a path gives, or the code of its error. */
function attempt<T>(path: string, action: (path: string) => T): T | string {
  try {
    return action(path)
  } catch (error) {
    return codeOf(error)
  }
}

/** Another code than these means that it changed meanwhile. */
const DENIED: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM'])

function explain(path: string, code: unknown, rights: MissingRights): readonly Diagnostic[] {
  if (!DENIED.has(code)) return []
  const message = `${path} cannot be read (${code})`
  const suggestion = adviseOnAccess(path, rights)
  const { severity } = DIAGNOSTICS.resource_unreadable
  return [{ code: 'resource_unreadable', severity, message, suggestion, file: path, line: 1, column: 1 }]
}
