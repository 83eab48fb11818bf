/** What a host can know of the skills without changing any; the manager adds what changes them. */

import { createAssessor } from '../registry/assessor.js'
import { type Catalogue, renderCatalogue } from '../registry/catalogue.js'
import type { Position } from '../registry/refresh.js'
import { Registry } from '../registry/registry.js'
import { fileOf, type SkillRecord } from '../registry/skill-record.js'
import { findSkill, type Snapshot } from '../registry/snapshot.js'
import { watchRoots } from '../registry/watch.js'
import { type Result, succeed } from '../skill/failure.js'
import { stripLeadingBlankLines } from '../skill/parse.js'
import { splitDocument } from '../skill/split.js'
import { type CapturedEnvironment, captureEnvironment } from '../system/environment.js'
import {
  type Answer,
  answerCheck,
  answerInfo,
  answerList,
  answerReload,
  type ListAnswer,
  type ListOptions,
  notFound,
  type ReloadAnswer,
  summarise,
} from './answers.js'
import { storeSwitch } from './configuration-store.js'
import { ContentCache } from './content.js'
import { describeDiscovery, metadataOf, toSkill } from './describe.js'
import { type DocumentReading, readFolderDocument } from './folder-document.js'
import { configurationFiles, type Place, type SkillManagerOptions, settleOptions } from './options.js'
import { refuseStoring, refuseSwitch } from './refuse-switch.js'
import { remember } from './remember.js'
import { type Resolution, readOrFail, resolveSkill } from './resolve.js'
import { type SearchAnswer, type SearchOptions, searchSkills } from './search-skills.js'
import { loadSettings, type Settings } from './settings.js'
import { settleCrashes } from './settle-crashes.js'
import type { StoreHost } from './store-host.js'
import type { Skill, SkillDiscoveryResult, SkillMetadata } from './types.js'
import { createRegistryView, isOffered, type RegistryView, type Situation } from './view.js'
import { compareSituations, type WatchChange } from './watch-change.js'
import { findWithheld, mayWithhold } from './withheld.js'

/** Finds skills, says which can be used here and why not, and gives their texts. */
export class SkillReader {
  readonly #options: SkillManagerOptions
  readonly #place: Place
  readonly #registry: Registry
  readonly #contents: ContentCache
  readonly #stops = new Set<() => void>()
  readonly #views = new WeakMap<Situation, RegistryView>()
  readonly #catalogues = new WeakMap<Situation, Map<string, Catalogue>>()
  #settings: Settings
  #environment: CapturedEnvironment
  #situation: Situation
  readonly #switches = new Map<string, boolean>()
  readonly #trusted = new Map<string, boolean>()
  #withheld: ReadonlySet<string> = new Set()
  #turns: Promise<unknown> = Promise.resolve()
  /** What the operations of the store see of this object. */
  protected readonly host: StoreHost

