/** What a host can know of the skills without changing any; the manager adds what changes them. */

import { basename } from 'node:path'
import type { DocumentResult } from '../contracts/get-skill.js'
import type { SkillMetadata } from '../contracts/skill-metadata.js'
import { metadataOf } from '../contracts/skill-metadata.js'
import type { Skill, SkillDiscoveryResult } from '../contracts/wave.js'
import { renderDiscovery, renderSkill } from '../contracts/wave.js'
import { type Catalogue, renderCatalogue } from '../registry/catalogue.js'
import type { SkillProvider } from '../registry/provider.js'
import { directoryOf, fileOf, type SkillRecord } from '../registry/record/skill-record.js'
import type { Position } from '../registry/refresh.js'
import { type Resolution, resolveSkill } from '../registry/resolve-skill.js'
import { isOffered, isSwitchedOff, type Situation } from '../registry/situation.js'
import { findSkill } from '../registry/snapshot.js'
import { watchRoots } from '../registry/watch.js'
import { fail, type Result, succeed } from '../skill/failure.js'
import { LIMITS } from '../skill/limits.js'
import { type Document, stripLeadingBlankLines } from '../skill/parse.js'
import { splitDocument } from '../skill/split.js'
import { codeOf } from '../skill/unknown-value.js'
import {
  type Answer,
  answerCheck,
  answerInfo,
  answerReload,
  notFound,
  type ReloadAnswer,
  summarise,
} from './answers.js'
import { ContentCache } from './content/content.js'
import { readFolderDocument } from './content/folder-document.js'
import { parseSkill } from './content/parse-skill.js'
import { configurationFiles } from './options.js'
import { remember } from './remember.js'
import { type SearchAnswer, type SearchOptions, searchSkills } from './search-skills.js'
import { storeSwitch } from './settings/configuration-store.js'
import { refuseStoring, refuseSwitch } from './settings/refuse-switch.js'
import { SkillKeeper } from './skill-keeper.js'
import { compareSituations, type WatchChange } from './watch-change.js'
import { mayWithhold } from './withheld.js'

/** Finds skills, says which can be used here and why not, and gives their texts. */
export class SkillReader extends SkillKeeper {
  readonly #contents = new ContentCache(LIMITS.contentCacheBytes)
  readonly #stops = new Set<() => void>()
  readonly #catalogues = new WeakMap<Situation, Map<string, Catalogue>>()

  /** C-33, C-34: looks at everything again, the machine's programs and variables included. */
  async reload(signal?: AbortSignal): Promise<ReloadAnswer> {
    return this.host.inTurn(async () => {
      const before = summarise(this.situation)
      await this.host.look(signal)
      return answerReload(before, summarise(this.situation))
    })
  }

