/** One install or update of a page: it waits in quarantine until the user agrees with the digest, or goes away. */

import { randomBytes } from 'node:crypto'
import type { StoreOutcome } from '../../contracts/store-outcomes.js'
import type { SignatureCheck } from '../../gate/signature/verify-signature.js'
import { messageOf } from '../../skill/unknown-value.js'
import { redactSecrets } from '../../sources/redact.js'
import type { Progress } from '../../sources/source.js'
import type { Examination } from '../../store/examine.js'
import type { InstallView } from '../api/installs.js'
import { toProblemView } from '../http/problem.js'
import { createAgreement } from './agreement.js'
import { createGateSteps } from './gate-steps.js'
import type { InstallContext } from './install-context.js'
import { commandOf, type FulfilledWish, fulfilWish, type InstallWish, type WishOptions } from './install-wish.js'
import * as words from './install-words.js'

export const EXPIRY_MILLISECONDS = 15 * 60 * 1000

/** The part of the view that changes. */
type InstallProgress = Pick<InstallView, 'state' | 'bundle' | 'changes' | 'problem' | 'fixes' | 'result'>

export class PendingInstall {
  readonly id = randomBytes(9).toString('base64url')
  readonly #context: InstallContext
  readonly #wish: InstallWish
  readonly #changed: (install: PendingInstall) => void
  readonly #source: string
  readonly #command: string
  readonly #steps = createGateSteps()
  readonly #abortion = new AbortController()
  readonly #agreement = createAgreement()
  #now: InstallProgress = { state: 'running', bundle: null, changes: null, problem: null, fixes: [], result: null }
  #contents: ReadonlyMap<string, Uint8Array> | undefined
  #expiresAt = Date.now() + EXPIRY_MILLISECONDS
  /** Whether a skill of the same name and scope is there before. */
  #isReplacing = false
  readonly #finished: Promise<void>

  /** Begins at once. `changed` is called after every change. */
  constructor(context: InstallContext, wish: InstallWish, changed: (install: PendingInstall) => void) {
    this.#context = context
    this.#wish = wish
    this.#changed = changed
    this.#source = redactSecrets(wish.source)
    this.#command = commandOf(wish, context)
    this.#finished = this.#run()
  }

  get view(): InstallView {
    const { action, skill, scope, into } = this.#wish
    const expiresAt = new Date(this.#expiresAt).toISOString()
    const { id } = this
    return {
      id,
      action,
      source: this.#source,
      skill,
      scope,
      into,
      ...this.#now,
      steps: this.#steps.all,
      command: this.#command,
      expiresAt,
    }
  }

  get isPending(): boolean {
    return this.#now.state === 'running' || this.#now.state === 'waiting'
  }

  isExpired(now: number): boolean {
    return this.#expiresAt <= now
  }

  /** The files in quarantine, or those that were refused. */
  get contents(): ReadonlyMap<string, Uint8Array> | undefined {
    return this.#contents
  }

  /** The digest that waits for agreement; undefined if none does. */
  get waitingFor(): string | undefined {
    return this.#now.state === 'waiting' ? this.#now.bundle?.digest : undefined
  }

  /** Agrees with the files in quarantine, and waits until they are installed or refused. */
  async agree(): Promise<void> {
    this.#steps.settle('agree', 'passed', 'You agreed with this digest')
    this.#change({ state: 'running' })
    this.#agreement.give()
    await this.#finished
  }

  /** Removes the files in quarantine. */
  async cancel(): Promise<void> {
    this.#abortion.abort()
    this.#agreement.refuse(this.#abortion.signal.reason)
    await this.#finished
  }

  /** Removes what was installed, or restores the version that it replaced. */
  async undo(): Promise<void> {
    const { result } = this.#now
    if (result === null) return
    const writer = await this.#context.writer()
    const options = { project: this.#wish.scope === 'project' }
    // A skill that was replaced comes back, or stays replaced: it is never removed with the new one.
    const outcome = this.#isReplacing
      ? await writer.rollback(result.skill, options)
      : await writer.remove(result.skill, options)
    this.#context.live.current()
    if (outcome.ok) this.#change({ state: 'undone', problem: null })
    else this.#change({ problem: toProblemView(outcome.failure).error })
  }

  #change(change: Partial<InstallProgress>): void {
    this.#now = { ...this.#now, ...change }
    this.#expiresAt = Date.now() + EXPIRY_MILLISECONDS
    this.#changed(this)
  }

  async #run(): Promise<void> {
    this.#steps.reach('trust', `Is ${this.#source} trusted?`)
    try {
      const writer = await this.#context.writer()
      this.#settle(await fulfilWish(writer, this.#wish, this.#options()))
    } catch (error) {
      this.#contents = undefined
      if (this.#abortion.signal.aborted) return this.#change({ state: 'cancelled' })
      this.#context.options.onError?.(error)
      const problem = { code: 'internal_error', message: messageOf(error), suggestions: [] } as const
      this.#change({ state: 'refused', problem })
    }
  }

  #options(): WishOptions {
    return {
      signal: this.#abortion.signal,
      onProgress: (progress) => this.#progress(progress),
      onChanges: (changes) => this.#change({ changes }),
      // Agreement with the digest is also consent to its warnings.
      approve: () => this.#waitForUser().then(() => true),
      bundleReview: {
        onExamined: (...examined) => this.#examined(...examined),
        confirm: () => this.#waitForUser(),
      },
    }
  }

