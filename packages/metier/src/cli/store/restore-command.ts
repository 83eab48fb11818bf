/** Composes the commands that replace the files of installed skills. */

import { findInstallRoot } from '../../manager/store-operations/store-context.js'
import type { Surroundings } from '../../manager/surroundings.js'
import { quoteForShell } from '../../skill/text/shell-quote.js'
import type { Context, Input } from '../arguments/command.js'

/** One call of metier: its words, and the surroundings that they lead to. */
export interface CommandCall {
  readonly input: Input
  readonly context: Context
  readonly surroundings: Pick<Surroundings, 'options' | 'place'>
}

/** Restores skills to the state in the lockfile. */
export function composeRestore(call: CommandCall, root: string, names: readonly string[]): string {
  return composeFor(call, root, ['install', '--frozen', ...names])
}

interface PlacedName {
  readonly root: string
  readonly name: string
}

/** Replaces local edits with the source's version. A name that is installed in several places needs the options of its own. */
export function composeReplace(
  call: CommandCall,
  { root, name }: PlacedName,
  installed: readonly PlacedName[],
  ...options: readonly string[]
): string {
  const isTwice = installed.some((other) => other.name === name && other.root !== root)
  const where = isTwice && wordsFor(call, root).length === 0 ? ['--personal'] : []
  return composeFor(call, root, ['update', name, ...options, '--force', ...where])
}

function composeFor(call: CommandCall, root: string, command: readonly string[]): string {
  const said = call.input.pieces.flatMap(({ option = '', words }) => (KEPT.has(option) ? words : []))
  return ['metier', ...command, ...wordsFor(call, root), ...said].map(quoteForShell).join(' ')
}

/** Options that also decide which root is used. */
const KEPT: ReadonlySet<string> = new Set(['workdir', 'config'])

/** The options that make a store command use a root. */
export function wordsFor({ context, surroundings }: Omit<CommandCall, 'input'>, root: string): readonly string[] {
  const isInstalledInto = (isProject: boolean) => {
    const found = findInstallRoot(surroundings, isProject)
    return found.ok && found.value.path === root
  }
  if (context.roots.length > 0) return ['--root', root]
  if (isInstalledInto(false)) return []
  return isInstalledInto(true) ? ['--project'] : ['--root', root]
}
