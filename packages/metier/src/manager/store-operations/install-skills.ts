/** Installs skills from a source, or restores the skills of a lockfile. */

import { relative, sep } from 'node:path'
import type { RequestedInstallation, SkillInstallation, StoreOutcome } from '../../contracts/store-outcomes.js'
import { directoryOf } from '../../registry/record/skill-record.js'
import { fail, succeed } from '../../skill/failure.js'
import { quoteForShell } from '../../skill/text/shell-quote.js'
import { shareCommits } from '../../sources/git/shared-commits.js'
import { redactSecrets } from '../../sources/redact.js'
import { parseListed } from '../../sources/reference-parts.js'
import type { Offer } from '../../sources/source.js'
import { createSources } from '../../sources/sources.js'
import { listFollowing, type OfferedSkills } from '../../store/follow-plugin.js'
import { type ExistingSkill, installSkill } from '../../store/install.js'
import type { LockEntry } from '../../store/lock.js'
import { type Refusal, refuseWith } from '../../store/refusal.js'
import { parseLockedName, type StoreName, splitVersion } from '../../store/slug.js'
import { warmScan } from '../../system/scan-process/scan-apart.js'
import { agentsFor } from './agent-surroundings.js'
import { describeInstalled } from './describe-arrival.js'
import { nameOffers } from './name-offers.js'
import {
  findInstallRoot,
  lookAgain,
  type OperationOptions,
  openStoreContext,
  parseReference,
  type StoreOperation,
} from './store-context.js'
import type { StoreHost } from './store-host.js'
import type { InstallSeveralOptions, ListOfferedOptions, ReviewedInstallOptions } from './store-options.js'

/** Installs one skill. */
export function install(operation: StoreOperation<ReviewedInstallOptions>): Promise<StoreOutcome<SkillInstallation>> {
  return sharingCommits(operation, (shared) => installOne(shared, {}))
}

/** The commit that was listed is the one that every skill is taken from. */
export async function sharingCommits<Options extends OperationOptions, T>(
  operation: StoreOperation<Options>,
  act: (shared: StoreOperation<Options>) => Promise<T>,
): Promise<T> {
  const commits = shareCommits()
  try {
    return await act({ ...operation, commits })
  } finally {
    commits.close()
  }
}

/** What several skills of one request know of each other. */
interface InstallPart {
  readonly offer?: Offer | undefined
  /** The skills before this one, by directory. */
  readonly installed?: Map<string, LockEntry>
}

async function installOne(
  operation: StoreOperation<ReviewedInstallOptions>,
  { offer, installed = new Map() }: InstallPart,
): Promise<StoreOutcome<SkillInstallation>> {
  const { host, options, settings } = operation
  const { skill, from, project = false } = options
  if (typeof from !== 'string' || from === '') {
    return { ...refuseWith('source_unavailable', 'No source was named', { source: 'missing' }), skill }
  }
  const reference = parseReference(host, from, settings)
  if (!reference.ok) return { ...reference, skill, source: redactSecrets(from) }
  const root = findInstallRoot(host, project)
  if (!root.ok) return { ...root, skill }
  warmScan()
  const { scope } = root.value
  const place = (existing: ExistingSkill | undefined) => ({
    root: existing?.root ?? root.value.path,
    into: nameIn(existing),
  })
  const attempt = ({ root: path, into }: ReturnType<typeof place>) =>
    installSkill(
      { ...openStoreContext(operation, { path, scope }), keepsSettings: options.keepsSettings },
      {
        skill,
        reference: reference.value,
        offer,
        into,
        force: options.force === true,
        accept: options.accept,
        allow: options.allow,
        agents: agentsFor(operation),
        chooseAgents: options.agents === undefined ? options.chooseAgents : undefined,
        bundleReview: options.bundleReview,
        findKnown: (name) => findKnown(host, name, scope),
        installed,
      },
    )
  const isForced = options.force === true
  const known = isForced ? findKnown(host, offer?.name ?? splitVersion(skill).name, scope) : undefined
  const first = await attempt(place(known))
  // The name in its SKILL.md may be taken as well, by a skill that only the first attempt could find.
  const other = isForced && !first.ok ? existingOf(first) : undefined
  const outcome = other === undefined ? first : await attempt(place(other))
  if (!outcome.ok) return { ...withRequested(outcome, skill), skill, source: reference.value.text }
  installed.set(outcome.value.folder, outcome.value.entry)
  options.onDone?.(outcome.value.name)
  await lookAgain(operation)
  return succeed(await describeInstalled(host, outcome.value))
}

/** The warnings are accepted by the name or path that was asked for, which the source knows to be the same skill. */
function withRequested(refusal: Refusal, skill: string): Refusal {
  const { details } = refusal
  if (details?.unaccepted === undefined) return refusal
  return { ...refusal, details: { ...details, unaccepted: { ...details.unaccepted, skill: splitVersion(skill).name } } }
}

/** Two skills of one scope cannot share a name. The one that is used comes first. */
function findKnown(host: StoreHost, name: string, scope: string): ExistingSkill | undefined {
  const { snapshot } = host.situation()
  const shadowed = snapshot.shadowed.map(({ record }) => record).filter((record) => record.name === name)
  const winner = snapshot.skills[snapshot.positions.get(name) ?? -1]
  const record = [...(winner === undefined ? [] : [winner]), ...shadowed].find(({ root }) => root.scope === scope)
  return record && { path: directoryOf(record), root: record.root.path }
}

