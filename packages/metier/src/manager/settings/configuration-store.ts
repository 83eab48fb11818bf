/** Changes one setting in the user's file, and keeps everything else in it. */

import { Buffer } from 'node:buffer'
import { chmodSync, existsSync, lstatSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fail, type Result, succeed } from '../../skill/failure.js'
import { LIMITS } from '../../skill/limits.js'
import { codeOf } from '../../skill/unknown-value.js'
import { adviseOnDisk } from '../../system/files/disk-advice.js'
import { makeFolder } from '../../system/files/make-folder.js'
import { readSmallFileSync } from '../../system/files/small-file.js'
import { reviewConfiguration } from './configuration.js'

type Mapping = Record<string, unknown>

/** Enables or disables a skill in a configuration file. Creates the file if it does not exist. */
export function storeSwitch(file: string, name: string, isOn: boolean): Promise<Result<string>> {
  return changeConfiguration(file, (configuration) => {
    const skills = mappingIn(configuration, 'skills')
    if (skills === undefined) return "'skills' must be an object"
    const { disabled: listed = [] } = skills
    if (!Array.isArray(listed)) return "'skills.disabled' must be a list of strings"
    // Enabling applies to every copy, and the project's copy has its own key.
    const keys = isOn ? [name, `project:${name}`] : [name]
    const disabled = new Set<unknown>(listed)
    skills.disabled = isOn ? listed.filter((one) => !keys.includes(one)) : [...disabled.add(name)]
    for (const key of keys) switchEntry(skills.entries, key, isOn)
    return undefined
  })
}

function switchEntry(entries: unknown, key: string, isOn: boolean): void {
  const entry = isMapping(entries) && Object.hasOwn(entries, key) ? entries[key] : undefined
  if (isMapping(entry) && typeof entry.enabled === 'boolean') entry.enabled = isOn
}

/** Adds a source to the trusted ones, or removes it. A new list starts with the default sources. */
export function storeTrust(
  file: string,
  source: string,
  isTrusted: boolean,
  byDefault: readonly string[],
): Promise<Result<string>> {
  return changeConfiguration(file, (configuration) => {
    const skills = mappingIn(configuration, 'skills')
    if (skills === undefined) return "'skills' must be an object"
    const { trustedSources: listed = byDefault } = skills
    if (!Array.isArray(listed)) return "'skills.trustedSources' must be a list of strings"
    const sources = new Set<unknown>(listed)
    if (isTrusted) sources.add(source)
    else sources.delete(source)
    skills.trustedSources = [...sources]
    return undefined
  })
}

/** Replaces the list of trusted keys by one that is made from it. */
export function storeTrustedKeys(
  file: string,
  change: (keys: readonly unknown[]) => readonly unknown[],
): Promise<Result<string>> {
  return changeConfiguration(file, (configuration) => {
    const skills = mappingIn(configuration, 'skills')
    if (skills === undefined) return "'skills' must be an object"
    const { trustedKeys: listed = [] } = skills
    if (!Array.isArray(listed)) return "'skills.trustedKeys' must be a list"
    skills.trustedKeys = change(listed)
    return undefined
  })
}

/** The object in a file, unchecked: empty for a missing file, undefined if it cannot be read. */
export function readStored(file: string): Readonly<Mapping> | undefined {
  const found = readMapping(file)
  return typeof found === 'string' ? undefined : found
}

/** Refuses a file that no command changes: what it says cannot be known. */
export function refuseUnread(file: string): Result<never> | undefined {
  const found = readMapping(file)
  return typeof found === 'string' ? leaveAlone(file, found) : undefined
}

/** Changes a configuration in place, or returns a problem: an invalid file is not overwritten. */
type Change = (configuration: Mapping) => string | undefined

/** In milliseconds: how long to wait for another process. A change takes a few. */
const PATIENCE = 10_000

/** Changes a configuration file. Concurrent changes run one after the other, so that none is lost. */
export async function changeConfiguration(file: string, change: Change): Promise<Result<string>> {
  // A link stays a link: its target is locked and written.
  const target = existsSync(file) ? realpathSync(file) : file
  // Create nothing next to a file that will not be changed.
  const unread = refuseUnread(file)
  if (unread !== undefined) return unread
  try {
    const { acquireLock } = await import('../../system/lock/advisory-lock.js')
    const locking = await acquireLock(`${target}.lock`, { patience: PATIENCE })
    if ('holder' in locking) {
      const { pid, host, file: ticket } = locking.holder
      const help = `If that process has ended, remove ${ticket}`
      return fail('system_error', `${file} is being changed by process ${pid} on ${host}`, [help])
    }
    hideFromGit(`${target}.lock`)
    const result = rewriteConfiguration(file, target, change)
    await locking.release()
    return result
  } catch (error) {
    return refuseWriting(file, codeOf(error))
  }
}

