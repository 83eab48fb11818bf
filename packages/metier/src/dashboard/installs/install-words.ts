/** What a page says about an install: what was installed, and what would help if it was refused. */

import type { SkillInstallation, SkillUpdate, StoreRefusal } from '../../contracts/store-outcomes.js'
import type { SignatureCheck } from '../../gate/signature/verify-signature.js'
import { findSkill } from '../../registry/snapshot.js'
import { readPowers } from '../../store/approvals/powers.js'
import type { Examination } from '../../store/examine.js'
import type { FixView } from '../api/common.js'
import type { BundleView, GateStepView, InstallResultView } from '../api/installs.js'
import { shortVersion } from '../skills/short-version.js'
import type { InstallContext } from './install-context.js'
import type { InstallWish } from './install-wish.js'

export function describeInstalled(context: InstallContext, installed: InPlace, command: string): InstallResultView {
  const { name, path, eligible, fixes, unapproved, oddities } = installed
  const { messages, leftOut, shadowedBy, isLoaded } = oddities
  const warnings = [
    ...messages,
    ...(leftOut.length === 0 ? [] : [`Not installed: ${leftOut.join(', ')}`]),
    ...(shadowedBy === undefined ? [] : [`A nearer skill of the same name is used instead: ${shadowedBy}`]),
    ...(unapproved?.mistakes ?? []).map(({ message }) => `Its tools cannot be used: ${message}`),
    ...(isLoaded ? [] : ['It is in a directory that is not searched for skills']),
  ]
  const skill = context.live.current().entries.idOfFile(path) ?? name
  const isUpdate = 'status' in installed
  return {
    message: isUpdate
      ? `Updated ${name} from ${shortVersion(installed.from.version)} to ${shortVersion(installed.to.version)}`
      : `Installed ${name}`,
    command,
    undo: isUpdate ? context.command('rollback', skill) : context.command('remove', name),
    warnings,
    skill,
    isEligible: eligible,
    fixes: fixes.map((fix) => ({ command: fix.command })),
    needsApproval: unapproved !== undefined && unapproved.mistakes === undefined,
  }
}

type InPlace = SkillInstallation | Extract<SkillUpdate, { readonly status: 'updated' }>

/** An update that found nothing to do. */
export function describeUnchanged(
  { live }: InstallContext,
  { name, status, current, latest, root, edited }: Extract<SkillUpdate, { readonly status: keyof typeof UNCHANGED }>,
  command: string,
): InstallResultView {
  const now = live.current()
  const record = findSkill(now.situation.snapshot, `${root}/${name}`)
  const reason = edited === true ? 'The source has nothing newer; your edits stay' : UNCHANGED[status]
  return {
    message: `${name} was not changed. ${reason} (${shortVersion(current)})`,
    command,
    warnings: status === 'older' && latest !== undefined ? [`The source offers ${latest}`] : [],
    skill: record === undefined ? name : now.entries.idOf(record),
    isEligible: true,
    fixes: [],
    needsApproval: false,
  }
}

const UNCHANGED = {
  current: 'It is up to date',
  pinned: 'It is pinned to this version',
  older: 'The source offers an older version',
  sourceless: 'It is hand-made, so there is no source to update it from',
} as const

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

/** A step that the examination has decided. */
interface DecidedStep extends Pick<GateStepView, 'step' | 'message'> {
  readonly state: 'passed' | 'warned' | 'failed'
}

/** What the gate found so far, step by step. */
export function describeExamined(bundle: BundleView, signature: SignatureCheck): readonly DecidedStep[] {
  const { files, bytes, verdict, findings, name } = bundle
  const count = findings.entries.length + findings.left
  const fetched = `${files.length === 1 ? '1 file' : `${files.length} files`}, ${bytes.toLocaleString('en-US')} bytes`
  const scanned = { step: 'scan', state: SCAN_STATES[verdict] } as const
  const found = { ...scanned, message: count === 0 ? 'Nothing found' : count === 1 ? '1 finding' : `${count} findings` }
  if (verdict === 'block') return [...readable(fetched, name), found]
  return [...readable(fetched, name), found, { step: 'signature', state: 'passed', message: describeSigner(signature) }]
}

function readable(fetched: string, name: string): readonly DecidedStep[] {
  return [
    { step: 'fetch', state: 'passed', message: fetched },
    { step: 'limits', state: 'passed', message: 'Number, sizes and names are within the limits' },
    { step: 'validate', state: 'passed', message: `A valid skill named ${name}` },
  ]
}

const SCAN_STATES = { pass: 'passed', warn: 'warned', block: 'failed' } as const

function describeSigner(signature: SignatureCheck): string {
  if (signature.status === 'unsigned') return 'Not signed, and its source does not require it'
  if (signature.status === 'trusted') return `Signed by ${signature.signer.subject ?? signature.signer.fingerprint}`
  return 'Signed by a key that you do not trust, which its source allows'
}

/** Commands that would help. A page can do the first one by itself. */
export function describeFix(
  { command }: InstallContext,
  wish: InstallWish,
  { failure, details, source }: StoreRefusal,
): readonly FixView[] {
  const { untrusted, local } = details ?? {}
  if (failure.code === 'source_untrusted' && untrusted !== undefined) {
    return [{ command: command('trust', untrusted), remark: 'only if you trust everything that this source publishes' }]
  }
  if (wish.action === 'update' && local === 'changed') {
    return [{ command: command('update', ...wish.named, '--force'), remark: 'your changes are kept for a rollback' }]
  }
  if (failure.code === 'skill_exists' && wish.action === 'install' && source !== undefined) {
    return [{ command: command('install', source, '--force'), remark: 'replaces the installed skill' }]
  }
  return []
}
