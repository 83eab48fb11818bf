/** Keeps what is known of the skills: looks at the configuration, the roots and the machine, and lists what there is. */

import type { SkillMetadata } from '../contracts/skill-metadata.js'
import { metadataOf } from '../contracts/skill-metadata.js'
import { createAssessor } from '../registry/assessor.js'
import type { Position } from '../registry/refresh.js'
import { Registry } from '../registry/registry.js'
import { createRegistryView, type RegistryView } from '../registry/registry-view.js'
import type { Situation } from '../registry/situation.js'
import { isSwitchedOff } from '../registry/situation.js'
import type { Snapshot } from '../registry/snapshot.js'
import { type CapturedEnvironment, captureEnvironment } from '../system/environment.js'
import { answerList, type ListAnswer, type ListOptions } from './answers.js'
import { type ResolvedOptions, type SkillManagerOptions, settleOptions } from './options.js'
import { remember } from './remember.js'
import { loadSettings, type Settings } from './settings/settings.js'
import { settleCrashes } from './store-operations/settle-crashes.js'
import type { StoreHost } from './store-operations/store-host.js'
import { findWithheld } from './withheld.js'

/** As much of a manager as `metier list` needs; everything else is added by those that extend it. */
export class SkillKeeper {
  readonly #place: ResolvedOptions
  readonly #registry: Registry
  readonly #views = new WeakMap<Situation, RegistryView>()
  readonly #trusted = new Map<string, boolean>()
  /** Where there is no file to keep switches in. */
  readonly #switches = new Map<string, boolean>()
  #settings: Settings
  #environment: CapturedEnvironment
  #situation: Situation
  #withheld: ReadonlySet<string> = new Set()
  #turns: Promise<unknown> = Promise.resolve()
  /** What the operations of the store see of this object. */
  protected readonly host: StoreHost

  constructor(options: SkillManagerOptions = {}) {
    this.#place = settleOptions(options)
    this.#settings = loadSettings({ user: {}, project: undefined })
    this.#environment = captureEnvironment(options.environment)
    this.#registry = new Registry({
      strict: options.strict ?? false,
      indexPath: (roots) => this.#place.indexPath(roots),
      providers: options.providers ?? [],
      now: Date.now,
    })
    this.#situation = this.#assess(this.#registry.snapshot)
    this.host = {
      options,
      place: this.#place,
      settings: () => this.#settings,
      situation: () => this.#situation,
      readSettings: () => this.#readSettings(),
      inTurn: (action) => this.#inTurn(action),
      look: (signal) => this.#look(signal),
      trusted: this.#trusted,
    }
  }

  /** W-14: reads the configuration and looks through every root. */
  async initialize(signal?: AbortSignal): Promise<void> {
    await this.#inTurn(() => this.#look(signal))
  }

  /** Waits for what is still being done or written. */
  async close(): Promise<void> {
    await this.#turns
    await this.#registry.settle()
  }

  /** N-5: every skill that is not switched off. */
  getSkills(): SkillMetadata[] {
    const { snapshot, disabled } = this.#situation
    return snapshot.skills.filter((record) => !isSwitchedOff(record, disabled)).map(metadataOf)
  }

  /** C-15: what is known now; the same object until something changes. */
  get registry(): RegistryView {
    return remember(this.#views, this.#situation, () => createRegistryView(this.#situation))
  }

  /** C-5…C-7. */
  list(options: ListOptions = {}): ListAnswer {
    return answerList(this.#situation, options)
  }

  protected get situation(): Situation {
    return this.#situation
  }

  /** Reads skills again that were edited in place; false where everything must be looked at instead. */
  protected refresh(edited: readonly Position[]): boolean {
    const isEnough = this.#registry.refresh(edited)
    if (isEnough) this.#situation = { ...this.#situation, snapshot: this.#registry.snapshot }
    return isEnough
  }

  /** Turns a switch that no file keeps. */
  protected turn(name: string, isOn: boolean): void {
    this.#switches.set(name, isOn)
  }

  /** Lets switches have effect that were turned since everything was last looked at. */
  protected applySwitches(): void {
    const { disabled } = this.#readSettings()
    this.#settings = { ...this.#settings, disabled }
    this.#situation = { ...this.#situation, disabled: new Set([...disabled, ...this.#withheld]) }
  }

  /** What changes the situation follows one another: the last one asked for is the one that stays. */
  #inTurn<T>(action: () => T | Promise<T>): Promise<T> {
    const turn = this.#turns.then(action)
    this.#turns = turn.catch(() => undefined)
    return turn
  }

  async #look(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    const settings = this.#readSettings()
    const roots = this.#place.findRoots(settings.roots)
    await settleCrashes(roots, signal)
    await this.#registry.load({ roots, limits: settings.limits, notes: settings.diagnostics, signal })
    this.#settings = settings
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
}
