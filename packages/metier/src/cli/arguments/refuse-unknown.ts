/** Refuses a name that no skill has: suggests similar names, or explains why a skill with that name was not loaded. */

import { basename, dirname, relative, resolve } from 'node:path'
import { renderNotFound } from '../../contracts/skills.js'
import { directoryOf } from '../../registry/record/skill-record.js'
import { listUnsearched } from '../../registry/registry-view.js'
import { type Situation, selectSkills } from '../../registry/situation.js'
import { findByDirectory, listDiagnostics } from '../../registry/snapshot.js'
import { levelBroken } from '../../skill/diagnostic.js'
import { quoteForShell } from '../../skill/text/shell-quote.js'
import { isFolder } from '../../system/files/files.js'
import type { OpenedRegistry } from '../skills/open-skills.js'
import { type Line, say } from '../terminal/lines.js'
import { type CommandOutcome, type Context, type Input, refuse } from './command.js'

/** One call, and the registry that it opened. */
interface Calling {
  readonly input: Input
  readonly context: Context
  readonly opened: OpenedRegistry
}

/** Answers that the skill was not found, with notes for people. */
export async function refuseUnknown(calling: Calling, name: string): Promise<CommandOutcome> {
  const { known, notes } = calling.opened
  const { nearestNames } = await import('../../registry/search/nearest-names.js')
  const near = nearestNames(
    selectSkills(known.situation()).map(({ record }) => record.name),
    name,
  )
  const refused = [...explainRefusal(calling.opened, name), ...(await explainLost(calling, name))]
  const inFolder = suggestRoot(calling, name)
  const meant = near.length === 0 ? [] : [`Did you mean: ${near.join(', ')}`]
  const next =
    refused.length > 0
      ? refused
      : inFolder.length > 0
        ? inFolder
        : [...meant, say("Run 'metier list' to see all skills.")]
  const answer = renderNotFound(name)
  return refuse(answer.error, [...notes, ...next], answer)
}

/** Someone who types a path means the skill there, which is found by its name in that root. */
function suggestRoot({ input, context }: Calling, name: string): readonly Line[] {
  const folder = resolve(context.workdir, name)
  if (!/[\\/]/.test(name) || !isFolder(folder)) return []
  const root = relative(context.workdir, dirname(folder)) || '.'
  const words = [input.command, basename(folder), '--root', root].map(quoteForShell)
  return [say(`To use the skill in that directory: metier ${words.join(' ')}`)]
}

/** A directory with that name can contain a skill that could not be loaded. */
function explainRefusal({ known, options, roots }: OpenedRegistry, name: string): readonly Line[] {
  const refusal = listDiagnostics(known.situation().snapshot).find(({ code, file = '' }) => {
    const level = levelBroken(code)
    return basename(dirname(file)) === name && (level === 'safe' || (options.strict && level !== undefined))
  })
  if (refusal?.file === undefined) return [...explainUnsearched(known.situation(), name), ...explainEmpty(roots, name)]
  const { file, line, column, message } = refusal
  return [
    `The skill exists but could not be loaded: ${file}:${line}:${column} ${message}`,
    say(`See all its problems: metier validate ${quoteForShell(dirname(file))}`),
  ]
}

/** A link that is not followed, or a directory that cannot be read. */
function explainUnsearched({ snapshot }: Situation, name: string): readonly Line[] {
  const found = listUnsearched(snapshot).find(({ file = '' }) => basename(file) === name)
  if (found === undefined) return []
  return [`${found.message}.`, ...(found.suggestion === undefined ? [] : [`${found.suggestion}.`])]
}

/** A directory with that name in a root, without a skill. */
function explainEmpty(roots: OpenedRegistry['roots'], name: string): readonly Line[] {
  if (/[\\/]|^\.*$/.test(name)) return []
  const folder = roots.map(({ path }) => `${path}/${name}`).find(isFolder)
  return folder === undefined ? [] : [`${folder} has no SKILL.md`]
}

/** The directory of an installed skill can be missing. */
async function explainLost({ input, context, opened }: Calling, name: string): Promise<readonly Line[]> {
  const { SkillWriter } = await import('../../manager/skill-writer.js')
  const { skills: locked } = await new SkillWriter(opened.known).locked()
  const lost = locked.find((skill) => skill.name === name)
  if (lost === undefined) return []
  const own = findByDirectory(opened.known.situation().snapshot, name)
  if (own !== undefined) return [`The skill in ${directoryOf(own)} is called '${own.name}'.`]
  const { composeRestore } = await import('../store/restore-command.js')
  const restore = composeRestore({ input, context, surroundings: opened }, lost.root, [name])
  return [say(`The skill is in ${lost.lockFile}, but its directory is missing. Restore it: ${restore}`)]
}
