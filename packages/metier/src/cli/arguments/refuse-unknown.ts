/** A name that no skill has: what may have been meant, or why a skill of that name is not there. */

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

/** C-16, with more for a person. */
export async function refuseUnknown(calling: Calling, name: string): Promise<CommandOutcome> {
  const { reader, notes } = calling.opened
  const { nearestNames } = await import('../../registry/search/nearest-names.js')
  const near = nearestNames(
    reader.select().map(({ record }) => record.name),
    name,
  )
  const refused = [...explainRefusal(calling.opened, name), ...(await explainLost(calling, name))]
  const meant = near.length === 0 ? [] : [`Did you mean: ${near.join(', ')}`]
  const next = refused.length > 0 ? refused : [...meant, 'Run metier list to see every skill.']
  const answer = renderNotFound(name)
  return refuse(answer.error, [...notes, ...next], answer)
}

/** A folder of that name may hold a skill that cannot be used at all. */
function explainRefusal({ reader, options }: OpenedReader, name: string): readonly Line[] {
  const refusal = reader.registry.diagnostics.find(({ code, file = '' }) => {
    const level = levelBroken(code)
    return basename(dirname(file)) === name && (level === 'safe' || (options.strict && level !== undefined))
  })
  if (refusal?.file === undefined) return []
  const { file, line, column, message } = refusal
  return [
    `It is there, but is not loaded: ${file}:${line}:${column} ${message}`,
    `Run metier validate ${quoteForShell(dirname(file))}`,
  ]
}

/** A skill that was installed may have lost its folder since. */
async function explainLost({ input, context, opened }: Calling, name: string): Promise<readonly Line[]> {
  const { findLockedNames } = await import('../skills/locked-names.js')
  const lost = (await findLockedNames(opened.known)).find((skill) => skill.name === name)
  if (lost === undefined) return []
  const { composeRestore } = await import('../store/restore-command.js')
  const restore = composeRestore({ input, context, surroundings: opened }, lost.root, [name])
  return [`The lock names it (${lost.lockFile}): run ${restore}`]
}
