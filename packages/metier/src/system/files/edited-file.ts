/** Files owned by other programs: read whole, replaced whole, with a backup next to them. */

import { chmodSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { codeOf } from '../../skill/unknown-value.js'
import { makeFolder } from './make-folder.js'
import { readSmallFileSync } from './small-file.js'

export type EditedFile =
  | { readonly ok: true; readonly text: string | undefined; readonly backup: string | undefined }
  | { readonly ok: false; readonly reason: string }

const MOST_BYTES = 64 * 1024 * 1024
const BACKUP = '.before-metier'

/** A file's text and its backup; undefined for either one that does not exist. */
export function readEditedFile(path: string): EditedFile {
  const text = readText(path)
  const backup = readText(backupOf(path))
  if ('reason' in text) return { ok: false, reason: text.reason }
  return { ok: true, text: text.value, backup: 'reason' in backup ? undefined : backup.value }
}

/** The path of a file's backup. */
export function backupOf(path: string): string {
  return `${path}${BACKUP}`
}

/** Replaces a file's text, or removes the file. Links and modes are kept. Returns the reason if it fails. */
export function writeEditedFile(path: string, text: string | undefined): string | undefined {
  try {
    if (text === undefined) rmSync(path, { force: true })
    else replace(path, text)
    return undefined
  } catch (error) {
    return `${path} cannot be written (${codeOf(error)})`
  }
}

function replace(path: string, text: string): void {
  makeFolder(dirname(path))
  const target = realOf(path)
  const mode = statSync(target, { throwIfNoEntry: false })?.mode ?? 0o600
  const temporary = `${target}.${process.pid}.tmp`
  try {
    writeFileSync(temporary, text, { mode: 0o600, flag: 'wx' })
    chmodSync(temporary, mode & 0o777)
    renameSync(temporary, target)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

/** People keep their configuration elsewhere and link to it. */
function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

function readText(path: string): { readonly value: string | undefined } | { readonly reason: string } {
  const reading = readSmallFileSync(path, MOST_BYTES)
  if ('bytes' in reading) return { value: reading.bytes.toString('utf8') }
  return reading.refusal === 'missing' ? { value: undefined } : { reason: `${path} cannot be read (${reading.code})` }
}

const LARGEST_RECORD = 1024 * 1024
const MOST_MADE = 1000

/** Whether we created a file, which may then be deleted again. */
export function isMadeFile(userFolder: string, path: string): boolean {
  return readMade(userFolder).includes(path)
}

/** Remembers a file, or forgets it. Without the record the file is only edited, so a failure is harmless. */
export function markMadeFile(userFolder: string, path: string, isMade: boolean): void {
  const known = readMade(userFolder)
  if (known.includes(path) === isMade) return
  const others = known.filter((one) => one !== path)
  const next = isMade ? [...others, path].slice(-MOST_MADE) : others
  writeEditedFile(recordIn(userFolder), next.length === 0 ? undefined : `${JSON.stringify(next, undefined, 2)}\n`)
}

function recordIn(userFolder: string): string {
  return join(userFolder, 'made-files.json')
}

function readMade(userFolder: string): readonly string[] {
  const reading = readSmallFileSync(recordIn(userFolder), LARGEST_RECORD)
  if (!('bytes' in reading)) return []
  try {
    const value: unknown = JSON.parse(reading.bytes.toString('utf8'))
    return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}
