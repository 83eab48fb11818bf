/** Paths that a call names and that hold nothing it could look at. */

import type { Scan } from '../../../registry/scan.js'
import { type CommandOutcome, refuse } from '../../arguments/command.js'
import type { Line } from '../../terminal/lines.js'

export interface EmptyPath {
  readonly path: string
  readonly why: string
}

export function explainEmptiness({ root, diagnostics }: Scan): EmptyPath {
  const { code } = diagnostics.find(({ file }) => file === root.path) ?? {}
  if (code === 'root_missing') return { path: root.path, why: 'does not exist' }
  return { path: root.path, why: code === 'root_unreadable' ? 'cannot be read as a folder' : 'has no skill in it' }
}

/** What was found in the other paths is answered all the same. */
export function refuseEmpty(
  empty: readonly EmptyPath[],
  others: { readonly json: { readonly skills: readonly unknown[] }; readonly lines: CommandOutcome['lines'] },
  notes: readonly Line[] = [],
): CommandOutcome {
  const error = empty.map(({ path, why }) => `${path}: ${why}`).join('; ')
  const refusal = refuse(error, ['A skill is a folder with a SKILL.md in it.', ...notes], { error, ...others.json })
  return others.json.skills.length > 0 ? { ...refusal, lines: others.lines } : refusal
}
