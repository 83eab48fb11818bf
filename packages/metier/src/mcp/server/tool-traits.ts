/** What MCP clients are told of our tools beside their definitions: what a call may do, and the shape of what comes back. */

import type { ToolAnnotations } from '@modelcontextprotocol/server'
import type { JsonSchema } from '../../skill/json-schema.js'

export interface ToolTraits {
  readonly title: string
  readonly annotations: ToolAnnotations
  /** Left out where the result has no form of its own. */
  readonly outputSchema?: JsonSchema
}

const READS: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}
/** Running may do whatever the program that is run does. */
const RUNS: ToolAnnotations = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true }

const TEXT = { type: 'string' } as const
const TEXTS = { type: 'array', items: TEXT } as const
const YES_OR_NO = { type: 'boolean' } as const
const COUNT = { type: 'integer' } as const
const OBJECT = { type: 'object' } as const

/** Open: a failure has an `error` instead of what is wanted, and fields may be added. */
function shape(properties: JsonSchema): JsonSchema {
  return { type: 'object', properties: { ...properties, error: TEXT } }
}

const ACTIVATION_SHAPE = shape({
  activated: YES_OR_NO,
  name: TEXT,
  content: TEXT,
  digest: TEXT,
  already_active: YES_OR_NO,
  tools: { type: 'array', items: OBJECT },
  activation: TEXT,
  suggestions: TEXTS,
})

const FILE_SHAPE = shape({
  skill: TEXT,
  path: TEXT,
  start_line: COUNT,
  end_line: COUNT,
  total_lines: COUNT,
  content: TEXT,
  next_line: COUNT,
  cut: COUNT,
  entries: { type: 'array', items: OBJECT },
  left: COUNT,
  suggestions: TEXTS,
})

/** By the name of the tool. */
export const TOOL_TRAITS: Readonly<Record<string, ToolTraits>> = {
  Skill: {
    title: 'Invoke a skill',
    annotations: READS,
    outputSchema: shape({ success: YES_OR_NO, content: TEXT, shortResult: TEXT }),
  },
  skill: {
    title: 'Execute a skill',
    annotations: READS,
    outputSchema: shape({ llmContent: TEXT, returnDisplay: TEXT, isError: YES_OR_NO }),
  },
  get_skill: {
    title: 'Read the documentation of a skill',
    annotations: READS,
    outputSchema: shape({ skill_name: TEXT, documentation: TEXT }),
  },
  // Among its actions are install, which fetches, and remove.
  skills: { title: 'Skills registry', annotations: RUNS, outputSchema: shape({}) },
  activate_skill: {
    title: 'Activate a skill',
    // A skill may bring servers, which are started with it.
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
    outputSchema: ACTIVATION_SHAPE,
  },
  deactivate_skill: {
    title: 'Deactivate a skill',
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    outputSchema: shape({ deactivated: YES_OR_NO, name: TEXT, message: TEXT }),
  },
  read_skill_file: { title: 'Read a file of a skill', annotations: READS, outputSchema: FILE_SHAPE },
  call_skill_tool: { title: 'Call a tool of an active skill', annotations: RUNS },
}

const BY_CATEGORY: Readonly<Record<string, ToolAnnotations>> = {
  read: READS,
  write: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  network: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  execute: RUNS,
}

/** What a tool of a skill may do, by what it says of itself; the worst where it says nothing. */
export function annotationsOf(category: string | undefined): ToolAnnotations {
  return BY_CATEGORY[category ?? ''] ?? RUNS
}
