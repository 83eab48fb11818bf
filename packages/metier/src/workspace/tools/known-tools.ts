/**
 * The tools that a workspace knows beyond the available ones: those its skills would add, as far as it has learned
 * them.
 */

import { compareVersions, readToolNeed, satisfies } from '../../skill/tools-file/version-range.js'
import type { Activation } from '../activation/activation.js'
import type { FileSkillOptions } from '../activation/file-skill.js'
import type { Definitions } from '../definitions.js'
import { type DeclaredTool, findDeclaredTool } from '../skill-tools/declared-tool.js'
import { findFileTools, type PotentialTool } from '../skill-tools/potential-tools.js'
import { type BaseIndex, isGlobalName } from './base-tools.js'
import type { Tool } from './tool.js'
import { findFreeName } from './tool-table.js'

/** The tools of skills by the names they would have in this workspace. */
export interface PotentialTools extends Pick<ReadonlyMap<string, PotentialTool>, 'get' | 'keys' | 'values'> {
  /** The names of tools that active skills would have if they were approved. A call says so. */
  readonly withheld?: ReadonlySet<string>
}

/** The tools of inactive skills. */
export interface KnownTools {
  /** Reads the files of every skill. */
  learn(): Promise<void>
  /** Remembers the tools of an activation: those of servers are known from then on. */
  remember(activation: Pick<Activation, 'name' | 'withheld'>, tools: readonly Tool[]): void
  readonly potential: PotentialTools
  /** The skills that would add a tool of this name. */
  bringers(tool: string): readonly string[]
  /** Looks for an unknown tool in the files of every skill, approved or not. */
  findDeclared(tool: string): Promise<DeclaredTool | undefined>
  /** The skill that has the newest version of a tool that satisfies the need. The host's skills come first. */
  providerOf(need: string): Promise<string | undefined>
}

/** Whose tools are known. */
export interface KnownToolsOptions {
  readonly definitions: Definitions
  readonly files: FileSkillOptions | undefined
  index(): BaseIndex
}

/** Creates an empty memory. */
export function createKnownTools({ definitions, files, index }: KnownToolsOptions): KnownTools {
  let learnt: readonly PotentialTool[] = []
  const remembered = new Map<string, PotentialTool>()
  const withheld = new Set<string>()
  const present = createPresence(files)
  let named: { readonly by: readonly unknown[]; readonly tools: Named } | undefined
  const learn = async () => {
    if (files !== undefined) learnt = await findFileTools(files)
  }
  const fromFiles = (): Named => {
    const by = [index(), learnt, present()]
    if (named === undefined || by.some((one, at) => one !== named?.by[at])) {
      const there = learnt.filter(({ skill }) => present().has(skill))
      named = { by, tools: nameTools(there, index()) }
    }
    return named.tools
  }
  const find = (name: string) => fromFiles().get(name) ?? findRemembered(name)
  const findRemembered = (name: string) => {
    const tool = remembered.get(name)
    return tool !== undefined && present().has(tool.skill) ? tool : undefined
  }
  const prefixed = createPrefixed(definitions, index)
  const get = (name: string): PotentialTool | undefined => {
    const [skill = ''] = definitions.bringers(name)
    const tool = isGlobalName(index(), name) ? undefined : findTool(definitions, skill, name)
    return tool === undefined ? (prefixed().get(name) ?? find(name)) : { tool, skill }
  }
  // The host's tools first, as everywhere.
  const namesOf = () => {
    const own = [...definitions.all.values()].flatMap(({ tools = [] }) => tools.map(({ toolName }) => toolName))
    const free = own.filter((name) => !isGlobalName(index(), name))
    const had = [...remembered.keys()].filter((name) => findRemembered(name) !== undefined)
    return new Set([...free, ...prefixed().keys(), ...fromFiles().keys(), ...had])
  }
  return {
    learn,
    remember: ({ name: skill, withheld: waiting }, tools) => {
      for (const name of waiting) withheld.add(name)
      if (!definitions.all.has(skill)) for (const tool of tools) remembered.set(tool.toolName, { tool, skill })
    },
    potential: {
      withheld,
      get,
      keys: () => namesOf().values(),
      values: () =>
        [...namesOf()]
          .map(get)
          .filter((tool) => tool !== undefined)
          .values(),
    },
    bringers: (tool) => {
      const own = definitions.bringers(tool)
      const other = own.length > 0 ? undefined : (prefixed().get(tool) ?? find(tool))
      return other === undefined ? own : [other.skill]
    },
    findDeclared: async (tool) => files && findDeclaredTool(tool, files.manager),
    providerOf: async (need) => {
      const own = definitions.providerOf(need)
      if (own !== undefined) return own
      await learn()
      return chooseProvider(need, learnt)
    },
  }
}

/** The names of the file skills that can be activated now; the same object until that changes. */
function createPresence(files: FileSkillOptions | undefined): () => ReadonlySet<string> {
  let last: { readonly registry: unknown; readonly names: ReadonlySet<string> } | undefined
  return () => {
    const registry = files?.manager.registry
    if (last === undefined || last.registry !== registry) {
      last = { registry, names: new Set(files?.manager.getAvailableSkills().map(({ name }) => name)) }
    }
    return last.names
  }
}

type Named = ReadonlyMap<string, PotentialTool>

/** The tools in TypeScript that have a global tool's name, by the names they would get. */
function createPrefixed(definitions: Definitions, index: () => BaseIndex): () => Named {
  let last: { readonly version: number; readonly base: BaseIndex; readonly tools: Named } | undefined
  return () => {
    const [version, base] = [definitions.version(), index()]
    if (last?.version !== version || last.base !== base) {
      const names = [...base.keys()].filter((name) => isGlobalName(base, name))
      const tools = names.flatMap((name) =>
        definitions.bringers(name).flatMap((skill) => {
          const tool = findTool(definitions, skill, name)
          return tool === undefined ? [] : [{ tool, skill }]
        }),
      )
      last = { version, base, tools: nameTools(tools, base) }
    }
    return last.tools
  }
}

function findTool({ all }: Definitions, skill: string, name: string): Tool | undefined {
  return all.get(skill)?.tools?.find(({ toolName }) => toolName === name)
}

/** Tools that yield to others do so even before they are available. */
function nameTools(tools: readonly PotentialTool[], index: BaseIndex): Named {
  const named = new Map<string, PotentialTool>()
  for (const potential of tools) {
    const { tool, skill } = potential
    const name = findFreeName(tool.toolName, skill, (taken) => index.has(taken))
    if (named.has(name)) continue
    named.set(name, name === tool.toolName ? potential : { skill, tool: { ...tool, toolName: name } })
  }
  return named
}

function chooseProvider(need: string, tools: readonly PotentialTool[]): string | undefined {
  const { name, range } = readToolNeed(need)
  const fitting = tools.filter(({ tool }) => tool.toolName === name && satisfies(tool.version, range))
  const [first, ...others] = fitting
  return others.reduce((best, one) => (compareVersions(one.tool.version, best?.tool.version) > 0 ? one : best), first)
    ?.skill
}
