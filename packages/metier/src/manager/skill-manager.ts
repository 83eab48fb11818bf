/** The object a host holds: each method is one call into a part, and one renderer of a contract. */

import { type AuditResult, renderAudit } from '../contracts/audit.js'
import type {
  ApproveResult,
  ReviewResult,
  RevokeResult,
  SkillSwitchResult,
  TrustResult,
} from '../contracts/decisions.js'
import { renderApprove, renderReview, renderRevoke, renderSwitch, renderTrust } from '../contracts/decisions.js'
import type { DocumentResult } from '../contracts/get-skill.js'
import { metadataOf, type SkillMetadata } from '../contracts/skill-metadata.js'
import type {
  CheckResult,
  InfoResult,
  ListOptions,
  ListResult,
  ReloadResult,
  SearchResult,
} from '../contracts/skills.js'
import { renderCheck, renderInfo, renderList, renderReload, renderSearch } from '../contracts/skills.js'
import * as store from '../contracts/store-renderers.js'
import type * as results from '../contracts/store-results.js'
import { renderDiscovery, renderSkill, type Skill, type SkillDiscoveryResult } from '../contracts/wave.js'
import type { Catalogue } from '../registry/catalogue.js'
import type { SkillRecord } from '../registry/record/skill-record.js'
import type { RegistryView } from '../registry/registry-view.js'
import type { Resolution } from '../registry/resolve-skill.js'
import type { SearchOptions } from '../registry/search/search-skills.js'
import type { Result } from '../skill/failure.js'
import type { ApprovalStatus } from '../store/approvals/review.js'
import { KnownSkills } from './known-skills.js'
import type { SkillManagerOptions } from './options.js'
import type { EntrySettings } from './settings/configuration.js'
import { SkillDecisions } from './skill-decisions.js'
import { SkillReader } from './skill-reader.js'
import { SkillWatcher } from './skill-watcher.js'
import type { SkillWriter } from './skill-writer.js'
import type { ApprovedFiles, ApproveOptions } from './store-operations/approve-skill.js'
import type { OperationOptions } from './store-operations/store-context.js'
import type {
  FrozenOptions,
  InstallOptions,
  InstallSeveralOptions,
  PinOptions,
  RollbackOptions,
  UpdateOptions,
} from './store-operations/store-options.js'
import type { WatchChange } from './watch-change.js'

/**
 * Finds skills, says which can be used here and why not, reads their texts, and installs further ones.
 *
 * @example
 * const skills = await SkillManager.open({ workdir: '.' })
 * const usable = skills.getAvailableSkills()
 * const pdf = await skills.loadSkill('pdf')
 * const answer = await skills.install({ skill: 'pdf', from: 'clawhub' })
 */
export class SkillManager {
  readonly #known: KnownSkills
  readonly #reader: SkillReader
  readonly #decisions: SkillDecisions
  readonly #watcher: SkillWatcher
  #heldWriter: SkillWriter | undefined

  /** Reads nothing yet: `initialize` does. */
  constructor(options?: SkillManagerOptions)
  /** @internal Over what is known already: the command line reads its settings first. */
  constructor(known: KnownSkills)
  constructor(given: SkillManagerOptions | KnownSkills = {}) {
    this.#known = given instanceof KnownSkills ? given : new KnownSkills(given)
    this.#reader = new SkillReader(this.#known)
    this.#decisions = new SkillDecisions(this.#known)
    this.#watcher = new SkillWatcher(this.#known)
  }

  /** A manager that has looked around already. */
  static async open(options: SkillManagerOptions = {}, signal?: AbortSignal): Promise<SkillManager> {
    const manager = new SkillManager(options)
    await manager.initialize(signal)
    return manager
  }

  /** Reads the configuration and looks through every root. */
  async initialize(signal?: AbortSignal): Promise<void> {
    await this.#known.initialize(signal)
  }

  /** Looks at everything again, the machine's programs and variables included. */
  async reload(signal?: AbortSignal): Promise<ReloadResult> {
    const { before, after } = await this.#reader.reload(signal)
    return renderReload(before, after)
  }