  constructor(options: SkillManagerOptions = {}) {
    this.#options = options
    this.#place = settleOptions(options)
    this.#settings = loadSettings({ user: {}, project: undefined })
    this.#environment = captureEnvironment(options.environment)
    this.#registry = new Registry({
      strict: options.strict ?? false,
      indexPath: (roots) => this.#place.indexPath(roots),
      providers: options.providers ?? [],
      now: Date.now,
    })
    this.#contents = new ContentCache(this.#settings.limits.contentCacheBytes)
    this.#situation = this.#assess(this.#registry.snapshot)
    this.host = {
      options,
      place: this.#place,
      settings: () => this.#settings,
      situation: () => this.#situation,
      readSettings: () => this.#readSettings(),
      inTurn: (action) => this.#inTurn(action),
      look: (signal) => this.#loadNow(signal),
      trusted: this.#trusted,
    }
  }

  /** W-14: reads the configuration and looks through every root. */
  async initialize(signal?: AbortSignal): Promise<void> {
    await this.#inTurn(() => this.#loadNow(signal))
  }

  /** C-33, C-34: looks at everything again, the machine's programs and variables included. */
  async reload(signal?: AbortSignal): Promise<ReloadAnswer> {
    return this.#inTurn(async () => {
      const before = summarise(this.#situation)
      await this.#loadNow(signal)
      return answerReload(before, summarise(this.#situation))
    })
  }

  /** Ends watching and waits for what is still being written. */
  async close(): Promise<void> {
    for (const stop of this.#stops) stop()
    await this.#turns
    await this.#registry.settle()
  }

  /** W-15: what a model may be told of. */
  getAvailableSkills(): SkillMetadata[] {
    return this.#situation.snapshot.skills.filter((record) => isOffered(record, this.#situation)).map(metadataOf)
  }

  /** N-5: every skill that is not switched off. */
  getSkills(): SkillMetadata[] {
    const { snapshot, disabled } = this.#situation
    return snapshot.skills.filter(({ name }) => !disabled.has(name)).map(metadataOf)
  }

  /** W-16: a skill with its text; null for one that is unknown, switched off or gone. */
  async loadSkill(name: string): Promise<Skill | null> {
    const record = this.#findEnabled(name)
    const content = record && (await this.#read(record))
    return record && content?.ok ? toSkill(record, content.value) : null
  }

  /** N-6: the body without frontmatter and without leading blank lines. What cannot be read throws (N-14). */
  async readSkillBody(skill: { readonly name: string; readonly path: string }): Promise<string> {
    const { snapshot } = this.#situation
    const isMeant = (record: SkillRecord) => fileOf(record) === skill.path
    const named = findSkill(snapshot, skill.name)
    const record = named && isMeant(named) ? named : snapshot.shadowed.map((shadow) => shadow.record).find(isMeant)
    if (record === undefined) throw new Error(`Skill '${skill.name}' at ${skill.path} is not known`)
    if (this.#situation.disabled.has(record.name)) throw new Error(`Skill '${record.name}' is disabled`)
    const content = await this.#read(record)
    if (!content.ok) throw new Error(content.failure.message)
    return stripLeadingBlankLines(content.value.slice(splitDocument(content.value).bodyStart))
  }

  /** What a tool asks first: the skill that a model may use under this name, or why not and what would help. */
  resolve(name: string): Resolution {
    return resolveSkill(this.#situation, name)
  }

  /** The whole SKILL.md of a resolved skill, or why it cannot be read. */
  async readContent(record: SkillRecord): Promise<Result<string>> {
    return this.#read(record)
  }

  /** G-7: the main file of a folder directly below a root, or what stood in the way. */
  async readDocument(folder: string): Promise<DocumentReading> {
    return readFolderDocument(this.#situation, folder)
  }

  /** W-17. */
  get discovery(): SkillDiscoveryResult {
    return describeDiscovery(this.#situation.snapshot)
  }

  /** C-15: what is known now; the same object until something changes. */
  get registry(): RegistryView {
    return remember(this.#views, this.#situation, () => createRegistryView(this.#situation))
  }

  /** C-5…C-7. */
  list(options: ListOptions = {}): ListAnswer {
    return answerList(this.#situation, options)
  }

  /** C-8, C-9. */
  info(name: string): Answer {
    return answerInfo(this.#situation, name)
  }

  /** C-10…C-13. */
  check(name: string): Answer {
    return answerCheck(this.#situation, name)
  }

  /** Ranked by relevance, with what made each skill match. */
  search(query: string, options: SearchOptions = {}): SearchAnswer {
    return searchSkills(this.#situation.snapshot, query, options)
  }

  /** The list of usable skills for a system prompt, within a budget of tokens. */
  catalogue(budget: number = this.#settings.limits.catalogueTokens): Catalogue {
    const made = remember(this.#catalogues, this.#situation, () => new Map<string, Catalogue>())
    const key = String(budget)
    const known = made.get(key)
    if (known !== undefined) return known
    const skills = this.getAvailableSkills().map(({ name, description, path }) => ({
      name,
      description,
      location: path,
    }))
    const catalogue = renderCatalogue(skills, budget)
    made.set(key, catalogue)
    return catalogue
  }

  /** Switches a skill on again, and keeps that. */
  async enable(name: string): Promise<Answer> {
    return this.#inTurn(() => this.#switch(name, true))
  }

  /** Switches a skill off: it is offered nowhere and cannot be called directly. */
  async disable(name: string): Promise<Answer> {
    return this.#inTurn(() => this.#switch(name, false))
  }

  /** Calls back after skills have changed on disk; the function it returns ends that. */
  watch(listener: (change: WatchChange) => void): () => void {
    let told = this.#situation
    let isOver = false
    const stop = watchRoots({
      snapshot: () => this.#registry.snapshot,
      roots: () => this.#place.findRoots(this.#settings.roots),
      files: () => configurationFiles(this.#place),
      limit: this.#settings.limits.watchers,
      onChange: async (edited) => {
        await this.#inTurn(() => this.#lookAgain(edited))
        const change = compareSituations(told, this.#situation)
        told = this.#situation
        if (!isOver && (change.changes.length > 0 || change.edited.length > 0)) listener(change)
      },
    })
    const end = () => {
      isOver = true
      this.#stops.delete(end)
      stop()
    }
    this.#stops.add(end)
    return end
  }

  async #lookAgain(edited: readonly Position[] | 'anything'): Promise<void> {
    const isAnything = edited === 'anything' || mayWithhold(this.host)
    if (isAnything || !this.#registry.refresh(edited)) await this.#loadNow(undefined)
    else this.#situation = { ...this.#situation, snapshot: this.#registry.snapshot }
  }

  /** What changes the situation follows one another: the last one asked for is the one that stays. */
  #inTurn<T>(action: () => T | Promise<T>): Promise<T> {
    const turn = this.#turns.then(action)
    this.#turns = turn.catch(() => undefined)
    return turn
  }

  async #loadNow(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    const settings = this.#readSettings()
    const roots = this.#place.findRoots(settings.roots)
    await settleCrashes(roots, signal)
    await this.#registry.load({ roots, limits: settings.limits, notes: settings.diagnostics, signal })
    this.#settings = settings
    this.#contents.limit = settings.limits.contentCacheBytes
    this.#environment = this.#environment.refresh()
    this.#withheld = await findWithheld(this.host, this.#registry.snapshot)
    this.#situation = this.#assess(this.#registry.snapshot)
  }

  #readSettings(): Settings {
    const { userConfiguration, projectConfiguration } = this.#place
    const [switches, trusted] = [this.#switches, this.#trusted]
    return loadSettings({ user: userConfiguration, project: projectConfiguration, switches, trusted })
  }

  #assess(snapshot: Snapshot): Situation {
    const environment = { ...this.#environment, hasSkill: (name: string) => snapshot.positions.has(name) }
    const [withheld, disabled] = [this.#withheld, new Set([...this.#settings.disabled, ...this.#withheld])]
    const assessor = createAssessor(snapshot.skills, environment, this.#settings.entries)
    const { disabledByProject } = this.#settings
    return { snapshot, environment, disabled, withheld, disabledByProject, assessor }
  }

  #findEnabled(name: string): SkillRecord | undefined {
    const record = findSkill(this.#situation.snapshot, name)
    return record === undefined || this.#situation.disabled.has(record.name) ? undefined : record
  }

  async #read(record: SkillRecord): Promise<Result<string>> {
    const provider = this.#options.providers?.find(({ id }) => id === record.root.path)
    if (provider === undefined) return this.#contents.read(record)
    return readOrFail(async () => succeed(await provider.read(record.directory)))
  }

  async #switch(name: string, isOn: boolean): Promise<Answer> {
    const record = findSkill(this.#situation.snapshot, name)
    if (record === undefined) return notFound(name)
    const refused = refuseSwitch({ name, isOn, record, settings: this.#settings, place: this.#place })
    if (refused !== undefined) return refused
    const { file } = this.#settings
    if (file === undefined) this.#switches.set(name, isOn)
    const stored = file === undefined ? undefined : await storeSwitch(file, name, isOn)
    if (stored?.ok === false) return refuseStoring(stored.failure)
    const { disabled } = this.#readSettings()
    this.#settings = { ...this.#settings, disabled }
    this.#situation = { ...this.#situation, disabled: new Set([...disabled, ...this.#withheld]) }
    return isOn ? { enabled: true, name: record.name } : { disabled: true, name: record.name }
  }
}
