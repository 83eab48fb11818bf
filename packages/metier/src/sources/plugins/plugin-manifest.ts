/** Reads the files that describe plugins: Agent Plugins' `plugin.json`, and the marketplaces of Claude Code and Codex. */

import { fail, type Result, succeed } from '../../skill/failure.js'
import { isRecord } from '../../skill/unknown-value.js'
import { textOf } from '../download.js'
import type { FoundPlugin } from '../source.js'
import { locateElsewhere } from './plugin-source.js'

export interface PluginEntry {
  readonly name: string
  /** Its directory, relative to the file's root; undefined if it is refused. */
  readonly base?: string
  /** The directories that it declares as skills or as places of skills. */
  readonly skills: readonly string[]
  /** The keys of the entry or manifest, which may declare parts in line. */
  readonly keys: readonly string[]
  readonly refusal?: NonNullable<FoundPlugin['refusal']>
  /** How to name the other place that it comes from. */
  readonly elsewhere?: string | undefined
}

type JsonObject = Readonly<Record<string, unknown>>

const AGENT_PLUGINS = 'https://agent-plugins.org/schemas/'
const SUPPORTED = `${AGENT_PLUGINS}1.0.0/plugin.schema.json`
const AGENT_PLUGIN_NAME = /^(?!.*(?:--|\.\.))[a-z0-9](?:[a-z0-9.-]{0,62}[a-z0-9])?$/

/** The plugins that a file describes; a file that is none of ours describes nothing. */
export function readPlugins(path: string, text: string): Result<readonly PluginEntry[]> {
  const file = parseObject(text)
  if (textOf(file.$schema)?.startsWith(AGENT_PLUGINS) === true && !Array.isArray(file.plugins)) {
    return readAgentPlugin(file)
  }
  // A `plugin.json` at the root belongs to some other program, unless its schema says otherwise.
  if (!/(?:^|\/)\.[^/]+\/(?:plugins\/)?(?:marketplace|plugin)\.json$/.test(path)) return succeed([])
  if (!Array.isArray(file.plugins)) return succeed([{ ...common(file), base: '' }])
  const root = isRecord(file.metadata) ? (textOf(file.metadata.pluginRoot) ?? '') : ''
  return succeed(file.plugins.filter(isRecord).map((entry) => readEntry(entry, root)))
}

function readAgentPlugin(file: JsonObject): Result<readonly PluginEntry[]> {
  const shown = JSON.stringify(String(file.$schema).slice(0, 120))
  if (file.$schema !== SUPPORTED) return fail('skill_invalid', `Unsupported Agent Plugins schema ${shown}`)
  const name = textOf(file.name)
  if (name === undefined || !AGENT_PLUGIN_NAME.test(name)) {
    return fail('skill_invalid', 'plugin.json has no valid name, so the plugin is rejected')
  }
  // Its skills are the direct children of `skills`, whatever else it declares.
  return succeed([{ name, base: '', skills: [], keys: Object.keys(file) }])
}

const NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/i

/** A name that could not be typed or shown is none. */
function common(file: JsonObject) {
  const name = textOf(file.name) ?? ''
  return { name: NAME.test(name) ? name : '', skills: textsOf(file.skills), keys: Object.keys(file) }
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
  const elsewhere = locateElsewhere(path)
  return { ...plugin, refusal: elsewhere === undefined ? 'unknown' : 'elsewhere', elsewhere }
}

function parseObject(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}

function textsOf(value: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  return list.filter((text) => typeof text === 'string')
}

/** A path below another; undefined if it leads out, on any system. */
export function joinInside(base: string, path: string): string | undefined {
  const segments = `${base}/${path}`.split('/').filter((segment) => segment !== '' && segment !== '.')
  const leaves = path.startsWith('/') || /[\\\0]|^[a-z]:/i.test(path) || segments.includes('..')
  return leaves ? undefined : segments.join('/')
}