  /** Stops watching and waits for everything that is still being written. */
  async close(): Promise<void> {
    this.#watcher.stop()
    await this.#known.close()
  }

  /** Calls back after skills changed on disk; the function it returns stops that. */
  watch(listener: (change: WatchChange) => void): () => void {
    return this.#watcher.watch(listener)
  }

  /** The skills that a model may see. */
  getAvailableSkills(): SkillMetadata[] {
    return this.#reader.offered().map(metadataOf)
  }

  /** Every skill that is not disabled. */
  getSkills(): SkillMetadata[] {
    return this.#reader.enabled().map(metadataOf)
  }

  /** A skill with its text; null if it is unknown, disabled or gone. */
  async loadSkill(name: string): Promise<Skill | null> {
    const loaded = await this.#reader.load(name)
    return loaded === undefined ? null : renderSkill(loaded)
  }

  /** The body without frontmatter and without leading blank lines. Throws if it cannot be read. */
  async readSkillBody(skill: { readonly name: string; readonly path: string }): Promise<string> {
    return this.#reader.readBody(skill)
  }

  /** The skill that a model may use under a name, or why not and what would help. */
  resolve(name: string): Resolution {
    return this.#reader.resolve(name)
  }

  /** The whole SKILL.md of a resolved skill, or why it cannot be read. */
  async readContent(record: SkillRecord): Promise<Result<string>> {
    return this.#reader.readContent(record)
  }

  /** The main file of a directory right below a root, or what stood in the way. */
  async readDocument(folder: string): Promise<DocumentResult> {
    return this.#reader.readDocument(folder)
  }

