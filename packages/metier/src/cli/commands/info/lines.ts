/** The details of one skill as text. */

import { RULE_SET } from '../../../gate/rule-set.js'
import { SIGNATURE_FILE } from '../../../gate/signature/read-bundle.js'
import type { Revocation } from '../../../gate/standing/standing.js'
import type { BroughtTools, SkillDetails, SkillOrigin } from '../../../manager/details/skill-details.js'
import type { SandboxMode } from '../../../manager/settings/configuration.js'
import type { RegisteredSkill, ShadowedSkill } from '../../../registry/registered-skill.js'
import { wrapText } from '../../../skill/text/columns.js'
import { toPlainText } from '../../../skill/text/plain-text.js'
import { quoteForShell } from '../../../skill/text/shell-quote.js'
import type { AgentSight } from '../../../store/links/who-sees.js'
import { isEdited, isHandMade } from '../../../store/versions/own-files.js'
import { helpFor } from '../../skills/annotate-fix.js'
import { describeNeeds } from '../../skills/describe-needs.js'
import { describeNearest } from '../../skills/nearest-skill.js'
import { describeWithMode, scriptProfile, serverProfile } from '../../skills/sandbox-profile.js'
import { describeSight } from '../../skills/skill-sights.js'
import { describeSigner } from '../../store/signature-lines.js'
import { describeRevocation } from '../../store/standing-lines.js'
import { type Line, type Span, type Style, say, styled } from '../../terminal/lines.js'
import { nameSome } from '../../terminal/name-some.js'
import { describeBytes } from '../../terminal/progress.js'
import { shortId } from '../../terminal/short-id.js'
import { counted } from '../validate/lines.js'

export interface InfoParts {
  /** As it was asked for. */
  readonly name: string
  readonly skill: RegisteredSkill | ShadowedSkill
  /** What to call the skills with its name that it hides. */
  readonly shadows: readonly string[]
  readonly details: SkillDetails
  /** The agents on this machine. */
  readonly seenBy: readonly AgentSight[]
  readonly sandbox: SandboxMode
  /** Set if its source has withdrawn the installed version or warns of it. */
  readonly revocation: Revocation | undefined
  /** Whether `metier link` can link it. */
  readonly isLinkable: boolean
}

const READABLE = 100
const LABEL_WIDTH = 12
const MOST_FILES = 8
const MOST_FINDINGS = 5
const MOST_PROBLEMS = 3

/** Texts that are `said` are ours, and their commands are shown as commands to copy. */
type Field = (label: string, values: readonly string[], style?: Style | 'said') => readonly Line[]

export function composeInfo(parts: InfoParts, columns: number): readonly Line[] {
  const { skill, details } = parts
  const tools = describeTools(details.tools)
  const width = Math.min(columns, READABLE)
  const field = fieldsOf(width)
  const emoji = details.emoji === undefined ? '' : `${details.emoji} `
  return [
    [emoji, styled(skill.name, 'bold')],
    ...wrapText(skill.description, width),
    '',
    ...field('state', [stateOf(skill)], skill.eligible ? 'green' : 'red'),
    ...field('why not', skill.reasons),
    ...field('fixes', helpFor(skill), 'cyan'),
    ...field('scope', [skill.scope]),
    ...field('call it', 'shadowedBy' in skill ? [skill.reachedBy] : []),
    ...field('shadows', parts.shadows),
    ...field('path', [skill.path]),
    ...field('from', describeOrigin(details.origin), 'said'),
    ...field('', parts.revocation === undefined ? [] : [describeRevocation(parts.revocation)], 'red'),
    ...field('signed by', describeSignature(details), 'said'),
    ...field('seen by', parts.seenBy.map(describeSight)),
    ...field('link it', suggestLink(parts), 'cyan'),
    ...field('size', describeSize(details)),
    ...field('digest', details.digest === undefined ? [] : [shortId(details.digest)]),
    ...field('requires', describeNeeds(skill.requires)),
    ...field('install', details.install.map(describeInstall)),
    ...field('tools', tools),
    ...composeApproval(parts, tools.length === 0 ? 'tools' : ''),
    ...field('sandbox', describeSandbox(parts)),
    ...field('files', describeFiles(details)),
    ...field('findings', describeFindings(details), details.verdict === 'block' ? 'red' : undefined),
    ...field('', describeFurtherFindings(parts), 'said'),
    ...field('nearest', details.nearest === undefined ? [] : [describeNearest(details.nearest)]),
    ...field('problems', details.problems, 'yellow'),
  ]
}

/** Paths and commands are never wrapped, so that they can be copied. */
function fieldsOf(width: number): Field {
  return (label, values, style) =>
    values.flatMap((value, at): Line[] => {
      const isCopied = style === 'cyan' || label === 'path'
      const parts = isCopied ? [value] : wrapText(value, Math.max(20, width - LABEL_WIDTH))
      return parts.map((part, line) => [
        styled((at === 0 && line === 0 ? label : '').padEnd(LABEL_WIDTH), 'dim'),
        ...compose(part, style),
      ])
    })
}

function compose(text: string, style: Style | 'said' | undefined): readonly Span[] {
  if (style === 'said') return say(text)
  return style === undefined ? [text] : [styled(text, style)]
}

