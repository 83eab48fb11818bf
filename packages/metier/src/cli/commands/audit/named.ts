/** Audits a skill by its name, an archive, or a source. */

import { join } from 'node:path'
import { auditSource } from '../../../manager/audit/audit-source.js'
import { isFolder } from '../../../system/files/files.js'
import type { Context } from '../../arguments/command.js'
import { type OpenedRegistry, openReader, openRegistry } from '../../skills/open-skills.js'
import { showSteps } from '../../terminal/show-progress.js'
import { type Audit, type AuditObserver, auditFolders, summariseAudit } from './paths.js'

/** Why nothing was audited, with suggestions. */
export interface AuditRefusal {
  readonly error: string
  readonly suggestions: readonly string[]
}

/** Audits a file as an archive, and a bare repository by its commit. */
export async function auditOnDisk(
  name: string,
  context: Context,
  watching: AuditObserver,
): Promise<Audit | AuditRefusal> {
  const opened = await openRegistry(context, false)
  try {
    const audited = await auditFrom(`local:${name.replace(/^local:/, '')}`, opened, context, watching)
    if (!('error' in audited)) return audited
    const expected = 'Pass a skill directory, an archive, the name of a skill, or a source such as clawhub:pdf.'
    return { ...audited, suggestions: [...audited.suggestions, expected] }
  } finally {
    await opened.known.close()
  }
}

/** A name with a slash or a colon is a source. Any other is a skill's name, so that a typo causes no network request. */
export async function auditNamed(
  name: string,
  context: Context,
  watching: AuditObserver,
): Promise<Audit | AuditRefusal> {
  const opened = await openReader(context, false)
  try {
    const { all } = opened.reader.registry
    const skill = all.get(name)
    if (skill !== undefined) return await auditFolders([skill.skillPath], watching)
    if (!/[/:]/.test(name)) return await refuseName(name, [...all.keys()])
    if (isBelowFolder(name, context)) {
      return refusePath(name, ...(name.includes('.') ? [] : [`To audit a repository, use github.com/${name}`]))
    }
    return await auditFrom(name, opened, context, watching)
  } finally {
    await opened.known.close()
  }
}

async function auditFrom(text: string, { settings, place }: OpenedRegistry, context: Context, watching: AuditObserver) {
  const { signal, suppressions, review, progress } = watching
  const audited = await auditSource(text, {
    workdir: context.workdir,
    home: place.home,
    signal,
    suppressions,
    review,
    sources: { registries: settings.registries, allowsFileUrls: true },
    trustedSources: settings.trustedSources,
    onProgress: progress && showSteps(progress),
  })
  if (audited.ok) return summariseAudit(audited.value)
  return { error: audited.failure.message, suggestions: audited.failure.suggestions }
}

/** `skills/pdff` next to a directory `skills` is a mistyped path, not the repository of an owner called skills. */
function isBelowFolder(name: string, { workdir }: Context): boolean {
  const [, first] = /^([^/:.~][^/:]*)\/[^:#]+$/.exec(name) ?? []
  return first !== undefined && isFolder(join(workdir, first))
}

async function refuseName(name: string, names: readonly string[]): Promise<AuditRefusal> {
  const { nearestNames } = await import('../../../registry/search/nearest-names.js')
  const near = nearestNames(names, name)
  const meant = near.length === 0 ? [] : [`Did you mean: ${near.join(', ')}`]
  if (name.includes('.')) return refusePath(name, ...meant, `To audit a host, use https://${name}`)
  return { error: `skill not found: ${name}`, suggestions: [...meant, "Run 'metier list' to see all skills."] }
}

function refusePath(name: string, ...suggestions: readonly string[]): AuditRefusal {
  return { error: `no file, directory or skill '${name}' found`, suggestions }
}
