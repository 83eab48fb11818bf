/** The scan with the suppressions and the reviewer of the user's configuration, as the store needs it. */

import type { Model } from '../../gate/reviewer/model.js'
import type { ScanFiles } from '../../store/examine.js'
import { scanApart } from '../../system/scan-process/scan-apart.js'
import type { ResolvedOptions } from '../options.js'
import type { Settings } from '../settings/settings.js'

export interface GateScanOptions {
  readonly settings: Pick<Settings, 'suppressions' | 'reviewer'>
  readonly place: Pick<ResolvedOptions, 'cache' | 'projectConfiguration'>
  /** The model of the MCP client that is being answered. */
  readonly sampling?: Model | undefined
  /** Called before the model is asked. */
  readonly onReview?: (() => void) | undefined
}

export function createScan({ settings, place, sampling, onReview }: GateScanOptions): ScanFiles {
  const { suppressions, reviewer } = settings
  return async (files, signal, onFile, links) => {
    const report = await scanApart(files, { suppressions, ...(links !== undefined && { links }) }, { signal, onFile })
    if (reviewer?.gate !== true) return report
    const { openReviewer } = await import('../reviewer/open-reviewer.js')
    onReview?.()
    return openReviewer({ settings: reviewer, place, suppressions, sampling })(files, report, signal)
  }
}
