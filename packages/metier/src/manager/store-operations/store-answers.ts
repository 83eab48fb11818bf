/** What the operations of the store answer: the contract's plain objects (C-23, C-25, C-26, C-29, C-30). */

import { findFixes } from '../../eligibility/fixes.js'
import { detailsOf } from '../../registry/record/details.js'
import { fileOf, type SkillRecord } from '../../registry/record/skill-record.js'
import { registeredSkill } from '../../registry/registered-skill.js'
import type { Situation } from '../../registry/situation.js'
import type { AdmittedSkill } from '../../store/admit.js'
import type { Refusal } from '../../store/refusal.js'
import type { Answer } from '../answers.js'

interface Asked {
  readonly name?: string
  readonly source?: string
}

/** C-29, C-31, C-32: also where it cannot be used yet, with what it lacks and how to get it. */
export function answerInstalled(situation: Situation, admitted: AdmittedSkill): Answer {
  const { name, folder, entry, examination } = admitted
  const path = `${folder}/${examination.mainFile}`
  const record = findRecord(situation, path)
  return {
    installed: true,
    name,
    path,
    ...describeUse(situation, record),
    warnings: warningsOf(situation, admitted, record),
    findings: examination.findings,
    digest: entry.digest,
  }
}

/** C-30, with the words that C-23, C-25 and C-26 fix. */
export function answerRefused(flag: string, { failure, details }: Refusal, { name, source }: Asked): Answer {
  const { code, message, suggestions } = failure
  const refused = { [flag]: false }
  if (code === 'source_untrusted') {
    const hint = 'Add to trusted sources or use --from clawhub'
    // Where the source itself is trusted, it is something that it leads to which is not.
    const reason = suggestions.includes(hint) ? {} : { reason: [message, ...suggestions].join('. ') }
    return { ...refused, error: 'untrusted source', source, hint, ...reason }
  }
  if (code === 'skill_exists' && flag === 'installed') {
    return { ...refused, error: 'skill exists', name, hint: 'Use force=true to overwrite' }
  }
  if (code === 'scan_blocked') return { ...refused, ...describeDanger(failure, details) }
  const place = failure.file === undefined ? {} : { file: failure.file, line: failure.line }
  const changed = details?.changes === undefined ? {} : { changes: details.changes }
  const local = details?.local === undefined ? {} : { local: details.local }
  const digest = details?.digest === undefined ? {} : { digest: details.digest }
  const hint = suggestions.length === 0 ? {} : { hint: suggestions.join(' ') }
  return {
    ...refused,
    error: message,
    code,
    ...(name !== undefined && { name }),
    ...place,
    ...hint,
    ...digest,
    ...changed,
    ...local,
  }
}

function describeDanger({ message, suggestions }: Refusal['failure'], details: Refusal['details']): Answer {
  const worst = details?.findings?.[0]
  if (worst === undefined) return { error: message, code: 'scan_blocked' }
  const { pattern, line, file, rule, severity, confidence } = worst
  return {
    error: 'dangerous pattern detected',
    pattern,
    line,
    file,
    rule,
    severity,
    confidence,
    hint: suggestions.join(' '),
    findings: details?.findings,
    digest: details?.digest,
    ...(details?.changes !== undefined && details.changes.length > 0 && { changes: details.changes }),
  }
}

export function describeUse(situation: Situation, record: SkillRecord | undefined): Answer {
  if (record === undefined) return { eligible: false, missing: {}, install_hints: [] }
  const { eligible, missing } = registeredSkill(record, situation)
  const lacking = Object.entries(missing).filter(([, names]) => names.length > 0)
  const fixes = findFixes(detailsOf(record).install, situation.assessor.assess(record).missing, situation.environment)
  return {
    eligible,
    missing: Object.fromEntries(lacking),
    install_hints: fixes.map(({ kind, command }) => ({ kind, command })),
  }
}

/** The record of a file, also where another skill has its name. */
export function findRecord({ snapshot }: Situation, path: string): SkillRecord | undefined {
  const isMeant = (record: SkillRecord) => fileOf(record) === path
  return snapshot.skills.find(isMeant) ?? snapshot.shadowed.map(({ record }) => record).find(isMeant)
}

export function warningsOf(
  situation: Situation,
  admitted: AdmittedSkill,
  record: SkillRecord | undefined,
): readonly string[] {
  const { examination, leftOut, warnings } = admitted
  const odd = examination.document.diagnostics.filter(({ severity }) => severity !== 'notice')
  const shadow = situation.snapshot.shadowed.find((shadowed) => shadowed.record === record)
  return [
    ...odd.map(({ message }) => message),
    ...warnings,
    ...(leftOut.length === 0 ? [] : [`Left out: ${leftOut.join(', ')}`]),
    ...(shadow === undefined ? [] : [`It is shadowed by ${fileOf(shadow.shadowedBy)}`]),
    ...(record === undefined ? ['It is installed, but cannot be loaded here: run metier validate on it'] : []),
  ]
}