  /** The skills of both scopes as they are on disk, and why some do not conform. */
  get discovery(): SkillDiscoveryResult {
    return renderDiscovery(this.#known.situation().snapshot)
  }

  /** What is known now; the same object until something changes. */
  get registry(): RegistryView {
    return this.#reader.registry
  }

  /** The skills that have their names, in order of precedence. */
  list(options: ListOptions = {}): ListResult {
    return renderList(this.#reader.select(options.filter), options)
  }

  /** Everything about one skill, or `{ error }` if there is none of that name. */
  info(name: string): InfoResult {
    return renderInfo(name, this.#reader.find(name))
  }

  /** Whether a skill can be used here; if not, why not and what would help. */
  check(name: string): CheckResult {
    return renderCheck(name, this.#reader.find(name))
  }

  /** The skills that match a query, best first, with the words that matched. */
  search(query: string, options: SearchOptions = {}): SearchResult {
    return renderSearch(this.#reader.search(query, options))
  }

  /** The list of usable skills for a system prompt, within a budget of tokens. */
  catalogue(budget?: number): Catalogue {
    return this.#reader.catalogue(budget)
  }

  /** Enables a skill, in the user's configuration. */
  async enable(name: string): Promise<SkillSwitchResult> {
    return renderSwitch(await this.#decisions.enable(name))
  }

  /** Disables a skill, in the user's configuration: no model sees it, and it cannot be called directly. */
  async disable(name: string): Promise<SkillSwitchResult> {
    return renderSwitch(await this.#decisions.disable(name))
  }

  /** Brings a skill in, verified and whole, or says why not. Runs nothing of it. */
  async install(options: InstallOptions): Promise<results.InstallResult> {
    return store.renderInstall(await (await this.#writer()).install(options))
  }

  /** The same for several skills of one source, or for all that it offers. */
  async installSeveral(options: InstallSeveralOptions): Promise<results.InstallSeveralResult> {
    return store.renderInstallSeveral(await (await this.#writer()).installSeveral(options))
  }

  /** Brings the root, or some skills of it, to exactly what its lock says, or fails; the lock stays as it is. */
  async installFrozen(options: FrozenOptions = {}): Promise<results.FrozenResult> {
    return store.renderFrozen(await (await this.#writer()).installFrozen(options))
  }

  /** Brings a newer state in; never an older one, and never over local changes unless forced. */
  async update(name: string, options: UpdateOptions = {}): Promise<results.UpdateResult> {
    return store.renderUpdate(await (await this.#writer()).update(name, options))
  }

  /** The same for every installed skill. */
  async updateAll(options: UpdateOptions = {}): Promise<results.UpdateAllResult> {
    return store.renderUpdateAll(await (await this.#writer()).updateAll(options))
  }

  /** Which installed skills their sources have something newer for. */
  async outdated(options: OperationOptions = {}): Promise<results.OutdatedResult> {
    return store.renderOutdated(await (await this.#writer()).outdated(options))
  }

  /** Takes away a skill that the lock names. Its files are kept for a rollback. */
  async remove(name: string, options: OperationOptions = {}): Promise<results.RemoveResult> {
    return store.renderRemove(await (await this.#writer()).remove(name, options))
  }

  /** Puts a kept version back; it passes the gate again. */
  async rollback(name: string, options: RollbackOptions = {}): Promise<results.RollbackResult> {
    return store.renderRollback(await (await this.#writer()).rollback(name, options))
  }

  /** Compares what was installed with what lies on disk, file by file. */
  async verify(options: OperationOptions = {}): Promise<results.VerifyResult> {
    return store.renderVerify(await (await this.#writer()).verify(options))
  }

  /** What the locks say: every installed skill with its source, its digest and the versions kept of it. */
  async locked(options: OperationOptions = {}): Promise<results.LockedResult> {
    return store.renderLocked(await (await this.#writer()).locked(options))
  }

  /** Keeps a skill at what it is; with `isPinned: false` it is updated again. */
  async pin(name: string, options: PinOptions = {}): Promise<results.PinResult> {
    return store.renderPin(await (await this.#writer()).pin(name, options))
  }

  /** Adds a source to those that the user trusts. */
  async trust(source: string): Promise<TrustResult> {
    return renderTrust(await this.#decisions.trust(source))
  }

  /** Removes a source from those that the user trusts. */
  async untrust(source: string): Promise<TrustResult> {
    return renderTrust(await this.#decisions.untrust(source))
  }

  /** What an approval of a skill would allow, and what changed since the last one. Approves nothing. */
  async review(name: string): Promise<ReviewResult> {
    return renderReview(await this.#decisions.review(name))
  }

  /** Approves a skill's tools, servers and allowed tools, until one of its files changes. */
  async approve(name: string, options: ApproveOptions = {}): Promise<ApproveResult> {
    return renderApprove(await this.#decisions.approve(name, options))
  }

  /** Takes an approval back. */
  async revoke(name: string): Promise<RevokeResult> {
    return renderRevoke(await this.#decisions.revoke(name))
  }

  /** Whether a skill is approved as it is now. */
  async approval(name: string): Promise<ApprovalStatus> {
    return (await this.#decisions.approvedFiles(name)).status
  }

  /** The same with the files that it was found for, so that exactly these are run. */
  async approvedFiles(name: string): Promise<ApprovedFiles> {
    return this.#decisions.approvedFiles(name)
  }

  /** What the user configured about calls of tools: the policy, and what one skill's programs may see. */
  configured(name = ''): { readonly policy: unknown; readonly entry: EntrySettings | undefined } {
    return this.#reader.configured(name)
  }

  /** The directory of the project that a directory belongs to; undefined outside of any. */
  projectOf(workdir: string): string | undefined {
    return this.#reader.projectOf(workdir)
  }

  /** Scans a skill that is here, file by file. */
  async audit(name: string, options: Pick<OperationOptions, 'signal' | 'onProgress'> = {}): Promise<AuditResult> {
    return renderAudit(await this.#decisions.audit(name, options))
  }

  /** Loaded on first use: reading skills must not load sources, HTTP or git. */
  async #writer(): Promise<SkillWriter> {
    const { SkillWriter } = await import('./skill-writer.js')
    this.#heldWriter ??= new SkillWriter(this.#known)
    return this.#heldWriter
  }
}
