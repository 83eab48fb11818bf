/** What the routes of one process share. */

import type { HubConfiguration } from '../configuration/read-configuration.js'
import type { Database } from '../database/database.js'
import type { ArchiveCache } from '../skills/archive-cache.js'
import type { DownloadCounter } from '../skills/download-counter.js'
import type { ServedVersions } from '../skills/served-versions.js'
import type { Journal } from './journal.js'

export interface HubContext {
  readonly database: Database
  readonly configuration: HubConfiguration
  readonly archives: ArchiveCache
  readonly served: ServedVersions
  readonly downloads: DownloadCounter
  readonly journal: Journal
}
