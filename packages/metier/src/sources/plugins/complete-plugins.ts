/** Completes the entries of a marketplace with what the plugins say themselves: their manifests and their servers. */

import { type Result, succeed } from '../../skill/failure.js'
import { isRecord } from '../../skill/unknown-value.js'
import type { PluginProblem } from './plugin.js'
import { common, joinInside, type PluginEntry, parseObject, readAgentManifest } from './plugin-manifest.js'
import { checkAgentServers, isAgentPlugin } from './plugin-schema.js'
import type { DeclaredServer } from './plugin-servers.js'

/** A plugin with everything that its files declare. */
export interface CompletePlugin extends PluginEntry {
  readonly declaredServers: readonly DeclaredServer[]
  /** Whether it is an Agent Plugin, whose skills are the direct children of `skills`. */
  readonly isAgentPlugin?: boolean
  /** The directory of a plugin that was rejected: nothing below it is offered. */
  readonly rejectedBase?: string
}

/** Reads files by their paths below the requested directory; missing files are skipped. */
export type ReadTexts = (files: readonly string[]) => Promise<Result<ReadonlyMap<string, string>>>

const AGENT_MANIFEST = 'plugin.json'
/** The first one that exists counts. */
const CLIENT_MANIFESTS: readonly string[] = [
  '.codex-plugin/plugin.json',
  '.claude-plugin/plugin.json',
  '.github/plugin/plugin.json',
  '.plugin/plugin.json',
]
const AGENT_SERVERS = 'mcp.json'
const CLIENT_SERVERS = '.mcp.json'
const USUAL_FILES = [AGENT_MANIFEST, ...CLIENT_MANIFESTS, AGENT_SERVERS, CLIENT_SERVERS]

export async function completePlugins(
  plugins: readonly PluginEntry[],
  read: ReadTexts,
): Promise<Result<readonly CompletePlugin[]>> {
  const bases = plugins.flatMap(({ base }) => (base === undefined ? [] : [base]))
  const usual = await read([...new Set(bases.flatMap((base) => USUAL_FILES.map((file) => join(base, file))))])
  if (!usual.ok) return usual
  const described = plugins.map((plugin) => describeByManifest(plugin, usual.value))
  const named = await read([...new Set(described.flatMap(serverFilesOf))])
  if (!named.ok) return named
  const texts = new Map([...usual.value, ...named.value])
  return succeed(described.map((plugin) => withServers(plugin, texts)))
}

function join(base: string, file: string): string {
  return base === '' ? file : `${base}/${file}`
}

type DescribedPlugin = PluginEntry & { readonly rejectedBase?: string; readonly isAgentPlugin?: boolean }

function describeByManifest(plugin: PluginEntry, texts: ReadonlyMap<string, string>): DescribedPlugin {
  const { base, problems = [] } = plugin
  if (base === undefined) return plugin
  const path = join(base, AGENT_MANIFEST)
  const manifest = parseObject(texts.get(path) ?? '')
  if (manifest === undefined || !isAgentPlugin(manifest)) return describeByClient(plugin, base, texts)
  const read = readAgentManifest(path, manifest)
  if ('rejection' in read) {
    const { base: rejectedBase = '', ...rest } = plugin
    return { ...rest, rejectedBase, refusal: 'invalid', problems: [...problems, ...read.problems] }
  }
  const { version = plugin.version } = read
  const found = withoutRepeats([...problems, ...(read.problems ?? [])])
  return { ...plugin, version, keys: [...plugin.keys, ...read.keys], problems: found, isAgentPlugin: true }
}

function describeByClient(plugin: PluginEntry, base: string, texts: ReadonlyMap<string, string>): DescribedPlugin {
  const path = CLIENT_MANIFESTS.map((file) => join(base, file)).find((file) => texts.has(file))
  if (path === undefined) return plugin
  const manifest = parseObject(texts.get(path) ?? '')
  const { problems = [] } = plugin
  // A plugin may do without a manifest, so one that cannot be read is only reported.
  if (manifest === undefined)
    return { ...plugin, problems: [...problems, { file: path, pointer: '', kind: 'not_json' }] }
  const own = common(manifest)
  const servers = [plugin.servers, own.servers].flat().filter((one) => one !== undefined)
  return {
    ...plugin,
    version: own.version ?? plugin.version,
    skills: [...new Set([...plugin.skills, ...own.skills])],
    keys: [...new Set([...plugin.keys, ...own.keys])],
    servers,
    problems: [...problems, ...checkTypes(manifest, path)],
  }
}

