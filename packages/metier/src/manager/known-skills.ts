/** The current state of the skills. Changes to it run one after the other; everything else reads it. */

import { createAssessor } from '../registry/assessor.js'
import type { Position } from '../registry/refresh.js'
import { Registry } from '../registry/registry.js'
import type { Root } from '../registry/root.js'
import type { Situation } from '../registry/situation.js'
import { narrowSnapshot } from '../registry/skill-set.js'
import { findSkill, type Snapshot } from '../registry/snapshot.js'
import type { Diagnostic } from '../skill/diagnostic.js'
import { type CapturedEnvironment, captureEnvironment } from '../system/environment.js'
import { type ResolvedOptions, type SkillManagerOptions, settleOptions } from './options.js'
import { loadSettings, type Settings } from './settings/settings.js'
import { hasCrashed, settleCrashes } from './store-operations/settle-crashes.js'
import type { StoreHost } from './store-operations/store-host.js'
import type { Surroundings } from './surroundings.js'
import { findWithheld, isBeingAsked, mayWithhold, withholdUnchecked } from './withheld.js'

/** What has been discovered: nothing, what can be found without waiting, or everything. */
type Extent = 'nothing' | 'roots' | 'everything'

type KnownSurroundings = Pick<Surroundings, 'settings' | 'roots'>

export class KnownSkills implements StoreHost {
  readonly options: SkillManagerOptions
  readonly place: ResolvedOptions
  readonly trusted: Map<string, boolean>
  readonly #registry: Registry
  /** Enabled and disabled skills that are not in a file. */
  readonly #switches: Map<string, boolean>
  /** The skills of other projects with the same options, until they are closed. */
  readonly #others = new Set<KnownSkills>()
  readonly #origin: KnownSkills | undefined
  /** Called when these skills are closed. */
  readonly endings = new Set<() => void>()
  /** Wait for writes that others began with these skills. */
  readonly writes: (() => Promise<void>)[] = []
  /** Read before the first load, which reuses it. */
  #surroundings: KnownSurroundings | undefined
  #settings: Settings
  #environment: CapturedEnvironment
  #situation: Situation
  #withheld: ReadonlySet<string> = new Set()
  #roots: readonly Root[] = []
  #turns: Promise<unknown> = Promise.resolve()
  #extent: Extent = 'nothing'
  /** The first load, which all callers share that need it. */
  #first: Promise<void> | undefined

