/** What `GET /api/events` sends: each as `event: <type>` and `data: <the object as JSON>`. */

import type { ActivityEvent } from './activity.js'
import type { AuditState, SkillId } from './common.js'
import type { InstallView } from './installs.js'
import type { ChangeView } from './overview.js'

export type DashboardEvent =
  /** First after connecting. A version or `process` that differs from the page's own means: load again. */
  | { readonly type: 'hello'; readonly version: number; readonly process: string }
  /** Skills were added, removed, edited, enabled … on disk or by a page. Lists at most 200 of each. */
  | {
      readonly type: 'skills'
      readonly version: number
      readonly changes: readonly ChangeView[]
      readonly edited: readonly SkillId[]
    }
  /** Scans finished. */
  | {
      readonly type: 'audits'
      readonly skills: readonly { readonly skill: SkillId; readonly audit: AuditState }[]
      readonly done: number
      readonly total: number
    }
  /** Skills were compared with each other; ask again for their overlaps. */
  | { readonly type: 'overlaps'; readonly version: number }
  /** Calls and activations, many at once; `dropped` counts those that were left out because there were too many. */
  | { readonly type: 'activity'; readonly events: readonly ActivityEvent[]; readonly dropped: number }
  /** An install went on. The whole state, so that no event has to be the next one. */
  | { readonly type: 'install'; readonly install: InstallView }
