/** Reads `tools.yaml`. Each mistake is reported with its line, and a file with a mistake has no effect. */

import { fieldNamed, readCommand, type SkillFiles } from '../../skill/command/tool-command.js'
import type { JsonSchema } from '../../skill/json-schema.js'
import { readYaml } from '../../system/yaml.js'
import type { Category } from '../tools/tool.js'
import { findSchemaProblem } from '../tools/validate-input.js'
import { TOOLS_FILE_SCHEMA } from './tools-file-schema.js'
import { isRange, readToolNeed } from './version-range.js'

/** A tool in `tools.yaml`. */
export interface ToolEntry {
  readonly name: string
  readonly description: string
  readonly input?: JsonSchema
  readonly run: readonly [string, ...string[]]
  readonly timeout?: number
  readonly category?: Category
  readonly cwd?: 'skill' | 'workdir'
  readonly env?: readonly string[]
  readonly version?: string
}

/** A server in `tools.yaml`. */
export interface ServerEntry {
  readonly command?: string
  readonly args?: readonly string[]
  readonly url?: string
  readonly tools?: readonly string[]
  readonly env?: readonly string[]
  readonly timeout?: number
}

/** The content of a skill's `tools.yaml`. */
export interface ToolsFile {
  readonly tools?: readonly ToolEntry[]
  readonly servers?: Readonly<Record<string, ServerEntry>>
  readonly restrictsTo?: readonly string[]
  readonly requires?: { readonly skills?: readonly string[]; readonly tools?: readonly string[] }
  readonly reuses?: readonly string[]
}

interface ToolsFileProblem {
  readonly message: string
  /** From 1. */
  readonly line: number
  readonly column: number
}

/** The file, or everything that is wrong with it. */
export type ToolsFileResult =
  | { readonly ok: true; readonly value: ToolsFile }
  | { readonly ok: false; readonly problems: readonly [ToolsFileProblem, ...ToolsFileProblem[]] }

/** Reads the file; JSON is valid too. `files` are the skill's files; without them its commands are not checked. */
export async function readToolsFile(text: string, files?: SkillFiles): Promise<ToolsFileResult> {
  const positions = new Map<string, number>()
  const { value, problems } = readYaml(text, positions)
  const noticed = problems.map(({ offset, message }) => ({ offset, message }))
  const found = value === undefined || noticed.length > 0 ? noticed : await findProblems(value, positions, files)
  const [first, ...others] = found.map(({ offset, message }) => ({ message, ...locate(text, offset) }))
  if (first !== undefined) return { ok: false, problems: [first, ...others] }
  if (value === undefined) return { ok: false, problems: [{ message: 'invalid YAML', line: 1, column: 1 }] }
  return { ok: true, value: (value ?? {}) as ToolsFile }
}

interface Problem {
  readonly offset: number
  readonly message: string
}

async function findProblems(
  value: unknown,
  positions: ReadonlyMap<string, number>,
  files: SkillFiles | undefined,
): Promise<readonly Problem[]> {
  // An empty file is valid.
  if (value === null) return []
  const shape = await checkShape(value)
  const problems =
    shape.length > 0
      ? shape
      : [...(await checkMeaning(value as ToolsFile)), ...checkCommands(value as ToolsFile, files)]
  return problems.map(({ pointer, message }) => ({ offset: offsetOf(pointer, positions), message }))
}

interface Placed {
  readonly pointer: string
  readonly message: string
}

async function checkShape(value: unknown): Promise<readonly Placed[]> {
  const { Ajv2020 } = await import('ajv/dist/2020.js')
  const validate = new Ajv2020({ allErrors: true, strict: false, logger: false }).compile(TOOLS_FILE_SCHEMA)
  if (validate(value)) return []
  return (validate.errors ?? []).flatMap(({ instancePath, keyword, message = 'is not valid', params }) => {
    // The error of the choice itself already covers its branches.
    if (keyword === 'required' && 'missingProperty' in params && /^\/servers\/[^/]+$/.test(instancePath)) return []
    if (keyword === 'oneOf')
      return { pointer: instancePath, message: `${nameOf(instancePath)} needs either command or url` }
    if (keyword === 'additionalProperties') {
      const key = String(params.additionalProperty)
      return { pointer: `${instancePath}/${escapeKey(key)}`, message: `unknown field '${key}'` }
    }
    const allowed = keyword === 'enum' ? `: ${JSON.stringify(params.allowedValues)}` : ''
    return { pointer: instancePath, message: `${nameOf(instancePath)} ${message}${allowed}` }
  })
}

/** What a schema cannot say. */
async function checkMeaning({ tools = [], requires = {} }: ToolsFile): Promise<readonly Placed[]> {
  const checked = await Promise.all(tools.map((tool, at) => checkTool(tool, `/tools/${at}`)))
  const twice = tools.flatMap(({ name }, at) =>
    tools.findIndex((other) => other.name === name) < at
      ? [{ pointer: `/tools/${at}/name`, message: `the tool '${name}' is defined twice` }]
      : [],
  )
  const needs = (requires.tools ?? []).flatMap((need, at) =>
    isRange(readToolNeed(need).range ?? '*')
      ? []
      : [{ pointer: `/requires/tools/${at}`, message: `'${need}' has an invalid version range` }],
  )
  return [...twice, ...checked.flat(), ...needs]
}

async function checkTool({ input, run }: ToolEntry, pointer: string): Promise<readonly Placed[]> {
  const broken = input === undefined ? undefined : await findSchemaProblem(input)
  if (broken !== undefined)
    return [{ pointer: `${pointer}/input`, message: `cannot compile the input schema: ${broken}` }]
  const known = Object.keys((input?.properties as object | undefined) ?? {})
  return run.flatMap((word, at) => {
    const field = fieldNamed(word)
    if (field === undefined || known.includes(field)) return []
    return [{ pointer: `${pointer}/run/${at}`, message: `the input has no field '${field}'` }]
  })
}

/** An approval covers the skill's own files, so a command may run only those. */
function checkCommands({ tools = [], servers = {} }: ToolsFile, files: SkillFiles | undefined): readonly Placed[] {
  if (files === undefined) return []
  const ofTools = tools.flatMap(({ run, cwd = 'skill' }, at) =>
    readCommand(run, { files, cwd, hasFields: true }).problems.map((problem) => ({
      pointer: `/tools/${at}/run/${problem.at}`,
      message: problem.message,
    })),
  )
  const ofServers = Object.entries(servers).flatMap(([name, { command, args = [] }]) => {
    const words = command === undefined ? [] : [command, ...args]
    const { problems } = readCommand(words, { files, cwd: 'skill', hasFields: false })
    const place = `/servers/${escapeKey(name)}`
    return problems.map(({ at, message }) => ({
      pointer: at === 0 ? `${place}/command` : `${place}/args/${at - 1}`,
      message,
    }))
  })
  return [...ofTools, ...ofServers]
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

function nameOf(pointer: string): string {
  return pointer === '' ? 'the file' : pointer.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~')
}

function escapeKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}
