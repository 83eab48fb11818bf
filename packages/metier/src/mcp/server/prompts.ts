/** Prompts: each skill that a user may start, with its arguments, as a command of the client. */

import type {
  CompleteRequest,
  CompleteResult,
  GetPromptResult,
  ListPromptsResult,
  Prompt,
} from '@modelcontextprotocol/server'
import type { Skill } from '../../contracts/wave.js'
import type { ResourceList } from '../../manager/content/skill-files.js'
import type { SkillManager } from '../../manager/skill-manager.js'
import { readTraits, type SkillTraits } from '../../skill/metadata/metadata.js'
import { stripLeadingBlankLines } from '../../skill/parse.js'
import { composeSkillContent } from '../../tools/skill-content.js'
import { createSnapshotMemory } from '../../tools/snapshot-memory.js'

/** The part of a manager that prompts use. */
export type PromptingManager = Pick<SkillManager, 'registry' | 'loadSkill' | 'resolve' | 'listFiles'>

const PAGE = 100
const MOST_RESOURCES = 50
/** What MCP allows in one answer. */
const MOST_COMPLETIONS = 100
const ARGUMENTS = 'arguments'

/** One page of prompts. Listing reads each skill's file for its arguments, so there are pages. */
export async function listPrompts(manager: PromptingManager, cursor: string | undefined): Promise<ListPromptsResult> {
  const names = startableNames(manager)
  const given = Number(cursor ?? 0)
  const start = Number.isSafeInteger(given) && given >= 0 ? given : 0
  const found = await Promise.all(names.slice(start, start + PAGE).map((name) => findStartable(manager, name)))
  const prompts = found.filter((startable) => startable !== undefined).map(toPrompt)
  const next = start + PAGE
  return { prompts, ...(next < names.length && { nextCursor: String(next) }) }
}

/** A skill's instructions as a message of the user; undefined if no user may start a skill of that name. */
export async function getPrompt(
  manager: PromptingManager,
  name: string,
  values: Readonly<Record<string, string>>,
): Promise<GetPromptResult | undefined> {
  const startable = await findStartable(manager, name)
  if (startable === undefined) return undefined
  const { skill, traits } = startable
  const text = composeSkillContent({
    name,
    body: stripLeadingBlankLines(skill.body),
    arguments: joinValues(traits, values),
    directory: skill.skillPath,
    resources: await resourcesOf(manager, name),
  })
  return { description: skill.description, messages: [{ role: 'user', content: { type: 'text', text } }] }
}

/** Completes the name of a skill in a prompt's argument or in the path of a `skill://` URI. */
export function completeNames(manager: PromptingManager, { argument }: CompleteRequest['params']): CompleteResult {
  const isName = argument.name === 'path' || argument.name === 'skill' || argument.name === 'name'
  const all = isName ? startableNames(manager).filter((name) => name.startsWith(argument.value)) : []
  const values = all.slice(0, MOST_COMPLETIONS)
  return { completion: { values, total: all.length, hasMore: all.length > values.length } }
}

interface Startable {
  readonly skill: Skill
  readonly traits: SkillTraits
}

const startableNames = createSnapshotMemory((manager: PromptingManager): readonly string[] => [
  ...manager.registry.eligible.keys(),
])

async function findStartable(manager: PromptingManager, name: string): Promise<Startable | undefined> {
  if (!manager.registry.eligible.has(name)) return undefined
  const skill = await manager.loadSkill(name)
  if (skill === null) return undefined
  const traits = readTraits(skill.frontmatter, undefined)
  return traits.userInvocable ? { skill, traits } : undefined
}

function toPrompt({ skill: { name, description }, traits }: Startable): Prompt {
  const named = traits.arguments.map((argument) => ({ name: argument }))
  const whole = { name: ARGUMENTS, description: traits.argumentHint ?? 'What the skill should work on, as one string' }
  return { name, description, arguments: named.length > 0 ? named : [whole] }
}

/** The named values in the order in which the skill names them; quotes keep a value with blanks together. */
function joinValues(traits: SkillTraits, values: Readonly<Record<string, string>>): string | undefined {
  // A skill may have an argument named `constructor`, which every object inherits.
  const given = traits.arguments.map((name) => (Object.hasOwn(values, name) ? values[name] : undefined) ?? '')
  if (given.length === 0) return values[ARGUMENTS]
  return given.every((value) => value === '') ? undefined : given.map(quoteBlanks).join(' ')
}

function quoteBlanks(value: string): string {
  if (value !== '' && !/[\s"']/.test(value)) return value
  return value.includes('"') ? `'${value.replaceAll("'", '’')}'` : `"${value}"`
}

async function resourcesOf(manager: PromptingManager, name: string): Promise<ResourceList> {
  const resolution = manager.resolve(name)
  // A skill that only users may start cannot be resolved here, so the prompt lists no files.
  return resolution.ok ? manager.listFiles(resolution.value, MOST_RESOURCES) : { files: [], left: 0 }
}
