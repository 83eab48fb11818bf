/** The object that a host holds. Each method calls one part and renders its result. */

import { type AuditResult, renderAudit } from '../contracts/audit.js'
import * as decisions from '../contracts/decisions.js'
import type { DocumentResult } from '../contracts/get-skill.js'
import { type OverlapOptions, type OverlapResult, renderOverlap } from '../contracts/overlap.js'
import { metadataOf, type SkillMetadata } from '../contracts/skill-metadata.js'
import * as queries from '../contracts/skills.js'
import { renderDiscovery, renderSkill, type Skill, type SkillDiscoveryResult } from '../contracts/wave.js'
import type { Revocation } from '../gate/standing/standing.js'
import type { Catalogue } from '../registry/catalogue.js'
import type { SkillRecord } from '../registry/record/skill-record.js'
import type { RegistryView } from '../registry/registry-view.js'
import type { Resolution } from '../registry/resolve-skill.js'
import type { SearchOptions } from '../registry/search/search-skills.js'
import type { Result } from '../skill/failure.js'
import type { ApprovalStatus } from '../store/approvals/review.js'
import type { ResourceList, SkillPath } from './content/skill-files.js'
import { KnownSkills } from './known-skills.js'
import { createWriterLoader } from './load-writer.js'
import type { SkillManagerOptions } from './options.js'
import type { ToolSettings } from './settings/tool-settings.js'
import { SkillDecisions } from './skill-decisions.js'
import { SkillInstaller } from './skill-installer.js'
import { SkillReader } from './skill-reader.js'
import { SkillWatcher } from './skill-watcher.js'
import type { ApprovedFiles, ApproveOptions } from './store-operations/approve-skill.js'
import type { OperationOptions } from './store-operations/store-context.js'
import type { WatchChange } from './watch-change.js'

/**
 * Finds skills, says which can be used here and why not, reads their texts, and installs further ones.
 * @example
 * import { SkillManager } from 'metier'
 *
 * const skills = await SkillManager.open({ workdir: '.' })
 * const [pdf, rivals] = [await skills.loadSkill('pdf'), skills.overlap({ name: 'pdf' })]
 * const answer = await skills.install({ skill: 'pdf', from: 'clawhub' })
 * const linked = await skills.link('pdf', { agents: ['claude-code'] })
 * if (!('error' in linked)) for (const { outcomes } of linked.skills) console.log(outcomes.map(({ path }) => path))
 */
export class SkillManager extends SkillInstaller {
  readonly #known: KnownSkills
  readonly #reader: SkillReader
  readonly #decisions: SkillDecisions
  readonly #watcher: SkillWatcher

  /** Reads nothing yet. The first call that needs the skills discovers them. */
  constructor(options?: SkillManagerOptions)
  /** @internal Uses known skills: the command line reads its settings first. */
  constructor(known: KnownSkills)
  constructor(given: SkillManagerOptions | KnownSkills = {}) {
    const known = given instanceof KnownSkills ? given : new KnownSkills(given)
    super(createWriterLoader(known))
    this.#known = known
    this.#reader = new SkillReader(this.#known)
    this.#decisions = new SkillDecisions(this.#known)
    this.#watcher = new SkillWatcher(this.#known)
  }

  /** Creates a manager and loads the skills. */
  static async open(options: SkillManagerOptions = {}, signal?: AbortSignal): Promise<SkillManager> {
    const manager = managerOf(new KnownSkills(options))
    await manager.initialize(signal)
    return manager
  }

  /** Reads the configuration and searches every root. */
  async initialize(signal?: AbortSignal): Promise<void> {
    await this.#known.initialize(signal)
  }

  /** Discovers the skills, unless that has happened. Every asynchronous method calls it. */
  async ready(): Promise<void> {
    await this.#known.ready()
  }

  /** Loads everything again, including the programs and environment variables of the machine. */
  async reload(signal?: AbortSignal): Promise<queries.ReloadResult> {
    const { before, after } = await this.#reader.reload(signal)
    return queries.renderReload(before, after)
  }

  /** Stops watching and waits for unfinished writes. Skills can still be read. */
  async close(): Promise<void> {
    await this.#known.close()
  }

  /** The project's directory. */
  get workdir(): string {
    return this.#known.place.workdir
  }

