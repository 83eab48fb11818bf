/** What `metier doctor` reports about installed skills: files that differ from the lockfile, and versions that were withdrawn. */

import type { VerifyResult } from '../../../contracts/store-results.js'
import { type Revocation, revocationOf } from '../../../gate/standing/standing.js'
import type { Failure } from '../../../skill/failure.js'
import type { LinkDrift } from '../../../store/links/inspect-links.js'
import { composeRelinkCommand } from '../../store/link-lines.js'
import { type CommandCall, composeReplace, composeRestore } from '../../store/restore-command.js'

/** The lockfiles compared with the files on disk. */
export interface InstalledReport {
  readonly skills: number
  /** Skills whose files differ from the lockfile. */
  readonly drifted: readonly {
    readonly name: string
    readonly path: string
    readonly status: 'changed' | 'missing' | 'unlinked' | 'unverified' | 'edited'
    readonly changed: readonly string[]
    /** The links that are not as recorded. */
    readonly links?: readonly LinkDrift[]
    /** The command that restores the version in the lockfile, or the source's if the lockfile records the edits. */
    readonly fix: string
  }[]
  /** Skills whose source had withdrawn the installed version or warned of it when it was asked last. */
  readonly revoked: readonly { readonly name: string; readonly path: string; readonly revocation: Revocation }[]
  /** Lockfiles that cannot be read, and a damaged file of approvals. */
  readonly errors: readonly string[]
  /** What to do about them. */
  readonly hint?: string
}

export function isInstalled({ status, isHandWritten }: VerifyResult['skills'][number]): boolean {
  return status !== 'unmanaged' && isHandWritten !== true
}

/** Compares the lockfiles with the files on disk. Asks no source. `damaged` is why the approvals do not count. */
export function compareWithLocks(
  { skills, errors: unread = [], hint: advice }: VerifyResult,
  damaged: Failure | undefined,
  call: CommandCall,
): InstalledReport {
  const drifted = skills.flatMap((skill) => {
    const { name, path, status, changed, links } = skill
    if (status === 'ok' || status === 'unmanaged') return []
    return [
      { name, path, status, changed, fix: composeFix(skill, skills, call), ...(links !== undefined && { links }) },
    ]
  })
  const revoked = skills.flatMap(({ name, path, standing }) => {
    const revocation = revocationOf(standing)
    return revocation === undefined ? [] : [{ name, path, revocation }]
  })
  const errors = [...unread, ...(damaged === undefined ? [] : [damaged.message])]
  const hint = [...(advice === undefined ? [] : [advice]), ...(damaged?.suggestions ?? [])].join('. ')
  return { skills: skills.filter(isInstalled).length, drifted, revoked, errors, ...(hint !== '' && { hint }) }
}

function composeFix(
  { name, root, scope, status, links = [] }: VerifyResult['skills'][number],
  installed: VerifyResult['skills'],
  call: CommandCall,
): string {
  if (status === 'unlinked') return composeRelinkCommand(name, scope, links)
  // It depends on the reason, which only `verify` says.
  if (status === 'unverified') return 'metier verify'
  return status === 'edited' ? composeReplace(call, { root, name }, installed) : composeRestore(call, root, [name])
}
