/** Audits what is not a path: a skill of the registry by its name, or what a source gives. */

import { dirname } from 'node:path'
import { auditSource } from '../manager/audit-source.js'
import { type Audit, auditFolders, summariseAudit, type Watching } from './audit-paths.js'
import type { Context } from './command.js'
import { openSkills } from './open-skills.js'
import { showSteps } from './show-progress.js'

/** Why nothing was audited, and what may have been meant. */
export interface AuditRefusal {
  readonly error: string
  readonly suggestions: readonly string[]
}

/** A name with a slash, a colon or a dot in it is a source; every other is a skill's. */
export async function auditNamed(name: string, context: Context, watching: Watching): Promise<Audit | AuditRefusal> {
  const opened = await openSkills(context, false)
  try {
    const { all } = opened.skills.registry
    const skill = all.get(name)
    if (skill !== undefined) return await auditFolders([dirname(skill.path)], watching)
    if (!/[/:.]/.test(name)) return await refuseName(name, [...all.keys()])
    const { registries } = opened.settings
    const { signal, suppressions, progress } = watching
    const audited = await auditSource(name, {
      workdir: context.workdir,
      home: opened.place.home,
      signal,
      suppressions,
      sources: { registries },
      onProgress: progress && showSteps(progress),
    })
    if (audited.ok) return summariseAudit(audited.value)
    return { error: audited.failure.message, suggestions: audited.failure.suggestions }
  } finally {
    await opened.skills.close()
  }
}

async function refuseName(name: string, names: readonly string[]): Promise<AuditRefusal> {
  const { nearestNames } = await import('../registry/search/nearest-names.js')
  const near = nearestNames(names, name)
  const meant = near.length === 0 ? [] : [`Did you mean: ${near.join(', ')}`]
  return { error: `Skill '${name}' not found`, suggestions: [...meant, 'Run metier list to see every skill.'] }
}
