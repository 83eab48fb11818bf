/** Checks of a `tools.yaml` that a schema cannot express. */

import { fieldNamed, readCommand, type SkillFiles } from '../command/tool-command.js'
import type { JsonSchema } from '../json-schema.js'
import { escapeKey, type PlacedProblem, type ToolEntry, type ToolsFile } from './tools-file.js'
import { isRange, readToolNeed } from './version-range.js'

/** Says why a JSON Schema cannot be used; undefined if it can. */
export type FindSchemaProblem = (schema: JsonSchema) => Promise<string | undefined>

export async function checkMeaning(
  { tools = [], requires = {} }: ToolsFile,
  findSchemaProblem: FindSchemaProblem,
): Promise<readonly PlacedProblem[]> {
  const checked = await Promise.all(tools.map((tool, at) => checkTool(tool, `/tools/${at}`, findSchemaProblem)))
  const twice = tools.flatMap(({ name }, at) =>
    tools.findIndex((other) => other.name === name) < at
      ? [invalid(`/tools/${at}/name`, `the tool '${name}' is defined twice`)]
      : [],
  )
  const needs = (requires.tools ?? []).flatMap((need, at) =>
    isRange(readToolNeed(need).range ?? '*')
      ? []
      : [invalid(`/requires/tools/${at}`, `'${need}' has an invalid version range`)],
  )
  return [...twice, ...checked.flat(), ...needs]
}

function invalid(pointer: string, message: string): PlacedProblem {
  return { code: 'tools_invalid', pointer, message }
}

async function checkTool(
  { input, run }: ToolEntry,
  pointer: string,
  findSchemaProblem: FindSchemaProblem,
): Promise<readonly PlacedProblem[]> {
  const broken = input === undefined ? undefined : await findSchemaProblem(input)
  if (broken !== undefined) return [invalid(`${pointer}/input`, `cannot compile the input schema: ${broken}`)]
  const known = Object.keys((input?.properties as object | undefined) ?? {})
  return run.flatMap((word, at) => {
    const field = fieldNamed(word)
    if (field === undefined || known.includes(field)) return []
    return [invalid(`${pointer}/run/${at}`, `the input has no field '${field}'`)]
  })
}

/** An approval covers the skill's own files, so a command may run only those. */
export function checkCommands({ tools = [], servers = {} }: ToolsFile, files: SkillFiles): readonly PlacedProblem[] {
  const ofTools = tools.flatMap(({ run, cwd = 'skill' }, at) =>
    readCommand(run, { files, cwd, hasFields: true }).problems.map((problem) => ({
      ...describe(problem),
      pointer: `/tools/${at}/run/${problem.at}`,
    })),
  )
  const ofServers = Object.entries(servers).flatMap(([name, { command, args = [] }]) => {
    const words = command === undefined ? [] : [command, ...args]
    const { problems } = readCommand(words, { files, cwd: 'skill', hasFields: false })
    const place = `/servers/${escapeKey(name)}`
    return problems.map((problem) => ({
      ...describe(problem),
      pointer: problem.at === 0 ? `${place}/command` : `${place}/args/${problem.at - 1}`,
    }))
  })
  return [...ofTools, ...ofServers]
}

function describe({ kind, message }: ReturnType<typeof readCommand>['problems'][number]) {
  const code = kind === 'missing' ? ('tool_script_missing' as const) : ('tool_outside_skill' as const)
  return { code, message }
}
