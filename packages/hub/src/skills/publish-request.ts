/** What a client asks to publish, and what it gets. */

import type { BundleFile, Finding } from 'metier/gate'
import type { Visibility } from './skill-row.js'

export interface PublishRequest {
  readonly slug: string
  /** The name in SKILL.md, if the skill was renamed since. */
  readonly name?: string | undefined
  readonly displayName?: string | undefined
  readonly version: string
  readonly changelog?: string | undefined
  readonly owner?: string | undefined
  readonly tags: readonly string[]
  readonly topics: readonly string[]
  readonly visibility?: Visibility | undefined
  readonly files: readonly BundleFile[]
}

export interface PublishedVersion {
  readonly skillId: number
  readonly versionId: number
  readonly owner: string
  readonly slug: string
  readonly version: string
  readonly status: 'published' | 'pending'
  readonly findings: readonly Finding[]
}
