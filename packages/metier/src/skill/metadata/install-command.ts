/** Builds a command line from an install entry, and refuses anything that could turn into a different command. */

import { lazyPattern } from '../text/lazy-pattern.js'
import type { InstallEntry } from './requirements.js'

type InstallRefusal = 'unsafe' | 'free_form' | 'incomplete' | 'unknown_kind' | 'download'

/** The command for an install entry, or why there is none. */
export type InstallCommand = { readonly command: string } | { readonly refused: InstallRefusal; readonly why: string }

interface PackageManager {
  readonly command: string
  /** The field that names what to install. */
  readonly field: string
  readonly pattern: RegExp
  readonly complete?: (name: string) => string
}

/** A name, with extras in brackets and one exact version. */
const PYTHON =
  /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?(?:\[[A-Za-z0-9][A-Za-z0-9._-]*(?:,[A-Za-z0-9][A-Za-z0-9._-]*)*\])?(?:==[A-Za-z0-9][A-Za-z0-9.+_-]*)?$/
const PLAIN = /^[A-Za-z0-9][A-Za-z0-9._-]*$/
/** Not `owner/name`, which npm would take for a repository. */
const NODE = /^(?:@[a-z0-9][a-z0-9._-]*\/)?[A-Za-z0-9][A-Za-z0-9._-]*(?:@[~^]?[A-Za-z0-9][A-Za-z0-9.+_-]*)?$/
/** The first part is a host, so it cannot be a local directory. */
const GO =
  /^[A-Za-z0-9][A-Za-z0-9-]*(?:\.[A-Za-z0-9-]+)+(?:\/[A-Za-z0-9_][A-Za-z0-9._~+-]*)+(?:@[A-Za-z0-9][A-Za-z0-9.+_-]*)?$/
const CARGO = /^[A-Za-z][A-Za-z0-9_-]*(?:@[0-9][A-Za-z0-9.+-]*)?$/
/** `apt install name-` would remove the package. */
const APT = /^[a-z0-9][a-z0-9+.-]*[a-z0-9+]$/
/** A name, optionally with its tap. */
const BREW = /^(?:[A-Za-z0-9][A-Za-z0-9._-]*\/[A-Za-z0-9][A-Za-z0-9._-]*\/)?[A-Za-z0-9][A-Za-z0-9@+._-]*$/
const BREW_TAP = /^[A-Za-z0-9][A-Za-z0-9._-]*\/[A-Za-z0-9][A-Za-z0-9._-]*$/

const MANAGERS: ReadonlyMap<string, PackageManager> = new Map<string, PackageManager>([
  ['brew', { command: 'brew install', field: 'formula', pattern: BREW }],
  ['node', { command: 'npm install -g', field: 'package', pattern: NODE }],
  ['go', { command: 'go install', field: 'module', pattern: GO, complete: withVersion }],
  ['cargo', { command: 'cargo install', field: 'crate', pattern: CARGO }],
  ['uv', { command: 'uv tool install', field: 'package', pattern: PYTHON, complete: quoteExtras }],
  ['pip', { command: 'pip install', field: 'package', pattern: PYTHON, complete: quoteExtras }],
  ['pipx', { command: 'pipx install', field: 'package', pattern: PYTHON, complete: quoteExtras }],
  ['apt', { command: 'apt install', field: 'package', pattern: APT }],
  ['gem', { command: 'gem install', field: 'package', pattern: PLAIN }],
  ['choco', { command: 'choco install', field: 'package', pattern: PLAIN }],
])

const ALIASES: ReadonlyMap<string, string> = new Map([
  ['npm', 'node'],
  ['python', 'pip'],
  ['homebrew', 'brew'],
  ['apt-get', 'apt'],
])

const FREE_FORM: readonly string[] = ['shell', 'exec', 'script', 'manual', 'note', 'bash', 'sh', 'command']
const FREE_FORM_FIELDS: readonly string[] = ['command', 'run', 'script', 'instructions']
/** Other fields in which authors put the package name. */
const NAME_FIELDS: readonly string[] = ['package', 'packages', 'formula', 'module', 'crate', 'pkg', 'name']
/** These fields mean the package does not come from the default registry. */
const ORIGIN_FIELDS: readonly string[] = ['from', 'git', 'url', 'path', 'source', 'registry', 'index', 'indexUrl']

