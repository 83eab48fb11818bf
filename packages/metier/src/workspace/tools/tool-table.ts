/** Which tool each name means now: a pure function of the registered tools and the active skills. */

import { matchesPattern } from '../../skill/text/pattern.js'
import { compareVersions, satisfies } from '../../skill/tools-file/version-range.js'
import type { Activation, ActiveSkills, Grant } from '../activation/activation.js'
import { type BaseIndex, type BaseTools, type EVERY_NAME, isGlobalName } from './base-tools.js'
import { type Tool, type ToolRegistration, ToolSource } from './tool.js'

/** The tools of active skills on top of the base tools. */
export interface ToolTable {
  /** The tool that a name means now, even if a restriction hides it; undefined for an unknown name. */
  find(name: string): ToolRegistration | undefined
  /** The tools of active skills, by the names they have in this workspace. */
  readonly granted: ReadonlyMap<string, ToolRegistration>
  /** The names that an active skill added. */
  addedBy(skill: string): readonly string[]
  /** Every name that means something. */
  all(): ReadonlyMap<string, ToolRegistration>
}

/** Composes the table. */
export function composeToolTable(base: BaseIndex, active: ActiveSkills): ToolTable {
  const ranges = collectRanges(active.activations)
  const { granted, added } = grantTools(base, active.activations, ranges)
  const isHidden = composeRestriction(active, added)
  const settle = (name: string, registration: ToolRegistration | undefined): ToolRegistration | undefined =>
    registration !== undefined && isHidden(name, registration) ? { ...registration, enabled: false } : registration
  const find = (name: string) => settle(name, granted.get(name) ?? chooseBase(base.get(name), ranges.get(name)))
  let all: ReadonlyMap<string, ToolRegistration> | undefined
  return {
    find,
    granted,
    addedBy: (skill) => added.get(skill) ?? [],
    all: () => {
      all ??= collectAll(base, granted, find)
      return all
    },
  }
}

/**
 * Creates a function that composes the table again only if something changed. A switch costs what the active skills
 * bring, not what is registered.
 */
export function createCurrentTable(base: BaseTools, active: () => ActiveSkills) {
  let last: { readonly index: BaseIndex; readonly active: ActiveSkills; readonly table: ToolTable } | undefined
  return (asked?: string | typeof EVERY_NAME): ToolTable => {
    const index = base.index(asked)
    if (last?.index === index && last.active === active()) return last.table
    last = { index, active: active(), table: composeToolTable(index, active()) }
    return last.table
  }
}

type Ranges = ReadonlyMap<string, readonly string[]>

function collectRanges(activations: readonly Activation[]): Ranges {
  const ranges = new Map<string, string[]>()
  for (const activation of activations) {
    for (const [name, range] of activation.ranges) listOf(ranges, name).push(range)
  }
  return ranges
}

/** The newest version that satisfies every range; among equals, the one that was registered last. */
export function chooseNewest<T extends { readonly tool: Tool }>(
  candidates: readonly T[] | undefined,
  ranges: readonly string[] = [],
): T | undefined {
  let best: T | undefined
  for (const candidate of candidates ?? []) {
    const { version } = candidate.tool
    if (!ranges.every((range) => satisfies(version, range))) continue
    if (best === undefined || compareVersions(version, best.tool.version) >= 0) best = candidate
  }
  return best
}

/** If no version matches, the base tool stays: the activation that required another was refused. */
function chooseBase(candidates: readonly ToolRegistration[] | undefined, ranges: readonly string[] | undefined) {
  if (candidates?.length === 1) return candidates[0]
  return chooseNewest(candidates, ranges) ?? chooseNewest(candidates)
}

interface Granted {
  readonly granted: ReadonlyMap<string, ToolRegistration>
  readonly added: ReadonlyMap<string, readonly string[]>
}

