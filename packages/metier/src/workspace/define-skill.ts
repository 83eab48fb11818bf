import type { Hook } from './activation/activation.js'
import { isToolName, type Tool } from './tools/tool.js'
import { requireTool } from './tools/tool-schema.js'

/** A skill written in TypeScript. */
export interface SkillDefinition {
  /** The name that the skill is activated by. */
  readonly name: string
  /** The name to show; `name` if left out. */
  readonly displayName?: string
  /** What the skill does and when to use it, for the model. */
  readonly description: string
  /** The version to show. */
  readonly version?: string
  /** What the skill can do, as a list that precedes `workDirection` in its instructions. */
  readonly capabilities?: readonly string[]
  /** How to work with the skill: the text that a model reads while it is active. */
  readonly workDirection?: string
  /** The tools that are available only while the skill is active. */
  readonly tools?: readonly Tool[]
  /** Tools of other skills that this skill provides too: `other-skill`, `other-skill/tool` or `other-skill/tool@^1.2`. */
  readonly reuses?: readonly string[]
  /**
   * The only tools that may be used while the skill is active, apart from its own and global ones. `*` matches any part
   * of a name.
   */
  readonly restrictsTo?: readonly string[]
  /** What must be available before the skill can be activated. */
  readonly requires?: {
    /** Skills that are activated first. */
    readonly skills?: readonly string[]
    /** Tools, with a version range if it matters: `extract_text@^1.2`. */
    readonly tools?: readonly string[]
  }
  /** Runs once the tools are available. If it throws or takes too long, the activation is undone. */
  readonly onActivate?: Hook
  /** Runs once the tools are gone. */
  readonly onDeactivate?: Hook
}

/**
 * Defines a skill in TypeScript and checks it, so that a mistake shows where it was made. Throws a `TypeError` if the
 * definition is wrong.
 *
 * @example
 * import { defineSkill, defineTool } from 'metier/workspace'
 *
 * const greet = defineTool({
 *   toolName: 'greet',
 *   desc: 'Greets a person by name',
 *   paramsSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
 *   execute: ({ name }) => `Hello ${name}`,
 * })
 * const greeting = defineSkill({ name: 'greeting', description: 'Greets people', tools: [greet] })
 */
export function defineSkill(definition: SkillDefinition): SkillDefinition {
  const { name, description }: { readonly name: unknown; readonly description: unknown } = definition
  if (typeof name !== 'string' || name === '' || /\p{Cc}/u.test(name)) {
    throw new TypeError('A skill must have a name without control characters')
  }
  if (typeof description !== 'string') throw new TypeError(`Skill '${name}' must have a description for the model`)
  const seen = new Set<string>()
  for (const tool of definition.tools ?? []) {
    const { toolName, version = '' } = tool
    if (!isToolName(toolName)) throw new TypeError(`Skill '${definition.name}': '${toolName}' is not a valid tool name`)
    requireTool(tool)
    if (seen.has(`${toolName}@${version}`))
      throw new TypeError(`Skill '${definition.name}' defines '${toolName}' twice`)
    seen.add(`${toolName}@${version}`)
  }
  return Object.freeze({ ...definition, tools: Object.freeze([...(definition.tools ?? [])]) })
}
