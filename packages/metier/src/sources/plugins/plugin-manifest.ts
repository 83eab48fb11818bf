/** Reads the files that describe plugins: Agent Plugins' `plugin.json`, and the marketplaces of Claude Code and Codex. */

import { fail, type Result, succeed } from '../../skill/failure.js'
import { isRecord } from '../../skill/unknown-value.js'
import { textOf } from '../download.js'
import type { MarketplaceOrigin, PluginProblem, PluginRefusal } from './plugin.js'
import { checkAgentPlugin, describePluginProblem, isAgentPlugin, isSupportedPlugin } from './plugin-schema.js'
import { locateElsewhere } from './plugin-source.js'

export interface PluginEntry {
  readonly name: string
  /** Its directory, relative to the file's root; undefined if it is refused. */
  readonly base?: string
  readonly version?: string | undefined
  readonly marketplace?: MarketplaceOrigin | undefined
  /** The directories that it declares as skills or as places of skills. */
  readonly skills: readonly string[]
  /** The keys of the entry or manifest, which may declare parts in line. */
  readonly keys: readonly string[]
  /** Servers in line, or the paths of files with servers. */
  readonly servers?: unknown
  readonly refusal?: PluginRefusal
  /** How to name the other place that it comes from. */
  readonly elsewhere?: string | undefined
  readonly isPinned?: boolean
  readonly problems?: readonly PluginProblem[]
}

type JsonObject = Readonly<Record<string, unknown>>

/** The most entries of one marketplace that are read. */
const MOST_PLUGINS = 2000

/** The plugins that a file describes; a file that is none of ours describes nothing. */
export function readPlugins(path: string, text: string): Result<readonly PluginEntry[]> {
  const file = parseObject(text)
  if (file !== undefined && isAgentPlugin(file) && !Array.isArray(file.plugins)) return readAgentPlugin(path, file)
  // A `plugin.json` at the root belongs to some other program, unless its schema says otherwise.
  if (!/(?:^|\/)\.[^/]+\/(?:plugins?\/)?(?:marketplace|plugin)\.json$/.test(path)) return succeed([])
  if (file === undefined) return succeed([refuseEntry(path, { file: path, pointer: '', kind: 'not_json' })])
  if (!Array.isArray(file.plugins)) return succeed(path.endsWith('/plugin.json') ? [{ ...common(file), base: '' }] : [])
  const root = isRecord(file.metadata) ? (textOf(file.metadata.pluginRoot) ?? '') : ''
  const name = nameOf(file)
  const marketplace = name === '' ? {} : { name }
  const entries = file.plugins.slice(0, MOST_PLUGINS).map((entry: unknown, at) => {
    const pointer = `/plugins/${at}`
    if (isRecord(entry)) return { ...readEntry(entry, root), marketplace }
    return refuseEntry(`${path}#${pointer}`, { file: path, pointer, kind: 'wrong_type', expected: 'object' })
  })
  return succeed(entries)
}

function refuseEntry(name: string, problem: PluginProblem): PluginEntry {
  return { name, skills: [], keys: [], refusal: 'invalid', problems: [problem] }
}

/** An Agent Plugin that breaks its schema is rejected as a whole. */
function readAgentPlugin(path: string, file: JsonObject): Result<readonly PluginEntry[]> {
  const read = readAgentManifest(path, file)
  return 'rejection' in read ? fail('skill_invalid', read.rejection) : succeed([{ ...read, base: '' }])
}

/** Its skills are the direct children of `skills` and its servers are in `mcp.json`, whatever else it declares. */
export function readAgentManifest(
  path: string,
  file: JsonObject,
): Omit<PluginEntry, 'base'> | { readonly rejection: string; readonly problems: readonly PluginProblem[] } {
  const shown = JSON.stringify(String(file.$schema).slice(0, 120))
  if (!isSupportedPlugin(file)) {
    const problems = [{ file: path, pointer: '/$schema', kind: 'invalid_value' } as const]
    return { rejection: `Unsupported Agent Plugins schema ${shown}`, problems }
  }
  const { problems, isRejected } = checkAgentPlugin(file, path)
  if (isRejected) {
    const reasons = problems.filter(({ kind }) => kind !== 'unknown_field').map(describePluginProblem)
    return { rejection: `The plugin is rejected: ${reasons.join('; ')}`, problems }
  }
  return { name: textOf(file.name) ?? '', skills: [], keys: Object.keys(file), ...versionIn(file), problems }
}

const NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/i
const VERSION = /^[\w.+-]{1,100}$/

/** A name that could not be typed or shown is none. */
function nameOf(file: JsonObject): string {
  const name = textOf(file.name) ?? ''
  return NAME.test(name) ? name : ''
}

/** Any text is a version in these formats; one that could not be shown is left out. */
function versionIn(file: JsonObject): Pick<PluginEntry, 'version'> {
  const version = textOf(file.version)
  return version !== undefined && VERSION.test(version) ? { version } : {}
}

/** The parts that a manifest of Claude Code or Codex and an entry of a marketplace share. */
export function common(file: JsonObject): PluginEntry {
  return {
    name: nameOf(file),
    skills: textsOf(file.skills),
    keys: Object.keys(file),
    ...versionIn(file),
    ...(file.mcpServers !== undefined && { servers: file.mcpServers }),
  }
}

function readEntry(entry: JsonObject, root: string): PluginEntry {
  const plugin = common(entry)
  if (isRecord(entry.policy) && entry.policy.installation === 'NOT_AVAILABLE') {
    return { ...plugin, refusal: 'unavailable' }
  }
  const { source = '' } = entry
  const path = isRecord(source) && source.source === 'local' ? source.path : source
  if (typeof path === 'string') {
    const base = joinInside(root, path)
    return base === undefined ? { ...plugin, refusal: 'outside' } : { ...plugin, base }
  }
  if (!isRecord(path)) return { ...plugin, refusal: 'unknown' }
  // A marketplace must not choose a program to run.
  if (path.source === 'command') return { ...plugin, refusal: 'command' }
  const place = locateElsewhere(path)
  return place === undefined
    ? { ...plugin, refusal: 'unknown' }
    : { ...plugin, refusal: 'elsewhere', elsewhere: place.text, isPinned: place.isPinned }
}

/** Undefined if the text is not a JSON object. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

function textsOf(value: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  return list.filter((text) => typeof text === 'string')
}

/** A path below another; undefined if it leads out, or into git's own files, on any system. */
export function joinInside(base: string, path: string): string | undefined {
  const whole = `${base}/${path}`
  const segments = whole.split('/').filter((segment) => segment !== '' && segment !== '.')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  const isOdd = path.startsWith('/') || /[\\\u0000-\u001f]/.test(whole) || /^[a-z][a-z0-9+.-]*:/i.test(path)
  const leaves = segments.some((segment) => segment === '..' || segment.toLowerCase() === '.git')
  return isOdd || leaves ? undefined : segments.join('/')
}