  /** Creates a manager for another project, with the same options. Close it, or close this one to close both. */
  forWorkdir(workdir: string): SkillManager {
    return managerOf(this.#known.at(workdir))
  }

  /** Calls back after skills changed on disk. Call the returned function to stop. */
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

  /** Resolves a name to a skill that a model may use, or says why not and what would help. */
  resolve(name: string): Resolution {
    return this.#reader.resolve(name)
  }

  /** The whole SKILL.md of a resolved skill, or why it cannot be read. */
  async readContent(record: SkillRecord): Promise<Result<string>> {
    return this.#reader.readContent(record)
  }

  /** A file of a resolved skill, or the names in one of its directories. A provider's file is verified by the provider. */
  async readPath(record: SkillRecord, path: string, signal?: AbortSignal): Promise<Result<SkillPath>> {
    return this.#reader.readPath(record, path, signal)
  }

  /** Lists at most so many files of a resolved skill, without its SKILL.md. */
  async listFiles(record: SkillRecord, most: number): Promise<ResourceList> {
    return this.#reader.listFiles(record, most)
  }

  /** Reads the main file of a directory directly below a root, or says why it cannot. */
  async readDocument(folder: string): Promise<DocumentResult> {
    return this.#reader.readDocument(folder)
  }

  /** The skills of both scopes as they are on disk, and why some do not conform. */
  get discovery(): SkillDiscoveryResult {
    return renderDiscovery(this.#known.situation().snapshot)
  }

  /** The current skills; the same object until something changes. */
  get registry(): RegistryView {
    return this.#reader.registry
  }

  /** Lists the skills in order of precedence, without shadowed ones. */
  list(options: queries.ListOptions = {}): queries.ListResult {
    return queries.renderList(this.#reader.select(options.filter), options)
  }

  /** Returns everything about one skill, or `{ error }` if no skill has that name. */
  info(name: string): queries.InfoResult {
    return queries.renderInfo(name, this.#reader.find(name))
  }

  /**
   * Returns what the source of a skill said last, if it has withdrawn the installed version or warns of it. Asks nothing:
   * `verify({ asksSources: true })` and `outdated()` do.
   */
  async findRevocation(name: string): Promise<Revocation | undefined> {
    const skill = this.#reader.find(name)
    if (skill === undefined) return undefined
    const { findRevocation } = await import('../store/standing/kept-standings.js')
    return findRevocation(skill.root.path, skill.directory)
  }

  /** Checks whether a skill can be used here; if not, says why and what would help. */
  check(name: string): queries.CheckResult {
    return queries.renderCheck(name, this.#reader.find(name))
  }

  /** Finds the skills that match a query, best first, with the words that matched. */
  search(query: string, options: SearchOptions = {}): queries.SearchResult {
    return queries.renderSearch(this.#reader.search(query, options), () => this.#reader.understand(query))
  }

  /** Finds skills that would be confused with each other, or with one skill. Needs no model. */
  overlap(options: OverlapOptions = {}): OverlapResult {
    return renderOverlap(options.name, this.#reader.overlap(options))
  }

  /** @internal The same without blocking the event loop, for a server that answers others meanwhile. */
  async overlapSliced(options: OverlapOptions, signal: AbortSignal): Promise<OverlapResult> {
    return renderOverlap(options.name, await this.#reader.overlapSliced(options, signal))
  }

  /** Loads or builds the search index without blocking the event loop. Without it, the first `search` does so at once. */
  async prepareSearch(signal?: AbortSignal): Promise<void> {
    await this.#reader.prepareSearch(signal)
  }

  /** Renders the list of usable skills for a system prompt, within a budget of tokens. */
  catalogue(budget?: number): Catalogue {
    return this.#reader.catalogue(budget)
  }

  /** Enables a skill in the user's configuration. */
  async enable(name: string): Promise<decisions.SkillSwitchResult> {
    return decisions.renderSwitch(await this.#decisions.enable(name))
  }

  /** Disables a skill in the user's configuration: no model sees it, and it cannot be called directly. */
  async disable(name: string): Promise<decisions.SkillSwitchResult> {
    return decisions.renderSwitch(await this.#decisions.disable(name))
  }

  /** Adds a source to the user's trusted sources. */
  async trust(source: string): Promise<decisions.TrustResult> {
    return decisions.renderTrust(await this.#decisions.trust(source))
  }

  /** Removes a source from the user's trusted sources. */
  async untrust(source: string): Promise<decisions.TrustResult> {
    return decisions.renderTrust(await this.#decisions.untrust(source))
  }

  /** Reviews what an approval of a skill would allow, and what changed since the last one. Approves nothing. */
  async review(name: string): Promise<decisions.ReviewResult> {
    return decisions.renderReview(await this.#decisions.review(name))
  }

  /** Approves a skill's tools, servers and allowed tools, until one of its files changes. */
  async approve(name: string, options: ApproveOptions = {}): Promise<decisions.ApproveResult> {
    return decisions.renderApprove(await this.#decisions.approve(name, options))
  }

  /** Revokes an approval. */
  async revoke(name: string): Promise<decisions.RevokeResult> {
    return decisions.renderRevoke(await this.#decisions.revoke(name))
  }

  /** Whether the current files of a skill are approved. */
  async approval(name: string): Promise<ApprovalStatus> {
    return (await this.#decisions.approvedFiles(name)).status
  }

  /** Whether the current files of a skill are approved, and these files, so that exactly these are run. */
  async approvedFiles(name: string): Promise<ApprovedFiles> {
    return this.#decisions.approvedFiles(name)
  }

  /** The user's configuration for tool calls: the policy, and the settings of one skill. */
  configured(name = ''): ToolSettings {
    return this.#reader.configured(name)
  }

  /** The project directory that contains a directory; undefined outside of any project. */
  projectOf(workdir: string): string | undefined {
    return this.#reader.projectOf(workdir)
  }

  /** Scans an installed skill, file by file. */
  async audit(name: string, options: Pick<OperationOptions, 'signal' | 'onProgress'> = {}): Promise<AuditResult> {
    return renderAudit(await this.#decisions.audit(name, options))
  }
}

/** Outside the class: a class that names itself is renamed when it is bundled. */
function managerOf(known: KnownSkills): SkillManager {
  return new SkillManager(known)
}
