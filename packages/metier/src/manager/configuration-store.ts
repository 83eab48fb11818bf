/** Changes one setting in the user's file and leaves everything else in it as it was. */

import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { fail, type Result, succeed } from '../skill/failure.js'
import { codeOf } from '../system/main-file.js'

type Mapping = Record<string, unknown>

/** Switches a skill on or off in a configuration file; a file that is not there yet is made. */
export function storeSwitch(file: string, name: string, isOn: boolean): Result<string> {
  return changeConfiguration(file, (configuration) => {
    const skills = mappingIn(configuration, 'skills')
    const disabled = new Set(Array.isArray(skills.disabled) ? (skills.disabled as unknown[]) : [])
    if (isOn) disabled.delete(name)
    else disabled.add(name)
    skills.disabled = [...disabled]
    const entries = isMapping(skills.entries) ? skills.entries : {}
    const entry = Object.hasOwn(entries, name) ? entries[name] : undefined
    if (isMapping(entry) && typeof entry.enabled === 'boolean') entry.enabled = isOn
  })
}

/** Reads, changes and writes a configuration whole: beside the old one first, then in its place. */
function changeConfiguration(file: string, change: (configuration: Mapping) => void): Result<string> {
  const configuration = readMapping(file)
  if (configuration === undefined) {
    return fail('system_error', `${file} is not a JSON object, so it was left alone`, [`Mend ${file} first`])
  }
  change(configuration)
  // A link stays one: what it leads to is written.
  const target = existsSync(file) ? realpathSync(file) : file
  const temporary = `${target}.${process.pid}.tmp`
  try {
    mkdirSync(dirname(target), { recursive: true })
    // It may hold keys, so nobody may read it who could not before.
    const mode = existsSync(target) ? statSync(target).mode & 0o777 : 0o600
    writeFileSync(temporary, `${JSON.stringify(configuration, null, 2)}\n`, { mode: 0o600 })
    chmodSync(temporary, mode)
    renameSync(temporary, target)
    return succeed(file)
  } catch (error) {
    rmSync(temporary, { force: true })
    return fail('system_error', `${file} cannot be written (${codeOf(error)})`)
  }
}

function readMapping(file: string): Mapping | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return isMapping(value) ? value : undefined
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? {} : undefined
  }
}

function mappingIn(parent: Mapping, key: string): Mapping {
  const value = parent[key]
  if (isMapping(value)) return value
  const fresh: Mapping = {}
  parent[key] = fresh
  return fresh
}

function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
