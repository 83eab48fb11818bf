/** The writing part of a manager. It is loaded on the first call that needs the store. */

import type {
  ComparedSkill,
  DatedSkill,
  ListedUpdate,
  LockedSkill,
  RequestedInstallation,
  SkillInstallation,
  SkillPin,
  SkillRollback,
  SkillUpdate,
  StoreListing,
  StoreOutcome,
} from '../contracts/store-outcomes.js'
import type { RemovedSkill } from '../store/remove.js'
import type { RestoredSkill } from '../store/restore.js'
import { pin, remove, rollback } from './store-operations/change-installed.js'
import { locked, outdated, verify } from './store-operations/compare-installed.js'
import { install, installFrozen, installSeveral } from './store-operations/install-skills.js'
import type { OperationOptions, StoreOperation } from './store-operations/store-context.js'
import type { StoreHost } from './store-operations/store-host.js'
import type {
  FrozenOptions,
  InstallOptions,
  InstallSeveralOptions,
  PinOptions,
  RollbackOptions,
  UpdateOptions,
} from './store-operations/store-options.js'
import { update, updateAll } from './store-operations/update-skills.js'

/** Installs, updates, removes and compares skills. Returns facts, which the caller turns into messages. */
export class SkillWriter {
  readonly #host: StoreHost

  constructor(host: StoreHost) {
    this.#host = host
  }

  install(options: InstallOptions): Promise<StoreOutcome<SkillInstallation>> {
    return install(this.#begin(options))
  }

  installSeveral(options: InstallSeveralOptions): Promise<StoreOutcome<readonly RequestedInstallation[]>> {
    return installSeveral(this.#begin(options))
  }

  installFrozen(options: FrozenOptions = {}): Promise<StoreOutcome<readonly RestoredSkill[]>> {
    return installFrozen(this.#begin(options))
  }

  update(name: string, options: UpdateOptions = {}): Promise<StoreOutcome<SkillUpdate>> {
    return update(this.#begin(options), name)
  }

  updateAll(options: UpdateOptions = {}): Promise<StoreListing<ListedUpdate>> {
    return updateAll(this.#begin(options))
  }

  outdated(options: OperationOptions = {}): Promise<StoreListing<DatedSkill>> {
    return outdated(this.#begin(options))
  }

  remove(name: string, options: OperationOptions = {}): Promise<StoreOutcome<RemovedSkill>> {
    return remove(this.#begin(options), name)
  }

  rollback(name: string, options: RollbackOptions = {}): Promise<StoreOutcome<SkillRollback>> {
    return rollback(this.#begin(options), name)
  }

  verify(options: OperationOptions = {}): Promise<StoreListing<ComparedSkill>> {
    return verify(this.#begin(options))
  }

  locked(options: OperationOptions = {}): Promise<StoreListing<LockedSkill>> {
    return locked(this.#begin(options))
  }

  pin(name: string, options: PinOptions = {}): Promise<StoreOutcome<SkillPin>> {
    return pin(this.#begin(options), name)
  }

  /** Reads the settings once for the whole operation. */
  #begin<Options extends OperationOptions>(options: Options): StoreOperation<Options> {
    return { host: this.#host, options, settings: this.#host.readSettings() }
  }
}
