/** What this machine and its host offer at one moment. */

import type { Environment } from '../eligibility/assess.js'
import { valueAt } from '../eligibility/config-path.js'
import { normaliseArchitecture, normaliseSystem } from '../skill/metadata/requirements.js'
import { type BinaryLookup, createBinaryLookup } from './binaries.js'

/** What a host knows better than the machine; what is left out is asked of the machine. */
export interface EnvironmentOverrides {
  readonly os?: string
  readonly arch?: string
  /** Stands for the process's variables, PATH included. */
  readonly variables?: Readonly<Record<string, string | undefined>>
  /** Stands for the programs on PATH. */
  readonly binaries?: Iterable<string>
  /** The host's configuration, for `requires.config`. */
  readonly config?: unknown
  readonly tools?: Iterable<string>
}

/** An environment that can be captured again, cheaply. */
export interface CapturedEnvironment extends Environment {
  /** The environment of this moment: variables and programs are looked at anew (C-34). */
  refresh(overrides?: EnvironmentOverrides): CapturedEnvironment
}

/** Settings that count as true where the host says nothing about them. */
const CONFIG_DEFAULTS: ReadonlyMap<string, unknown> = new Map([['browser.enabled', true]])

/** Captures variables now; programs are looked up when they are first asked for. */
export function captureEnvironment(overrides: EnvironmentOverrides = {}): CapturedEnvironment {
  return capture(overrides, undefined)
}

function capture(overrides: EnvironmentOverrides, previous: BinaryLookup | undefined): CapturedEnvironment {
  const variables = readVariables(overrides.variables ?? process.env)
  const path = variables.get('PATH') ?? ''
  const extensions = variables.get('PATHEXT')
  const lookup = previous?.refresh(path) ?? createBinaryLookup(path, extensions === undefined ? {} : { extensions })
  const binaries = overrides.binaries === undefined ? undefined : new Set(overrides.binaries)
  const tools = overrides.tools === undefined ? undefined : new Set(overrides.tools)
  // An iterable may give its values only once.
  const again = { ...overrides, ...(binaries !== undefined && { binaries }), ...(tools !== undefined && { tools }) }
  return {
    os: normaliseSystem(overrides.os ?? process.platform),
    arch: normaliseArchitecture(overrides.arch ?? process.arch),
    hasBinary: binaries === undefined ? lookup.has : (name) => binaries.has(name),
    expectBinaries: lookup.expect,
    hasVariable: (name) => variables.has(foldVariable(name)),
    hasConfig: (setting) => Boolean(valueAt(overrides.config, setting) ?? CONFIG_DEFAULTS.get(setting)),
    ...(tools !== undefined && { tools }),
    refresh: (next = again) => capture(next, lookup),
  }
}

/** A variable that is set to nothing is not set. */
function readVariables(variables: Readonly<Record<string, string | undefined>>): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [name, value] of Object.entries(variables)) {
    if (value !== undefined && value !== '') found.set(foldVariable(name), value)
  }
  return found
}

/** Windows does not tell `Path` from `PATH`. */
function foldVariable(name: string): string {
  return process.platform === 'win32' ? name.toUpperCase() : name
}
