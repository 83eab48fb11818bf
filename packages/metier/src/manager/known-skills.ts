/** The current state of the skills. Changes to it run one after the other; everything else reads it. */

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
  /** Enabled and disabled skills that are not in a file. */
  readonly #switches = new Map<string, boolean>()
  /** Read before the first load, which reuses it. */
  #surroundings: Surroundings | undefined
  #settings: Settings
  #environment: CapturedEnvironment
  #situation: Situation
  #withheld: ReadonlySet<string> = new Set()
  #turns: Promise<unknown> = Promise.resolve()

  /** Loads nothing yet. If surroundings are given, the first load uses their settings and roots. */
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

  /** The settings as of the last load. */
  readonly settings = (): Settings => this.#settings

  /** The current settings. */
  readonly readSettings = (): Settings => {
    const { userConfiguration, projectConfiguration } = this.place
    const [switches, trusted] = [this.#switches, this.trusted]
    return loadSettings({ user: userConfiguration, project: projectConfiguration, switches, trusted })
  }

  readonly situation = (): Situation => this.#situation

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
    await settleCrashes(roots, signal)
    await this.#registry.load({ roots, limits: settings.limits, notes: settings.diagnostics, signal })
    this.#settings = settings
    this.#environment = this.#environment.refresh()
    this.#withheld = await findWithheld(this, this.#registry.snapshot)
    this.#situation = this.#assess(this.#registry.snapshot)
  }

  /** Loads everything, in turn. */
  initialize(signal?: AbortSignal): Promise<void> {
    return this.inTurn(() => this.look(signal))
  }

  /** Waits for unfinished actions and writes. */
  async close(): Promise<void> {
    await this.#turns
    await this.#registry.settle()
  }

  /** Reads skills again that were edited in place; false if everything must be loaded instead. */
  refresh(edited: readonly Position[]): boolean {
    const isEnough = this.#registry.refresh(edited)
    if (isEnough) this.#situation = { ...this.#situation, snapshot: this.#registry.snapshot }
    return isEnough
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