/** The fields that are used here. A field of another type is ignored and reported. */
function checkTypes(manifest: Readonly<Record<string, unknown>>, file: string): readonly PluginProblem[] {
  const isText = (value: unknown) => typeof value === 'string'
  const isPaths = (value: unknown) => isText(value) || (Array.isArray(value) && value.every(isText))
  const isServers = (value: unknown) => isRecord(value) || isText(value) || Array.isArray(value)
  const rules: readonly (readonly [field: string, isRight: (value: unknown) => boolean, expected: string])[] = [
    ['name', isText, 'string'],
    ['version', isText, 'string'],
    ['skills', isPaths, 'path or an array of paths'],
    ['mcpServers', isServers, 'object, a path or an array of them'],
  ]
  return rules
    .filter(([field, isRight]) => manifest[field] !== undefined && !isRight(manifest[field]))
    .map(([field, , expected]) => ({ file, pointer: `/${field}`, kind: 'wrong_type', expected }))
}

function withoutRepeats(problems: readonly PluginProblem[]): readonly PluginProblem[] {
  const texts = problems.map((problem) => JSON.stringify(problem))
  return problems.filter((_, at) => texts.indexOf(texts[at] ?? '') === at)
}

const MOST_FILES = 16

/** The files that a manifest names as those of its servers. */
function serverFilesOf({ base, servers, isAgentPlugin: isAgent = false }: DescribedPlugin): readonly string[] {
  if (base === undefined || isAgent) return []
  return pathsIn(servers)
    .map((path) => joinInside(base, path))
    .filter((path) => path !== undefined)
}

function pathsIn(servers: unknown): readonly string[] {
  const isPath = (one: unknown) => typeof one === 'string' && !isBundle(one)
  return [servers].flat().filter(isPath).slice(0, MOST_FILES) as string[]
}

function isBundle(path: string): boolean {
  return /\.(?:mcpb|dxt)$|^[a-z][a-z0-9+.-]*:/i.test(path)
}

function withServers(plugin: DescribedPlugin, texts: ReadonlyMap<string, string>): CompletePlugin {
  const { base, problems = [], isAgentPlugin: isAgent = false, servers: inline, ...rest } = plugin
  if (base === undefined) return { ...rest, problems, declaredServers: [] }
  const read = isAgent ? readAgentServers(base, texts) : readClientServers(base, inline, texts)
  const names = read.servers.map(({ name }) => name)
  const declaredServers = read.servers.filter(({ name }, at) => names.indexOf(name) === at)
  const isAgentPlugin = isAgent ? { isAgentPlugin: true } : {}
  return { ...rest, base, problems: [...problems, ...read.problems], declaredServers, ...isAgentPlugin }
}

interface ReadServers {
  readonly servers: readonly DeclaredServer[]
  readonly problems: readonly PluginProblem[]
}

const NO_SERVERS: ReadServers = { servers: [], problems: [] }

/** One bad file leaves out the servers, not the skills. */
function readAgentServers(base: string, texts: ReadonlyMap<string, string>): ReadServers {
  const file = join(base, AGENT_SERVERS)
  const text = texts.get(file)
  if (text === undefined) return NO_SERVERS
  const value = parseObject(text)
  if (value === undefined) return { servers: [], problems: [{ file, pointer: '', kind: 'not_json' }] }
  const { problems, isRejected } = checkAgentServers(value, file)
  return { servers: isRejected ? [] : listServers(value.mcpServers, 'closed'), problems }
}

function readClientServers(base: string, inline: unknown, texts: ReadonlyMap<string, string>): ReadServers {
  const declared = [inline].flat()
  const bundles = declared.filter((one) => typeof one === 'string' && isBundle(one))
  const files = [...new Set([...pathsIn(inline), CLIENT_SERVERS])]
  const read = files.map((file) => readClientFile(joinInside(base, file), texts))
  return {
    servers: [
      ...declared.flatMap((one) => listServers(one, 'open')),
      ...read.flatMap(({ servers }) => servers),
      ...bundles.map((value) => ({ name: nameOfBundle(String(value)), value, form: 'open' as const })),
    ],
    problems: read.flatMap(({ problems }) => problems),
  }
}

/** The servers may be below `mcpServers` or at the top of the file. */
function readClientFile(file: string | undefined, texts: ReadonlyMap<string, string>): ReadServers {
  const text = file === undefined ? undefined : texts.get(file)
  if (file === undefined || text === undefined) return NO_SERVERS
  const value = parseObject(text)
  if (value === undefined) return { servers: [], problems: [{ file, pointer: '', kind: 'not_json' }] }
  const { mcpServers = value } = value
  if (isRecord(mcpServers)) return { servers: listServers(mcpServers, 'open'), problems: [] }
  return { servers: [], problems: [{ file, pointer: '/mcpServers', kind: 'wrong_type', expected: 'object' }] }
}

function listServers(value: unknown, form: DeclaredServer['form']): readonly DeclaredServer[] {
  return isRecord(value) ? Object.entries(value).map(([name, server]) => ({ name, value: server, form })) : []
}

function nameOfBundle(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/[^A-Za-z0-9_.-]/g, '-')
  return name.slice(-64)
}
