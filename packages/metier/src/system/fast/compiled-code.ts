/**
 * Code that the engine compiled at an earlier start. Its law: a program gives what it gives without kept code. For the
 * commands that are used most we keep it ourselves, which saves a sixth of `metier list` and a quarter of the start of `metier
 * mcp`; for everything else Node does from version 22 on.
 */

import { isAscii } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { Script } from 'node:vm'
import { makeFolder } from '../files/make-folder.js'
import { compiledFolder } from '../files/paths.js'
import { readKeptCode, writeKeptCode } from './kept-code-file.js'

export interface KeptProgram<T> {
  readonly exports: T
  /** Keeps what has been compiled by now, again if it is called again. Call it when the command's answer is out. */
  keep(): void
}

export interface ProgramPlace {
  /** A file that the build made for this. A source tree does not have it. */
  readonly file: string
  /** The directory for compiled code; undefined to keep nothing. */
  readonly folder: string | undefined
  /** How many starts add to what is kept; two by default. */
  readonly starts?: number
  /** Imports a file next to the program: code that was kept cannot do that by itself on Node 20. */
  readonly importChunk: (path: string) => Promise<unknown>
}

/** The last characters of a program: a comment with the digest of all before it. */
const SIGNATURE = /\/\*([0-9a-f]{64})\*\/\n?$/
/** The first start reads every skill and later ones read the index: both together have run what a usual start runs. */
const STARTS = 2

/** Runs a program to its end and gives what it exports; undefined if there is no such file, or it is not signed. */
export function startKeptProgram<T>(place: ProgramPlace): KeptProgram<T> | undefined {
  const { file, folder, importChunk, starts: most = STARTS } = place
  const source = readProgram(file)
  const digest = source === undefined ? undefined : SIGNATURE.exec(source.slice(-80))?.[1]
  if (source === undefined || digest === undefined) return undefined
  const path = folder && join(folder, `${basename(file)}-${process.version}-${process.arch}.bin`)
  const kept = path === undefined ? undefined : readKeptCode(path, digest)
  const script = new Script(source, { filename: file, ...(kept !== undefined && { cachedData: kept.code }) })
  const module = { exports: {} as T }
  script.runInThisContext()(module, createRequire(file), importChunk, file, dirname(file))
  // The engine rejects code that another version of it made, or one with other flags.
  const starts = kept === undefined || script.cachedDataRejected === true ? 0 : kept.starts
  const keep = () => {
    if (path === undefined || starts >= most) return
    writeKeptCode(path, digest, { starts: starts + 1, code: script.createCachedData() })
  }
  return { exports: module.exports, keep }
}

/** One byte a character if that says the same: the engine reads such a text in a fifth of the time. */
function readProgram(file: string): string | undefined {
  try {
    const bytes = readFileSync(file)
    return isAscii(bytes) ? bytes.toString('latin1') : bytes.toString('utf8')
  } catch {
    return undefined
  }
}

interface NewerModule {
  readonly enableCompileCache?: (folder: string) => unknown
}

/** Lets Node keep the compiled code of everything that is imported afterwards, if it can. */
export function enableCompileCache(): void {
  const { enableCompileCache: enable } = newerModule()
  const folder = enable && compiledFolder()
  if (folder !== undefined && canBeMade(folder)) enable?.(folder)
}

/** Node makes the directory too, but never returns if a directory above it cannot hold any. */
function canBeMade(folder: string): boolean {
  try {
    makeFolder(folder, 0o700)
    return true
  } catch {
    return false
  }
}

/** Older versions of Node lack it, and looking for it takes them a millisecond. */
function newerModule(): NewerModule {
  if (Number.parseInt(process.versions.node, 10) < 22) return {}
  return process.getBuiltinModule('node:module') as NewerModule
}
