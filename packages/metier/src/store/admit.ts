/** Moves a bundle from quarantine into a root: examine, decide, ask, seal, commit. Installs all of it or nothing. */

import { join } from 'node:path'
import type { Finding } from '../gate/finding.js'
import type { SignatureCheck } from '../gate/signature/verify-signature.js'
import type { Result } from '../skill/failure.js'
import { succeed } from '../skill/failure.js'
import type { Progress, ReplacedLink, StagedFile } from '../sources/source.js'
import type { Approve } from './approvals/approval-request.js'
import type { Approvals } from './approvals/approvals.js'
import { commitChange } from './commit/commit.js'
import { mergeLinks } from './commit/commit-links.js'
import { holdStore } from './commit/hold.js'
import { leaveQuarantine } from './commit/journal.js'
import { type ConsentDecision, decideConsent } from './consent.js'
import { type Examination, examineBundle, type ScanFiles, sealBundle } from './examine.js'
import { guardFiles } from './guard.js'
import type { Store } from './layout.js'
import type { LinkedSkill } from './links/change-links.js'
import { adoptLinks } from './links/own-links.js'
import { type LinkPlan, planLinks } from './links/plan-links.js'
import type { RecordedLink } from './links/recorded-links.js'
import { type EntryOrigin, type Lock, type LockEntry, readLock, withLinks } from './lock.js'
import { dismantleStore, findMissing, openQuarantine, prepareStore, type Quarantine } from './quarantine.js'
import { type ArrivalAction, type Outcome, type Refusal, refuseWith } from './refusal.js'
import { type JudgedBundle, judgeSignature } from './signatures/judge-signature.js'
import { NO_SIGNERS, type SignaturePolicy } from './signatures/signature-policy.js'
import { folderOf, type StoreName } from './slug.js'
import type { FileChange } from './versions/tree-changes.js'

/** The context of every change to a store. */
export interface StoreContext {
  readonly store: Store
  readonly scan: ScanFiles
  readonly approvals: Approvals
  readonly approve?: Approve | undefined
  /** The signers that the user trusts; none without it. */
  readonly signatures?: SignaturePolicy | undefined
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: Progress) => void) | undefined
}

/** Asks which agents a skill is linked for. */
export type ChooseAgents = () => Promise<readonly string[] | undefined>

/** Lets the user look at a bundle in quarantine. */
export interface BundleReview {
  /** Called with the files once they are scanned, also if they are refused then. */
  onExamined(examination: Examination, leftOut: readonly string[], signature: SignatureCheck): void
  /** Waits until the user agrees with exactly these files, after everything else has passed. Rejects if the user does not. */
  confirm(examination: Examination): Promise<void>
}

/** A bundle to install. */
export interface Arrival extends ConsentDecision {
  /** Lets the user look at the files before they are committed. */
  readonly bundleReview?: BundleReview | undefined
  readonly action: ArrivalAction
  readonly name: StoreName
  /** Writes the files into an empty directory. */
  readonly fill: (directory: string) => Promise<Result<Filled>>
  /** The findings that the source reports. */
  readonly findings: readonly Finding[]
  readonly origin: EntryOrigin
  /** Whether the source's skills need a trusted signer. */
  readonly requiresSignature?: boolean | undefined
  /** True if the files were installed before. */
  readonly isKept?: boolean | undefined
  /** The digest that the lockfile requires. */
  readonly expected?: string | undefined
  /** The ids of agents that the skill is linked for, in addition to those it was linked for before. */
  readonly agents?: readonly string[] | undefined
  /** Asks for these ids once the files may be installed; `agents` counts if it resolves to undefined. */
  readonly chooseAgents?: ChooseAgents | undefined
  /** The links of the version that comes back. They count if no version is installed. */
  readonly links?: readonly RecordedLink[] | undefined
  /** Whether the skill was pinned when it was removed. It counts if no version is installed. */
  readonly wasPinned?: boolean | undefined
  /** An existing lockfile entry to keep. */
  readonly recorded?: LockEntry | undefined
  /** Called before the user is asked, and again while the root is locked. */
  readonly findConflict: (lock: Lock, examination: Examination) => Promise<Refusal | undefined>
  /** Lists the differences from the skill that it replaces. */
  readonly compare?: (examination: Examination) => Promise<readonly FileChange[]>
}

