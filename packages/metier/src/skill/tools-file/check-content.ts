/** Checks of a `tools.yaml` that a schema cannot express. */

import { fieldNamed, readCommand, type SkillFiles } from '../command/tool-command.js'
import type { JsonSchema } from '../json-schema.js'
import { isRecord } from '../unknown-value.js'
import { isFixedVariable } from './fixed-variable.js'
import { checkAccess } from './server-access.js'
import type { PlacedProblem } from './tools-file.js'
import { findUnknownTypes } from './unknown-types.js'
import { isRange, readToolNeed } from './version-range.js'
import type { WellFormedParts } from './well-formed.js'

/** Says why a JSON Schema cannot be used; undefined if it can. */
export type FindSchemaProblem = (schema: JsonSchema) => Promise<string | undefined>

export async function checkMeaning(
  { tools, servers, needs }: WellFormedParts,
  findSchemaProblem: FindSchemaProblem,
): Promise<readonly PlacedProblem[]> {
  const checked = await Promise.all(tools.map((tool) => checkTool(tool, findSchemaProblem)))
  const twice = tools.flatMap(({ name, pointer }, at) =>
    name !== undefined && tools.findIndex((other) => other.name === name) < at
      ? [invalid(`${pointer}/name`, `the tool '${name}' is defined twice`)]
      : [],
  )
  const ranges = needs.flatMap(({ need, pointer }) =>
    isRange(readToolNeed(need).range ?? '*') ? [] : [invalid(pointer, `'${need}' has an invalid version range`)],
  )
  const fixed = servers.flatMap(({ server: { set = {} }, pointer }) =>
    Object.keys(set)
      .filter((name) => !isFixedVariable(name))
      .map((name) => invalid(`${pointer}/set/${name}`, `'${name}' can decide what runs, so it may not be set`)),
  )
  const access = servers.flatMap(({ server, pointer }) => checkAccess(server, pointer))
  return [...twice, ...checked.flat(), ...ranges, ...fixed, ...access]
}

function invalid(pointer: string, message: string): PlacedProblem {
  return { code: 'tools_invalid', pointer, message }
}

type ToolParts = WellFormedParts['tools'][number]

async function checkTool(tool: ToolParts, findSchemaProblem: FindSchemaProblem): Promise<readonly PlacedProblem[]> {
  return [...(await checkInput(tool, findSchemaProblem)), ...checkFields(tool)]
}

async function checkInput(
  { input, pointer }: ToolParts,
  findSchemaProblem: FindSchemaProblem,
): Promise<readonly PlacedProblem[]> {
  if (input === undefined) return []
  const unknown = findUnknownTypes(input, `${pointer}/input`)
  if (unknown.length > 0) return unknown
  const broken = await findSchemaProblem(input)
  return broken === undefined ? [] : [invalid(`${pointer}/input`, `cannot compile the input schema: ${broken}`)]
}

function checkFields({ input, run = [], pointer, isInputFaulty }: ToolParts): readonly PlacedProblem[] {
  const { properties = {} } = input ?? {}
  // Without the names of the fields, each would be reported.
  if (isInputFaulty || !isRecord(properties)) return []
  return run.flatMap((word, at) => {
    const field = fieldNamed(word)
    if (field === undefined || Object.hasOwn(properties, field)) return []
    return [invalid(`${pointer}/run/${at}`, `the input has no field '${field}'`)]
  })
}

/** An approval covers the skill's own files, so a command may run only those. */
export function checkCommands({ tools, servers }: WellFormedParts, files: SkillFiles): readonly PlacedProblem[] {
  const ofTools = tools.flatMap(({ run, cwd = 'skill', pointer }) =>
    run === undefined
      ? []
      : readCommand(run, { files, cwd, hasFields: true }).problems.map((problem) => ({
          ...describe(problem),
          pointer: `${pointer}/run/${problem.at}`,
        })),
  )
  const ofServers = servers.flatMap(({ server: { command, args = [] }, pointer }) => {
    const words = command === undefined ? [] : [command, ...args]
    const { problems } = readCommand(words, { files, cwd: 'skill', hasFields: false })
    return problems.map((problem) => ({
      ...describe(problem),
      pointer: problem.at === 0 ? `${pointer}/command` : `${pointer}/args/${problem.at - 1}`,
    }))
  })
  return [...ofTools, ...ofServers]
}

function describe({ kind, message }: ReturnType<typeof readCommand>['problems'][number]) {
  const code = kind === 'missing' ? ('tool_script_missing' as const) : ('tool_outside_skill' as const)
  return { code, message }
}
