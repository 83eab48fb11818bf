/** The `read_skill_file` tool: one file of a skill, a page at a time, or the list of a directory. */

import { posix } from 'node:path'
import { type FolderEntry, readSkillPath } from '../manager/content/skill-files.js'
import type { SkillManager } from '../manager/skill-manager.js'
import type { JsonSchema } from '../skill/json-schema.js'
import type { AgentTool, CallOptions, ToolAnswer } from './agent-tool.js'
import { type BuiltInTool, COUNT, OBJECTS, READS, TEXT, TEXTS, toOutputSchema } from './built-in-tool.js'
import { findInputProblem, suggestNames } from './input-problem.js'
import { fieldOf, settle, textOf } from './settle.js'
import { describeSkill, traceTool } from './trace-tool.js'

/** The part of a manager that the tool uses. */
export type ResolvingManager = Pick<SkillManager, 'resolve'> &
  Partial<Pick<SkillManager, 'getAvailableSkills' | 'ready' | 'readPath'>>

/** The input of `read_skill_file`. */
export interface ReadSkillFileInput {
  /** The name of the skill. */
  readonly name: string
  /** The path relative to the skill's directory; the directory itself if left out. */
  readonly path?: string
  /** The first line to read, counted from 1. */
  readonly start_line?: number
  /** The last line to read. */
  readonly end_line?: number
}

/** A page of a file. */
export interface FilePage {
  readonly skill: string
  readonly path: string
  readonly start_line: number
  readonly end_line: number
  readonly total_lines: number
  readonly content: string
  /** The first line of the next page; left out on the last page. */
  readonly next_line?: number
  /** How many characters were cut from a line that is longer than a page. */
  readonly cut?: number
}

/** The entries of a directory. */
export interface FolderPage {
  readonly skill: string
  readonly path: string
  readonly entries: readonly FolderEntry[]
  /** How many more entries there are; left out if all are listed. */
  readonly left?: number
}

/** The result of `read_skill_file`. */
export type ReadSkillFileResult =
  | FilePage
  | FolderPage
  | { readonly error: string; readonly suggestions: readonly string[] }

/** The `read_skill_file` tool. */
export interface ReadSkillFileTool extends AgentTool {
  readonly name: 'read_skill_file'
  /** Reads a page or lists a directory. Never throws for a refusal. */
  execute(input: ReadSkillFileInput, options?: CallOptions): Promise<ReadSkillFileResult>
}

const NAME = 'read_skill_file'
const DESCRIPTION =
  "Read a text file of a skill by its path relative to the skill's directory. Long files are returned in pages. For a directory, lists its entries."

const INPUT_SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    name: { type: 'string', description: 'Name of the skill' },
    path: { type: 'string', default: '.', description: "Path relative to the skill's directory" },
    start_line: { type: 'integer', minimum: 1, default: 1, description: 'First line to read' },
    end_line: { type: 'integer', minimum: 1, description: 'Last line to read' },
  },
  required: ['name'],
  additionalProperties: false,
}

/**
 * Creates the `read_skill_file` tool. It never opens anything outside a skill's own directory, links included.
 *
 * @example
 * import { SkillManager } from 'metier'
 * import { createReadSkillFileTool } from 'metier/tools'
 *
 * const skillManager = await SkillManager.open()
 * const tool = createReadSkillFileTool({ skillManager })
 * const page = await tool.execute({ name: 'pdf', path: 'references/forms.md' })
 * if ('content' in page) console.log(page.content)
 */
export function createReadSkillFileTool(options: { readonly skillManager: ResolvingManager }): ReadSkillFileTool {
  const execute = (input: unknown, { signal }: CallOptions = {}): Promise<ReadSkillFileResult> =>
    traceTool<ReadSkillFileResult>(
      () => ({
        tool: NAME,
        kind: 'resource',
        input,
        open: () => describeSkill(options.skillManager, textOf(input, 'name') ?? ''),
        isRefusal: (result) => 'error' in result,
        tell: (result) => ('content' in result ? { resource: posix.normalize(result.path) } : {}),
      }),
      () =>
        settle<ReadSkillFileResult>(
          () => read(options.skillManager, input, signal),
          signal,
          (error) => ({ error, suggestions: [] }),
        ),
    )
  return {
    name: NAME,
    execute,
    definition: { name: NAME, description: DESCRIPTION, inputSchema: INPUT_SCHEMA },
    call: async (input, callOptions) => toAnswer(await execute(input, callOptions)),
  }
}