/** A project commits its configuration, but the holders of the lock next to it belong to this machine. */
function hideFromGit(lock: string): void {
  const ignore = join(lock, '.gitignore')
  if (lstatSync(ignore, { throwIfNoEntry: false }) === undefined) writeFileSync(ignore, '*\n', { flag: 'wx' })
}

function refuseWriting(file: string, code: string): Result<never> {
  const advice = adviseOnDisk(code, 'name another file with --config FILE or METIER_CONFIG')
  return fail('system_error', `${file} cannot be written (${code})`, advice)
}

const NO_OBJECT = 'it is not a JSON object'
const NO_JSON = 'it is not valid JSON'
const TOO_LARGE = `too large for a configuration (limit ${LIMITS.configurationBytes / 1024 ** 2} MiB)`

function leaveAlone(file: string, problem: string): Result<never> {
  return fail('system_error', `${file} was not changed: ${problem}`, [
    `Fix ${file} first. Run 'metier doctor' to see where`,
  ])
}

/** Reads, changes and writes a configuration. Writes a temporary file first, then replaces the old one. */
function rewriteConfiguration(file: string, target: string, change: Change): Result<string> {
  const configuration = readMapping(target)
  const before = typeof configuration === 'string' ? [] : reviewConfiguration(configuration)
  const problem = typeof configuration === 'string' ? configuration : change(configuration)
  if (problem !== undefined) return leaveAlone(file, problem)
  const overruled = findOverruled(before, reviewConfiguration(configuration))
  if (overruled !== undefined) return leaveAlone(file, overruled)
  const text = `${JSON.stringify(configuration, null, 2)}\n`
  if (Buffer.byteLength(text) > LIMITS.configurationBytes) return leaveAlone(file, `it would become ${TOO_LARGE}`)
  const temporary = `${target}.${process.pid}.tmp`
  try {
    makeFolder(dirname(target))
    // It may hold keys, so keep its permissions.
    const mode = existsSync(target) ? statSync(target).mode & 0o777 : 0o600
    // A link in its place would redirect the write.
    rmSync(temporary, { force: true })
    writeFileSync(temporary, text, { mode: 0o600, flag: 'wx' })
    chmodSync(temporary, mode)
    renameSync(temporary, target)
    return succeed(file)
  } catch (error) {
    rmSync(temporary, { force: true })
    return refuseWriting(file, codeOf(error))
  }
}

type ReviewedKeys = ReturnType<typeof reviewConfiguration>

/** A misspelled key counts only as long as the right one is missing: adding that would lift what the misspelled one forbids. */
function findOverruled(before: ReviewedKeys, after: ReviewedKeys): string | undefined {
  const counting = new Set(before.flatMap(({ pointer, suggestion }) => (suggestion === undefined ? [] : [pointer])))
  const lost = after.find(({ pointer, suggestion }) => suggestion === undefined && counting.has(pointer))
  return lost && `${lost.message}, but counts as one; fix the spelling first`
}

/** Reads a file's object, or says why it cannot be changed. */
function readMapping(file: string): Mapping | string {
  const reading = readSmallFileSync(file, LIMITS.configurationBytes)
  if (!('bytes' in reading)) {
    if (reading.code === 'ENOENT') return {}
    return reading.refusal === 'too_large' ? `it is ${TOO_LARGE}` : `it cannot be read (${reading.code})`
  }
  try {
    const value: unknown = JSON.parse(reading.bytes.toString('utf8'))
    return isMapping(value) ? value : NO_OBJECT
  } catch {
    return NO_JSON
  }
}

/** Returns the object at a key, creating it if needed; undefined if the key has another value. */
function mappingIn(parent: Mapping, key: string): Mapping | undefined {
  const value = parent[key]
  if (value !== undefined) return isMapping(value) ? value : undefined
  const fresh: Mapping = {}
  parent[key] = fresh
  return fresh
}

function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