interface Filled {
  readonly files?: readonly StagedFile[]
  readonly leftOut: readonly string[]
  /** Problems that are not a reason to refuse it. */
  readonly warnings?: readonly string[] | undefined
  readonly links?: readonly ReplacedLink[] | undefined
  readonly findings?: readonly Finding[] | undefined
}

/** An installed skill. */
export interface AdmittedSkill {
  readonly name: string
  readonly folder: string
  readonly entry: LockEntry
  readonly examination: Examination
  readonly signature: SignatureCheck
  readonly leftOut: readonly string[]
  readonly warnings: readonly string[]
  readonly changes: readonly FileChange[]
  /** Where agents see it, apart from its own directory. */
  readonly links: Omit<LinkedSkill, 'name'>
  /** What the user has to know about files that it replaced and that are not kept. */
  readonly notices: readonly string[]
}

const DOING: Readonly<Record<ArrivalAction, string>> = {
  install: 'Installing',
  update: 'Updating',
  rollback: 'Restoring',
}

export function admitSkill(context: StoreContext, arrival: Arrival): Promise<Outcome<AdmittedSkill>> {
  return guardFiles(`${DOING[arrival.action]} '${arrival.name.text}'`, async () => {
    const { store } = context
    const made = await findMissing(store)
    const prepared = await prepareStore(store)
    if (!prepared.ok) return prepared
    const quarantine = await openQuarantine(store)
    let isIn = false
    try {
      const outcome = await passGate(context, arrival, quarantine)
      isIn = outcome.ok
      return outcome
    } finally {
      await leaveQuarantine(store, quarantine)
      if (!isIn) await dismantleStore(store, made)
    }
  })
}

async function passGate(
  context: StoreContext,
  arrival: Arrival,
  quarantine: Quarantine,
): Promise<Outcome<AdmittedSkill>> {
  const { store, signal } = context
  const filled = await arrival.fill(quarantine.incoming)
  if (!filled.ok) return filled
  const judged = await examineArrival(context, arrival, quarantine, filled.value)
  if (!judged.ok) return judged
  const { examination, signature, unsigned } = judged.value
  arrival.bundleReview?.onExamined(examination, [...filled.value.leftOut, ...unsigned], signature)
  const refusal = refuseUnexpected(arrival, examination)
  if (refusal !== undefined) return refusal
  const changes = (await arrival.compare?.(examination)) ?? []
  const findConflict = async () => {
    const lock = await readLock(store.lockFile)
    return lock.ok ? arrival.findConflict(lock.value, examination) : lock
  }
  const consent = await decideConsent(context, arrival, examination, changes, findConflict)
  if (!consent.ok) return consent
  const agents = await chooseAgents(arrival, findConflict)
  if (!agents.ok) return agents
  await arrival.bundleReview?.confirm(examination)
  signal?.throwIfAborted()
  context.onProgress?.({ phase: 'commit', message: `Writing ${arrival.name.text}` })
  const sealed = await sealBundle(quarantine.incoming, examination, store.files)
  if (!sealed.ok) return sealed
  const { warnings = [], links = [] } = filled.value
  const leftOut = [...filled.value.leftOut, ...unsigned]
  const entry: LockEntry = arrival.recorded ?? {
    ...arrival.origin,
    digest: examination.digest,
    files: examination.files,
    verdict: examination.verdict,
    ruleSet: examination.ruleSet,
    approval: consent.value,
    installedAt: store.now().toISOString(),
    ...(links.length > 0 && { replacedLinks: links }),
    ...(signature.status === 'trusted' && { signedBy: signature.signer }),
  }
  const committed = await commit(context, { ...arrival, agents: agents.value }, quarantine, examination, entry)
  if (!committed.ok) return committed
  const { name } = arrival
  const folder = folderOf(store.root, name)
  const installed = { name: name.text, folder, entry, examination, signature, leftOut, warnings, changes }
  return succeed({ ...installed, ...committed.value })
}

