/** Where the plugins of a tree keep their skills, and what else they contain. */

import { type Result, succeed } from '../../skill/failure.js'
import { isRecord } from '../../skill/unknown-value.js'
import type { Offer } from '../source.js'
import { type CompletePlugin, completePlugins, type ReadTexts } from './complete-plugins.js'
import type { FoundPlugin, FoundServer, ListedPlugin, PluginPart } from './plugin.js'
import { joinInside, type PluginEntry, readPlugins } from './plugin-manifest.js'
import { type DeclaredServer, placeServers } from './plugin-servers.js'

/** Directories that are skills, directories that contain skills, and the plugins that say so. */
export interface DeclaredSkills {
  readonly folders: ReadonlySet<string>
  readonly places: ReadonlySet<string>
  readonly plugins: readonly CompletePlugin[]
  /** Whether every skill belongs to the first plugin, because a marketplace lists the whole source as one. */
  readonly isListed?: boolean
}

export const NO_DECLARED_SKILLS: DeclaredSkills = { folders: new Set(), places: new Set(), plugins: [] }

/** The files that may declare skills, below the requested directory; earlier ones win. */
const DECLARATIONS: readonly string[] = [
  'plugin.json',
  '.agents/plugins/marketplace.json',
  '.claude-plugin/marketplace.json',
  '.github/plugin/marketplace.json',
  '.plugin/marketplace.json',
  '.codex-plugin/plugin.json',
  '.claude-plugin/plugin.json',
  '.github/plugin/plugin.json',
  '.plugin/plugin.json',
]

/** What to read the plugins of a tree with. */
export interface PluginFiles {
  readonly read: ReadTexts
  readonly listed?: ListedPlugin | undefined
  /** Whether there is nothing but a marketplace, so that paths in it lead nowhere. */
  readonly isSingleFile?: boolean | undefined
}

/** The declared paths, relative to the requested directory; paths that point outside are ignored. */
export async function readDeclaredSkills({
  read,
  listed,
  isSingleFile = false,
}: PluginFiles): Promise<Result<DeclaredSkills>> {
  const texts = await read(DECLARATIONS)
  if (!texts.ok) return texts
  const entries: PluginEntry[] = []
  for (const [path, text] of texts.value) {
    const found = readPlugins(path, text)
    if (!found.ok) return found
    entries.push(...found.value)
  }
  const merged = mergeRepeats(isSingleFile ? entries.map(withoutFiles) : entries)
  const plugins = await completePlugins(listed === undefined ? merged : [asListed(merged, listed)], read)
  if (!plugins.ok) return plugins
  return succeed(declareSkills(plugins.value, listed !== undefined))
}

function declareSkills(plugins: readonly CompletePlugin[], isListed: boolean): DeclaredSkills {
  const folders = plugins.flatMap((plugin) => foldersOf(plugin))
  const usual = plugins.flatMap(({ base }) => (base === undefined ? [] : [join(base, 'skills')]))
  // An entry may name a skill or a directory of skills.
  return { folders: new Set(folders), places: new Set([...usual, ...folders]), plugins, isListed }
}

function withoutFiles(entry: PluginEntry): PluginEntry {
  const { base, ...rest } = entry
  return base === undefined ? entry : { ...rest, refusal: 'unreachable' }
}

/** The whole source as the plugin that a marketplace lists; what it says of itself counts, except for its name. */
function asListed(entries: readonly PluginEntry[], { name, version, marketplace }: ListedPlugin): PluginEntry {
  const own: PluginEntry = entries.find(({ base }) => base === '') ?? { name, skills: [], keys: [] }
  return { ...own, name, base: '', version: own.version ?? version, marketplace }
}

/** Both marketplaces may list one plugin; two plugins of one name are not one. */
function mergeRepeats(entries: readonly PluginEntry[]): readonly PluginEntry[] {
  const known = new Map<string, PluginEntry>()
  const merged: PluginEntry[] = []
  for (const entry of entries) {
    const other = entry.name === '' ? undefined : known.get(entry.name)
    if (other === undefined) {
      known.set(entry.name, entry)
      merged.push(entry)
    } else if (other.base === entry.base && other.elsewhere === entry.elsewhere) {
      const both = mergeEntries(other, entry)
      known.set(entry.name, both)
      merged[merged.indexOf(other)] = both
    } else merged.push({ name: entry.name, skills: [], keys: [], refusal: 'repeated' })
  }
  return merged
}

function mergeEntries(first: PluginEntry, second: PluginEntry): PluginEntry {
  const servers = [first.servers, second.servers].flat().filter((one) => one !== undefined)
  return {
    ...second,
    ...first,
    version: first.version ?? second.version,
    marketplace: first.marketplace ?? second.marketplace,
    skills: [...new Set([...first.skills, ...second.skills])],
    keys: [...new Set([...first.keys, ...second.keys])],
    ...(servers.length > 0 && { servers }),
  }
}

function foldersOf({ base, skills }: PluginEntry): readonly string[] {
  if (base === undefined) return []
  return skills.map((skill) => joinInside(base, skill)).filter((folder) => folder !== undefined)
}

function join(base: string, path: string): string {
  return base === '' ? path : `${base}/${path}`
}

/** What an offer says of its plugin. */
export type OfferedPlugin = Pick<Offer, 'plugin' | 'pluginVersion' | 'marketplace' | 'servers'>

/** A skill in a tree; its directory and all paths are relative to the requested directory. */
interface PlacedSkill {
  readonly folder: string
  readonly paths: readonly string[]
  /** The files of the skill that would be installed. */
  readonly listFiles: () => readonly string[]
}

