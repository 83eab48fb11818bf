/** The installing half of a `SkillManager`: each method calls the writer and renders its result. */

import * as store from '../contracts/store-renderers.js'
import type * as results from '../contracts/store-results.js'
import type { SkillWriter } from './skill-writer.js'
import type { OperationOptions } from './store-operations/store-context.js'
import type * as requests from './store-operations/store-options.js'

export class SkillInstaller {
  readonly #writer: () => Promise<SkillWriter>

  /** Loads the writer on the first call that needs it. */
  constructor(loadWriter: () => Promise<SkillWriter>) {
    this.#writer = loadWriter
  }

  /** Installs a skill from a registry, repository, archive or directory, or says why not. Runs none of its files. */
  async install(options: requests.InstallOptions): Promise<results.InstallResult> {
    return store.renderInstall(await (await this.#writer()).install(options))
  }

  /** Installs several skills of one source, or all of them. */
  async installSeveral(options: requests.InstallSeveralOptions): Promise<results.InstallSeveralResult> {
    return store.renderInstallSeveral(await (await this.#writer()).installSeveral(options))
  }

  /** Restores all or some skills to exactly what the lockfiles record, or fails: your own, or with `project` those of the project. Never changes a lockfile. */
  async installFrozen(options: requests.FrozenOptions = {}): Promise<results.FrozenResult> {
    return store.renderFrozen(await (await this.#writer()).installFrozen(options))
  }

  /** Updates a skill. Never downgrades it, and never overwrites local changes unless forced. */
  async update(name: string, options: requests.UpdateOptions = {}): Promise<results.UpdateResult> {
    return store.renderUpdate(await (await this.#writer()).update(name, options))
  }

  /** Updates every installed skill. */
  async updateAll(options: requests.UpdateOptions = {}): Promise<results.UpdateAllResult> {
    return store.renderUpdateAll(await (await this.#writer()).updateAll(options))
  }

  /** Checks which installed skills have a newer version at their source. */
  async outdated(options: OperationOptions = {}): Promise<results.OutdatedResult> {
    return store.renderOutdated(await (await this.#writer()).outdated(options))
  }

  /** Removes a skill that the lockfile names. Its files are kept for a rollback. */
  async remove(name: string, options: OperationOptions = {}): Promise<results.RemoveResult> {
    return store.renderRemove(await (await this.#writer()).remove(name, options))
  }

  /** Restores a kept version, after scanning it again. */
  async rollback(name: string, options: requests.RollbackOptions = {}): Promise<results.RollbackResult> {
    return store.renderRollback(await (await this.#writer()).rollback(name, options))
  }

  /** Compares installed files with the lockfile. With `asksSources`, also asks whether versions were withdrawn. */
  async verify(options: requests.VerifyOptions = {}): Promise<results.VerifyResult> {
    return store.renderVerify(await (await this.#writer()).verify(options))
  }

  /** Lists every installed skill with its source, its digest and its kept versions. */
  async locked(options: OperationOptions = {}): Promise<results.LockedResult> {
    return store.renderLocked(await (await this.#writer()).locked(options))
  }

  /** Pins a skill to its installed version; `isPinned: false` unpins it. */
  async pin(name: string, options: requests.PinOptions = {}): Promise<results.PinResult> {
    return store.renderPin(await (await this.#writer()).pin(name, options))
  }

  /**
   * Links a skill into the directories of agents that do not read its root. Without `force` or `review`, an entry
   * that is not ours stays.
   */
  async link(name: string, options: requests.LinkOptions): Promise<results.LinkResult> {
    return store.renderLinks(await (await this.#writer()).link(name, options))
  }

  /** Removes such links, and restores the entries that they had replaced. */
  async unlink(name: string, options: requests.UnlinkOptions): Promise<results.LinkResult> {
    return store.renderLinks(await (await this.#writer()).unlink(name, options))
  }
}
