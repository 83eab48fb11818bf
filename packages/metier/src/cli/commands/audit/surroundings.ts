import { join } from 'node:path'
import type { Suppression } from '../../../gate/suppression.js'
import { settleOptions } from '../../../manager/options.js'
import { loadSettings } from '../../../manager/settings/settings.js'
import type { Context } from '../../arguments/command.js'

export interface AuditSurroundings {
  /** The findings that the user's configuration accepts. A project's configuration has no effect. */
  readonly suppressions: readonly Suppression[]
  /** The directory of kept reports; undefined if nothing can be kept. */
  readonly keptIn: string | undefined
}

export function readAuditSurroundings({ workdir, config }: Pick<Context, 'workdir' | 'config'>): AuditSurroundings {
  const { userConfiguration, cache } = settleOptions({ workdir, ...(config !== undefined && { config }) })
  const { suppressions } = loadSettings({ user: userConfiguration, project: undefined })
  return { suppressions, keptIn: cache && join(cache, 'audits') }
}
