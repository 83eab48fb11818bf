/** The MCP servers of a plugin, as a skill of it can bring them: everything that they run is on PATH or in the skill. */

import { readCommand } from '../../skill/command/tool-command.js'
import { parseUrl } from '../../skill/text/parse-url.js'
import type { ServerEntry } from '../../skill/tools-file/tools-file.js'
import { isRecord } from '../../skill/unknown-value.js'
import { isLoopbackHost } from '../../system/http/private-address.js'
import type { PlacedServer, ServerRefusal } from './plugin.js'
import { joinInside } from './plugin-manifest.js'
import { placeVariables } from './server-variables.js'

/** A server as a file of the plugin declares it. */
export interface DeclaredServer {
  readonly name: string
  readonly value: unknown
  /** Agent Plugins' closed form, or the form that Claude Code and Codex read. */
  readonly form: 'closed' | 'open'
}

/** The directories of a plugin and of one of its skills, from one directory. */
export interface ServerPlace {
  readonly base: string
  readonly folder: string
  /** Every path of the source, from the same directory. */
  readonly paths: readonly string[]
  /** The files of the skill that are installed, relative to it. */
  readonly files: readonly string[]
}

type JsonObject = Readonly<Record<string, unknown>>

const NAME = /^(?!__proto__$)[A-Za-z0-9_.-]{1,64}$/
/** As in a tools file. */
const MOST_SERVERS = 16
const MOST_WORDS = 256

export function placeServers(servers: readonly DeclaredServer[], place: ServerPlace): readonly PlacedServer[] {
  return servers.map((server, at) => {
    const { name } = server
    if (at >= MOST_SERVERS) return { name, refusal: 'too_many' }
    const entry = placeServer(server, place)
    return typeof entry === 'string' ? { name, refusal: entry } : { name, entry }
  })
}

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  stdio: ['type', 'command', 'args', 'env', 'cwd'],
  'streamable-http': ['type', 'url', 'headers'],
  sse: ['type', 'url', 'headers'],
}

function placeServer({ name, value, form }: DeclaredServer, place: ServerPlace): ServerEntry | ServerRefusal {
  if (!NAME.test(name)) return 'name'
  if (typeof value === 'string') return 'bundle'
  if (!isRecord(value) || (form === 'closed' && !isClosed(value))) return 'invalid'
  const { type = value.url === undefined ? 'stdio' : 'http' } = value
  if (type === 'stdio') return placeProgram(value, form, place)
  return type === 'http' || type === 'streamable-http' ? placeAddress(value) : 'transport'
}

function isClosed(value: JsonObject): boolean {
  const { type } = value
  const known = typeof type === 'string' && Object.hasOwn(FIELDS, type) ? FIELDS[type] : undefined
  return known !== undefined && Object.keys(value).every((key) => known.includes(key))
}

function placeAddress({ url: written, headers }: JsonObject): ServerEntry | ServerRefusal {
  if (typeof written !== 'string') return 'invalid'
  if (headers !== undefined && !isRecord(headers)) return 'invalid'
  // Headers are how secrets are sent, and a plugin must not contain any.
  if (headers !== undefined && Object.keys(headers).length > 0) return 'headers'
  if (written.includes('${')) return 'placeholder'
  const url = parseUrl(written)
  if (url === undefined || url.username !== '' || url.password !== '' || written.includes('#')) return 'address'
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname))
  return isSafe ? { url: written } : 'address'
}

function placeProgram(
  value: JsonObject,
  form: DeclaredServer['form'],
  place: ServerPlace,
): ServerEntry | ServerRefusal {
  const { command, args = [], env = {}, cwd } = value
  if (typeof command !== 'string' || command === '' || !isRecord(env) || !isTexts(args)) return 'invalid'
  // In the closed form the program is one word, and nothing expands in it.
  if (form === 'closed' && /\s|\$\{/.test(command)) return 'invalid'
  // Servers start in the directory of the skill.
  if (cwd !== undefined && !isFolderOfSkill(cwd, place)) return 'directory'
  const variables = placeVariables(env, form)
  if (typeof variables === 'string') return variables
  const words = placeWords([command, ...args], place)
  if (typeof words === 'string') return words
  const [program = '', ...others] = words
  return { command: program, ...(others.length > 0 && { args: others }), ...variables }
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length <= MOST_WORDS && value.every((word) => typeof word === 'string')
}

function placeWords(words: readonly string[], place: ServerPlace): readonly string[] | ServerRefusal {
  const placed = words.map((word) => placeWord(word, place))
  const [refused] = placed.flatMap((word) => ('refusal' in word ? [word.refusal] : []))
  if (refused !== undefined) return refused
  const texts = placed.flatMap((word) => ('text' in word ? [word.text] : []))
  const { problems } = readCommand(texts, { files: filesIn(place), cwd: 'skill', hasFields: false })
  return problems.length > 0 ? 'files' : texts
}

function isFolderOfSkill(cwd: unknown, place: ServerPlace): boolean {
  if (typeof cwd !== 'string') return false
  const found = resolvePath(cwd, place)
  return 'path' in found && found.path === place.folder
}

type PlacedWord = { readonly text: string } | { readonly refusal: ServerRefusal }

function placeWord(word: string, place: ServerPlace): PlacedWord {
  const before = /^(?:--?[\w.-]+=|[A-Za-z_]\w*=)/.exec(word)?.[0] ?? ''
  const value = word.slice(before.length)
  const found = resolvePath(value, place)
  if ('refusal' in found) return found
  if (found.path === undefined) return { text: word }
  const below = pathBelow(found.path, place.folder)
  return below === undefined ? { refusal: 'files' } : { text: `${before}./${below}` }
}

function pathBelow(path: string, folder: string): string | undefined {
  if (folder === '' || path === folder) return folder === '' ? path : ''
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined
}

const ROOT = /^\$\{(?:CLAUDE_)?PLUGIN_ROOT\}/

type ResolvedWord = { readonly path: string | undefined } | { readonly refusal: ServerRefusal }

/** The path that a word means in the source; undefined if it is not one. A plugin's paths start at its root. */
function resolvePath(value: string, { base, paths }: ServerPlace): ResolvedWord {
  const rest = value.replace(ROOT, '.')
  if (rest.includes('${')) return { refusal: 'placeholder' }
  const path = joinInside(base, rest)
  const isMeant = rest !== value || /^\.{1,2}(?:[/\\]|$)/.test(value)
  if (isMeant) return path === undefined ? { refusal: 'files' } : { path }
  return { path: path !== undefined && path !== base && paths.includes(path) ? path : undefined }
}

function filesIn({ files }: ServerPlace) {
  return {
    kindOf: (path: string) => {
      if (files.includes(path)) return 'file' as const
      return path === '' || files.some((one) => one.startsWith(`${path}/`)) ? ('folder' as const) : undefined
    },
  }
}

/** One clause for each reason, after the name of the server. */
export const SERVER_REFUSALS: Readonly<Record<ServerRefusal, string>> = {
  name: 'its name is not valid',
  invalid: 'its entry is invalid',
  transport: 'its transport is not supported; only stdio and HTTP are',
  address: 'its URL is not https without a user name and fragment',
  headers: 'it sends headers of its own',
  bundle: 'it is a bundle that would have to be installed',
  placeholder: 'it uses a placeholder that has no value here',
  files: 'it runs files that are not part of the skill',
  directory: "it starts in a directory other than the skill's",
  variables: 'it sets a variable to another one, or one that decides what runs',
  too_many: `only ${MOST_SERVERS} servers are taken`,
  tools_file: 'the skill has a tools file of its own',
}
