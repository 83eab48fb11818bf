/** Changes one setting in the user's file and leaves everything else in it as it was. */

import { chmodSync, existsSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fail, type Result, succeed } from '../../skill/failure.js'
import { codeOf } from '../../skill/unknown-value.js'
import { adviseOnDisk } from '../../system/files/disk-advice.js'
import { makeFolder } from '../../system/files/make-folder.js'

type Mapping = Record<string, unknown>

/** Switches a skill on or off in a configuration file; a file that is not there yet is made. */
export function storeSwitch(file: string, name: string, isOn: boolean): Promise<Result<string>> {
  return changeConfiguration(file, (configuration) => {
    const skills = mappingIn(configuration, 'skills')
    if (skills === undefined) return "'skills' must be an object"
    const { disabled: listed = [] } = skills
    if (!Array.isArray(listed)) return "'skills.disabled' must be a list of texts"
    // Switched on, every copy is: the project's has a key of its own.
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

/** Adds a source to the trusted ones, or takes it out; the list is made from those trusted by default. */
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
    if (!Array.isArray(listed)) return "'skills.trustedSources' must be a list of texts"
    const sources = new Set<unknown>(listed)
    if (isTrusted) sources.add(source)
    else sources.delete(source)
    skills.trustedSources = [...sources]
    return undefined
  })
}

/** Changes a configuration in place, or says what in it is not as it must be: a slip is not to be written over. */
type Change = (configuration: Mapping) => string | undefined

/** Milliseconds that another process is waited for; a change takes a few. */
const PATIENCE = 10_000

/** Processes that change a configuration at once follow one another, so that none undoes what another did. */
export async function changeConfiguration(file: string, change: Change): Promise<Result<string>> {
  // A link stays one: what it leads to is locked and written.
  const target = existsSync(file) ? realpathSync(file) : file
  // Nothing is made beside a file that is to be left alone.
  const found = readMapping(target)
  if (typeof found === 'string') return leaveAlone(file, found)
  try {
    const { acquireLock } = await import('../../system/lock/advisory-lock.js')
    const locking = await acquireLock(`${target}.lock`, { patience: PATIENCE })
    if ('holder' in locking) {
      const { pid, host, file: ticket } = locking.holder
      const help = `If that process is not changing it, remove ${ticket}`
      return fail('system_error', `${file} is being changed by process ${pid} on ${host}`, [help])
    }
    const result = rewriteConfiguration(file, target, change)
    await locking.release()
    return result
  } catch (error) {
    return refuseWriting(file, codeOf(error))
  }
}

function refuseWriting(file: string, code: string): Result<never> {
  const advice = adviseOnDisk(code, 'name another file with --config FILE or METIER_CONFIG')
  return fail('system_error', `${file} cannot be written (${code})`, advice)
}

const NO_OBJECT = 'it is not a JSON object'

function leaveAlone(file: string, problem: string): Result<never> {
  return fail('system_error', `${file} was left alone: ${problem}`, [`Mend ${file} first; metier doctor shows where`])
}

/** Reads, changes and writes a configuration whole: beside the old one first, then in its place. */
function rewriteConfiguration(file: string, target: string, change: Change): Result<string> {
  const configuration = readMapping(target)
  const problem = typeof configuration === 'string' ? configuration : change(configuration)
  if (problem !== undefined) return leaveAlone(file, problem)
  const temporary = `${target}.${process.pid}.tmp`
  try {
    makeFolder(dirname(target))
    // It may hold keys, so nobody may read it who could not before.
    const mode = existsSync(target) ? statSync(target).mode & 0o777 : 0o600
    // A link in its place would lead the writing elsewhere.
    rmSync(temporary, { force: true })
    writeFileSync(temporary, `${JSON.stringify(configuration, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
    chmodSync(temporary, mode)
    renameSync(temporary, target)
    return succeed(file)
  } catch (error) {
    rmSync(temporary, { force: true })
    return refuseWriting(file, codeOf(error))
  }
}

/** What a file holds, or why that cannot be changed. */
function readMapping(file: string): Mapping | string {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? {} : `it cannot be read (${codeOf(error)})`
  }
  try {
    const value: unknown = JSON.parse(text)
    return isMapping(value) ? value : NO_OBJECT
  } catch {
    return NO_OBJECT
  }
}

/** The mapping at a key, made where there is none; undefined where something else stands there. */
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
