import type { SandboxMode } from '../../manager/settings/configuration.js'
import { describeObstacle } from './describe-obstacle.js'
import { findSandbox } from './sandboxes.js'

/** What happens to the programs of skills here. */
export type SandboxSight =
  | { readonly kind: 'enclosed' }
  /** They run without a sandbox. */
  | { readonly kind: 'open'; readonly reason: string }
  /** They are not started, because a sandbox is required. */
  | { readonly kind: 'refused'; readonly reason: string }

export async function findSandboxSight(mode: SandboxMode, project: string | undefined): Promise<SandboxSight> {
  if (mode === 'off') return { kind: 'open', reason: 'sandbox is off in your configuration' }
  const { status } = await findSandbox(project === undefined ? [] : [project])
  if (status.isUsable) return { kind: 'enclosed' }
  return { kind: mode === 'require' ? 'refused' : 'open', reason: describeObstacle(status.obstacle).reason }
}
