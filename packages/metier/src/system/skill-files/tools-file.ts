/** Reads `tools.yaml`. Each mistake is reported with its line, and a file with a mistake has no effect. */

import type { SkillFiles } from '../../skill/command/tool-command.js'
import { PLACEHOLDER_TOOL } from '../../skill/placeholder.js'
import { checkCommands, checkMeaning } from '../../skill/tools-file/check-content.js'
import { explainShape } from '../../skill/tools-file/explain-shape.js'
import { TOOLS_FILE_SCHEMA } from '../../skill/tools-file/schema.js'
import type { PlacedProblem, ToolsFile, ToolsFileProblem } from '../../skill/tools-file/tools-file.js'
import { keepWellFormed } from '../../skill/tools-file/well-formed.js'
import { compileSchema, findSchemaProblem } from '../json-schema.js'
import { readYaml } from '../yaml.js'

/** A mistake with its position, from 1. */
interface LocatedProblem extends ToolsFileProblem {
  readonly line: number
  readonly column: number
}

/** The file, or everything that is wrong with it, in the order of the text. */
export type ToolsFileResult =
  | { readonly ok: true; readonly value: ToolsFile }
  | { readonly ok: false; readonly problems: readonly [LocatedProblem, ...LocatedProblem[]] }

/** Reads the file; JSON is valid too. `files` are the skill's files; without them its commands are not checked. */
export async function readToolsFile(text: string, files?: SkillFiles): Promise<ToolsFileResult> {
  const positions = new Map<string, number>()
  const { value, problems } = readYaml(text, positions)
  const noticed = problems.map(({ offset, message }) => ({ code: 'tools_invalid' as const, offset, message }))
  const found =
    value === undefined || noticed.length > 0
      ? noticed
      : (await findProblems(value, files)).map(({ pointer, ...problem }) => ({
          ...problem,
          offset: offsetOf(pointer, positions),
        }))
  const [first, ...others] = found
    .toSorted((a, b) => a.offset - b.offset)
    .map(({ offset, ...problem }) => ({ ...problem, ...locate(text, offset) }))
  if (first !== undefined) return { ok: false, problems: [first, ...others] }
  if (value === undefined) {
    return { ok: false, problems: [{ code: 'tools_invalid', message: 'invalid YAML', line: 1, column: 1 }] }
  }
  return { ok: true, value: (value ?? {}) as ToolsFile }
}

async function findProblems(value: unknown, files: SkillFiles | undefined): Promise<readonly PlacedProblem[]> {
  // An empty file is valid.
  if (value === null) return []
  const check = await compileSchema(TOOLS_FILE_SCHEMA)
  const shape = explainShape(check(value), value)
  const parts = keepWellFormed(value, shape)
  return [
    ...shape,
    ...(await checkMeaning(parts, findSchemaProblem)),
    ...(files === undefined ? [] : checkCommands(parts, files)),
  ]
}

/** A program as it is written, with the position of its first use. */
export interface NamedProgram {
  readonly program: string
  readonly line: number
  readonly column: number
}

/** A tool that has no description of its own yet, with the position of the placeholder. */
export interface PlaceholderTool {
  readonly name: string
  readonly line: number
  readonly column: number
}

/** What a valid file starts, each once: a name on PATH, or the path of a file in the skill. */
export function locatePrograms(text: string): readonly NamedProgram[] {
  const positions = new Map<string, number>()
  const { tools, servers } = keepWellFormed(readYaml(text, positions).value, [])
  const named = [
    ...tools.map(({ run = [], pointer }) => ({ program: run[0], pointer: `${pointer}/run/0` })),
    ...servers.map(({ server, pointer }) => ({ program: server.command, pointer: `${pointer}/command` })),
  ]
  const seen = new Set<string>()
  return named.flatMap(({ program, pointer }) => {
    if (program === undefined || seen.has(program)) return []
    seen.add(program)
    return [{ program, ...locate(text, offsetOf(pointer, positions)) }]
  })
}

/** The tools of a valid file that still have the description of a new one. */
export function locatePlaceholders(text: string): readonly PlaceholderTool[] {
  const positions = new Map<string, number>()
  const { value } = readYaml(text, positions)
  return keepWellFormed(value, []).tools.flatMap(({ name = '', description, pointer }) =>
    description?.trim() === PLACEHOLDER_TOOL
      ? [{ name, ...locate(text, offsetOf(`${pointer}/description`, positions)) }]
      : [],
  )
}

/** The nearest position that exists in the file: a missing field is reported at its parent. */
function offsetOf(pointer: string, positions: ReadonlyMap<string, number>): number {
  let at = pointer
  while (at !== '' && !positions.has(at)) at = at.slice(0, at.lastIndexOf('/'))
  return positions.get(at) ?? 0
}

function locate(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset)
  return { line: before.split('\n').length, column: offset - (before.lastIndexOf('\n') + 1) + 1 }
}
