/** Paths on the command line that contain no skill. */

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
  return { path: root.path, why: code === 'root_unreadable' ? 'cannot be read as a directory' : 'contains no skill' }
}

/** Refuses empty paths. The results of the other paths are still printed. */
export function refuseEmpty(
  empty: readonly EmptyPath[],
  others: { readonly json: { readonly skills: readonly unknown[] }; readonly lines: CommandOutcome['lines'] },
  notes: readonly Line[] = [],
): CommandOutcome {
  const error = empty.map(({ path, why }) => `${path}: ${why}`).join('; ')
  const refusal = refuse(error, ['A skill is a directory that contains a SKILL.md.', ...notes], {
    error,
    ...others.json,
  })
  return others.json.skills.length > 0 ? { ...refusal, lines: others.lines } : refusal
}