/** The plugin that a skill belongs to, with the servers that the skill brings. */
export function pluginOf(declared: DeclaredSkills, { folder, paths, listFiles }: PlacedSkill): OfferedPlugin {
  const owner = ownerOf(declared, folder)
  if (owner === undefined) return {}
  const { name, version, marketplace, base = '', declaredServers } = owner
  const hasMarketplace = marketplace !== undefined && Object.keys(marketplace).length > 0
  const place = { base, folder, paths, files: declaredServers.length > 0 ? listFiles() : [] }
  return {
    plugin: name,
    ...(version !== undefined && { pluginVersion: version }),
    ...(hasMarketplace && { marketplace }),
    ...(declaredServers.length > 0 && { servers: placeServers(declaredServers, place) }),
  }
}

function ownerOf({ plugins, isListed = false }: DeclaredSkills, folder: string): CompletePlugin | undefined {
  if (isListed) return plugins[0]
  const named = plugins.filter(({ name, base }) => name !== '' && base !== undefined)
  // Several plugins may share one directory of skills: each has those that it names.
  return named.find((plugin) => names(plugin, folder)) ?? named.find((plugin) => scans(plugin, folder))
}

function names(plugin: PluginEntry, folder: string): boolean {
  const declared = foldersOf(plugin)
  return declared.includes(folder) || declared.includes(parentOf(folder))
}

/** An entry for the root of its marketplace that names skills has only these. */
function scans({ base = '', skills, marketplace }: PluginEntry, folder: string): boolean {
  const isReplaced = base === '' && skills.length > 0 && marketplace !== undefined
  return !isReplaced && join(base, 'skills') === parentOf(folder)
}

function parentOf(folder: string): string {
  return folder.slice(0, Math.max(0, folder.lastIndexOf('/')))
}

/** Whether a directory is where the only plugin of a source keeps its skills. */
export function isPlaced({ plugins }: DeclaredSkills, folder: string): boolean {
  return plugins.some((plugin) => names(plugin, folder) || join(plugin.base ?? '', 'skills') === parentOf(folder))
}

/** Whether nothing in a directory is offered: its plugin was rejected, or is an Agent Plugin whose skills are not that deep. */
export function isRejected({ plugins }: DeclaredSkills, folder: string): boolean {
  return plugins.some(({ rejectedBase, base, isAgentPlugin = false }) => {
    if (rejectedBase !== undefined) return `${folder}/`.startsWith(`${rejectedBase}/`)
    const place = `${join(base ?? '', 'skills')}/`
    return isAgentPlugin && folder.startsWith(place) && folder.slice(place.length).includes('/')
  })
}

/** The plugins as they are listed: what each offers, and what stays out. */
export function describePlugins(
  { plugins }: DeclaredSkills,
  paths: readonly string[],
  offersOf: (plugin: string) => readonly Offer[],
): readonly FoundPlugin[] {
  return plugins
    .filter(({ name }) => name !== '')
    .map((plugin) => {
      const { name, base, version, marketplace, refusal, elsewhere, isPinned, problems = [] } = plugin
      const offers = base === undefined ? [] : offersOf(name)
      const servers = describeServers(plugin.declaredServers, offers)
      return {
        name,
        ...(version !== undefined && { version }),
        ...(marketplace?.name !== undefined && { marketplace }),
        skills: offers.map((offer) => offer.name),
        ...(servers.length > 0 && { servers }),
        leftOut: base === undefined ? [] : partsOf(plugin, base, paths),
        ...(refusal !== undefined && { refusal }),
        ...(elsewhere !== undefined && { elsewhere, isPinned: isPinned === true }),
        ...(problems.length > 0 && { problems }),
      }
    })
}

/** A server is left out if no skill of the plugin can bring it. */
function describeServers(servers: readonly DeclaredServer[], offers: readonly Offer[]): readonly FoundServer[] {
  return servers.map(({ name, value }) => {
    const placed = offers.flatMap((offer) => (offer.servers ?? []).filter((server) => server.name === name))
    const [first] = placed.flatMap((server) => ('refusal' in server ? [server.refusal] : []))
    const isOut = placed.every((server) => 'refusal' in server)
    return { name, command: wordsOf(value), ...(isOut && { refusal: first ?? 'files' }) }
  })
}

function wordsOf(value: unknown): readonly string[] {
  if (!isRecord(value)) return typeof value === 'string' ? [value] : []
  const { command, args, url } = value
  return [command ?? url, ...(Array.isArray(args) ? args : [])].filter((word) => typeof word === 'string')
}

/** Each part with the key that declares it in line and the places that it has by default. */
const PARTS: readonly (readonly [part: PluginPart, keys: readonly string[], place: RegExp])[] = [
  ['commands', ['commands'], /^commands\/.+\.md$/i],
  ['agents', ['agents'], /^agents\/.+\.md$/i],
  [
    'hooks',
    ['hooks', 'monitors', 'binaries', 'settings', 'lspServers', 'headersHelper'],
    /^(?:hooks|monitors)\/|^\.lsp\.json$/i,
  ],
  ['client', ['outputStyles', 'themes', 'workflows'], /^(?:com|org|io|net|dev)\.[^/]+\/|^(?:output-styles|themes)\//i],
  ['dependencies', ['dependencies'], /^$/],
]

function partsOf({ keys }: PluginEntry, base: string, paths: readonly string[]): readonly PluginPart[] {
  const prefix = base === '' ? '' : `${base}/`
  const inside = paths.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length))
  return PARTS.filter(
    ([, names, place]) => names.some((name) => keys.includes(name)) || inside.some((path) => place.test(path)),
  ).map(([part]) => part)
}