  #progress(progress: Progress): void {
    this.#steps.settle('trust', 'passed', `${this.#source} is trusted`)
    // The scan may report once more after it has ended.
    if (this.#now.bundle === null || progress.phase === 'commit') this.#steps.progress(progress)
    this.#change({})
  }

  #examined(examination: Examination, leftOut: readonly string[], signature: SignatureCheck): void {
    const bundle = words.describeBundle(examination, leftOut)
    const { action, force, skill } = this.#wish
    this.#contents = examination.contents
    this.#isReplacing = action === 'update' || (force && this.#finds([bundle.name, skill]))
    for (const { step, state, message } of words.describeExamined(bundle, signature)) {
      this.#steps.settle(step, state, message)
    }
    this.#change({ bundle })
  }

  #finds(names: readonly string[]): boolean {
    const { all } = this.#context.live.current().entries
    return all.some(({ record: { name, root } }) => names.includes(name) && root.scope === this.#wish.scope)
  }

  async #waitForUser(): Promise<void> {
    if (!this.#agreement.isGiven) {
      const found = this.#isReplacing ? 'Replaces the installed version' : 'No other skill has this name'
      this.#steps.settle('conflict', 'passed', found)
      this.#steps.reach('agree', 'Read the files, then agree with the digest')
      this.#change({ state: 'waiting' })
    }
    await this.#agreement.given
  }

  #settle(outcome: StoreOutcome<FulfilledWish>): void {
    if (outcome.ok) this.#finish(outcome.value)
    else {
      const { failure } = outcome
      this.#steps.refuse(failure.code, failure.message)
      const problem = toProblemView(failure).error
      const fixes = words.describeFix(this.#context, this.#wish, outcome)
      this.#change({ state: 'refused', problem, fixes })
    }
  }

  #finish(value: FulfilledWish): void {
    this.#contents = undefined
    if (!('status' in value) || value.status === 'updated') {
      const result = words.describeInstalled(this.#context, value, this.#command)
      this.#steps.finish(result.message)
      this.#change({ state: 'installed', result })
      return
    }
    if (this.#now.bundle === null) this.#steps.settle('fetch', 'passed', 'The source has nothing newer')
    else this.#steps.settle('conflict', 'passed', 'The installed files are the same')
    this.#change({ state: 'current', result: words.describeUnchanged(this.#context, value, this.#command) })
  }
}
