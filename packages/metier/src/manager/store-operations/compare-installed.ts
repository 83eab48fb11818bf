/** What was installed, compared with what lies on disk and with what the sources have now; nothing is changed. */

import type { Failure, Result } from '../../skill/failure.js'
import { findOutdated, type OutdatedSkill } from '../../store/outdated.js'
import { type VerifiedSkill, verifyStore } from '../../store/verify.js'
import { findStoreRoots, type OperationOptions, openStoreContext, type StoreRoot } from './store-context.js'
import type { StoreHost } from './store-host.js'

export interface VerifyAnswer {
  readonly ok: boolean
  /** Each with the root that it is in. */
  readonly skills: readonly (VerifiedSkill & { readonly root: string; readonly scope: string })[]
  /** Locks that cannot be read. */
  readonly errors?: readonly string[]
}

export async function verifyAll(host: StoreHost, options: OperationOptions): Promise<VerifyAnswer> {
  const { groups, failures } = await gather(host, options, (context) => verifyStore(context))
  const skills = groups.flatMap(([{ path: root, scope }, found]) => found.map((skill) => ({ ...skill, root, scope })))
  const ok = failures.length === 0 && skills.every(({ status }) => status === 'ok' || status === 'unmanaged')
  return { ok, skills, ...(failures.length > 0 && { errors: failures.map(({ message }) => message) }) }
}

export interface OutdatedAnswer {
  readonly outdated: number
  /** Each with the root that it is in. */
  readonly skills: readonly (OutdatedSkill & { readonly root: string; readonly scope: string })[]
  readonly errors?: readonly string[]
}

export async function outdated(host: StoreHost, options: OperationOptions): Promise<OutdatedAnswer> {
  const { groups, failures } = await gather(host, options, findOutdated)
  const skills = groups.flatMap(([{ path: root, scope }, found]) => found.map((skill) => ({ ...skill, root, scope })))
  const count = skills.filter(({ status }) => status === 'outdated').length
  return { outdated: count, skills, ...(failures.length > 0 && { errors: failures.map(({ message }) => message) }) }
}

async function gather<T>(
  host: StoreHost,
  options: OperationOptions,
  ask: (context: ReturnType<typeof openStoreContext>) => Promise<Result<readonly T[]>>,
) {
  const groups: (readonly [StoreRoot, readonly T[]])[] = []
  const failures: Failure[] = []
  for (const root of findStoreRoots(host, options.project)) {
    const result = await ask(openStoreContext(host, root.path, options))
    if (result.ok) groups.push([root, result.value])
    else failures.push(result.failure)
  }
  return { groups, failures }
}
