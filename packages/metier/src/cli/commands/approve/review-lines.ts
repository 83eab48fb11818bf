/** What a person reads before approving a skill: its powers, then its files or what changed in them. */

import type { SkillApproval } from '../../../contracts/decisions.js'
import { quoteForShell } from '../../../skill/text/shell-quote.js'
import type { TreeFile } from '../../../system/skill-files/tree-digest.js'
import type { SandboxSight } from '../../../workspace/sandbox/sandbox-sight.js'
import { composeChanges } from '../../store/store-lines.js'
import { type Line, say, styled } from '../../terminal/lines.js'
import { nameSome } from '../../terminal/name-some.js'
import { describeBytes } from '../../terminal/progress.js'
import { wrapLine } from '../../terminal/wrap-lines.js'
import { counted } from '../validate/lines.js'
import { composePowers, showWord } from './lines.js'

/** A review with the files that it covers. */
export interface ShownReview {
  readonly approval: SkillApproval
  readonly files: readonly TreeFile[]
  readonly sandbox: SandboxSight
}

/** The full list of permissions comes first, so that a long list of changes cannot hide it. */
export function composeReview(
  { approval, files, sandbox }: ShownReview,
  columns = Number.POSITIVE_INFINITY,
): readonly Line[] {
  const powers = composePowers(approval, sandbox).flatMap((line) => wrapLine(line, columns, BELOW_LABELS))
  const isFirst = approval.state === 'unapproved'
  return [
    ...(powers.length === 0 ? wrapLine(composeTextOnly(approval), columns) : powers),
    ...(isFirst ? composeFiles(approval, files) : composeChanges(approval.changes, showAll(approval))),
  ]
}

/** Wrapped lines start below the values, so that no command can pass for the label of another fact. */
const BELOW_LABELS = ' '.repeat(13)

/** The powers once more in short: the question may be a screen below the list. */
export function composeReminder({ name, tools, servers, allowedTools, reuses }: SkillApproval): readonly Line[] {
  const networked = [
    ...tools.filter(({ category }) => category === 'network').map((tool) => tool.name),
    ...servers.filter(({ url }) => url !== undefined).map((server) => server.name),
  ]
  const brings = [
    ...countWords('tool', [...tools.map((tool) => tool.name), ...reuses]),
    ...countWords(
      'server',
      servers.map((server) => server.name),
    ),
  ]
  const further = [
    ...countWords('network', networked, ': '),
    ...countWords('allowed without asking', allowedTools, ': '),
  ].join('; ')
  if (brings.length + further.length === 0) return []
  const what = brings.length === 0 ? 'no tools or servers' : brings.join(', ')
  return [[styled(name, 'bold'), ` brings ${what}`], ...(further === '' ? [] : [`  ${further}`])]
}

export function composeNothing({ name }: SkillApproval): Line {
  return [styled(name, 'bold'), ' has nothing to approve: it brings no tools, servers or allowed tools']
}

function composeTextOnly({ name }: SkillApproval): Line {
  return [styled(name, 'bold'), ' brings no tools, servers or allowed tools: only its text is approved']
}

const MOST_NAMED = 4

function countWords(what: string, names: readonly string[], separator?: string): readonly string[] {
  if (names.length === 0) return []
  const listed = nameSome(names.map(showWord), MOST_NAMED)
  return [separator === undefined ? `${counted(names.length, what)} (${listed})` : `${what}${separator}${listed}`]
}

/** Nothing has changed since an approval that was never given, so only the files are named. */
function composeFiles({ path }: SkillApproval, files: readonly TreeFile[]): readonly Line[] {
  const sizes = files.map(({ size, mode }) => (mode === 'link' ? 'link' : describeBytes(size)))
  const width = Math.max(0, ...sizes.map((size) => size.length))
  return [
    [styled(`${counted(files.length, 'file')} in `, 'dim'), path],
    ...files.map((file, at): Line => [styled(`  ${(sizes[at] ?? '').padStart(width)}  `, 'dim'), file.path]),
  ]
}

function showAll({ name }: SkillApproval): Line {
  return say(`To see them: metier approve ${quoteForShell(name)} --show --json`)
}

/** Tells a lapsed approval from none. */
export function describeApproval({ approved, state, approvedAt, changes }: SkillApproval): string {
  if (approved) return 'is approved'
  if (state !== 'lapsed') return 'is not approved'
  const paths = changes.map(({ path }) => path)
  const what = paths.length > MOST_CHANGED ? `${paths.length} files` : paths.join(', ')
  const since = approvedAt === undefined ? '' : ` of ${approvedAt.slice(0, 10)}`
  return `is no longer approved: the approval${since} lapsed because ${what} changed`
}

const MOST_CHANGED = 3