  /** Ends watching and waits for what is still being written. */
  override async close(): Promise<void> {
    for (const stop of this.#stops) stop()
    await super.close()
  }

  /** W-15: what a model may be told of. */
  getAvailableSkills(): SkillMetadata[] {
    return this.situation.snapshot.skills.filter((record) => isOffered(record, this.situation)).map(metadataOf)
  }

  /** W-16: a skill with its text; null for one that is unknown, switched off or gone. */
  async loadSkill(name: string): Promise<Skill | null> {
    const record = this.#findEnabled(name)
    const content = record && (await this.#read(record))
    return record && content?.ok ? renderSkill(record, content.value, () => parseContent(record, content.value)) : null
  }

  /** N-6: the body without frontmatter and without leading blank lines. What cannot be read throws (N-14). */
  async readSkillBody(skill: { readonly name: string; readonly path: string }): Promise<string> {
    const { snapshot } = this.situation
    const isMeant = (record: SkillRecord) => fileOf(record) === skill.path
    const named = findSkill(snapshot, skill.name)
    const record = named && isMeant(named) ? named : snapshot.shadowed.map((shadow) => shadow.record).find(isMeant)
    if (record === undefined) throw new Error(`Skill '${skill.name}' at ${skill.path} is not known`)
    if (isSwitchedOff(record, this.situation.disabled)) throw new Error(`Skill '${record.name}' is disabled`)
    const content = await this.#read(record)
    if (!content.ok) throw new Error(content.failure.message)
    return stripLeadingBlankLines(content.value.slice(splitDocument(content.value).bodyStart))
  }

  /** What a tool asks first: the skill that a model may use under this name, or why not and what would help. */
  resolve(name: string): Resolution {
    return resolveSkill(this.situation, name)
  }

  /** The whole SKILL.md of a resolved skill, or why it cannot be read. */
  async readContent(record: SkillRecord): Promise<Result<string>> {
    return this.#read(record)
  }

  /** G-7: the main file of a folder directly below a root, or what stood in the way. */
  async readDocument(folder: string): Promise<DocumentResult> {
    return readFolderDocument(this.situation, folder)
  }

  /** W-17. */
  get discovery(): SkillDiscoveryResult {
    return renderDiscovery(this.situation.snapshot)
  }

  /** C-8, C-9. */
  info(name: string): Answer {
    return answerInfo(this.situation, name)
  }

  /** C-10…C-13. */
  check(name: string): Answer {
    return answerCheck(this.situation, name)
  }

  /** Ranked by relevance, with what made each skill match. */
  search(query: string, options: SearchOptions = {}): SearchAnswer {
    return searchSkills(this.situation.snapshot, query, options)
  }

  /** The list of usable skills for a system prompt, within a budget of tokens. */
  catalogue(budget: number = this.host.settings().limits.catalogueTokens): Catalogue {
    const made = remember(this.#catalogues, this.situation, () => new Map<string, Catalogue>())
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
    return this.host.inTurn(() => this.#switch(name, true))
  }

  /** Switches a skill off: it is offered nowhere and cannot be called directly. */
  async disable(name: string): Promise<Answer> {
    return this.host.inTurn(() => this.#switch(name, false))
  }

  /** Calls back after skills have changed on disk; the function it returns ends that. */
  watch(listener: (change: WatchChange) => void): () => void {
    let told = this.situation
    let isOver = false
    const stop = watchRoots({
      snapshot: () => this.situation.snapshot,
      roots: () => this.host.place.findRoots(this.host.settings().roots),
      files: () => configurationFiles(this.host.place),
      limit: this.host.settings().limits.watchers,
      onChange: async (edited) => {
        await this.host.inTurn(() => this.#lookAgain(edited))
        const change = compareSituations(told, this.situation)
        told = this.situation
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
    if (isAnything || !this.refresh(edited)) await this.host.look(undefined)
  }

  #findEnabled(name: string): SkillRecord | undefined {
    const record = findSkill(this.situation.snapshot, name)
    return record === undefined || isSwitchedOff(record, this.situation.disabled) ? undefined : record
  }

  async #read(record: SkillRecord): Promise<Result<string>> {
    const provider = this.host.options.providers?.find(({ id }) => id === record.root.path)
    this.#contents.limit = this.host.settings().limits.contentCacheBytes
    return provider === undefined ? this.#contents.read(record) : readProvided(provider, record)
  }

  async #switch(name: string, isOn: boolean): Promise<Answer> {
    const record = findSkill(this.situation.snapshot, name)
    if (record === undefined) return notFound(name)
    const settings = this.host.settings()
    const refused = refuseSwitch({ name, isOn, record, settings, place: this.host.place })
    if (refused !== undefined) return refused
    const { file } = settings
    if (file === undefined) this.turn(name, isOn)
    const stored = file === undefined ? undefined : await storeSwitch(file, name, isOn)
    if (stored?.ok === false) return refuseStoring(stored.failure)
    this.applySwitches()
    return isOn ? { enabled: true, name: record.name } : { disabled: true, name: record.name }
  }
}

/** A provider may throw anything. */
async function readProvided(provider: SkillProvider, { directory }: SkillRecord): Promise<Result<string>> {
  try {
    return succeed(await provider.read(directory))
  } catch (error) {
    return fail('skill_inaccessible', error instanceof Error ? error.message : `It cannot be read (${codeOf(error)})`)
  }
}

function parseContent(record: SkillRecord, content: string): Document {
  return parseSkill(content, { directory: basename(directoryOf(record)), fileName: record.fileName })
}
