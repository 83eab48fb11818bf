/** What this machine and its host offer at one moment. */

import type { Environment } from '../eligibility/assess.js'
import { valueAt } from '../eligibility/config-path.js'
import { normaliseArchitecture, normaliseSystem } from '../skill/metadata/requirements.js'
import { type BinaryLookup, createBinaryLookup } from './binaries.js'

/** Values from the host that override the machine's. */
export interface EnvironmentOverrides {
  readonly os?: string
  readonly arch?: string
  /** Replaces the process's environment variables, including PATH. */
  readonly variables?: Readonly<Record<string, string | undefined>>
  /** Replaces the programs on PATH. */
  readonly binaries?: Iterable<string>
  /** The host's configuration, for `requires.config`. */
  readonly config?: unknown
  readonly tools?: Iterable<string>
}

/** An environment that is cheap to capture again. */
export interface CapturedEnvironment extends Environment {
  /** The current environment: variables and programs are looked up again. */
  refresh(overrides?: EnvironmentOverrides): CapturedEnvironment
}

/** Settings that default to true if the host does not set them. */
const CONFIG_DEFAULTS: ReadonlyMap<string, unknown> = new Map([['browser.enabled', true]])

/** Captures variables now; programs are looked up on first use. */
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
  // An iterable may yield its values only once.
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

/** A variable set to the empty string counts as unset. */
function readVariables(variables: Readonly<Record<string, string | undefined>>): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [name, value] of Object.entries(variables)) {
    if (value !== undefined && value !== '') found.set(foldVariable(name), value)
  }
  return found
}

/** Windows treats `Path` and `PATH` as the same variable. */
function foldVariable(name: string): string {
  return process.platform === 'win32' ? name.toUpperCase() : name
}
