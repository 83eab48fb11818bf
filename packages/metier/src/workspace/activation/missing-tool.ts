/** Whether every active skill gets the tools that it requires, and if not, which skill cannot be served and why. */

import type { Failure } from '../../skill/failure.js'
import { satisfies } from '../../skill/tools-file/version-range.js'
import type { BaseIndex } from '../tools/base-tools.js'
import type { ToolRegistration } from '../tools/tool.js'
import { composeToolTable } from '../tools/tool-table.js'
import type { Activation, ActiveSkills } from './activation.js'

/** Finds a tool that an active skill asks for and does not get in a version that satisfies every skill. */
export function findMissing(next: ActiveSkills, index: BaseIndex): Failure | undefined {
  const { activations } = next
  // Most skills require no tools.
  if (activations.every(({ ranges }) => ranges.size === 0)) return undefined
  const table = composeToolTable(index, next)
  for (const { ranges } of activations) {
    for (const [tool, range] of ranges) {
      const found = table.find(tool)
      if (found === undefined || !satisfies(found.tool.version, range)) return explain(tool, found, next, index)
    }
  }
  return undefined
}

/** Either no one has the tool as one of the skills wants it, or no version suits all of them. */
function explain(tool: string, found: ToolRegistration | undefined, next: ActiveSkills, index: BaseIndex): Failure {
  const asking = next.activations.filter(({ ranges }) => ranges.has(tool))
  const lacking = asking.find((one) => !isServed(tool, [one], next, index))
  if (lacking === undefined) return describeConflict(tool, asking, next, index)
  const failure = describeMissing(lacking, tool, found?.tool.version)
  // The tool may exist once the user has approved the skill.
  return { ...failure, suggestions: [...next.activations.flatMap(({ notes }) => notes), ...failure.suggestions] }
}

/** Whether these skills would get a tool if the others did not ask for it. */
function isServed(tool: string, asking: readonly Activation[], next: ActiveSkills, index: BaseIndex): boolean {
  const activations = next.activations.map((one) => (asking.includes(one) ? one : { ...one, ranges: NO_RANGES }))
  const found = composeToolTable(index, { ...next, activations }).find(tool)
  return found !== undefined && asking.every(({ ranges }) => satisfies(found.tool.version, ranges.get(tool)))
}

const NO_RANGES: ReadonlyMap<string, string> = new Map()

/** The skill that came last cannot be served: the others have what they asked for. */
function describeConflict(tool: string, asking: readonly Activation[], next: ActiveSkills, index: BaseIndex): Failure {
  const last = asking.slice(-1)
  const earlier = asking.slice(0, -1)
  const rival = earlier.find((one) => !isServed(tool, [one, ...last], next, index))
  const rivals = rival === undefined ? earlier : [rival]
  const [wanted = ''] = last.map((one) => `Skill '${one.name}' requires the tool '${nameNeed(one, tool)}'`)
  const others = rivals.map((one) => `skill '${one.name}' requires '${nameNeed(one, tool)}'`).join(' and ')
  const active = rivals.filter(({ name }) => next.requested.includes(name))
  return {
    code: 'skill_ineligible',
    message: `${wanted}, but ${others}, and no version of '${tool}' satisfies ${rivals.length > 1 ? 'all of them' : 'both'}`,
    suggestions: [
      ...active.map(({ name }) => `Deactivate skill '${name}' first`),
      `Register a version of '${tool}' that satisfies ${rivals.length > 1 ? 'all of them' : 'both'}`,
    ],
  }
}

function nameNeed({ ranges }: Activation, tool: string): string {
  const range = ranges.get(tool) ?? '*'
  return range === '*' ? tool : `${tool}@${range}`
}

function describeMissing(activation: Activation, tool: string, version: string | undefined): Failure {
  const wanted = nameNeed(activation, tool)
  const there = version === undefined ? '' : `; found ${tool}@${version}`
  return {
    code: 'skill_ineligible',
    message: `Skill '${activation.name}' requires the tool '${wanted}'${there}`,
    suggestions: [`Register the tool '${wanted}' or a skill that provides it`],
  }
}
