/** The object a host holds: each method is one call into a stage. */

import { findProject } from '../registry/roots.js'
import { findSkill } from '../registry/snapshot.js'
import type { ApprovalStatus } from '../store/approvals/review.js'
import type { Answer } from './answers.js'
import type { SkillManagerOptions } from './options.js'
import type { EntrySettings } from './settings/configuration.js'
import { entryOf } from './settings/skill-entry.js'
import { SkillReader } from './skill-reader.js'
import type { ApprovedFiles, ApproveOptions } from './store-operations/approve-skill.js'
import type { OutdatedAnswer, VerifyAnswer } from './store-operations/compare-installed.js'
import type { InstallSeveralOptions } from './store-operations/install-several.js'
import type { OperationOptions } from './store-operations/store-context.js'
import type {
  FrozenOptions,
  InstallOptions,
  RollbackOptions,
  UpdateOptions,
} from './store-operations/store-operations.js'

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
  /** A manager that has looked around already. */
  static open(options: SkillManagerOptions = {}, signal?: AbortSignal): Promise<SkillManager> {
    return openManager(options, signal)
  }

  /** C-19…C-32: brings a skill in, verified and whole, or says why not. Runs nothing of it. */
  async install(options: InstallOptions): Promise<Answer> {
    return (await import('./store-operations/store-operations.js')).install(this.host, options)
  }

  /** The same for several skills of one source, or for all that it offers. */
  async installSeveral(options: InstallSeveralOptions): Promise<Answer> {
    return (await import('./store-operations/install-several.js')).installSeveral(this.host, options)
  }

  /** Brings the root, or some skills of it, to exactly what its lock says, or fails; the lock stays as it is. */
  async installFrozen(options: FrozenOptions = {}): Promise<Answer> {
    return (await import('./store-operations/store-operations.js')).installFrozen(this.host, options)
  }

  /** Brings a newer state in; never an older one, and never over local changes unless forced. */
  async update(name: string, options: UpdateOptions = {}): Promise<Answer> {
    return (await import('./store-operations/store-operations.js')).update(this.host, name, options)
  }

  /** The same for every installed skill. */
  async updateAll(options: UpdateOptions = {}): Promise<Answer> {
    return (await import('./store-operations/store-operations.js')).updateAll(this.host, options)
  }

  /** Which installed skills their sources have something newer for. */
  async outdated(options: OperationOptions = {}): Promise<OutdatedAnswer> {
    return (await import('./store-operations/compare-installed.js')).outdated(this.host, options)
  }

  /** Takes away a skill that the lock names. Its files are kept for a rollback. */
  async remove(name: string, options: OperationOptions = {}): Promise<Answer> {
    return (await import('./store-operations/store-operations.js')).remove(this.host, name, options)
  }

  /** Puts a kept version back; it passes the gate again. */
  async rollback(name: string, options: RollbackOptions = {}): Promise<Answer> {
    return (await import('./store-operations/store-operations.js')).rollback(this.host, name, options)
  }

  /** Compares what was installed with what lies on disk, file by file. */
  async verify(options: OperationOptions = {}): Promise<VerifyAnswer> {
    return (await import('./store-operations/compare-installed.js')).verifyAll(this.host, options)
  }

  /** What the locks say: every installed skill with its source, its digest and the versions kept of it. */
  async locked(options: OperationOptions = {}): Promise<Answer> {
    return (await import('./store-operations/lock-operations.js')).describeLocks(this.host, options)
  }

  /** Keeps a skill at what it is; with `isPinned: false` it is updated again. */
  async pin(name: string, options: OperationOptions & { readonly isPinned?: boolean } = {}): Promise<Answer> {
    return (await import('./store-operations/lock-operations.js')).pin(this.host, name, options)
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
}

/** Outside the class: a class that names itself is renamed when it is bundled. */
async function openManager(options: SkillManagerOptions, signal: AbortSignal | undefined): Promise<SkillManager> {
  const manager = new SkillManager(options)
  await manager.initialize(signal)
  return manager
}
