/** Addresses within the moderation page. */

import type { WaitingView } from '../../../../../packages/hub/src/routes/views.js'
import { withParameters } from '../../../router/route.js'

export type QueueTab = '' | 'rejected' | 'unlisted' | 'scans'

/** The address of a version's review. */
export function toReview(
  tab: QueueTab,
  { versionId }: Pick<WaitingView, 'versionId'>,
  parameters: Readonly<Record<string, string>> = {},
): string {
  return withParameters('/moderation', { tab, version: String(versionId), ...parameters })
}
