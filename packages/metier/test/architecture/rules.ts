/** The tree and the directions of the code base as data, and what breaks them. The table in CONTRIBUTING.md says why. */
import { isBuiltin } from 'node:module'
import { posix } from 'node:path'
import { crowdFaults, typeNameFaults } from './naming-rules.js'
import { type Module, readModule, type SourceFile, type Use } from './read-module.js'

/** Reading order: a folder imports only from folders that stand before it. */
export const FOLDERS = [
  'skill',
  'eligibility',
  'gate',
  'agents',
  'system',
  'sources',
  'store',
  'publish',
  'registry',
  'contracts',
  'manager',
  'workspace',
  'tools',
  'adapters',
  'mcp',
  'dashboard',
  'cli',
] as const
type Folder = (typeof FOLDERS)[number]

const PURE: readonly Folder[] = ['skill', 'eligibility', 'gate', 'agents', 'contracts']
/** Three ways out that stand side by side: none builds on another. */
const STRANGERS: readonly Folder[] = ['adapters', 'mcp', 'dashboard']

/** The folder that may import a third-party package. A package that is not listed has no owner yet: decide, then add it. */
const OWNERS: Readonly<Record<string, Folder>> = {
  yaml: 'system',
  unbash: 'gate',
  '@lezer/common': 'gate',
  '@sveltejs/acorn-typescript': 'gate',
  '@lezer/python': 'gate',
  acorn: 'gate',
  ajv: 'system',
  '@clack/prompts': 'cli',
  '@modelcontextprotocol/server': 'mcp',
  '@modelcontextprotocol/client': 'mcp',
  hono: 'dashboard',
  '@opentelemetry/api': 'system',
}

/** Node's modules that reach beyond the process, with the folders that may. `mcp` and `dashboard` listen; they do not call out. */
const REACHING_MODULES: Readonly<Record<string, readonly Folder[]>> = {
  child_process: ['system'],
  cluster: ['system'],
  worker_threads: ['system'],
  process: ['system'],
  http: ['system', 'mcp', 'dashboard'],
  https: ['system'],
  http2: ['system'],
  net: ['system'],
  tls: ['system'],
  dgram: ['system'],
  dns: ['system'],
  'dns/promises': ['system'],
  fs: ['system', 'sources', 'store', 'publish', 'registry', 'manager'],
  'fs/promises': ['system', 'sources', 'store', 'publish', 'registry', 'manager'],
  sqlite: ['system'],
  console: ['cli'],
}

const IMPURE_GLOBALS = [
  'process',
  'Date',
  'performance',
  'fetch',
  'Buffer',
  'globalThis',
  'global',
  'console',
  'crypto',
]
const IMPURE_TIMERS = ['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask']
const REACHING_GLOBALS = ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest', 'globalThis', 'global']
/** `process` without a member hides which part of it is used. */
const ENVIRONMENT_GLOBALS = ['process', 'process.env', 'process.loadEnvFile', 'process.kill']
const PRINTING_GLOBALS = ['process.stdout', 'process.stderr', 'process.exit', 'process.exitCode', 'process.abort']

const LINE_LIMIT = 300

export type Rule =
  | 'direction'
  | 'purity'
  | 'reach'
  | 'owner'
  | 'star_export'
  | 'printing'
  | 'length'
  | 'folder_cycle'
  | 'crowded_folder'
  | 'type_name'

export interface Fault {
  readonly rule: Rule
  readonly path: string
  readonly line: number
  readonly message: string
}

/** Every place where these files, as `src`, break a rule. */
export function findFaults(files: readonly SourceFile[]): readonly Fault[] {
  const modules = files.map(readModule)
  return [
    ...modules.flatMap(directionFaults),
    ...modules.flatMap(purityFaults),
    ...modules.flatMap(reachFaults),
    ...modules.flatMap(ownerFaults),
    ...modules.flatMap(starFaults),
    ...modules.flatMap(printingFaults),
    ...modules.flatMap(lengthFaults),
    ...cycleFaults(modules),
    ...crowdFaults(modules),
    ...typeNameFaults(modules),
  ]
}

function directionFaults(module: Module): readonly Fault[] {
  const own = folderOf(module.path)
  if (own !== undefined && !isFolder(own)) {
    return [{ rule: 'direction', path: module.path, line: 1, message: `The folder ${own} has no place in the tree` }]
  }
  return module.imports.flatMap(({ specifier, line }) => {
    const message =
      specifier === undefined ? 'An import that is computed cannot be checked' : wrongWay(module, specifier)
    return message === undefined ? [] : [{ rule: 'direction' as const, path: module.path, line, message }]
  })
}

function wrongWay(module: Module, specifier: string): string | undefined {
  if (specifier === 'metier' || specifier.startsWith('metier/')) return 'The package does not import itself by name'
  if (!specifier.startsWith('.')) return undefined
  const target = resolve(module, specifier)
  // The published schemas are data that the command line completes from.
  if (module.path.startsWith('cli/') && /^\.\.\/schemas\/[\w-]+\.schema\.json$/.test(target)) return undefined
  if (target.startsWith('../')) return `${specifier} leaves src`
  const from = folderOf(module.path)
  const to = folderOf(target)
  if (from === undefined) return to === 'cli' ? 'The library does not know its command line' : undefined
  if (to === undefined) return `${target} is an entry file: import what it re-exports`
  return from === to ? undefined : wrongNeighbour(from, to)
}

