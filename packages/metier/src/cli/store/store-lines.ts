/** What the store answers, for a person. */

import type { NeedsObject } from '../../eligibility/assess.js'
import type { Finding } from '../../gate/finding.js'
import type { Answer } from '../../manager/answers.js'
import { quoteForShell } from '../../skill/text/shell-quote.js'
import type { FileChange } from '../../store/versions/tree-changes.js'
import { counted } from '../commands/validate/lines.js'
import { helpFor } from '../skills/annotate-fix.js'
import { type Line, type Style, styled } from '../terminal/lines.js'
import { describeBytes } from '../terminal/progress.js'

const SEVERITIES: Readonly<Record<Finding['severity'], Style>> = { block: 'red', warn: 'yellow', note: 'dim' }
/** Of each file, half from its beginning and half from its end: what stands last is not pushed out of sight. */
const SHOWN_DIFF_LINES = 200

/** The findings that matter, with where they are. */
export function composeFindings(findings: readonly Finding[]): readonly Line[] {
  return findings
    .filter(({ severity }) => severity !== 'note')
    .map(
      ({ severity, pattern, rule, file, line, message }): Line => [
        styled(severity, SEVERITIES[severity]),
        ` ${file}:${line} `,
        styled(pattern, 'bold'),
        ` (${rule}): ${message}`,
      ],
    )
}

/** Locks that could not be read, beside what the others say. */
export function composeErrors(errors: readonly string[]): readonly Line[] {
  return errors.map((error): Line => [styled('error: ', 'red'), error])
}

/** What differs, file by file, with the lines of the texts. */
export function composeChanges(changes: readonly FileChange[]): readonly Line[] {
  return changes.flatMap(({ path, change, diff }): readonly Line[] => [
    [styled(change.padEnd(8), change === 'removed' ? 'red' : change === 'added' ? 'green' : 'yellow'), path],
    ...composeDiff(diff),
  ])
}

function composeDiff(diff: string | undefined): readonly Line[] {
  if (diff === undefined) return []
  const lines = diff.split('\n').filter((line) => line !== '')
  const show = (line: string): Line => [styled(`  ${line}`, styleOf(line))]
  const left = lines.length - SHOWN_DIFF_LINES
  if (left <= 0) return lines.map(show)
  const half = SHOWN_DIFF_LINES / 2
  return [...lines.slice(0, half).map(show), `  … ${left} more lines`, ...lines.slice(-half).map(show)]
}

function styleOf(line: string): Style {
  if (line.startsWith('+')) return 'green'
  return line.startsWith('-') ? 'red' : 'dim'
}

/** How much came in, and what the scan saw in it. */
function describeContent({ findings = [], content }: Answer): readonly string[] {
  const { files, size } = content as { readonly files: number; readonly size: number }
  const seen = (['block', 'warn', 'note'] as const).flatMap((wanted) => {
    const count = (findings as readonly Finding[]).filter(({ severity }) => severity === wanted).length
    return count === 0 ? [] : [counted(count, SEVERITY_WORDS[wanted])]
  })
  const amount = `${counted(files, 'file')}, ${describeBytes(size)}`
  return [amount, seen.length === 0 ? 'the scan found nothing' : `the scan found ${seen.join(', ')}`]
}

const SEVERITY_WORDS: Readonly<Record<Finding['severity'], string>> = {
  block: 'blocking finding',
  warn: 'warning',
  note: 'note',
}

/** What has no effect yet, and the command that changes that. */
export function composeApproval({ unapproved }: Answer): readonly Line[] {
  if (unapproved === undefined) return []
  const { name, brings } = unapproved as { readonly name: string; readonly brings: readonly string[] }
  return [
    `  It brings ${brings.join(' and ')}, which have no effect until you approve them`,
    ['  ', styled(`metier approve ${quoteForShell(name)}`, 'cyan')],
  ]
}

type Lists = Readonly<Record<string, readonly string[]>>

/** The contract leaves out what nothing is missing of. */
function withEveryKind({ bins = [], env = [], os = [], ...others }: Lists): NeedsObject {
  return { ...others, bins, env, os }
}

/** That a skill is in place, and what it still needs. */
export function composeInstalled(given: Answer): readonly Line[] {
  const fixes = ((given.install_hints ?? []) as readonly { readonly command: string }[]).map(({ command }) => command)
  const warnings = (given.warnings ?? []) as readonly string[]
  const lacking = (given.missing ?? {}) as Lists
  const missing = Object.entries(lacking)
  return [
    [styled('✓ ', 'green'), styled(String(given.name), 'bold'), ` is in ${given.path}`],
    ...(given.version === undefined ? [] : [`  ${given.version}`]),
    ...warnings.map((warning): Line => [styled('  warning: ', 'yellow'), warning]),
    ...missing.map(([kind, names]) => `  It still needs (${kind}): ${names.join(', ')}`),
    ...helpFor({ fixes, missing: withEveryKind(lacking), settingsKey: String(given.name) }).map(
      (command): Line => ['  ', styled(command, 'cyan')],
    ),
    ...composeApproval(given),
    [styled(`  ${[...describeContent(given), given.digest].join(', ')}`, 'dim')],
  ]
}
