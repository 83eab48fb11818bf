/** Refuses a name that no skill has: suggests similar names, or explains why a skill with that name was not loaded. */

import { basename, dirname } from 'node:path'
import { renderNotFound } from '../../contracts/skills.js'
import { levelBroken } from '../../skill/diagnostic.js'
import { quoteForShell } from '../../skill/text/shell-quote.js'
import type { OpenedReader } from '../skills/open-skills.js'
import type { Line } from '../terminal/lines.js'
import { type CommandOutcome, type Context, type Input, refuse } from './command.js'

/** One call, and the registry that it opened. */
interface Calling {
  readonly input: Input
  readonly context: Context
  readonly opened: OpenedReader
}

/** Answers that the skill was not found, with notes for people. */
export async function refuseUnknown(calling: Calling, name: string): Promise<CommandOutcome> {
  const { reader, notes } = calling.opened
  const { nearestNames } = await import('../../registry/search/nearest-names.js')
  const near = nearestNames(
    reader.select().map(({ record }) => record.name),
    name,
  )
  const refused = [...explainRefusal(calling.opened, name), ...(await explainLost(calling, name))]
  const meant = near.length === 0 ? [] : [`Did you mean: ${near.join(', ')}`]
  const next = refused.length > 0 ? refused : [...meant, "Run 'metier list' to see all skills."]
  const answer = renderNotFound(name)
  return refuse(answer.error, [...notes, ...next], answer)
}

/** A directory with that name can contain a skill that could not be loaded. */
function explainRefusal({ reader, options }: OpenedReader, name: string): readonly Line[] {
  const refusal = reader.registry.diagnostics.find(({ code, file = '' }) => {
    const level = levelBroken(code)
    return basename(dirname(file)) === name && (level === 'safe' || (options.strict && level !== undefined))
  })
  if (refusal?.file === undefined) return []
  const { file, line, column, message } = refusal
  return [
    `The skill exists but could not be loaded: ${file}:${line}:${column} ${message}`,
    `See all its problems: metier validate ${quoteForShell(dirname(file))}`,
  ]
}

/** The directory of an installed skill can be missing. */
async function explainLost({ input, context, opened }: Calling, name: string): Promise<readonly Line[]> {
  const { SkillWriter } = await import('../../manager/skill-writer.js')
  const { skills: locked } = await new SkillWriter(opened.known).locked()
  const lost = locked.find((skill) => skill.name === name)
  if (lost === undefined) return []
  const { composeRestore } = await import('../store/restore-command.js')
  const restore = composeRestore({ input, context, surroundings: opened }, lost.root, [name])
  return [`The skill is in ${lost.lockFile}, but its directory is missing. Restore it: ${restore}`]
}
