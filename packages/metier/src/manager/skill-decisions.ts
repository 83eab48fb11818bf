/** The deciding part of a manager: what the user enables, trusts and approves, and reviews before that. */

import type { AuditOutcome } from '../contracts/audit.js'
import type { ReviewOutcome, RevokeOutcome, SkillSwitchOutcome, TrustOutcome } from '../contracts/decisions.js'
import type { KnownSkills } from './known-skills.js'
import { switchSkill } from './settings/switch-skill.js'
import type { ApprovedFiles, ApproveOptions } from './store-operations/approve-skill.js'
import type { KeyTrustOutcome } from './store-operations/signers/trust-key.js'
import type { OperationOptions } from './store-operations/store-context.js'

/** Discovers the skills first, and loads the code of each decision on demand: reading skills does not need it. */
export class SkillDecisions {
  readonly #known: KnownSkills

  constructor(known: KnownSkills) {
    this.#known = known
  }

  async enable(name: string): Promise<SkillSwitchOutcome> {
    await this.#known.ready()
    return switchSkill(this.#known, { name, isEnabled: true })
  }

  async disable(name: string): Promise<SkillSwitchOutcome> {
    await this.#known.ready()
    return switchSkill(this.#known, { name, isEnabled: false })
  }

  async trust(source: string): Promise<TrustOutcome> {
    return (await this.#after(import('./store-operations/trust-source.js'))).trustSource(this.#known, source)
  }

  async untrust(source: string): Promise<TrustOutcome> {
    return (await this.#after(import('./store-operations/trust-source.js'))).untrustSource(this.#known, source)
  }

  /** Trusts the signer whose public key or certificate is in a file. */
  async trustKey(path: string): Promise<KeyTrustOutcome> {
    return (await this.#after(import('./store-operations/signers/trust-key.js'))).trustKey(this.#known, path)
  }

  /** Trusts a public key that the user has compared, in PEM. */
  async trustKeyText(pem: string, name: string): Promise<KeyTrustOutcome> {
    const { trustKeyText } = await this.#after(import('./store-operations/signers/trust-key.js'))
    return trustKeyText(this.#known, pem, name)
  }

  /** Stops trusting a signer, by its fingerprint or by the file at `path`. */
  async untrustKey(word: string, path: string): Promise<KeyTrustOutcome> {
    return (await this.#after(import('./store-operations/signers/trust-key.js'))).untrustKey(this.#known, word, path)
  }

  /** Reviews what an approval would allow. Approves nothing. */
  async review(name: string): Promise<ReviewOutcome> {
    return (await this.#after(import('./store-operations/approve-skill.js'))).reviewApproval(this.#known, name)
  }

  async approve(name: string, options: ApproveOptions): Promise<ReviewOutcome> {
    // Hosts in JavaScript may still pass `{ review: true }`, which must not approve.
    if ('review' in options) throw new TypeError("approve() has no 'review' option; call review() instead")
    return (await this.#after(import('./store-operations/approve-skill.js'))).approveSkill(this.#known, name, options)
  }

  async revoke(name: string): Promise<RevokeOutcome> {
    return (await this.#after(import('./store-operations/approve-skill.js'))).revokeApproval(this.#known, name)
  }

  /** Whether the current files of a skill are approved, and these files. */
  async approvedFiles(name: string): Promise<ApprovedFiles> {
    return (await this.#after(import('./store-operations/approve-skill.js'))).approvedFiles(this.#known, name)
  }

  async audit(name: string, options: Pick<OperationOptions, 'signal' | 'onProgress'>): Promise<AuditOutcome> {
    return (await this.#after(import('./audit/audit-skill.js'))).auditSkill(this.#known, name, options)
  }

  async #after<Code>(loading: Promise<Code>): Promise<Code> {
    const [code] = await Promise.all([loading, this.#known.ready()])
    return code
  }
}