async function read(
  manager: ResolvingManager,
  input: unknown,
  signal: AbortSignal | undefined,
): Promise<ReadSkillFileResult> {
  await manager.ready?.()
  const problem = findInputProblem(input, FIELDS, ['name'])
  if (problem !== undefined) return { error: problem, suggestions: adviseOn(textOf(input, 'name'), manager) }
  const resolution = manager.resolve(textOf(input, 'name') ?? '')
  if (!resolution.ok) {
    const { code, message, suggestions } = resolution.failure
    const isLost = code === 'skill_not_found' && suggestions.length === 0
    return { error: message, suggestions: isLost ? adviseOn(undefined, manager) : suggestions }
  }
  const skill = resolution.value.name
  const path = textOf(input, 'path') ?? '.'
  const found = await (manager.readPath?.(resolution.value, path, signal) ?? readSkillPath(resolution.value, path))
  if (!found.ok) {
    const help = path === '.' ? [] : ["Leave out path to list the skill's directory"]
    return { error: found.failure.message, suggestions: [...found.failure.suggestions, ...help] }
  }
  if (found.value.kind === 'folder') return listPage(skill, path, found.value.entries)
  return cutPage(skill, path, found.value.text, input)
}

// Line numbers that are not positive integers are ignored.
const FIELDS = { name: 'text', path: 'text' } as const

function adviseOn(name: string | undefined, manager: ResolvingManager): readonly string[] {
  if (name !== undefined)
    return ["Pass path as a string relative to the skill's directory, or leave it out to list the directory"]
  return suggestNames((manager.getAvailableSkills?.() ?? []).map((skill) => skill.name))
}

const MOST_ENTRIES = 200

function listPage(skill: string, path: string, entries: readonly FolderEntry[]): FolderPage {
  const left = entries.length - MOST_ENTRIES
  return { skill, path, entries: entries.slice(0, MOST_ENTRIES), ...(left > 0 && { left }) }
}

/** The maximum number of characters in one answer. */
const PAGE_LENGTH = 40_000

function cutPage(skill: string, path: string, text: string, input: unknown): ReadSkillFileResult {
  const lines = text.split('\n')
  // A final newline does not start another line.
  if (lines.length > 1 && lines.at(-1) === '') lines.pop()
  const start = lineOf(input, 'start_line') ?? 1
  const end = Math.min(lineOf(input, 'end_line') ?? lines.length, lines.length)
  if (start > end) {
    const error = `'${path}' has ${lines.length} lines; the range ${start} to ${end} is empty`
    return { error, suggestions: ['Line numbers start at 1, and start_line must not be greater than end_line'] }
  }
  const { last, length } = fitLines(lines, start, end)
  const content = lines.slice(start - 1, last).join('\n')
  return {
    skill,
    path,
    start_line: start,
    end_line: last,
    total_lines: lines.length,
    content: content.slice(0, PAGE_LENGTH),
    ...(last < lines.length && { next_line: last + 1 }),
    ...(length > PAGE_LENGTH && { cut: length - PAGE_LENGTH }),
  }
}

/** The last line that fits on a page. The first line is always included, cut if necessary. */
function fitLines(lines: readonly string[], start: number, end: number) {
  let length = lines[start - 1]?.length ?? 0
  let last = start
  while (last < end) {
    const longer = length + 1 + (lines[last]?.length ?? 0)
    if (longer > PAGE_LENGTH) break
    length = longer
    last++
  }
  return { last, length }
}

function lineOf(input: unknown, key: string): number | undefined {
  const value = fieldOf(input, key)
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 ? value : undefined
}

function toAnswer(data: ReadSkillFileResult): ToolAnswer {
  if ('error' in data) return { text: [data.error, ...data.suggestions].join('\n'), isError: true, data }
  return { text: 'entries' in data ? composeFolder(data) : composeFile(data), isError: false, data }
}

function composeFolder({ entries, left }: FolderPage): string {
  const lines = entries.map(({ name, type }) => (type === 'folder' ? `${name}/` : name))
  if (left !== undefined) lines.push(`… and ${left} more`)
  return lines.length === 0 ? 'The directory is empty.' : lines.join('\n')
}

function composeFile({ content, start_line, end_line, total_lines, next_line, cut }: FilePage): string {
  const notes: string[] = []
  if (cut !== undefined) notes.push(`Line ${start_line} is cut: ${cut} more characters.`)
  if (next_line !== undefined) {
    notes.push(`Lines ${start_line} to ${end_line} of ${total_lines}. Continue with start_line ${next_line}.`)
  }
  return notes.length === 0 ? content : `${content}\n\n[${notes.join(' ')}]`
}

/** How the tool is offered. */
export const readSkillFileTool: BuiltInTool<'registry'> = {
  name: NAME,
  profile: 'registry',
  traits: {
    title: "Read a skill's file",
    annotations: READS,
    outputSchema: toOutputSchema({
      skill: TEXT,
      path: TEXT,
      start_line: COUNT,
      end_line: COUNT,
      total_lines: COUNT,
      content: TEXT,
      next_line: COUNT,
      cut: COUNT,
      entries: OBJECTS,
      left: COUNT,
      suggestions: TEXTS,
    }),
  },
  create: createReadSkillFileTool,
}
