/** Composes the lines that store commands print. */

import { join } from 'node:path'
import { describeReviewGaps } from '../../contracts/review.js'
import type { PlacedSkill } from '../../contracts/store-outcomes.js'
import type { Finding } from '../../gate/finding.js'
import type { Review } from '../../gate/reviewer/review.js'
import { COUNTERSIGNATURE_FILE, SIGNATURE_FILE } from '../../gate/signature/read-bundle.js'
import type { Failure } from '../../skill/failure.js'
import { quoteForShell } from '../../skill/text/shell-quote.js'
import type { FileChange } from '../../store/versions/tree-changes.js'
import { counted } from '../commands/validate/lines.js'
import { helpFor } from '../skills/annotate-fix.js'
import { composeMistakes } from '../skills/tool-mistakes.js'
import { type Line, type Style, say, styled } from '../terminal/lines.js'
import { nameSome } from '../terminal/name-some.js'
import { describeBytes } from '../terminal/progress.js'
import { shortId } from '../terminal/short-id.js'
import { composeLinks } from './link-lines.js'
import { composeSignature } from './signature-lines.js'

const SEVERITIES: Readonly<Record<Finding['severity'], Style>> = { block: 'red', warn: 'yellow', note: 'dim' }
/** The lines shown of each file, half from the start and half from the end, so that the end is never hidden. */
const SHOWN_DIFF_LINES = 200

/** Blocking findings, then warnings, with their locations. Many of one rule take two lines, so that no other one drowns. */
export function composeFindings(findings: readonly Finding[]): readonly Line[] {
  const shown = [
    ...findings.filter(({ severity }) => severity === 'block'),
    ...findings.filter(({ severity }) => severity === 'warn'),
  ]
  const groups = new Map<string, Finding[]>()
  for (const finding of shown) {
    const key = `${finding.severity} ${finding.rule}`
    const known = groups.get(key)
    if (known === undefined) groups.set(key, [finding])
    else known.push(finding)
  }
  return [...groups.values()].flatMap((group) =>
    group.length > MOST_OF_A_RULE ? composeMany(group) : group.map(composeFinding),
  )
}

const MOST_OF_A_RULE = 5
const NAMED_OF_A_RULE = 3

function composeFinding(finding: Finding): Line {
  const { severity, pattern, rule, file, line } = finding
  return [
    styled(severity, SEVERITIES[severity]),
    ` ${file}:${line} `,
    styled(pattern, 'bold'),
    ` (${rule}): ${messageOf(finding)}`,
  ]
}

function composeMany(group: readonly Finding[]): readonly Line[] {
  const [first] = group
  if (first === undefined) return []
  const { severity, pattern, rule } = first
  const places = group.map(({ file, line }) => `${file}:${line}`)
  return [
    [
      styled(severity, SEVERITIES[severity]),
      ` ${group.length} × `,
      styled(pattern, 'bold'),
      ` (${rule}): ${messageOf(first)}`,
    ],
    `  ${nameSome(places, NAMED_OF_A_RULE)}`,
  ]
}

/** The place names the file already. */
function messageOf({ message, file }: Finding): string {
  const end = ` (${file})`
  return message.endsWith(end) ? message.slice(0, -end.length) : message
}

/** What a reviewer did not do; empty if no model was asked or if its review is complete. */
export function composeGaps(review: Review | undefined): readonly Line[] {
  const gaps = review === undefined ? [] : describeReviewGaps(review)
  return gaps.map((gap): Line => [styled('warning: ', 'yellow'), ...say(gap)])
}

/** Lockfiles that could not be read, and what to do. */
export function composeFailures(failures: readonly Failure[]): readonly Line[] {
  return failures.flatMap(({ message, suggestions }): readonly Line[] => [
    [styled('error: ', 'red'), message],
    ...suggestions.map((each) => say(each)),
  ])
}

