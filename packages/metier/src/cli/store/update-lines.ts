/** The lines about updated skills. */

import type { GoneSkill, SkillUpdate } from '../../contracts/store-outcomes.js'
import { quoteForShell } from '../../skill/text/shell-quote.js'
import type { FileChange } from '../../store/versions/tree-changes.js'
import type { Input } from '../arguments/command.js'
import { typeAgain } from '../arguments/typed-again.js'
import { type Line, say, styled } from '../terminal/lines.js'
import { describeStep } from '../terminal/short-id.js'
import { composeLinkWarnings } from './link-lines.js'
import { composeSignature } from './signature-lines.js'
import { composeApproval, composeChanges, composeNotices, readIn } from './store-lines.js'
import type { Talk } from './store-talk.js'

export function composeUpdate(update: SkillUpdate, shownName: string, { shown, declined }: Talk): readonly Line[] {
  const show = (changes: readonly FileChange[], help: Parameters<typeof composeChanges>[1]) =>
    shown.has(update.name) ? [] : composeChanges(changes, help)
  if (update.status === 'updated') {
    const step = describeStep(update.from.version, update.to.version)
    return [
      [styled('✓ ', 'green'), styled(shownName, 'bold'), ` updated: ${step}`],
      ...composeSignature(update.signature, '  '),
      ...composeNotices(update.notices),
      ...composeLinkWarnings(update.links),
      ...show(update.changes, readIn(update.folder)),
      ...composeApproval(update),
    ]
  }
  if (declined.some(({ skill }) => skill === update.name)) return [`${shownName}: not updated, you declined`]
  if (update.status !== 'reviewed') {
    const edits = update.edited === true ? ", with local edits (run 'metier verify' to see them)" : ''
    const back = update.status === 'older' ? [say(`  To go back: metier rollback ${quoteForShell(update.name)}`)] : []
    return [say(`${shownName}: ${REASONS[update.status]}${edits}`), ...back]
  }
  return [
    [styled(shownName, 'bold'), ` ${describeStep(update.current, update.latest)}`],
    ...show(update.changes, wholeUpdate(update.name)),
  ]
}

/** Nothing is changed by it, and the JSON has every line. */
export function wholeUpdate(name: string): Line {
  return say(`See all of them: metier update ${quoteForShell(name)} --diff --json`)
}

const REASONS = {
  current: 'up to date',
  pinned: 'pinned',
  older: 'the source only has an older version',
  sourceless: 'hand-made, so there is no source to update it from',
} as const

/** Without a terminal, the same command without `--diff` applies the changes. */
export function composeNext(
  input: Input,
  updates: readonly Pick<SkillUpdate | GoneSkill, 'status'>[],
  { declined }: Talk,
): readonly Line[] {
  if (declined.length > 0 || !updates.some(({ status }) => status === 'reviewed')) return []
  return ['', say(`Nothing was changed. To apply these changes: ${typeAgain(input, { without: ['diff'] })}`)]
}
