/** Makes a command line of an install entry, and refuses whatever could become a different one. */

import { lazyPattern } from '../text/lazy-pattern.js'
import type { InstallEntry } from './requirements.js'

type InstallRefusal = 'unsafe' | 'free_form' | 'incomplete' | 'unknown_kind' | 'download'

/** The command that an install entry stands for, or why it stands for none. */
export type InstallCommand = { readonly command: string } | { readonly refused: InstallRefusal; readonly why: string }

interface PackageManager {
  readonly command: string
  /** The field that names what to install. */
  readonly field: string
  readonly pattern: RegExp
  readonly complete?: (name: string) => string
}

const PYTHON = /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?(?:==[A-Za-z0-9][A-Za-z0-9.+_-]*)?$/
const PLAIN = /^[A-Za-z0-9][A-Za-z0-9._-]*$/
/** No `owner/name`: npm would take it for a repository. */
const NODE = /^(?:@[a-z0-9][a-z0-9._-]*\/)?[A-Za-z0-9][A-Za-z0-9._-]*(?:@[~^]?[A-Za-z0-9][A-Za-z0-9.+_-]*)?$/
/** The first part is a host, so that no folder on the disk can be meant. */
const GO =
  /^[A-Za-z0-9][A-Za-z0-9-]*(?:\.[A-Za-z0-9-]+)+(?:\/[A-Za-z0-9_][A-Za-z0-9._~+-]*)+(?:@[A-Za-z0-9][A-Za-z0-9.+_-]*)?$/
const CARGO = /^[A-Za-z][A-Za-z0-9_-]*(?:@[0-9][A-Za-z0-9.+-]*)?$/
/** `apt install name-` would remove the package. */
const APT = /^[a-z0-9][a-z0-9+.-]*[a-z0-9+]$/
/** A name, or a name with its tap. */
const BREW = /^(?:[A-Za-z0-9][A-Za-z0-9._-]*\/[A-Za-z0-9][A-Za-z0-9._-]*\/)?[A-Za-z0-9][A-Za-z0-9@+._-]*$/
const BREW_TAP = /^[A-Za-z0-9][A-Za-z0-9._-]*\/[A-Za-z0-9][A-Za-z0-9._-]*$/

const MANAGERS: ReadonlyMap<string, PackageManager> = new Map<string, PackageManager>([
  ['brew', { command: 'brew install', field: 'formula', pattern: BREW }],
  ['node', { command: 'npm install -g', field: 'package', pattern: NODE }],
  ['go', { command: 'go install', field: 'module', pattern: GO, complete: withVersion }],
  ['cargo', { command: 'cargo install', field: 'crate', pattern: CARGO }],
  ['uv', { command: 'uv tool install', field: 'package', pattern: PYTHON }],
  ['pip', { command: 'pip install', field: 'package', pattern: PYTHON }],
  ['pipx', { command: 'pipx install', field: 'package', pattern: PYTHON }],
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
/** Fields in which authors put the name, beside the one that the kind documents. */
const NAME_FIELDS: readonly string[] = ['package', 'packages', 'formula', 'module', 'crate', 'pkg', 'name']
/** With one of these the author means another package than the registry's of that name. */
const ORIGIN_FIELDS: readonly string[] = ['from', 'git', 'url', 'path', 'source', 'registry', 'index', 'indexUrl']

const LONGEST_NAME = 214
/** Package managers install such a file from the working folder. */
const LOCAL_FILE = /\.(?:rb|json|gz|tgz|bz2|xz|zip|whl|deb|gem|crate|nupkg)$/i

/**
 * The command line that installs what an entry names: package managers only, names from their registries only.
 * Nothing an author writes can add an option, a second command or another origin to it.
 */
export function installCommand(entry: InstallEntry): InstallCommand {
  const kind = ALIASES.get(entry.kind) ?? entry.kind
  if (kind === 'download') return refuseDownload(entry)
  if (FREE_FORM.includes(kind)) return refuse('free_form', 'It has a command line or instructions of its own')
  const manager = MANAGERS.get(kind)
  if (manager === undefined) return refuse('unknown_kind', `'${kind}' is no package manager that is known here`)
  const origin = ORIGIN_FIELDS.find((field) => textOf(entry, field) !== '')
  if (origin !== undefined) return refuse('unsafe', `'${origin}' names another origin than the registry`)
  return kind === 'brew' && textOf(entry, 'cask') !== '' ? caskCommand(entry) : managerCommand(entry, kind, manager)
}

function managerCommand(entry: InstallEntry, kind: string, manager: PackageManager): InstallCommand {
  const field = [manager.field, ...NAME_FIELDS].find((name) => textOf(entry, name) !== '')
  if (field === undefined) {
    const hasCommand = FREE_FORM_FIELDS.some((name) => textOf(entry, name) !== '')
    if (hasCommand) return refuse('free_form', 'It has a command line of its own')
    return refuse('incomplete', `It does not say what to install: '${manager.field}' is missing`)
  }
  const text = textOf(entry, field)
  const names = field === 'packages' ? text.split(/[\s,]+/).filter((name) => name !== '') : [text]
  const full = kind === 'brew' ? names.map((name) => inTap(name, textOf(entry, 'tap'))) : names
  const unsafe = full.findIndex((name) => !isSafe(name, manager.pattern))
  if (unsafe >= 0) return refuse('unsafe', `'${field}' is no plain name of a package`)
  if (full.length === 0) return refuse('incomplete', `'${field}' names nothing`)
  const complete = manager.complete
  return { command: `${manager.command} ${(complete === undefined ? full : full.map(complete)).join(' ')}` }
}

function caskCommand(entry: InstallEntry): InstallCommand {
  const cask = inTap(textOf(entry, 'cask'), textOf(entry, 'tap'))
  if (!isSafe(cask, BREW)) return refuse('unsafe', "'cask' is no plain name of a package")
  return { command: `brew install --cask ${cask}` }
}

/** `user/tap` and `name` make `user/tap/name`; a name that carries its tap stays. An odd tap spoils the name. */
function inTap(name: string, tap: string): string {
  if (tap === '') return name
  if (!BREW_TAP.test(tap)) return ''
  return name.includes('/') ? name : `${tap}/${name}`
}

function withVersion(module: string): string {
  return module.includes('@') ? module : `${module}@latest`
}

function isSafe(name: string, pattern: RegExp): boolean {
  return name.length <= LONGEST_NAME && !name.includes('..') && !LOCAL_FILE.test(name) && pattern.test(name)
}

const plainAddress = lazyPattern('^https://[A-Za-z0-9][^\\s\\p{C}"\'<>\\\\^`{|}]*$', 'u')

function refuseDownload(entry: InstallEntry): InstallCommand {
  const url = textOf(entry, 'url')
  if (url === '') return refuse('incomplete', "It does not say what to download: 'url' is missing")
  if (!plainAddress().test(url)) return refuse('unsafe', "'url' is no plain https address")
  return refuse('download', 'A download is no command')
}

function refuse(refused: InstallRefusal, why: string): InstallCommand {
  return { refused, why }
}

function textOf({ fields }: InstallEntry, name: string): string {
  return Object.hasOwn(fields, name) ? (fields[name] ?? '').trim() : ''
}