function stateOf(skill: RegisteredSkill | ShadowedSkill): string {
  if (skill.disabled) return skill.withheld ? 'not approved' : 'disabled'
  if ('shadowedBy' in skill) return `shadowed by ${skill.shadowedBy}`
  return skill.eligible ? 'can be used here' : 'cannot be used here'
}

function suggestLink({ name, isLinkable, seenBy }: InfoParts): readonly string[] {
  const agents = seenBy.flatMap((sight) =>
    !sight.sees && (sight.reason === 'not_linked' || sight.reason === 'flattened') ? [sight.agent] : [],
  )
  if (agents.length === 0 || !isLinkable) return []
  return [`metier link ${quoteForShell(name)} --agent ${agents.join(',')}`]
}

function describeOrigin(origin: SkillOrigin | undefined): readonly string[] {
  if (origin === undefined) return []
  const { source, version, commit, path, installedAt, pinned, ruleSet } = origin
  const named = isHandMade(origin) ? 'hand-made, no source' : source
  const from = version === null ? named : `${named} ${version}`
  const state = describeState(origin)
  return [
    `${from}${commit === null ? '' : ` at ${commit.slice(0, 12)}`}${pinned ? ', pinned' : ''}`,
    ...(path === null || path === '' ? [] : [`directory ${path}`]),
    `installed ${installedAt.slice(0, 10)}, ${state}`,
    ...(ruleSet === '' || ruleSet === RULE_SET ? [] : [`scanned with rules ${ruleSet} when installed`]),
  ]
}

/** As it was checked at the installation. Only a skill without changes still has that signature. */
function describeSignature({ origin, files = [] }: SkillDetails): readonly string[] {
  if (origin?.signedBy !== undefined) {
    const changed = origin.isUnchanged ? '' : ", changed since; run 'metier verify'"
    return [`${describeSigner(origin.signedBy)}${changed}`]
  }
  return files.includes(SIGNATURE_FILE)
    ? ["a signer that was not trusted when it was installed; run 'metier verify'"]
    : []
}

function describeState(origin: SkillOrigin): string {
  const { isUnchanged } = origin
  if (isEdited(origin)) return 'with local edits that its source does not have'
  return isUnchanged ? 'unchanged' : "changed since; run 'metier verify'"
}

function composeApproval({ name, details: { approval } }: InfoParts, label: string): readonly Line[] {
  if (approval === undefined) return []
  const start = styled(label.padEnd(LABEL_WIDTH), 'dim')
  if (approval === 'approved') return [[start, styled('approved', 'green')]]
  const why = approval === 'lapsed' ? 'approval lapsed, files changed' : 'not approved'
  return [[start, `${why}: `, styled(`metier approve ${quoteForShell(name)}`, 'cyan')]]
}

function describeTools({ tools, servers, restrictsTo, problems }: BroughtTools): readonly string[] {
  return [
    ...problems.slice(0, MOST_PROBLEMS).map((problem) => `invalid tools.yaml: ${problem}`),
    ...(problems.length > MOST_PROBLEMS ? [`and ${problems.length - MOST_PROBLEMS} more`] : []),
    ...tools.map(({ name, category, description }) => `${name} (${category}): ${description}`),
    ...servers.map(({ name, tools: own }) => `server ${name}: ${own?.join(', ') ?? 'all its tools'}`),
    ...(restrictsTo === undefined ? [] : [`while active, only ${restrictsTo.join(', ')} can be used`]),
  ]
}

function describeSandbox({ details: { tools }, sandbox }: InfoParts): readonly string[] {
  return [
    ...tools.tools.map(({ name, declared }) => `${name}: ${describeWithMode(scriptProfile(declared), sandbox)}`),
    ...tools.servers.flatMap(({ name, url }) => {
      const profile = serverProfile(url !== undefined)
      return profile === undefined ? [] : [`server ${name}: ${describeWithMode(profile, sandbox)}`]
    }),
  ]
}

function describeSize({ tokens, files, bytes }: SkillDetails): readonly string[] {
  const read = tokens === undefined ? [] : [`about ${tokens} tokens`]
  if (files === undefined) return read
  return [[...read, counted(files.length, 'file'), describeBytes(bytes)].join(', ')]
}

function describeFiles({ files = [] }: SkillDetails): readonly string[] {
  const paths = files.map(toPlainText).filter((path) => path !== 'SKILL.md')
  return paths.length === 0 ? [] : [nameSome(paths, MOST_FILES)]
}

function describeFindings({ isScanned, findings }: SkillDetails): readonly string[] {
  if (findings.length === 0) return isScanned ? ['none'] : []
  return findings.slice(0, MOST_FINDINGS).map(({ severity, rule, file, line, message }) => {
    return `${severity} ${rule} ${file}:${line} ${message}`
  })
}

function describeFurtherFindings({ name, details: { findings } }: InfoParts): readonly string[] {
  const left = findings.length - MOST_FINDINGS
  return left > 0 ? [`and ${left} more: metier audit ${quoteForShell(name)}`] : []
}

function describeInstall({ kind, label }: RegisteredSkill['install'][number]): string {
  return `${kind}: ${label}`
}
