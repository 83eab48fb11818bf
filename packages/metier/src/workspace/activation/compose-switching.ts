/** What a change of the active skills needs, put together from the parts of a workspace. */

import { type Failure, fail, type Result, succeed } from '../../skill/failure.js'
import type { Definitions } from '../definitions.js'
import type { PermissionContext } from '../permission/permission.js'
import { readToolNeed, satisfies } from '../skill-tools/version-range.js'
import type { BaseIndex } from '../tools/base-tools.js'
import type { KnownTools } from '../tools/known-tools.js'
import { composeToolTable, type ToolTable } from '../tools/tool-table.js'
import type { ActiveSkills } from './activation.js'
import { type FileSkillOptions, findFileSkill } from './file-skill.js'
import { type ActivatableSkill, fromDefinition } from './found-skill.js'
import { prepareActivation } from './prepare-activation.js'
import type { StartServer } from './server.js'
import type { SwitchContext } from './switch-skills.js'

export interface SwitchingParts
  extends Pick<SwitchContext, 'mode' | 'hookMilliseconds' | 'active' | 'assign' | 'changed'> {
  readonly definitions: Definitions
  readonly known: KnownTools
  readonly files: FileSkillOptions | undefined
  readonly startServer: StartServer | undefined
  table(): ToolTable
  index(): BaseIndex
  permitting(): PermissionContext
}

export function composeSwitching(parts: SwitchingParts): SwitchContext {
  const { mode, hookMilliseconds, known, startServer, active, assign, changed } = parts
  return {
    mode,
    hookMilliseconds,
    active,
    assign,
    changed,
    planning: {
      find: (name) => findSkill(name, parts),
      hasTool: (need) => hasBaseTool(need, parts.index()),
      providerOf: known.providerOf,
    },
    prepare: (skill, signal) => prepareActivation(skill, { startServer, permitting: parts.permitting(), signal }),
    findMissing: (next) => findMissing(next, () => composeToolTable(parts.index(), next)),
  }
}

/** What the host wrote comes before what lies in a folder. */
async function findSkill(name: string, { definitions, files }: SwitchingParts): Promise<Result<ActivatableSkill>> {
  const definition = definitions.all.get(name)
  if (definition !== undefined) return succeed(fromDefinition(definition))
  if (files !== undefined) return findFileSkill(name, files)
  return fail('skill_not_found', `Skill '${name}' not found`, [listNames([...definitions.all.keys()])])
}

const MOST_NAMES = 20

function listNames(names: readonly string[]): string {
  if (names.length === 0) return 'No skill is registered'
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : ''
  return `Registered: ${names.slice(0, MOST_NAMES).join(', ')}${more}`
}

function hasBaseTool(need: string, index: BaseIndex): boolean {
  const { name, range } = readToolNeed(need)
  return index.get(name)?.some(({ tool }) => satisfies(tool.version, range)) ?? false
}

/** Every tool that an active skill asks for must be there in a version that satisfies all who ask. */
function findMissing({ activations }: ActiveSkills, compose: () => ToolTable): Failure | undefined {
  // Most skills ask for no tool.
  if (activations.every(({ ranges }) => ranges.size === 0)) return undefined
  const table = compose()
  for (const { name, ranges } of activations) {
    for (const [tool, range] of ranges) {
      const found = table.find(tool)
      if (found !== undefined && satisfies(found.tool.version, range)) continue
      const failure = describeMissing(name, tool, range, found?.tool.version)
      // It may be there as soon as its user has looked at it.
      return { ...failure, suggestions: [...activations.flatMap(({ notes }) => notes), ...failure.suggestions] }
    }
  }
  return undefined
}

function describeMissing(skill: string, tool: string, range: string, version: string | undefined): Failure {
  const wanted = range === '*' ? tool : `${tool}@${range}`
  const there = version === undefined ? '' : `; there is ${tool}@${version}`
  const message = `Skill '${skill}' needs the tool '${wanted}'${there}`
  return {
    code: 'skill_ineligible',
    message,
    suggestions: [`Register the tool '${wanted}', or a skill that brings it`],
  }
}
