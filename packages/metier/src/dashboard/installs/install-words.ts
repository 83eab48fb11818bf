/** What a page says about an install: what was installed, and what would help if it was refused. */

import type { SkillInstallation, StoreRefusal } from '../../contracts/store-outcomes.js'
import { readPowers } from '../../store/approvals/powers.js'
import type { Examination } from '../../store/examine.js'
import type { FixView } from '../api/common.js'
import type { BundleView, InstallResultView } from '../api/installs.js'
import type { InstallContext } from './install-context.js'

export function describeInstalled(
  context: InstallContext,
  installed: SkillInstallation,
  command: string,
): InstallResultView {
  const { name, path, eligible, fixes, unapproved, oddities } = installed
  const { messages, leftOut, shadowedBy, isLoaded } = oddities
  const warnings = [
    ...messages,
    ...(leftOut.length === 0 ? [] : [`Not installed: ${leftOut.join(', ')}`]),
    ...(shadowedBy === undefined ? [] : [`A nearer skill of the same name is used instead: ${shadowedBy}`]),
    ...(isLoaded ? [] : ['It is in a directory that is not searched for skills']),
  ]
  return {
    message: `Installed ${name}`,
    command,
    undo: context.command('remove', name),
    warnings,
    skill: context.live.current().entries.idOfFile(path) ?? name,
    isEligible: eligible,
    fixes: fixes.map((fix) => ({ command: fix.command })),
    needsApproval: unapproved !== undefined,
  }
}

/** What was fetched, for someone who decides whether to install it. */
export function describeBundle(examination: Examination, leftOut: readonly string[]): BundleView {
  const { document, digest, files, findings, verdict, contents, mainFile } = examination
  const { tools, servers, allowedTools } = readPowers(contents, mainFile)
  const kinds = [
    ['tools', tools],
    ['servers', servers],
    ['allowed tools', allowedTools],
  ] as const
  return {
    name: document.name,
    description: document.description,
    digest,
    files: files.map(({ path, size, mode }) => ({ path, size, isExecutable: mode === '0755' })),
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    verdict,
    findings: { entries: findings.slice(0, MOST_FINDINGS), left: Math.max(0, findings.length - MOST_FINDINGS) },
    brings: kinds.filter(([, list]) => list.length > 0).map(([kind]) => kind),
    leftOut,
  }
}

const MOST_FINDINGS = 1_000

/** Commands that would help. A page can do the first one by itself. */
export function describeFix(
  { command }: InstallContext,
  { failure, details, source }: StoreRefusal,
): readonly FixView[] {
  const { untrusted } = details ?? {}
  if (failure.code === 'source_untrusted' && untrusted !== undefined) {
    return [{ command: command('trust', untrusted), remark: 'only if you trust everything that this source publishes' }]
  }
  if (failure.code === 'skill_exists' && source !== undefined) {
    return [{ command: command('install', source, '--force'), remark: 'replaces the installed skill' }]
  }
  return []
}
