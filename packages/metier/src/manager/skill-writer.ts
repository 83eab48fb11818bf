/** The writing part of a manager. It is loaded on the first call that needs the store. */

import type {
  ComparedSkill,
  DatedSkill,
  ListedUpdate,
  LockedSkill,
  PluginRemoval,
  PluginUpdate,
  RequestedInstallation,
  RestoredRow,
  SkillInstallation,
  SkillLinks,
  SkillPin,
  SkillRemoval,
  SkillRollback,
  SkillUpdate,
  StoreListing,
  StoreOutcome,
} from '../contracts/store-outcomes.js'
import type { Offer } from '../sources/source.js'
import { describeStore } from '../store/layout.js'
import type { InstalledPlace } from '../store/refusal.js'
import { type KeptVersion, listVersions } from '../store/versions/versions.js'
import { pin, remove, rollback } from './store-operations/change-installed.js'
import { removePlugin, updatePlugin } from './store-operations/change-plugin.js'
import { locked, outdated, verify } from './store-operations/compare-installed.js'
import { findNamed, install, installSeveral, listOffered } from './store-operations/install-skills.js'
import { link, unlink } from './store-operations/link-skills.js'
import { locateInstalled } from './store-operations/locate-installed.js'
import { installFrozen } from './store-operations/restore-locks.js'
import type { OperationOptions, StoreOperation } from './store-operations/store-context.js'
import type { StoreHost } from './store-operations/store-host.js'
import type {
  FrozenOptions,
  InstallSeveralOptions,
  LinkOptions,
  ListOfferedOptions,
  PinOptions,
  ReviewedInstallOptions,
  ReviewedUpdateOptions,
  RollbackOptions,
  UnlinkOptions,
  UpdateOptions,
  VerifyOptions,
} from './store-operations/store-options.js'
import { update, updateAll } from './store-operations/update-skills.js'

/** Installs, updates, removes and compares skills. Returns facts, which the caller turns into messages. */
export class SkillWriter {
  readonly #host: StoreHost

  constructor(host: StoreHost) {
    this.#host = host
  }

  async install(options: ReviewedInstallOptions): Promise<StoreOutcome<SkillInstallation>> {
    return install(await this.#begin(options))
  }

  async installSeveral(options: InstallSeveralOptions): Promise<StoreOutcome<readonly RequestedInstallation[]>> {
    return installSeveral(await this.#begin(options))
  }

  /** Lists the skills that a source offers, and installs none. */
  async listOffered(options: ListOfferedOptions): Promise<StoreOutcome<readonly Offer[]>> {
    return listOffered(await this.#begin(options))
  }

  /** The skill that a registry was named with, such as `clawhub:pdf`: null if none was, undefined if it is another source. */
  async findNamed(from: string): Promise<string | null | undefined> {
    return findNamed(await this.#begin<ListOfferedOptions>({ from }))
  }

  async installFrozen(options: FrozenOptions = {}): Promise<StoreOutcome<readonly RestoredRow[]>> {
    return installFrozen(await this.#begin(options))
  }

  async update(name: string, options: ReviewedUpdateOptions = {}): Promise<StoreOutcome<SkillUpdate>> {
    return update(await this.#begin(options), name)
  }

  async updateAll(options: UpdateOptions = {}): Promise<StoreListing<ListedUpdate>> {
    return updateAll(await this.#begin(options))
  }

  /** Updates every installed skill of a plugin, and removes unedited ones that the plugin no longer has. */
  async updatePlugin(plugin: string, options: UpdateOptions = {}): Promise<StoreOutcome<PluginUpdate>> {
    return updatePlugin(await this.#begin(options), plugin)
  }

  /** Removes every installed skill of a plugin. */
  async removePlugin(plugin: string, options: OperationOptions = {}): Promise<StoreOutcome<PluginRemoval>> {
    return removePlugin(await this.#begin(options), plugin)
  }

  async outdated(options: OperationOptions = {}): Promise<StoreListing<DatedSkill>> {
    return outdated(await this.#begin(options))
  }

  async remove(name: string, options: OperationOptions = {}): Promise<StoreOutcome<SkillRemoval>> {
    return remove(await this.#begin(options), name)
  }

  async rollback(name: string, options: RollbackOptions = {}): Promise<StoreOutcome<SkillRollback>> {
    return rollback(await this.#begin(options), name)
  }

  async verify(options: VerifyOptions = {}): Promise<StoreListing<ComparedSkill>> {
    return verify(await this.#begin(options))
  }

  async locked(options: OperationOptions = {}): Promise<StoreListing<LockedSkill>> {
    return locked(await this.#begin(options))
  }

  /** Where the skill that a name means is installed. */
  async locate(name: string, options: OperationOptions = {}): Promise<StoreOutcome<InstalledPlace>> {
    return locateInstalled(await this.#begin(options), name)
  }

  /** The kept versions of a skill, latest first. */
  kept({ root, name }: InstalledPlace): Promise<readonly KeptVersion[]> {
    return listVersions(describeStore({ root }), name)
  }

  async pin(name: string, options: PinOptions = {}): Promise<StoreOutcome<SkillPin>> {
    return pin(await this.#begin(options), name)
  }

  /** Links a skill for agents, installed or not; every skill of the project by default. */
  async link(name: string | undefined, options: LinkOptions): Promise<StoreOutcome<readonly SkillLinks[]>> {
    return link(await this.#begin(options), name)
  }

  /** Removes links for agents; those of every skill of the project by default. */
  async unlink(name: string | undefined, options: UnlinkOptions): Promise<StoreOutcome<readonly SkillLinks[]>> {
    return unlink(await this.#begin(options), name)
  }

  /** Discovers the skills, and reads the settings once for the whole operation. */
  async #begin<Options extends OperationOptions>(options: Options): Promise<StoreOperation<Options>> {
    await this.#host.ready()
    return { host: this.#host, options, settings: this.#host.readSettings() }
  }
}
