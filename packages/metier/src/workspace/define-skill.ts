import type { Hook } from './activation/activation.js'
import { isToolName, requireSchema, type Tool } from './tools/tool.js'

/** V-22: a skill written in TypeScript. */
export interface SkillDefinition {
  readonly name: string
  readonly displayName?: string
  readonly description: string
  readonly version?: string
  readonly capabilities?: readonly string[]
  /** How to work with the skill: what a model reads when it is active. */
  readonly workDirection?: string
  /** Available only while the skill is active. */
  readonly tools?: readonly Tool[]
  /** Tools of other skills under this skill's own activation: `other-skill`, `other-skill/tool`, `other-skill/tool@^1.2`. */
  readonly reuses?: readonly string[]
  /** While the skill is active nothing else may be used, global tools excepted; `*` stands for any part of a name. */
  readonly restrictsTo?: readonly string[]
  readonly requires?: {
    /** Skills that are activated first. */
    readonly skills?: readonly string[]
    /** Tools, with a range of versions where it matters: `extract_text@^1.2`. */
    readonly tools?: readonly string[]
  }
  /** Runs when the tools are available; if it throws or takes too long, the activation is undone. */
  readonly onActivate?: Hook
  /** Runs when the tools are gone. */
  readonly onDeactivate?: Hook
}

/**
 * A skill as it is written: checked once, here, so that a mistake shows where it was made.
 *
 * @example
 * const greeting = defineSkill({ name: 'greeting', description: 'Greets people', tools: [greet] })
 */
export function defineSkill(definition: SkillDefinition): SkillDefinition {
  if (definition.name === '' || /\p{Cc}/u.test(definition.name)) {
    throw new TypeError('A skill needs a name without control characters')
  }
  const seen = new Set<string>()
  for (const tool of definition.tools ?? []) {
    const { toolName, version = '' } = tool
    if (!isToolName(toolName))
      throw new TypeError(`Skill '${definition.name}': '${toolName}' is not the name of a tool`)
    requireSchema(tool)
    if (seen.has(`${toolName}@${version}`)) throw new TypeError(`Skill '${definition.name}' has '${toolName}' twice`)
    seen.add(`${toolName}@${version}`)
  }
  return Object.freeze({ ...definition, tools: Object.freeze([...(definition.tools ?? [])]) })
}