/** The differences, file by file, with the lines of text files. `help` says how to see lines that are left out. */
export function composeChanges(
  changes: readonly FileChange[],
  help?: Line | ((change: FileChange) => Line | undefined),
): readonly Line[] {
  return changes.flatMap((one): readonly Line[] => {
    const { path, change, diff } = one
    return [
      [styled(change.padEnd(8), change === 'removed' ? 'red' : change === 'added' ? 'green' : 'yellow'), path],
      // A signature is one line that says nothing to a reader.
      ...(SIGNATURE_FILES.has(path) ? [] : composeDiff(diff, typeof help === 'function' ? help(one) : help)),
    ]
  })
}

const SIGNATURE_FILES: ReadonlySet<string> = new Set([SIGNATURE_FILE, COUNTERSIGNATURE_FILE])

/** Lines of a diff that are left out can be read in the file itself, which is in place by now. */
export function readIn(folder: string): (change: FileChange) => Line | undefined {
  return ({ path, change }) => (change === 'removed' ? undefined : [`See the file: ${join(folder, path)}`])
}

function composeDiff(diff: string | undefined, help: Line | undefined): readonly Line[] {
  if (diff === undefined) return []
  const lines = diff.split('\n').filter((line) => line !== '')
  const show = (line: string): Line => [styled(`  ${line}`, styleOf(line))]
  const left = lines.length - SHOWN_DIFF_LINES
  if (left <= 0) return lines.map(show)
  const half = SHOWN_DIFF_LINES / 2
  const cut: Line = [`  … ${counted(left, 'more line')}`, ...(help === undefined ? [] : ['. ', ...help])]
  return [...lines.slice(0, half).map(show), cut, ...lines.slice(-half).map(show)]
}

function styleOf(line: string): Style {
  if (line.startsWith('+')) return 'green'
  return line.startsWith('-') ? 'red' : 'dim'
}

/** The size of a skill and a summary of its findings. */
function describeContent({ findings, content }: PlacedSkill): readonly string[] {
  const seen = (['block', 'warn', 'note'] as const).flatMap((wanted) => {
    const count = findings.filter(({ severity }) => severity === wanted).length
    return count === 0 ? [] : [counted(count, SEVERITY_WORDS[wanted])]
  })
  const amount = `${counted(content.files, 'file')}, ${describeBytes(content.size)}`
  return [amount, seen.length === 0 ? 'no findings' : seen.join(', ')]
}

const SEVERITY_WORDS: Readonly<Record<Finding['severity'], string>> = {
  block: 'blocking finding',
  warn: 'warning',
  note: 'note',
}

/** Unapproved parts of a skill, and the command that approves them. */
export function composeApproval({ unapproved }: PlacedSkill): readonly Line[] {
  if (unapproved === undefined) return []
  const { name, brings, mistakes = [] } = unapproved
  if (mistakes.length > 0) return composeMistakes(mistakes)
  return [
    `  Its ${brings.join(' and ')} have no effect until you approve them:`,
    ['  ', styled(`metier approve ${quoteForShell(name)}`, 'cyan')],
  ]
}

/** Problems that did not stop a command. */
export function composeNotices(notices: readonly string[]): readonly Line[] {
  return notices.map((notice): Line => [styled('  warning: ', 'yellow'), ...say(notice)])
}

/** Reports that a skill is installed, and what it still needs. `what` says what happened, if that is not all. */
export function composePlaced(
  skill: PlacedSkill,
  warnings: readonly string[],
  what = `installed in ${skill.folder}`,
): readonly Line[] {
  const { name, missing, reasons, digest } = skill
  const fixes = skill.fixes.map(({ command }) => command)
  return [
    [styled('✓ ', 'green'), styled(name, 'bold'), ` ${what}`],
    ...composeNotices(warnings),
    ...reasons.map((reason) => `  Cannot be used here yet. ${reason}`),
    ...helpFor({ fixes, missing, settingsKey: name }).map((command): Line => ['  ', styled(command, 'cyan')]),
    ...composeSignature(skill.signature, '  '),
    ...composeLinks(skill.links),
    ...composeApproval(skill),
    [styled(`  ${[...describeContent(skill), shortId(digest)].join(', ')}`, 'dim')],
  ]
}