function grantTools(base: BaseIndex, activations: readonly Activation[], ranges: Ranges): Granted {
  const granted = new Map<string, ToolRegistration>()
  const added = new Map<string, string[]>()
  const grant = (name: string, { tool, skillName, reusedFrom }: Candidate) => {
    const named = tool.toolName === name ? tool : { ...tool, toolName: name }
    const owner = reusedFrom === undefined ? {} : { reusedFrom }
    granted.set(name, { tool: named, source: ToolSource.SKILL, skillName, ...owner, enabled: true })
  }
  for (const [name, candidates] of shadowing(base, activations)) {
    const chosen = chooseNewest(candidates, ranges.get(name))
    // If none of the skill's versions matches, the name keeps its previous tool.
    if (chosen !== undefined) grant(name, chosen)
  }
  for (const candidate of yielding(base, activations)) {
    const { tool, prefix } = candidate
    grant(
      findFreeName(tool.toolName, prefix, (taken) => granted.has(taken) || base.has(taken)),
      candidate,
    )
  }
  for (const [name, { skillName = '' }] of granted) listOf(added, skillName).push(name)
  return { granted, added }
}

/** A grant, and who makes it. */
interface Candidate extends Grant {
  readonly skillName: string
}

/** The tools that may take their name from another, by name. */
function shadowing(base: BaseIndex, activations: readonly Activation[]) {
  const candidates = new Map<string, Candidate[]>()
  for (const { name: skillName, grants } of activations) {
    for (const grant of grants) {
      const { toolName } = grant.tool
      if (grant.mayShadow && !isGlobalName(base, toolName)) listOf(candidates, toolName).push({ ...grant, skillName })
    }
  }
  return candidates
}

/** The tools that get a prefix if their name is taken: those from files, and those that have a global tool's name. */
function yielding(base: BaseIndex, activations: readonly Activation[]): readonly Candidate[] {
  return activations.flatMap(({ name: skillName, grants }) => {
    const versions = new Map<string, Candidate[]>()
    for (const grant of grants) {
      const { toolName } = grant.tool
      if (grant.mayShadow && isGlobalName(base, toolName)) listOf(versions, toolName).push({ ...grant, skillName })
    }
    const own = [...versions.values()].flatMap((candidates) => chooseNewest(candidates) ?? [])
    const fromFiles = grants.filter(({ mayShadow }) => !mayShadow)
    return [...own, ...fromFiles.map((grant) => ({ ...grant, skillName }))]
  })
}

function listOf<T>(lists: Map<string, T[]>, key: string): T[] {
  const known = lists.get(key)
  if (known !== undefined) return known
  const made: T[] = []
  lists.set(key, made)
  return made
}

const LONGEST_NAME = 64

/** The name for a tool that may not shadow another. */
export function findFreeName(name: string, prefix: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name
  const prefixed = `${prefix.replace(/[^A-Za-z0-9_-]/g, '_')}_${name}`.slice(-LONGEST_NAME)
  if (!isTaken(prefixed)) return prefixed
  let number = 2
  while (isTaken(`${prefixed}_${number}`)) number++
  return `${prefixed}_${number}`
}

/** Only skills that were activated by name restrict others. Their own tools, and those of the skills they need, stay available. */
function composeRestriction(
  { requested, activations }: ActiveSkills,
  added: ReadonlyMap<string, readonly string[]>,
): (name: string, registration: ToolRegistration) => boolean {
  const lists = requested.flatMap((name) => {
    const restrictsTo = activations.find((activation) => activation.name === name)?.restrictsTo
    if (restrictsTo === undefined) return []
    const own = new Set(withNeeds(name, activations).flatMap((activation) => added.get(activation.name) ?? []))
    return [(tool: string) => own.has(tool) || restrictsTo.some((pattern) => matchesPattern(pattern, tool))]
  })
  return (name, { source }) => source !== ToolSource.GLOBAL && lists.some((isListed) => !isListed(name))
}

/** An active skill, followed by everything that is active for it. */
export function withNeeds(name: string, activations: readonly Activation[]): readonly Activation[] {
  const found = new Set(activations.filter((activation) => activation.name === name))
  // A set may grow during iteration; the new entries are visited too.
  for (const { requires } of found) {
    for (const activation of activations) if (requires.includes(activation.name)) found.add(activation)
  }
  return [...found]
}

function collectAll(
  base: BaseIndex,
  granted: ReadonlyMap<string, ToolRegistration>,
  find: (name: string) => ToolRegistration | undefined,
): ReadonlyMap<string, ToolRegistration> {
  const all = new Map<string, ToolRegistration>()
  for (const name of [...base.keys(), ...granted.keys()]) {
    const registration = find(name)
    if (registration !== undefined) all.set(name, registration)
  }
  return all
}
