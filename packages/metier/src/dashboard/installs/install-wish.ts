/** What a page asks for, and the operation of the store that does it. */

import type { SkillInstallation, SkillUpdate, StoreOutcome } from '../../contracts/store-outcomes.js'
import type { SkillWriter } from '../../manager/skill-writer.js'
import type { OperationOptions } from '../../manager/store-operations/store-context.js'
import { succeed } from '../../skill/failure.js'
import { redactSecrets } from '../../sources/redact.js'
import type { BundleReview } from '../../store/admit.js'
import type { SkillId } from '../api/common.js'
import type { UpdateChangesView } from '../api/installs.js'
import type { InstallContext } from './install-context.js'

/** A skill of a source, or a newer version of an installed skill. */
export type InstallWish = NewSkillWish | UpdateWish

interface CommonWish {
  readonly source: string
  readonly scope: 'project' | 'personal'
  /** Replaces a skill of the same name, or local changes. */
  readonly force: boolean
  /** The directory that it goes into. */
  readonly into: string | null
}

interface NewSkillWish extends CommonWish {
  readonly action: 'install'
  readonly skill: string
}

interface UpdateWish extends CommonWish {
  readonly action: 'update'
  readonly skill: SkillId
  /** How a command names it. */
  readonly named: readonly string[]
  /** The directory of the skill. */
  readonly directory: string
}

/** What the operation reports while it runs. */
export interface WishOptions extends Required<Pick<OperationOptions, 'signal' | 'onProgress' | 'approve'>> {
  readonly bundleReview: BundleReview
  onChanges(changes: UpdateChangesView): void
}

/** A skill that is in place, or an update that found nothing newer. */
export type FulfilledWish = SkillInstallation | Exclude<SkillUpdate, { readonly status: 'reviewed' }>

export async function fulfilWish(
  writer: SkillWriter,
  wish: InstallWish,
  { onChanges, ...options }: WishOptions,
): Promise<StoreOutcome<FulfilledWish>> {
  const { force, scope, source, skill } = wish
  if (wish.action === 'install') {
    return writer.install({ ...options, skill, from: source, force, project: scope === 'project' })
  }
  const outcome = await writer.update(wish.directory, {
    ...options,
    force,
    review: async (_, files, { from, to }) => {
      onChanges({ from, to, files })
      return true
    },
  })
  if (!outcome.ok) return outcome
  if (outcome.value.status === 'reviewed') throw new Error('An update that was let pass did not happen')
  return succeed(outcome.value)
}

/** The command that does the same. A page may be shown to others: no password of an address is. */
export function commandOf(wish: InstallWish, { command }: Pick<InstallContext, 'command'>): string {
  const force = wish.force ? ['--force'] : []
  if (wish.action === 'update') return command('update', ...wish.named, ...force)
  const project = wish.scope === 'project' ? ['--project'] : []
  return command('install', wish.skill, '--from', redactSecrets(wish.source), ...project, ...force)
}
