/** Everything about one skill on one screen. */

import { RULE_SET } from '../../../gate/rule-set.js'
import type { Answer } from '../../../manager/answers.js'
import type { RegisteredSkill } from '../../../registry/registered-skill.js'
import { wrapText } from '../../../skill/text/columns.js'
import { toPlainText } from '../../../skill/text/plain-text.js'
import { quoteForShell } from '../../../skill/text/shell-quote.js'
import { helpFor } from '../../skills/annotate-fix.js'
import { type Line, type Style, styled } from '../../terminal/lines.js'
import { describeBytes } from '../../terminal/progress.js'
import { counted } from '../validate/lines.js'
import type { SkillDetails } from './skill-details.js'

export interface InfoParts {
  /** The contract's answer. */
  readonly known: Answer
  readonly skill: RegisteredSkill | undefined
  readonly details: SkillDetails | undefined
  /** Whether what it brings is approved, and the name that it is approved by; undefined where it brings nothing. */
  readonly approval: { readonly state: string; readonly name: string } | undefined
  /** What is odd about it. */
  readonly errors: readonly string[]
}

const READABLE = 100
const LABEL_WIDTH = 12
const MOST_FILES = 8
const MOST_FINDINGS = 5

type Lists = Readonly<Record<string, readonly string[]>>
type Field = (label: string, values: readonly string[], style?: Style) => readonly Line[]

export function composeInfo(parts: InfoParts, columns: number): readonly Line[] {
  const { known, skill, details, approval, errors } = parts
  const tools = details?.tools ?? []
  const width = Math.min(columns, READABLE)
  const field = fieldsOf(width)
  const emoji = typeof known.emoji === 'string' ? `${known.emoji} ` : ''
  return [
    [emoji, styled(String(known.name), 'bold')],
    ...wrapText(String(known.description), width),
    '',
    ...field('state', [stateOf(known, skill)], known.eligible === true ? 'green' : 'red'),
    ...field('why not', skill?.reasons ?? []),
    ...field('would help', fixesOf(skill), 'cyan'),
    ...field('scope', skill === undefined ? [] : [skill.scope]),
    ...field('call it', skill !== undefined && isShadowed(skill) ? [skill.qualifiedName] : []),
    ...field('path', [String(known.path)]),
    ...field('from', describeOrigin(details?.origin)),
    ...field('size', describeSize(details)),
    ...field('requires', describeLists(known.requires as Lists)),
    ...field('install', (known.install as readonly Lists[]).map(describeInstall)),
    ...field('tools', tools),
    ...field(
      tools.length === 0 ? 'tools' : '',
      describeApproval(approval),
      approval?.state === 'approved' ? 'green' : 'cyan',
    ),
    ...field('files', describeFiles(details)),
    ...field('findings', describeFindings(details), details?.verdict === 'block' ? 'red' : undefined),
    ...field('odd', errors, 'yellow'),
  ]
}

/** Paths and commands are never cut: people copy them. */
function fieldsOf(width: number): Field {
  return (label, values, style) =>
    values.flatMap((value, at): Line[] => {
      const isCopied = style === 'cyan' || label === 'path'
      const parts = isCopied ? [value] : wrapText(value, Math.max(20, width - LABEL_WIDTH))
      return parts.map((part, line) => [
        styled((at === 0 && line === 0 ? label : '').padEnd(LABEL_WIDTH), 'dim'),
        style === undefined ? part : styled(part, style),
      ])
    })
}

function stateOf(known: Answer, skill: RegisteredSkill | undefined): string {
  if (skill?.disabled) return skill.withheld ? 'not approved' : 'switched off'
  if (skill !== undefined && isShadowed(skill)) return `shadowed by ${skill.shadowedBy}`
  return known.eligible === true ? 'can be used here' : 'cannot be used here'
}

function isShadowed(skill: RegisteredSkill): skill is RegisteredSkill & { readonly shadowedBy: string } {
  return 'shadowedBy' in skill
}

function fixesOf(skill: RegisteredSkill | undefined): readonly string[] {
  return skill === undefined ? [] : helpFor(skill)
}

function describeOrigin(origin: SkillDetails['origin']): readonly string[] {
  if (origin === undefined) return []
  const { source, version, commit, path, digest, installedAt, pinned, ruleSet } = origin
  const from = version === null ? source : `${source} ${version}`
  const state = describeState(origin)
  return [
    `${from}${commit === null ? '' : ` at ${commit.slice(0, 12)}`}${pinned ? ', pinned' : ''}`,
    ...(path === null || path === '' ? [] : [`the folder ${path} of it`]),
    `installed ${installedAt.slice(0, 10)}, ${state}`,
    digest,
    ...(ruleSet === '' || ruleSet === RULE_SET ? [] : [`scanned with the rules of ${ruleSet} when it came`]),
  ]
}

function describeState({ isUnchanged, editedFrom }: NonNullable<SkillDetails['origin']>): string {
  if (editedFrom !== undefined) return 'with local edits that its source does not have'
  return isUnchanged ? 'unchanged' : 'changed since; run metier verify'
}

function describeApproval(approval: InfoParts['approval']): readonly string[] {
  if (approval === undefined) return []
  if (approval.state === 'approved') return ['approved']
  const why = approval.state === 'lapsed' ? 'approval lapsed, files changed' : 'not approved'
  return [`${why}: metier approve ${quoteForShell(approval.name)}`]
}

function describeSize(details: SkillDetails | undefined): readonly string[] {
  const read = details?.tokens === undefined ? [] : [`about ${details.tokens} tokens`]
  if (details?.files === undefined) return read
  const bytes = details.files.reduce((sum, { size }) => sum + size, 0)
  return [[...read, counted(details.files.length, 'file'), describeBytes(bytes)].join(', ')]
}

function describeFiles(details: SkillDetails | undefined): readonly string[] {
  const paths = (details?.files ?? []).map(({ path }) => toPlainText(path)).filter((path) => path !== 'SKILL.md')
  if (paths.length === 0) return []
  const left = paths.length - MOST_FILES
  return [`${paths.slice(0, MOST_FILES).join(', ')}${left > 0 ? ` and ${left} more` : ''}`]
}

function describeFindings(details: SkillDetails | undefined): readonly string[] {
  if (details?.files === undefined) return []
  const { findings } = details
  if (findings.length === 0) return ['none']
  const shown = findings.slice(0, MOST_FINDINGS).map(({ severity, rule, file, line, message }) => {
    return `${severity} ${rule} ${file}:${line} ${message}`
  })
  const left = findings.length - shown.length
  return left > 0 ? [...shown, `and ${left} more: run metier audit`] : shown
}

function describeLists(lists: Lists): readonly string[] {
  return Object.entries(lists)
    .filter(([, names]) => names.length > 0)
    .map(([kind, names]) => `${kind}: ${names.join(', ')}`)
}

function describeInstall(entry: Readonly<Record<string, unknown>>): string {
  return `${entry.kind}: ${entry.label}`
}
