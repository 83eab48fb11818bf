/** Paths on the command line that contain no skill. */

import type { Scan } from '../../../registry/scan.js'
import { isFolder } from '../../../system/files/files.js'
import { type CommandOutcome, refuse } from '../../arguments/command.js'
import type { Line } from '../../terminal/lines.js'

export interface EmptyPath {
  readonly path: string
  readonly why: string
  /** The command that makes it readable. */
  readonly fix?: string | undefined
}

export function explainEmptiness({ root, diagnostics }: Scan): EmptyPath {
  const { code, suggestion } = diagnostics.find(({ file }) => file === root.path) ?? {}
  if (code === 'root_missing') return { path: root.path, why: 'does not exist' }
  if (code !== 'root_unreadable') return { path: root.path, why: 'contains no skill' }
  return { path: root.path, why: 'cannot be read as a directory', ...(isFolder(root.path) && { fix: suggestion }) }
}

/** Refuses empty paths. The results of the other paths are still printed. */
export function refuseEmpty(
  empty: readonly EmptyPath[],
  others: { readonly json: { readonly skills: readonly unknown[] }; readonly lines: CommandOutcome['lines'] },
  notes: readonly Line[] = [],
): CommandOutcome {
  const error = empty.map(({ path, why }) => `${path} ${why}`).join('; ')
  const fixes = empty.flatMap(({ fix }) => (fix === undefined ? [] : [`Make it readable: ${fix}`]))
  const advice = fixes.length > 0 ? fixes : ['A skill is a directory that contains a SKILL.md.']
  const refusal = refuse(error, [...advice, ...notes], {
    error,
    ...others.json,
  })
  return others.json.skills.length > 0 ? { ...refusal, lines: others.lines } : refusal
}
