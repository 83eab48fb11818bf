/** Audits what is not a path: a skill of the registry by its name, or what a source gives. */

import { dirname } from 'node:path'
import { auditSource } from '../manager/audit-source.js'
import { type Audit, auditFolders, summariseAudit } from './audit-paths.js'
import type { Context } from './command.js'
import { openSkills } from './open-skills.js'

/** A name with a slash or a colon in it is a source; every other is a skill's. */
export async function auditNamed(name: string, context: Context): Promise<Audit | { readonly error: string }> {
  const opened = await openSkills(context, false)
  try {
    const skill = opened.skills.registry.all.get(name)
    if (skill !== undefined) return await auditFolders([dirname(skill.path)], context.signal)
    if (!/[/:.]/.test(name)) return { error: `Skill '${name}' not found` }
    const audited = await auditSource(name, { workdir: context.workdir, signal: context.signal })
    return audited.ok ? summariseAudit(audited.value) : { error: audited.failure.message }
  } finally {
    await opened.skills.close()
  }
}
