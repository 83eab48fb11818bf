/**
 * A skill's command as it is started: its own files by their real paths, its program from PATH without the project's
 * directories.
 */

import { type CommandPart, readCommand } from '../../skill/command/tool-command.js'
import { composeEnvironment } from '../../system/process/child-environment.js'
import { findProgram, keepOutside, kindBelow } from '../../system/process/find-program.js'
import type { SkillTree } from '../../system/skill-files/skill-tree.js'

/** Where a skill's programs run and what they see. */
export interface CommandPlace {
  readonly workdir: string
  /** Programs in this directory are ignored. */
  readonly project: string | undefined
  /** Variables that the skill's SKILL.md or the user's configuration names. */
  readonly variables: readonly string[]
  readonly values: Readonly<Record<string, string>>
}

/** A command to prepare. */
export interface CommandRequest {
  readonly words: readonly string[]
  readonly cwd: 'skill' | 'workdir'
  /** Further variables that it gets. */
  readonly env: readonly string[]
  /** The input; left out if there is none, as for a server. */
  readonly params?: unknown
}

/** A command that can be started. */
export interface PreparedCommand {
  readonly command: readonly [string, ...string[]]
  readonly cwd: string
  readonly environment: Readonly<Record<string, string>>
}

/** Prepares a command for files that were just compared with the approved ones, or says why it is not started. */
export function prepareCommand(
  request: CommandRequest,
  tree: SkillTree,
  place: CommandPlace,
): PreparedCommand | { readonly refusal: string } {
  const { words, cwd, env, params } = request
  const { parts, problems } = readCommand(words, { files: tree, cwd, hasFields: params !== undefined })
  const [problem] = problems
  if (problem !== undefined) return { refusal: problem.message }
  const stray = cwd === 'workdir' ? parts.slice(1).find((part) => namesProjectFile(part, place.workdir)) : undefined
  if (stray?.kind === 'text') {
    return { refusal: `'${stray.text}' is a file in the project, but an approval covers only the skill's own files` }
  }
  const environment = composeVariables(env, tree, place)
  const [program, ...others] = parts.flatMap((part) => composePart(part, tree, params))
  const found = parts[0]?.kind === 'text' ? findProgram(program ?? '', environment.PATH ?? '') : program
  const where = cwd === 'workdir' ? place.workdir : tree.folder
  return { command: [found ?? program ?? '', ...others], cwd: where, environment }
}

function composeVariables(env: readonly string[], { folder }: SkillTree, place: CommandPlace) {
  const { variables, values, workdir, project } = place
  const environment = composeEnvironment([...variables, ...env], {
    ...values,
    METIER_SKILL_DIR: folder,
    METIER_WORKDIR: workdir,
    // A cache file in the skill's directory would invalidate the approval.
    PYTHONDONTWRITEBYTECODE: '1',
  })
  const PATH = keepOutside(environment.PATH ?? '', project === undefined ? [] : [project])
  return { ...environment, PATH } as Readonly<Record<string, string>>
}

/** A bare name may be a subcommand of the program, so a directory with that name does not count. */
function namesProjectFile(part: CommandPart, workdir: string): boolean {
  if (part.kind !== 'text') return false
  return (part.names ?? []).some((name) => {
    const kind = kindBelow(workdir, name)
    return kind === 'file' || (kind === 'folder' && /[/\\]./.test(name))
  })
}

/** Each field becomes one argument, whatever its value; a missing field leaves its argument out. */
function composePart(part: CommandPart, tree: SkillTree, params: unknown): readonly string[] {
  if (part.kind === 'text') return [part.text]
  if (part.kind === 'path') return [`${part.before}${tree.realPathOf(part.path) ?? ''}`]
  const fields = new Map(Object.entries((params ?? {}) as Record<string, unknown>))
  const value = fields.get(part.field)
  if (value === undefined) return []
  return [typeof value === 'string' ? value : JSON.stringify(value)]
}