function wrongNeighbour(from: string, to: string): string | undefined {
  if (rank(to) > rank(from)) return `${from} comes before ${to}: hand in what it needs`
  return isStranger(from) && isStranger(to) ? `${from} and ${to} do not know each other` : undefined
}

function purityFaults(module: Module): readonly Fault[] {
  if (!isIn(module, PURE)) return []
  const imports = module.imports
    .filter(({ specifier }) => specifier !== undefined && isBuiltin(specifier))
    .map(({ specifier, line }) => fault('purity', module, line, `${specifier} in a pure folder`))
  const globals = usesOf(module, [...IMPURE_GLOBALS, ...IMPURE_TIMERS]).map(({ name, line }) =>
    fault('purity', module, line, `${name} in a pure folder: take it as a parameter`),
  )
  return [...imports, ...globals]
}

function reachFaults(module: Module): readonly Fault[] {
  const imports = module.imports.flatMap(({ specifier, line }) => {
    const owners = specifier === undefined ? undefined : REACHING_MODULES[specifier.replace(/^node:/, '')]
    if (owners === undefined || isIn(module, owners)) return []
    return [fault('reach', module, line, `${specifier} belongs to ${owners.join(', ')}`)]
  })
  if (isIn(module, ['system'])) return imports
  // The command line may hold the whole `process`: to exit and to print is its office. Its variables it gets from `system`.
  const guarded = isIn(module, ['cli']) ? ENVIRONMENT_GLOBALS.slice(1) : ENVIRONMENT_GLOBALS
  const globals = [
    ...usesOf(module, REACHING_GLOBALS),
    ...module.globals.filter(({ name }) => guarded.includes(name)),
  ].map(({ name, line }) => fault('reach', module, line, `${name} belongs to system`))
  return [...imports, ...globals]
}

function ownerFaults(module: Module): readonly Fault[] {
  return module.imports.flatMap(({ specifier, line }) => {
    if (specifier === undefined || specifier.startsWith('.') || isBuiltin(specifier)) return []
    const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
    const owner = OWNERS[name]
    if (name === 'metier' || (owner !== undefined && isIn(module, [owner]))) return []
    return [
      fault('owner', module, line, owner === undefined ? `${name} has no owner folder` : `${name} belongs to ${owner}`),
    ]
  })
}

function starFaults(module: Module): readonly Fault[] {
  return module.starExports.map(({ line }) => fault('star_export', module, line, 'Re-export name by name'))
}

function printingFaults(module: Module): readonly Fault[] {
  if (isIn(module, ['cli'])) return []
  return [...usesOf(module, ['console']), ...module.globals.filter(({ name }) => PRINTING_GLOBALS.includes(name))].map(
    ({ name, line }) => fault('printing', module, line, `${name} belongs to cli`),
  )
}

function lengthFaults(module: Module): readonly Fault[] {
  if (module.lineCount <= LINE_LIMIT) return []
  return [fault('length', module, LINE_LIMIT + 1, `${module.lineCount} lines, at most ${LINE_LIMIT}`)]
}

/** Folders that need each other, whatever their order in the tree. */
function cycleFaults(modules: readonly Module[]): readonly Fault[] {
  const needs = new Map<string, Set<string>>()
  for (const module of modules) {
    const from = folderOf(module.path)
    if (from === undefined) continue
    const targets = module.imports.flatMap(({ specifier }) =>
      specifier?.startsWith('.') ? [folderOf(resolve(module, specifier)) ?? from] : [],
    )
    needs.set(from, new Set([...(needs.get(from) ?? []), ...targets.filter((target) => target !== from)]))
  }
  return [...needs.keys()]
    .filter((folder) => reaches(folder, folder, needs, new Set()))
    .map((folder) => fault('folder_cycle', { path: folder }, 1, `${folder} needs itself through others`))
}

function reaches(
  from: string,
  goal: string,
  needs: ReadonlyMap<string, ReadonlySet<string>>,
  seen: Set<string>,
): boolean {
  for (const next of needs.get(from) ?? []) {
    if (next === goal) return true
    if (seen.has(next)) continue
    seen.add(next)
    if (reaches(next, goal, needs, seen)) return true
  }
  return false
}

function fault(rule: Rule, { path }: Pick<Module, 'path'>, line: number, message: string): Fault {
  return { rule, path, line, message }
}

/** Uses of a global, with any of its members. */
function usesOf(module: Module, names: readonly string[]): readonly Use[] {
  return module.globals.filter(({ name }) => names.includes(name.split('.', 1)[0] ?? name))
}

/** `undefined` for an entry file, which lies directly below `src`. */
function folderOf(path: string): string | undefined {
  const slash = path.indexOf('/')
  return slash < 0 ? undefined : path.slice(0, slash)
}

function resolve(module: Module, specifier: string): string {
  return posix.normalize(posix.join(posix.dirname(module.path), specifier))
}

function rank(folder: string): number {
  return isFolder(folder) ? FOLDERS.indexOf(folder) : -1
}

function isFolder(name: string): name is Folder {
  return (FOLDERS as readonly string[]).includes(name)
}

function isStranger(folder: string): boolean {
  return (STRANGERS as readonly string[]).includes(folder)
}

function isIn(module: Module, folders: readonly Folder[]): boolean {
  const own = folderOf(module.path)
  return own !== undefined && (folders as readonly string[]).includes(own)
}
