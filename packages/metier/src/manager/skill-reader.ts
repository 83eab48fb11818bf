/** The reading part of a manager: finds skills, says which can be used here and why not, and reads their texts. */

import { basename, join } from 'node:path'
import type { DocumentResult } from '../contracts/get-skill.js'
import { metadataOf } from '../contracts/skill-metadata.js'
import type { LoadedSkill } from '../contracts/wave.js'
import { type Catalogue, renderCatalogue } from '../registry/catalogue.js'
import {
  type ComparedSkills,
  findNearest,
  findOverlaps,
  type NearestSkill,
  type OverlapSelection,
  overlapSkills,
  readCompared,
  type SkillOverlaps,
} from '../registry/overlap/overlap-skills.js'
import type { SkillProvider } from '../registry/provider.js'
import { directoryOf, fileOf, type SkillRecord } from '../registry/record/skill-record.js'
import { findRegistered, type RegisteredSkill, type ShadowedSkill } from '../registry/registered-skill.js'
import { createRegistryView, type RegistryView } from '../registry/registry-view.js'
import { type Resolution, resolveSkill } from '../registry/resolve-skill.js'
import { findProject } from '../registry/roots.js'
import { KeptSearch } from '../registry/search/kept/kept-search.js'
import { type UnderstoodQuery, understandQuery } from '../registry/search/languages/query-words.js'
import { type SearchOptions, type SkillMatch, searchSkills } from '../registry/search/search-skills.js'
import {
  type AssessedSkill,
  isOffered,
  isSwitchedOff,
  type Situation,
  type SkillFilter,
  type Summary,
  selectSkills,
  summarise,
} from '../registry/situation.js'
import { findByFile, findSkill } from '../registry/snapshot.js'
import type { Result } from '../skill/failure.js'
import { LIMITS } from '../skill/limits.js'
import { stripLeadingBlankLines } from '../skill/parse.js'
import { splitDocument } from '../skill/split.js'
import { USER_FOLDER } from '../store/store-folder.js'
import { isInside } from '../system/files/contained-file.js'
import { findHome } from '../system/files/paths.js'
import { runSliced } from '../system/files/slices.js'
import { ContentCache } from './content/content.js'
import { readFolderDocument } from './content/folder-document.js'
import { parseSkill } from './content/parse-skill.js'
import { listProvided, readProvidedPath, readProvidedText } from './content/provided-files.js'
import { listResources, type ResourceList, readSkillPath, type SkillPath } from './content/skill-files.js'
import type { KnownSkills } from './known-skills.js'
import { remember } from './remember.js'
import { entryOf } from './settings/skill-entry.js'
import type { ToolSettings } from './settings/tool-settings.js'

interface OverlapRequest extends Omit<OverlapSelection, 'record'> {
  readonly name?: string
}

export class SkillReader {
  readonly #known: KnownSkills
  readonly #search: KeptSearch
  readonly #contents = new ContentCache(LIMITS.contentCacheBytes)
  readonly #compared = new WeakMap<Situation, Promise<ComparedSkills>>()
  readonly #views = new WeakMap<Situation, RegistryView>()
  readonly #catalogues = new WeakMap<Situation, Map<string, Catalogue>>()

