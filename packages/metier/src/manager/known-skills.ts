/** What is known of the skills at one moment, and the turns in which that changes. Everything else is asked of it. */

import { createAssessor } from '../registry/assessor.js'
import type { Position } from '../registry/refresh.js'
import { Registry } from '../registry/registry.js'
import type { Situation } from '../registry/situation.js'
import type { Snapshot } from '../registry/snapshot.js'
import { type CapturedEnvironment, captureEnvironment } from '../system/environment.js'
import { type ResolvedOptions, type SkillManagerOptions, settleOptions } from './options.js'
import { loadSettings, type Settings } from './settings/settings.js'
import { settleCrashes } from './store-operations/settle-crashes.js'
import type { StoreHost } from './store-operations/store-host.js'
import type { Surroundings } from './surroundings.js'
import { findWithheld } from './withheld.js'

export class KnownSkills implements StoreHost {
  readonly options: SkillManagerOptions
  readonly place: ResolvedOptions
  readonly trusted = new Map<string, boolean>()
  readonly #registry: Registry
  /** Switches that no file keeps. */
  readonly #switches = new Map<string, boolean>()
  /** What was read before the first look, and is not read again for it. */
  #surroundings: Surroundings | undefined
  #settings: Settings
  #environment: CapturedEnvironment
  #situation: Situation
  #withheld: ReadonlySet<string> = new Set()
  #turns: Promise<unknown> = Promise.resolve()

  /** Nothing has been looked at yet; with surroundings, the first look takes its settings and roots from them. */
  constructor(options: SkillManagerOptions, surroundings?: Surroundings) {
    this.options = options
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
    this.#situation = this.#assess(this.#registry.snapshot)
  }

  /** As they were when everything was last looked at. */
  readonly settings = (): Settings => this.#settings

  /** As they are now. */
  readonly readSettings = (): Settings => {
    const { userConfiguration, projectConfiguration } = this.place
    const [switches, trusted] = [this.#switches, this.trusted]
    return loadSettings({ user: userConfiguration, project: projectConfiguration, switches, trusted })
  }

  readonly situation = (): Situation => this.#situation

  /** Actions that change the situation run one after the other: the last one asked for is the one that stays. */
  readonly inTurn = <T>(action: () => T | Promise<T>): Promise<T> => {
    const turn = this.#turns.then(action)
    this.#turns = turn.catch(() => undefined)
    return turn
  }

  /** Reads the configuration and looks through every root; only in turn. */
  readonly look = async (signal: AbortSignal | undefined): Promise<void> => {
    signal?.throwIfAborted()
    const { settings, roots } = this.#surroundings ?? this.#readAgain()
    this.#surroundings = undefined
    await settleCrashes(roots, signal)
    await this.#registry.load({ roots, limits: settings.limits, notes: settings.diagnostics, signal })
    this.#settings = settings
    this.#environment = this.#environment.refresh()
    this.#withheld = await findWithheld(this, this.#registry.snapshot)
    this.#situation = this.#assess(this.#registry.snapshot)
  }

  /** Looks through everything, in turn. */
  initialize(signal?: AbortSignal): Promise<void> {
    return this.inTurn(() => this.look(signal))
  }

  /** Waits for what is still being done or written. */
  async close(): Promise<void> {
    await this.#turns
    await this.#registry.settle()
  }

  /** Reads skills again that were edited in place; false if everything must be looked at instead. */
  refresh(edited: readonly Position[]): boolean {
    const isEnough = this.#registry.refresh(edited)
    if (isEnough) this.#situation = { ...this.#situation, snapshot: this.#registry.snapshot }
    return isEnough
  }

  /** Turns a switch that no file keeps. */
  turn(name: string, isOn: boolean): void {
    this.#switches.set(name, isOn)
  }

  /** Applies switches that were turned since everything was last looked at. */
  applySwitches(): void {
    const { disabled } = this.readSettings()
    this.#settings = { ...this.#settings, disabled }
    this.#situation = { ...this.#situation, disabled: new Set([...disabled, ...this.#withheld]) }
  }

  #readAgain(): Pick<Surroundings, 'settings' | 'roots'> {
    const settings = this.readSettings()
    return { settings, roots: this.place.findRoots(settings.roots) }
  }

  #assess(snapshot: Snapshot): Situation {
    const environment = { ...this.#environment, hasSkill: (name: string) => snapshot.positions.has(name) }
    const [withheld, disabled] = [this.#withheld, new Set([...this.#settings.disabled, ...this.#withheld])]
    const assessor = createAssessor(snapshot.skills, environment, this.#settings.entries)
    const { disabledByProject } = this.#settings
    return { snapshot, environment, disabled, withheld, disabledByProject, assessor }
  }
}
