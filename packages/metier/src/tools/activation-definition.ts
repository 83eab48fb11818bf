/** The definition of `activate_skill`: the skills in its description, and their names in its schema. */

import { type DescribeRest, listWithin, takeNames } from '../contracts/short-list.js'
import { listSkills, type SkillListEntry } from '../contracts/skill-list.js'
import type { JsonSchema } from '../skill/json-schema.js'
import { weighText } from '../skill/text/tokens.js'
import type { ToolDefinition } from './agent-tool.js'

const NAME = 'activate_skill'
const HEADING = 'Skills:'
const WHEN = 'Activate one as soon as the task matches its description.'
export const OPENING = `Activate a skill and follow the instructions it returns. ${WHEN}`
export const WORKSPACE_OPENING = `Activate a skill and follow the instructions it returns. Its tools are available until it is deactivated. ${WHEN}`

/** The definition for a model that sees all of it, within a budget of tokens. Undefined without skills. */
export function defineWithBudget(
  skills: readonly SkillListEntry[],
  budget: number,
  opening: string,
): ToolDefinition | undefined {
  if (skills.length === 0) return undefined
  const names = skills.map(({ name }) => name)
  const weight = names.reduce((sum, name) => sum + weighText(name) + 1, 0)
  const { lines } = listSkills(skills, Math.max(budget - weight, budget / 2))
  const description = [opening, HEADING, ...lines].join('\n')
  return { name: NAME, description, inputSchema: composeSchema(names.slice(0, MOST_NAMES)) }
}

/** The definition for clients that cut descriptions, within a number of characters. It begins with what a tool search looks for. */
export function defineActivation(
  skills: readonly SkillListEntry[],
  characters: number,
  describeRest: DescribeRest,
): ToolDefinition | undefined {
  if (skills.length === 0) return undefined
  const names = skills.map(({ name }) => name)
  const opening = composeFinding(names)
  const lines = listWithin(skills, characters - opening.length - HEADING.length - 2, describeRest)
  const description = [opening, HEADING, ...lines].join('\n')
  return { name: NAME, description, inputSchema: composeSchema(names.slice(0, MOST_NAMES)) }
}

/** What a tool search sees of the description: what the tool is for, and the first names. */
const FOUND_CHARACTERS = 200
const FINDING = 'Use a skill: expert instructions and tools for a task, such as '

function composeFinding(names: readonly string[]): string {
  const shown = takeNames(names, FOUND_CHARACTERS - FINDING.length).join(', ')
  return `${FINDING}${shown === '' ? 'those below' : shown}. ${WHEN} Follow the instructions it returns.`
}

/**
 * How many names the schema lists, independent of the description's budget: a client that enforces the schema could not
 * activate the others, even if `skills` search found them. The call itself accepts every available skill.
 */
const MOST_NAMES = 5_000

function composeSchema(names: readonly string[]): JsonSchema {
  return {
    type: 'object',
    properties: {
      name: { type: 'string', enum: names, description: 'Name of the skill' },
      arguments: { type: 'string', description: "Arguments for the skill's instructions, as one string" },
      again: {
        type: 'boolean',
        description: 'Return the instructions again, for example because they dropped out of the conversation',
      },
    },
    required: ['name'],
    additionalProperties: false,
  }
}