  constructor(known: KnownSkills) {
    this.#known = known
    this.#search = new KeptSearch({ path: known.searchIndexPath, report: known.noteIndex })
    known.writes.push(() => this.#search.settle())
  }

  /** The same object until something changes. */
  get registry(): RegistryView {
    const situation = this.#known.situation()
    return remember(this.#views, situation, () => createRegistryView(situation))
  }

  /** Finds a skill by name, qualified name or path. */
  find(name: string): RegisteredSkill | ShadowedSkill | undefined {
    return findRegistered(this.#known.situation(), name)
  }

  select(filter?: SkillFilter): readonly AssessedSkill[] {
    return selectSkills(this.#known.situation(), filter)
  }

  search(query: string, options: SearchOptions): readonly SkillMatch[] {
    const { snapshot } = this.#known.situation()
    return searchSkills(this.#search.searchable(snapshot), snapshot, query, options)
  }

  /** Skills that would be confused with each other, or one with others; undefined if no skill has that name. */
  overlap({ name, ...selection }: OverlapRequest): SkillOverlaps | undefined {
    const { snapshot } = this.#known.situation()
    const record = name === undefined ? undefined : findSkill(snapshot, name)
    if (name !== undefined && record === undefined) return undefined
    return overlapSkills(this.#search.searchable(snapshot), this.enabled(), { ...selection, record })
  }

  /**
   * The same without blocking the event loop. The skills as read for comparison are kept until they change. `signal` ends the comparison for
   * every caller.
   */
  async overlapSliced({ name, ...selection }: OverlapRequest, signal: AbortSignal): Promise<SkillOverlaps | undefined> {
    await this.prepareSearch(signal)
    const situation = this.#known.situation()
    const record = name === undefined ? undefined : findSkill(situation.snapshot, name)
    if (name !== undefined && record === undefined) return undefined
    const compared = await this.#readCompared(situation, record, signal)
    return runSliced(findOverlaps(compared, { ...selection, record }), signal)
  }

  async #readCompared(
    situation: Situation,
    record: SkillRecord | undefined,
    signal: AbortSignal,
  ): Promise<ComparedSkills> {
    const { snapshot } = situation
    const searchable = this.#search.searchable(snapshot)
    const enabled = this.enabled()
    if (record !== undefined && !enabled.includes(record)) {
      return runSliced(readCompared(searchable, enabled, record), signal)
    }
    return remember(this.#compared, situation, () => runSliced(readCompared(searchable, enabled), signal))
  }

  /** The skill that a skill is most easily taken for; undefined if none comes near. */
  nearest(name: string): NearestSkill | undefined {
    const { snapshot } = this.#known.situation()
    const record = findSkill(snapshot, name)
    return record && findNearest(this.#search.searchable(snapshot), this.enabled(), record)
  }

  /** How a query is read. */
  understand(query: string): UnderstoodQuery {
    return understandQuery(query)
  }

  /** Loads or builds the search index without blocking the event loop, so that the next search answers at once. */
  async prepareSearch(signal?: AbortSignal): Promise<void> {
    await this.#known.ready()
    await this.#search.prepare(this.#known.situation().snapshot, signal)
  }

  /** The skills that are not disabled. */
  enabled(): readonly SkillRecord[] {
    const { snapshot, disabled } = this.#known.situation()
    return snapshot.skills.filter((record) => !isSwitchedOff(record, disabled))
  }

  /** The skills that a model may see. */
  offered(): readonly SkillRecord[] {
    const situation = this.#known.situation()
    return situation.snapshot.skills.filter((record) => isOffered(record, situation))
  }

  /** Loads everything again, including the programs and environment variables of the machine. */
  reload(signal: AbortSignal | undefined): Promise<{ readonly before: Summary; readonly after: Summary }> {
    return this.#known.inTurn(async () => {
      // The first load has nothing to compare with.
      const before = this.#known.isUnread ? undefined : summarise(this.select())
      await this.#known.look(signal)
      const after = summarise(this.select())
      return { before: before ?? after, after }
    })
  }

  /** A skill with its text; undefined if it is unknown, disabled or cannot be read. */
  async load(name: string): Promise<LoadedSkill | undefined> {
    await this.#known.ready()
    const { snapshot, disabled } = this.#known.situation()
    const record = findSkill(snapshot, name)
    if (record === undefined || isSwitchedOff(record, disabled)) return undefined
    const text = await this.readContent(record)
    if (!text.ok) return undefined
    const [directory, { fileName }] = [basename(directoryOf(record)), record]
    return { record, content: text.value, parse: () => parseSkill(text.value, { directory, fileName }) }
  }

  /** The body without frontmatter and without leading blank lines. Throws if it cannot be read. */
  async readBody(skill: { readonly name: string; readonly path: string }): Promise<string> {
    await this.#known.ready()
    const { snapshot, disabled } = this.#known.situation()
    const named = findSkill(snapshot, skill.name)
    const record = named && fileOf(named) === skill.path ? named : findByFile(snapshot, skill.path)
    if (record === undefined) throw new Error(`Skill '${skill.name}' not found at ${skill.path}`)
    if (isSwitchedOff(record, disabled)) throw new Error(`Skill '${record.name}' is disabled`)
    const content = await this.readContent(record)
    if (!content.ok) throw new Error(content.failure.message)
    return stripLeadingBlankLines(content.value.slice(splitDocument(content.value).bodyStart))
  }

  /** Resolves a name to a skill that a model may use, or says why not and what would help. */
  resolve(name: string): Resolution {
    return resolveSkill(this.#known.situation(), name)
  }

  /** The whole SKILL.md, or why it cannot be read. */
  async readContent(record: SkillRecord): Promise<Result<string>> {
    await this.#known.ready()
    const provider = this.#providerOf(record)
    this.#contents.limit = this.#known.settings().limits.contentCacheBytes
    return provider === undefined ? this.#contents.read(record) : readProvidedText(provider, record)
  }

  /** A file or directory of a skill. */
  async readPath(record: SkillRecord, path: string, signal?: AbortSignal): Promise<Result<SkillPath>> {
    const provider = this.#providerOf(record)
    return provider === undefined ? readSkillPath(record, path) : readProvidedPath(provider, record, path, signal)
  }

  /** The files of a skill other than its SKILL.md. */
  async listFiles(record: SkillRecord, most: number): Promise<ResourceList> {
    const provider = this.#providerOf(record)
    return provider === undefined ? listResources(record, most) : listProvided(provider, record, most)
  }

  #providerOf({ root }: SkillRecord): SkillProvider | undefined {
    return this.#known.options.providers?.find(({ id }) => id === root.path)
  }

  /** Reads the main file of a directory directly below a root, or says why it cannot. */
  async readDocument(folder: string): Promise<DocumentResult> {
    await this.#known.ready()
    return readFolderDocument(this.#known.situation(), folder)
  }

  /** Renders the list of skills for a system prompt, within a budget of tokens. */
  catalogue(budget: number = this.#known.settings().limits.catalogueTokens): Catalogue {
    const made = remember(this.#catalogues, this.#known.situation(), () => new Map<string, Catalogue>())
    const key = String(budget)
    const known = made.get(key)
    if (known !== undefined) return known
    const skills = this.offered().map((record) => {
      const { name, description, path } = metadataOf(record)
      return { name, description, location: path }
    })
    const catalogue = renderCatalogue(skills, budget)
    made.set(key, catalogue)
    return catalogue
  }

  /** The user's configuration for tool calls, and for one skill. */
  configured(name: string): ToolSettings {
    const { policy, entries, sandbox } = this.#known.settings()
    const { snapshot } = this.#known.situation()
    const record = name === '' ? undefined : findSkill(snapshot, name)
    const { home, cache, userConfiguration } = this.#known.place
    return {
      policy,
      entry: record && entryOf(record, entries),
      sandbox,
      // Asked for on every call, but needed only by programs.
      get private() {
        const configuration = typeof userConfiguration === 'string' ? userConfiguration : undefined
        const roots = snapshot.scans.map(({ root }) => root.path)
        const skillsIn = (folder: string) =>
          snapshot.scans
            .flatMap(({ records }) => records.map(directoryOf))
            .filter((directory) => isInside(directory, folder))
        const homes = [...new Set([home, findHome()])].filter((one) => one !== undefined)
        return { homes, data: home && join(home, USER_FOLDER), cache, configuration, roots, skillsIn }
      },
    }
  }

  projectOf(workdir: string): string | undefined {
    return findProject(workdir, this.#known.place.home)
  }
}
