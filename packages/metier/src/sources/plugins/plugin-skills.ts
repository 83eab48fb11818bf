/** Where the plugins of a tree keep their skills, and what else they contain. */

import { type Result, succeed } from '../../skill/failure.js'
import type { FoundPlugin, PluginPart } from '../source.js'
import { joinInside, type PluginEntry, readPlugins } from './plugin-manifest.js'

/** Directories that are skills, directories that contain skills, and the plugins that say so. */
export interface DeclaredSkills {
  readonly folders: ReadonlySet<string>
  readonly places: ReadonlySet<string>
  readonly plugins: readonly PluginEntry[]
}

export const NO_DECLARED_SKILLS: DeclaredSkills = { folders: new Set(), places: new Set(), plugins: [] }

/** The files that may declare skills, below the requested directory; earlier ones win. */
const DECLARATIONS: readonly string[] = [
  'plugin.json',
  '.agents/plugins/marketplace.json',
  '.claude-plugin/marketplace.json',
  '.claude-plugin/plugin.json',
]

export function declarationsBelow(below: string): readonly string[] {
  return DECLARATIONS.map((file) => (below === '' ? file : `${below}/${file}`))
}

/** The declared paths, relative to the requested directory; paths that point outside are ignored. */
export function readDeclaredSkills(texts: Iterable<readonly [path: string, text: string]>): Result<DeclaredSkills> {
  const entries: PluginEntry[] = []
  for (const [path, text] of texts) {
    const read = readPlugins(path, text)
    if (!read.ok) return read
    entries.push(...read.value)
  }
  const plugins = withoutRepeats(entries)
  const folders = plugins.flatMap((plugin) => foldersOf(plugin))
  const usual = plugins.flatMap(({ base }) => (base === undefined ? [] : [join(base, 'skills')]))
  // An entry may name a skill or a directory of skills.
  return succeed({ folders: new Set(folders), places: new Set([...usual, ...folders]), plugins })
}

/** Both marketplaces may list one plugin; two plugins of one name are not one. */
function withoutRepeats(entries: readonly PluginEntry[]): readonly PluginEntry[] {
  const known = new Map<string, PluginEntry>()
  return entries.flatMap((entry) => {
    const other = known.get(entry.name)
    if (other === undefined || entry.name === '') {
      known.set(entry.name, entry)
      return [entry]
    }
    if (other.base === entry.base && other.elsewhere === entry.elsewhere) return []
    return [{ name: entry.name, skills: [], keys: [], refusal: 'repeated' as const }]
  })
}

function foldersOf({ base, skills }: PluginEntry): readonly string[] {
  if (base === undefined) return []
  return skills.map((skill) => joinInside(base, skill)).filter((folder) => folder !== undefined)
}

function join(base: string, path: string): string {
  return base === '' ? path : `${base}/${path}`
}

/** The plugin that a skill belongs to, by its directory relative to the requested one. */
export function pluginOf({ plugins }: DeclaredSkills, folder: string): string | undefined {
  const parent = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))
  const owner = plugins.find((plugin) => {
    if (plugin.name === '' || plugin.base === undefined) return false
    const declared = foldersOf(plugin)
    return declared.includes(folder) || declared.includes(parent) || join(plugin.base, 'skills') === parent
  })
  return owner?.name
}

/** The plugins as they are listed: what each offers, and what stays out. */
export function describePlugins(
  { plugins }: DeclaredSkills,
  paths: readonly string[],
  skillsOf: (plugin: string) => readonly string[],
): readonly FoundPlugin[] {
  return plugins
    .filter(({ name }) => name !== '')
    .map((plugin) => ({
      name: plugin.name,
      skills: plugin.base === undefined ? [] : skillsOf(plugin.name),
      leftOut: plugin.base === undefined ? [] : partsOf(plugin, plugin.base, paths),
      ...(plugin.refusal !== undefined && { refusal: plugin.refusal }),
      ...(plugin.elsewhere !== undefined && { elsewhere: plugin.elsewhere }),
    }))
}

/** Each part with the key that declares it in line and the places that it has by default. */
const PARTS: readonly (readonly [part: PluginPart, keys: readonly string[], place: RegExp])[] = [
  ['commands', ['commands'], /^commands\/.+\.md$/i],
  ['agents', ['agents'], /^agents\/.+\.md$/i],
  ['hooks', ['hooks', 'monitors', 'binaries', 'settings', 'lspServers'], /^(?:hooks|monitors)\/|^\.lsp\.json$/i],
  ['servers', ['mcpServers'], /^\.?mcp\.json$/i],
  ['client', ['outputStyles', 'themes', 'workflows'], /^(?:com|org|io|net|dev)\.[^/]+\/|^(?:output-styles|themes)\//i],
]

function partsOf({ keys }: PluginEntry, base: string, paths: readonly string[]): readonly PluginPart[] {
  const prefix = base === '' ? '' : `${base}/`
  const inside = paths.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length))
  return PARTS.filter(
    ([, names, place]) => names.some((name) => keys.includes(name)) || inside.some((path) => place.test(path)),
  ).map(([part]) => part)
}
