/** The object a host holds: each method is one call into a stage. */

import {
  renderFrozen,
  renderInstall,
  renderInstallSeveral,
  renderLocked,
  renderOutdated,
  renderPin,
  renderRemove,
  renderRollback,
  renderUpdate,
  renderUpdateAll,
  renderVerify,
} from '../contracts/store-renderers.js'
import type {
  FrozenResult,
  InstallResult,
  InstallSeveralResult,
  LockedResult,
  OutdatedResult,
  PinResult,
  RemoveResult,
  RollbackResult,
  UpdateAllResult,
  UpdateResult,
  VerifyResult,
} from '../contracts/store-results.js'
import { findProject } from '../registry/roots.js'
import { findSkill } from '../registry/snapshot.js'
import type { ApprovalStatus } from '../store/approvals/review.js'
import type { Answer } from './answers.js'
import type { SkillManagerOptions } from './options.js'
import type { EntrySettings } from './settings/configuration.js'
import { entryOf } from './settings/skill-entry.js'
import { SkillReader } from './skill-reader.js'
import type { SkillWriter } from './skill-writer.js'
import type { ApprovedFiles, ApproveOptions } from './store-operations/approve-skill.js'
import type { OperationOptions } from './store-operations/store-context.js'
import type {
  FrozenOptions,
  InstallOptions,
  InstallSeveralOptions,
  PinOptions,
  RollbackOptions,
  UpdateOptions,
} from './store-operations/store-options.js'

let findWriter: (manager: SkillManager) => Promise<SkillWriter>

/** The writing part of a manager, for the command line, which words the facts itself. */
export function writerOf(manager: SkillManager): Promise<SkillWriter> {
  return findWriter(manager)
}

/**
 * Finds skills, says which can be used here and why not, gives their texts, and brings further ones in.
 *
 * @example
 * const skills = await SkillManager.open({ workdir: '.' })
 * const usable = skills.getAvailableSkills()
 * const pdf = await skills.loadSkill('pdf')
 * const answer = await skills.install({ skill: 'pdf', from: 'clawhub' })
 */
export class SkillManager extends SkillReader {
  #heldWriter: SkillWriter | undefined

  static {
    // The published file has short names; this one is printed by those who look at a manager.
    Object.defineProperty(SkillManager, 'name', { value: 'SkillManager' })
    findWriter = (manager) => manager.#writer()
  }

  /** A manager that has looked around already. */
  static async open(options: SkillManagerOptions = {}, signal?: AbortSignal): Promise<SkillManager> {
    const manager = new SkillManager(options)
    await manager.initialize(signal)
    return manager
  }

  /** Brings a skill in, verified and whole, or says why not. Runs nothing of it. */
  async install(options: InstallOptions): Promise<InstallResult> {
    return renderInstall(await (await this.#writer()).install(options))
  }

  /** The same for several skills of one source, or for all that it offers. */
  async installSeveral(options: InstallSeveralOptions): Promise<InstallSeveralResult> {
    return renderInstallSeveral(await (await this.#writer()).installSeveral(options))
  }

  /** Brings the root, or some skills of it, to exactly what its lock says, or fails; the lock stays as it is. */
  async installFrozen(options: FrozenOptions = {}): Promise<FrozenResult> {
    return renderFrozen(await (await this.#writer()).installFrozen(options))
  }

  /** Brings a newer state in; never an older one, and never over local changes unless forced. */
  async update(name: string, options: UpdateOptions = {}): Promise<UpdateResult> {
    return renderUpdate(await (await this.#writer()).update(name, options))
  }

  /** The same for every installed skill. */
  async updateAll(options: UpdateOptions = {}): Promise<UpdateAllResult> {
    return renderUpdateAll(await (await this.#writer()).updateAll(options))
  }

  /** Which installed skills their sources have something newer for. */
  async outdated(options: OperationOptions = {}): Promise<OutdatedResult> {
    return renderOutdated(await (await this.#writer()).outdated(options))
  }

  /** Takes away a skill that the lock names. Its files are kept for a rollback. */
  async remove(name: string, options: OperationOptions = {}): Promise<RemoveResult> {
    return renderRemove(await (await this.#writer()).remove(name, options))
  }

  /** Puts a kept version back; it passes the gate again. */
  async rollback(name: string, options: RollbackOptions = {}): Promise<RollbackResult> {
    return renderRollback(await (await this.#writer()).rollback(name, options))
  }

  /** Compares what was installed with what lies on disk, file by file. */
  async verify(options: OperationOptions = {}): Promise<VerifyResult> {
    return renderVerify(await (await this.#writer()).verify(options))
  }

  /** What the locks say: every installed skill with its source, its digest and the versions kept of it. */
  async locked(options: OperationOptions = {}): Promise<LockedResult> {
    return renderLocked(await (await this.#writer()).locked(options))
  }

  /** Keeps a skill at what it is; with `isPinned: false` it is updated again. */
  async pin(name: string, options: PinOptions = {}): Promise<PinResult> {
    return renderPin(await (await this.#writer()).pin(name, options))
  }

  /** Adds a source to those that the user trusts, and keeps that. */
  async trust(source: string): Promise<Answer> {
    return (await import('./store-operations/trust-source.js')).trust(this.host, source)
  }

  /** Takes a source out of those that the user trusts, and keeps that. */
  async untrust(source: string): Promise<Answer> {
    return (await import('./store-operations/trust-source.js')).untrust(this.host, source)
  }

  /** Agrees to a skill's tools, servers and allowed tools, as long as none of its files changes. */
  async approve(name: string, options: ApproveOptions = {}): Promise<Answer> {
    return (await import('./store-operations/approve-skill.js')).approve(this.host, name, options)
  }

  /** Takes an approval back. */
  async revoke(name: string): Promise<Answer> {
    return (await import('./store-operations/approve-skill.js')).revoke(this.host, name)
  }

  /** Whether a skill is approved as it is now. */
  async approval(name: string): Promise<ApprovalStatus> {
    return (await import('./store-operations/approve-skill.js')).approval(this.host, name)
  }

  /** The same with the files that this was found for, so that exactly these are run. */
  async approvedFiles(name: string): Promise<ApprovedFiles> {
    return (await import('./store-operations/approve-skill.js')).approvedFiles(this.host, name)
  }

  /** What the user configured about calls of tools: the rules, and what a skill's own programs may see. */
  configured(name = ''): { readonly policy: unknown; readonly entry: EntrySettings | undefined } {
    const { policy, entries } = this.host.settings()
    const record = name === '' ? undefined : findSkill(this.host.situation().snapshot, name)
    return { policy, entry: record && entryOf(record, entries) }
  }

  /** The folder of the project that a folder belongs to; undefined outside of any. */
  projectOf(workdir: string): string | undefined {
    return findProject(workdir, this.host.place.home)
  }

  /** C-36: the deep scan of a skill that is here. */
  async audit(name: string, options: Pick<OperationOptions, 'signal' | 'onProgress'> = {}): Promise<Answer> {
    return (await import('./audit/audit-skill.js')).audit(this.host, name, options)
  }
  /** Loaded on first use: reading skills must not load sources, HTTP or git. */
  async #writer(): Promise<SkillWriter> {
    const { SkillWriter } = await import('./skill-writer.js')
    this.#heldWriter ??= new SkillWriter(this.host)
    return this.#heldWriter
  }
}
