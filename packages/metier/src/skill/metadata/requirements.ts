import { lazyPattern } from '../text/lazy-pattern.js'

/** The kinds of things that a skill can require by name. */
export const REQUIREMENT_KINDS = ['bins', 'anyBins', 'env', 'config', 'os', 'arch', 'tools', 'skills'] as const

export type RequirementKind = (typeof REQUIREMENT_KINDS)[number]

/** Names of each kind; `os` and `arch` are Node's: darwin, linux, win32, x64, arm64, … */
export type RequirementNames = Readonly<Record<RequirementKind, readonly string[]>>

/** What a skill needs before it can be used, in any of the spellings authors use. */
export interface Requirements extends RequirementNames {
  /** Skips every requirement except the operating system. */
  readonly always: boolean
  /** The variable that the skill's configured `apiKey` provides. */
  readonly primaryEnv?: string
  /** The key of the skill's configuration entry, if it is not the skill's name. */
  readonly skillKey?: string
}

/** One way to install what is missing, as the author wrote it; validated before it becomes a command. */
export interface InstallEntry {
  readonly id: string
  readonly kind: string
  readonly label: string
  readonly bins: readonly string[]
  readonly os: readonly string[]
  /** Fields specific to the kind, as written: formula, package, module, crate, url, … */
  readonly fields: Readonly<Record<string, string>>
}

/** The empty list that all skills without entries share. */
export const NO_NAMES: readonly string[] = Object.freeze([])

/** Nothing of any kind. */
export const NO_REQUIREMENT_NAMES: RequirementNames = Object.freeze({
  bins: NO_NAMES,
  anyBins: NO_NAMES,
  env: NO_NAMES,
  config: NO_NAMES,
  os: NO_NAMES,
  arch: NO_NAMES,
  tools: NO_NAMES,
  skills: NO_NAMES,
})

export const NO_REQUIREMENTS: Requirements = Object.freeze({ ...NO_REQUIREMENT_NAMES, always: false })

/** Frozen, because many skills share them and callers get to see them. */
export function freezeRequirements(requirements: Requirements): Requirements {
  for (const kind of REQUIREMENT_KINDS) freezeList(requirements[kind])
  return Object.freeze(requirements)
}

function freezeList(list: readonly string[]): void {
  if (list !== NO_NAMES) Object.freeze(list)
}

/** Marks a requirement in `bins` that could not be parsed. No program can have this name, so it is never satisfied. */
export const UNREADABLE = '(unreadable)'

const ASCII_NAME = /^[A-Za-z0-9_][A-Za-z0-9_.+@-]*$/
const BEYOND_ASCII = /[\u0080-\uffff]/
const unicodeName = lazyPattern(String.raw`^[\p{L}\p{N}_][\p{L}\p{N}\p{M}._+@-]*$`, 'u')

/** Whether a text is a valid program name. Anything else is never looked up and counts as missing. */
export function isBinaryName(name: string): boolean {
  if (name.length > 128) return false
  // Nearly all names are ASCII, and the last pattern takes milliseconds to compile.
  return ASCII_NAME.test(name) || (BEYOND_ASCII.test(name) && unicodeName().test(name))
}

const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/

/** Whether a text is a valid environment variable name. Anything else counts as missing. */
export function isVariableName(name: string): boolean {
  return name.length <= 256 && VARIABLE_NAME.test(name)
}

const ARCHITECTURES: ReadonlyMap<string, string> = new Map([
  ['x86_64', 'x64'],
  ['x86-64', 'x64'],
  ['amd64', 'x64'],
  ['aarch64', 'arm64'],
  ['x86', 'ia32'],
  ['i386', 'ia32'],
  ['i686', 'ia32'],
  ['armv7', 'arm'],
  ['armv7l', 'arm'],
])

/** Converts an architecture to Node's name for it. */
export function normaliseArchitecture(name: string): string {
  const lowercase = name.toLowerCase()
  return ARCHITECTURES.get(lowercase) ?? lowercase
}

const OPERATING_SYSTEMS: ReadonlyMap<string, string> = new Map([
  ['macos', 'darwin'],
  ['mac', 'darwin'],
  ['osx', 'darwin'],
  ['windows', 'win32'],
  ['win', 'win32'],
  ['win64', 'win32'],
])
const NODE_SYSTEMS: readonly string[] = [
  'darwin',
  'linux',
  'win32',
  'freebsd',
  'openbsd',
  'netbsd',
  'android',
  'aix',
  'sunos',
]

/** Converts an operating system to Node's name for it; unknown names are returned unchanged. */
export function normaliseSystem(name: string): string {
  const lowercase = name.toLowerCase()
  return OPERATING_SYSTEMS.get(lowercase) ?? (NODE_SYSTEMS.includes(lowercase) ? lowercase : name)
}

/** Whether a name is one of Node's names for operating systems. */
export function isKnownSystem(name: string): boolean {
  return NODE_SYSTEMS.includes(name)
}