/** Scans the files and checks their signature. Files of git that it does not cover are removed, and the rest is scanned again. */
async function examineArrival(
  context: StoreContext,
  arrival: Arrival,
  quarantine: Quarantine,
  filled: Filled,
  unsigned: readonly string[] = [],
): Promise<Outcome<JudgedBundle & { readonly unsigned: readonly string[] }>> {
  const { store, signatures = NO_SIGNERS } = context
  const scanning = { phase: 'scan', message: `Scanning ${arrival.name.text}` } as const
  context.onProgress?.(scanning)
  const examined = await examineBundle(quarantine.incoming, {
    slug: arrival.name.slug,
    scan: context.scan,
    promised: filled.files?.filter(({ path }) => !unsigned.includes(path)),
    findings: [...arrival.findings, ...(filled.findings ?? [])],
    signal: context.signal,
    // Files that were here before come back as they were, whatever they were.
    isKept: arrival.isKept === true,
    isStaged: true,
    onFile: (_, done, total) => context.onProgress?.({ ...scanning, done, total }),
  })
  if (!examined.ok) return examined
  const lock = await readLock(store.lockFile)
  const judged = judgeSignature(examined.value, {
    policy: signatures,
    now: store.now(),
    keepsSettings: arrival.origin.keepsSettings,
    isRequired: arrival.requiresSignature === true,
    isKept: arrival.isKept === true,
    // The files that the lockfile records lose nothing.
    before: lock.ok && arrival.recorded === undefined ? lock.value.skills.get(arrival.name.text)?.signedBy : undefined,
  })
  if (!judged.ok) return judged
  const { signature } = judged.value
  const uncovered = 'unsigned' in signature && arrival.isKept !== true ? signature.unsigned : []
  if (uncovered.length === 0) return succeed({ ...judged.value, unsigned })
  for (const path of uncovered) await store.files.discard(join(quarantine.incoming, path))
  return examineArrival(context, arrival, quarantine, filled, uncovered)
}

/** A skill that is in the way is not worth a question. */
async function chooseAgents(
  { agents, chooseAgents: ask }: Arrival,
  findConflict: () => Promise<Outcome<never> | undefined>,
): Promise<Outcome<Arrival['agents']>> {
  if (ask === undefined) return succeed(agents)
  return (await findConflict()) ?? ask().then((chosen) => succeed(chosen ?? agents))
}

function refuseUnexpected({ expected, name }: Arrival, { digest }: Examination): Refusal | undefined {
  if (expected === undefined || expected === digest) return undefined
  const message = `'${name.text}' does not match the lockfile: its source has different files now`
  return refuseWith('integrity_mismatch', message, { digest }, [`Expected ${expected}, received ${digest}`])
}

type CommittedSkill = Pick<AdmittedSkill, 'links' | 'notices'>

function commit(
  context: StoreContext,
  arrival: Arrival,
  quarantine: Quarantine,
  examination: Examination,
  entry: LockEntry,
): Promise<Outcome<CommittedSkill>> {
  const { store } = context
  return holdStore(context, async (): Promise<Outcome<CommittedSkill>> => {
    const lock = await readLock(store.lockFile)
    if (!lock.ok) return lock
    const conflict = await arrival.findConflict(lock.value, examination)
    if (conflict !== undefined) return conflict
    const current = lock.value.skills.get(arrival.name.text)
    const planned = await plan(store, arrival.agents)
    const own = adoptLinks(lock.value, arrival.name.text)
    const before = current === undefined ? mergeLinks(arrival.links, own) : current.links
    const links = mergeLinks(before, planned.links)
    const isPinned = current === undefined ? arrival.wasPinned : current.pinned
    const next = withLinks(isPinned === true ? { ...entry, pinned: true } : entry, links)
    const committed = await commitChange(store, { name: arrival.name, quarantine, entry: next, lock: lock.value })
    if (!committed.ok) return committed
    const { links: outcomes, notices } = committed.value
    return succeed({ links: { outcomes, unneeded: planned.unneeded }, notices })
  })
}

async function plan({ root, agents: place }: Store, ids: readonly string[] = []): Promise<LinkPlan> {
  return place === undefined ? { links: [], unneeded: [] } : planLinks(root, place, ids)
}
