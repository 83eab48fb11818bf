/** The command that brings skills back to exactly what a lock says. */

import { findInstallRoot } from '../../manager/store-operations/store-context.js'
import type { Surroundings } from '../../manager/surroundings.js'
import { quoteForShell } from '../../skill/text/shell-quote.js'
import type { Context, Input } from '../arguments/command.js'

/** One call of metier: what was typed, and where that led. */
export interface CommandCall {
  readonly input: Input
  readonly context: Context
  readonly surroundings: Pick<Surroundings, 'options' | 'place'>
}

export function composeRestore(call: CommandCall, root: string, names: readonly string[]): string {
  const said = call.input.pieces.flatMap(({ option = '', words }) => (KEPT.has(option) ? words : []))
  const words = ['metier', 'install', '--frozen', ...names, ...wordsFor(call, root), ...said]
  return words.map(quoteForShell).join(' ')
}

/** What else decides which root is meant. */
const KEPT: ReadonlySet<string> = new Set(['workdir', 'config'])

/** How a command of the store is told to go to a root. */
export function wordsFor({ context, surroundings }: Omit<CommandCall, 'input'>, root: string): readonly string[] {
  const isInstalledInto = (isProject: boolean) => {
    const found = findInstallRoot(surroundings, isProject)
    return found.ok && found.value.path === root
  }
  if (context.roots.length > 0) return ['--root', root]
  if (isInstalledInto(false)) return []
  return isInstalledInto(true) ? ['--project'] : ['--root', root]
}