  /**
   * Loads nothing yet. If surroundings are given, the first load uses their settings and roots. Changes that `origin` keeps in
   * memory count here too.
   */
  constructor(options: SkillManagerOptions, surroundings?: Surroundings, origin?: KnownSkills) {
    this.options = options
    this.trusted = origin?.trusted ?? new Map()
    this.#switches = origin === undefined ? new Map() : origin.#switches
    this.#origin = origin
    this.place = surroundings?.place ?? settleOptions(options)
    this.#surroundings = surroundings
    this.#settings = surroundings?.settings ?? loadSettings({ user: {}, project: undefined })
    this.#environment = captureEnvironment(options.environment)
    this.#registry = new Registry({
      strict: options.strict ?? false,
      indexPath: (roots) => this.place.indexPath(roots),
      providers: options.providers ?? [],
      now: Date.now,
    })
    this.#situation = this.#assess(this.#snapshot())
  }

  readonly settings = (): Settings => {
    if (this.#extent === 'nothing') this.#lookNow()
    return this.#settings
  }

  /** The current settings. */
  readonly readSettings = (): Settings => {
    const { userConfiguration, projectConfiguration } = this.place
    const [switches, trusted] = [this.#switches, this.trusted]
    const { set } = this.options
    return loadSettings({ user: userConfiguration, project: projectConfiguration, switches, trusted, set })
  }

  readonly situation = (): Situation => {
    if (this.#extent === 'nothing') this.#lookNow()
    return this.#situation
  }

  /** Runs actions that change the state one after the other, so that the last one wins. */
  readonly inTurn = <T>(action: () => T | Promise<T>): Promise<T> => {
    const turn = this.#turns.then(action)
    this.#turns = turn.catch(() => undefined)
    return turn
  }

  /** Reads the configuration and searches every root. Call it only in turn. */
  readonly look = async (signal: AbortSignal | undefined): Promise<void> => {
    signal?.throwIfAborted()
    const { settings, roots } = this.#surroundings ?? this.#readAgain()
    this.#surroundings = undefined
    this.#roots = roots
    await settleCrashes(roots, this.place, signal)
    await this.#registry.load({ roots, limits: settings.limits, notes: settings.diagnostics }, signal)
    const { snapshot } = this.#registry
    this.#adopt(settings, await findWithheld(this, settings.trustProject, snapshot))
    this.#extent = 'everything'
  }

  /** Loads everything, in turn. */
  initialize(signal?: AbortSignal): Promise<void> {
    return this.inTurn(() => this.look(signal))
  }

  /** Whether nothing has been discovered yet. */
  get isUnread(): boolean {
    return this.#extent === 'nothing'
  }

  /** Loads everything, unless that has happened. */
  readonly ready = async (): Promise<void> => {
    if (this.#extent === 'everything' || isBeingAsked(this)) return
    // Not with the signal of one caller: the others wait for the same load.
    this.#first ??= this.inTurn(() => (this.#extent === 'everything' ? undefined : this.look(undefined))).finally(
      () => {
        this.#first = undefined
      },
    )
    await this.#first
  }

  /** The skills of another project, with the same options. Closed together with these, if not before. */
  at(workdir: string): KnownSkills {
    const { index } = this.options
    // A named index holds the roots of one project only.
    const options = { ...this.options, workdir, ...(typeof index === 'string' && { index: false as const }) }
    const other = new KnownSkills(options, undefined, this)
    this.#others.add(other)
    return other
  }

  /** Ends what was begun with these skills, and waits for unfinished actions and writes. */
  async close(): Promise<void> {
    for (const end of this.endings) end()
    await Promise.all([...this.#others].map((other) => other.close()))
    await this.#turns
    await Promise.all(this.writes.map((settle) => settle()))
    await this.#registry.settle()
    if (this.#origin !== undefined) this.#origin.#others.delete(this)
  }

  /** Reads skills again that were edited in place; false if everything must be loaded instead. */
  refresh(edited: readonly Position[]): boolean {
    const isEnough = this.#registry.refresh(edited)
    if (isEnough) this.#situation = { ...this.#situation, snapshot: this.#snapshot() }
    return isEnough
  }

  /** The file of the search index; undefined if none is kept. */
  readonly searchIndexPath = (): string | undefined => this.place.searchIndexPath(this.#roots)

  /** Reports a problem of the search index; undefined takes it back, as of the next load. */
  readonly noteIndex = (file: string, problem: Diagnostic | undefined): void => {
    this.#registry.note(file, problem)
    if (problem !== undefined) this.#situation = { ...this.#situation, snapshot: this.#snapshot() }
  }

  /** Enables or disables a skill without writing a file. */
  turn(name: string, isOn: boolean): void {
    this.#switches.set(name, isOn)
  }

  /** Applies the skills that were enabled or disabled since the last load. */
  applySwitches(): void {
    const { disabled } = this.readSettings()
    this.#settings = { ...this.#settings, disabled }
    this.#situation = { ...this.#situation, disabled: new Set([...disabled, ...this.#withheld]) }
  }

  /** Loads what can be found without waiting. The next caller that can wait loads the rest. */
  #lookNow(): void {
    const surroundings = this.#surroundings ?? this.#readAgain()
    const { settings, roots } = surroundings
    this.#surroundings = undefined
    this.#roots = roots
    this.#registry.loadRoots({ roots, limits: settings.limits, notes: settings.diagnostics })
    this.#adopt(settings, withholdUnchecked(this, settings.trustProject, this.#registry.snapshot))
    this.#extent = this.#hasMore(surroundings) ? 'roots' : 'everything'
  }

  #hasMore({ settings, roots }: KnownSurroundings): boolean {
    return (this.options.providers ?? []).length > 0 || mayWithhold(this, settings.trustProject) || hasCrashed(roots)
  }

  #adopt(settings: Settings, withheld: ReadonlySet<string>): void {
    this.#settings = settings
    this.#environment = this.#environment.refresh()
    this.#withheld = withheld
    this.#situation = this.#assess(this.#snapshot())
  }

  #readAgain(): KnownSurroundings {
    const settings = this.readSettings()
    return { settings, roots: this.place.findRoots(settings) }
  }

  /** The skills of the chosen set; all without one. */
  #snapshot(): Snapshot {
    const { snapshot } = this.#registry
    const { set: name } = this.options
    if (name === undefined) return snapshot
    return narrowSnapshot(snapshot, this.#settings.sets.get(name) ?? { name, patterns: [] })
  }

  #describeSet(): Situation['set'] {
    const { set: name } = this.options
    if (name === undefined) return undefined
    return { name, isOutside: (skill) => findSkill(this.#registry.snapshot, skill) !== undefined }
  }

  #assess(snapshot: Snapshot): Situation {
    const environment = { ...this.#environment, hasSkill: (name: string) => snapshot.positions.has(name) }
    const [withheld, disabled] = [this.#withheld, new Set([...this.#settings.disabled, ...this.#withheld])]
    const assessor = createAssessor(snapshot.skills, environment, this.#settings.entries)
    const { disabledByProject } = this.#settings
    return { snapshot, environment, disabled, withheld, disabledByProject, assessor, set: this.#describeSet() }
  }
}
