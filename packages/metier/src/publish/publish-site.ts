/** Publishes the skills of a directory as a static site: examine, plan, write. */

import { join } from 'node:path'
import { isRecord } from '../skill/unknown-value.js'
import type { BeforeStep } from '../system/files/durable-files.js'
import { type AdmissionRefusal, type AdmissionRequest, admitSkills } from './admit-skills.js'
import type { ExaminedSkill } from './collect-skills.js'
import { type PublishedSite, planSite, type SitePlan, type UnchangedVersion } from './plan-site.js'
import { CATALOG } from './site/marketplace.js'
import { INDEX, type IndexEntry } from './site/well-known.js'
import { hasArtifact, readJson, readRegular } from './site-files.js'
import { isName, readManifest } from './site-manifest.js'
import { compareSite, resumeSite, type SiteChanges, writeSite } from './write-site.js'

export interface PublishRequest extends AdmissionRequest {
  /** The directory of the site. */
  readonly site: string
  /** Of the marketplace, and the heading of the catalog. If undefined, the name of the last publication. */
  readonly name: string | undefined
  /** Of a site that has no name yet. */
  readonly defaultName: string
  /** Where the site will be; ends in a slash. If undefined, the address of the last publication. */
  readonly baseUrl: string | undefined
  readonly isPruned: boolean
  /** Decides and writes nothing. */
  readonly isDryRun: boolean
  readonly onFile?: ((done: number, total: number) => void) | undefined
  readonly beforeStep?: BeforeStep | undefined
}

export type PublishOutcome =
  | {
      readonly code: 'published'
      readonly skills: readonly ExaminedSkill[]
      readonly plan: SitePlan
      readonly changes: SiteChanges
    }
  | { readonly code: 'version_unchanged'; readonly unchanged: readonly UnchangedVersion[] }
  /** The directory is one skill, and the site has others. */
  | { readonly code: 'would_remove'; readonly name: string; readonly removed: readonly string[] }
  | AdmissionRefusal

export async function publishSite(request: PublishRequest): Promise<PublishOutcome> {
  const { site, name, defaultName, baseUrl, isPruned, isDryRun, onFile, beforeStep } = request
  const admitted = await admitSkills(request)
  if (admitted.code !== 'admitted') return admitted
  const { skills, releases } = admitted
  const resumed = isDryRun ? undefined : await resumeSite(site, beforeStep)
  if (resumed?.ok === false) return { code: 'failed', failure: resumed.failure }
  const planned = planSite(releases, readSite(site), { name, defaultName, baseUrl })
  if (!planned.ok) return { code: 'version_unchanged', unchanged: planned.unchanged }
  const { plan } = planned
  const [only] = skills
  if (only?.path === '' && plan.removed.length > 0) {
    return { code: 'would_remove', name: only.name, removed: plan.removed }
  }
  const written = isDryRun
    ? compareSite(site, plan, isPruned)
    : await writeSite(site, plan, { isPruned, beforeStep, onProgress: onFile })
  if (!written.ok) return { code: 'failed', failure: written.failure }
  return { code: 'published', skills, plan, changes: written.value }
}

function readSite(site: string): PublishedSite {
  const { versions, baseUrl, name = nameOfCatalog(site) } = readManifest(site)
  return {
    index: readJson(join(site, INDEX)),
    versions,
    baseUrl,
    name,
    hasFile: (entry: IndexEntry) => hasArtifact(site, entry),
    readFile: (path) => readRegular(site, path),
  }
}

/** A site that lost its record still has its marketplace, if its address was known. */
function nameOfCatalog(site: string): string | undefined {
  const catalog = readJson(join(site, CATALOG))
  return isRecord(catalog) && isName(catalog.name) ? catalog.name : undefined
}