/** The place below its root that a skill is overwritten in; undefined if it is the root itself. */
function nameIn(existing: ExistingSkill | undefined): StoreName | undefined {
  const name = existing && parseLockedName(relative(existing.root, existing.path).replaceAll(sep, '/'))
  return name?.ok === true ? name.value : undefined
}

function existingOf({ details }: Refusal): ExistingSkill | undefined {
  const { path, root } = details ?? {}
  return path === undefined || root === undefined ? undefined : { path, root }
}

/** Installs several skills of one source, one after the other. A failure does not stop the others. */
export function installSeveral(
  operation: StoreOperation<InstallSeveralOptions>,
): Promise<StoreOutcome<readonly RequestedInstallation[]>> {
  return sharingCommits(operation, installEach)
}

async function installEach(
  operation: StoreOperation<InstallSeveralOptions>,
): Promise<StoreOutcome<readonly RequestedInstallation[]>> {
  const { options } = operation
  const { skills: named, ...common } = options
  const requested =
    named === undefined || options.plugin !== undefined
      ? await listParts(operation)
      : succeed({ from: options.from, parts: named.map((skill) => ({ skill })) })
  if (!requested.ok) return requested
  const { from, parts } = requested.value
  const installed = new Map<string, LockEntry>()
  const installations: RequestedInstallation[] = []
  for (const { skill, offer } of withoutRepeated(parts)) {
    options.signal?.throwIfAborted()
    const outcome = await installOne({ ...operation, options: { ...common, from, skill } }, { offer, installed })
    // By its directory or by its name: one skill is installed once.
    const isRepeated = !outcome.ok && outcome.details?.isRepeated === true
    if (!isRepeated) installations.push({ skill, outcome })
  }
  return succeed(installations)
}

interface RequestedPart {
  readonly skill: string
  readonly offer?: Offer
}

/** A name that was typed twice counts once; two offers of one name are two skills. */
function withoutRepeated(parts: readonly RequestedPart[]): readonly RequestedPart[] {
  return parts.filter(
    ({ skill, offer }, at) => offer !== undefined || parts.findIndex((one) => one.skill === skill) === at,
  )
}

interface RequestedParts {
  readonly parts: readonly RequestedPart[]
  /** The source that they are fetched from, which a marketplace may have named. */
  readonly from: string
}

async function listParts(operation: StoreOperation<InstallSeveralOptions>): Promise<StoreOutcome<RequestedParts>> {
  const listed = await list(operation)
  if (!listed.ok) return listed
  const { skills: named, plugin = '', from: asked } = operation.options
  const { offers, elsewhere: from = asked } = listed.value
  const parts = nameOffers(offers).map(({ word, offer }) => ({ skill: word, offer }))
  if (named === undefined) return succeed({ from, parts })
  const isNamed = ({ skill, offer }: (typeof parts)[number], name: string) => skill === name || offer.name === name
  const unknown = named.find((name) => !parts.some((part) => isNamed(part, name)))
  if (unknown === undefined) {
    return succeed({ from, parts: parts.filter((part) => named.some((name) => isNamed(part, name))) })
  }
  const available = parts.map(({ skill }) => skill).join(', ')
  return fail('skill_not_found', `The plugin '${plugin}' has no skill '${unknown}'`, [`Available: ${available}`])
}

/** Lists the skills that a source offers, and installs none. */
export async function listOffered(
  operation: StoreOperation<ListOfferedOptions>,
): Promise<StoreOutcome<readonly Offer[]>> {
  const listed = await list(operation)
  return listed.ok ? succeed(listed.value.offers) : listed
}

async function list(operation: StoreOperation<ListOfferedOptions>): Promise<StoreOutcome<OfferedSkills>> {
  const { host, options, settings } = operation
  const { isFullDepth, plugin, onPlugin } = options
  const source = redactSecrets(options.from)
  const reference = parseReference(host, options.from, settings)
  if (!reference.ok) return { ...reference, source }
  const root = findInstallRoot(host, options.project ?? false)
  if (!root.ok) return root
  const context = { ...openStoreContext(operation, root.value), onPlugin }
  const listed = await listFollowing(context, reference.value, { isFullDepth, plugin })
  if (!listed.ok) return { ...listed, source }
  if (listed.value.offers.length > 0 || options.mayBeEmpty === true) return listed
  return { ...refuseEmpty(source), source }
}

function refuseEmpty(source: string) {
  const again = `metier install ${quoteForShell(source)}`
  return fail('skill_not_found', `The plugins of ${source} come from other sources`, [
    `To list them, run: ${again} --list`,
    `To install one, run: ${again} --plugin NAME`,
  ])
}

/** The skill that a registry was named with, such as `clawhub:pdf`: null if none was, undefined if it is another source. */
export function findNamed({ host, options, settings }: StoreOperation<ListOfferedOptions>): string | null | undefined {
  const reference = parseReference(host, options.from, settings)
  if (!reference.ok) return undefined
  const { kind, path } = reference.value
  // Elsewhere the path is a directory, which may contain several skills.
  if (createSources(host.options.sources)[kind].hasOwners !== true) return undefined
  return path === undefined ? null : (parseListed(path)?.slug ?? path)
}