const LONGEST_NAME = 214
/** Package managers would install such a file from the working directory. */
const LOCAL_FILE = /\.(?:rb|json|gz|tgz|bz2|xz|zip|whl|deb|gem|crate|nupkg)$/i

/**
 * The command line for an install entry: known package managers and default registries only. Nothing an author writes
 * can add an option, a second command or another origin.
 */
export function installCommand(entry: InstallEntry): InstallCommand {
  const kind = ALIASES.get(entry.kind) ?? entry.kind
  if (kind === 'download') return refuseDownload(entry)
  if (FREE_FORM.includes(kind)) return refuse('free_form', 'It has a free-form command line or instructions')
  const manager = MANAGERS.get(kind)
  if (manager === undefined) return refuse('unknown_kind', `'${kind}' is not a known package manager`)
  const origin = ORIGIN_FIELDS.find((field) => textOf(entry, field) !== '')
  if (origin !== undefined) return refuse('unsafe', `'${origin}' points to an origin other than the default registry`)
  return kind === 'brew' && textOf(entry, 'cask') !== '' ? caskCommand(entry) : managerCommand(entry, kind, manager)
}

function managerCommand(entry: InstallEntry, kind: string, manager: PackageManager): InstallCommand {
  const field = [manager.field, ...NAME_FIELDS].find((name) => textOf(entry, name) !== '')
  if (field === undefined) {
    const hasCommand = FREE_FORM_FIELDS.some((name) => textOf(entry, name) !== '')
    if (hasCommand) return refuse('free_form', 'It has a free-form command line')
    return refuse('incomplete', `'${manager.field}' is missing, so it does not say what to install`)
  }
  const text = textOf(entry, field)
  const names = field === 'packages' ? text.split(/[\s,]+/).filter((name) => name !== '') : [text]
  const full = kind === 'brew' ? names.map((name) => inTap(name, textOf(entry, 'tap'))) : names
  const unsafe = full.findIndex((name) => !isSafe(name, manager.pattern))
  if (unsafe >= 0) return refuse('unsafe', `'${field}' is not a plain package name`)
  if (full.length === 0) return refuse('incomplete', `'${field}' is empty`)
  const complete = manager.complete
  return { command: `${manager.command} ${(complete === undefined ? full : full.map(complete)).join(' ')}` }
}

function caskCommand(entry: InstallEntry): InstallCommand {
  const cask = inTap(textOf(entry, 'cask'), textOf(entry, 'tap'))
  if (!isSafe(cask, BREW)) return refuse('unsafe', "'cask' is not a plain package name")
  return { command: `brew install --cask ${cask}` }
}

/** `user/tap` and `name` make `user/tap/name`; a name that includes its tap stays. A bad tap invalidates the name. */
function inTap(name: string, tap: string): string {
  if (tap === '') return name
  if (!BREW_TAP.test(tap)) return ''
  return name.includes('/') ? name : `${tap}/${name}`
}

function withVersion(module: string): string {
  return module.includes('@') ? module : `${module}@latest`
}

/** Shells take brackets for a pattern. */
function quoteExtras(name: string): string {
  return name.includes('[') ? `'${name}'` : name
}

function isSafe(name: string, pattern: RegExp): boolean {
  return name.length <= LONGEST_NAME && !name.includes('..') && !LOCAL_FILE.test(name) && pattern.test(name)
}

const plainAddress = lazyPattern('^https://[A-Za-z0-9][^\\s\\p{C}"\'<>\\\\^`{|}]*$', 'u')

function refuseDownload(entry: InstallEntry): InstallCommand {
  const url = textOf(entry, 'url')
  if (url === '') return refuse('incomplete', "'url' is missing, so it does not say what to download")
  if (!plainAddress().test(url)) return refuse('unsafe', "'url' is not a plain https URL")
  return refuse('download', 'Downloads are not offered as commands')
}

/** Whether an entry would take a program from the disk or by another protocol than a browser's. */
export function isLocalDownload(entry: InstallEntry): boolean {
  return entry.kind === 'download' && !/^https?:\/\//i.test(textOf(entry, 'url') || 'https://')
}

function refuse(refused: InstallRefusal, why: string): InstallCommand {
  return { refused, why }
}

function textOf({ fields }: InstallEntry, name: string): string {
  return Object.hasOwn(fields, name) ? (fields[name] ?? '').trim() : ''
}
