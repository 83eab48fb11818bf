/** Stages a skill that may contain links: each one becomes what it points to inside the skill, or stays out (security 6.7). */

import { ARCHIVE_LIMITS, type ArchiveLink } from '../../gate/archive/archive.js'
import type { BundleFile } from '../../gate/bundle.js'
import type { Finding } from '../../gate/finding.js'
import { fail, type Result, succeed } from '../../skill/failure.js'
import type { StagedBundle } from '../source.js'
import { leadsOut } from './leads-out.js'
import { isLeftOut } from './left-out.js'
import { type LinkProblem, type ResolvedLinks, resolveLinks } from './resolve-links.js'
import { type StageOptions, stageFiles } from './stage-files.js'

/** The files and links of a skill, with paths relative to it. */
export interface LinkedFiles {
  readonly files: readonly BundleFile[]
  readonly links: readonly ArchiveLink[]
}

export function stageSkill(
  { files, links }: LinkedFiles,
  directory: string,
  options: StageOptions = {},
): Result<StagedBundle> {
  const { keepsSettings = false } = options
  const isOut = (path: string) => isLeftOut(path, keepsSettings)
  // The name of a link decides as that of a directory would: what it leads to may be one.
  const isLinkOut = ({ path }: ArchiveLink) => isOut(path) || isOut(`${path}/x`)
  const kept = files.map(({ path }) => path).filter((path) => !isOut(path))
  const wanted = links.filter((link) => !isLinkOut(link))
  const resolved = resolveLinks(kept, wanted, ARCHIVE_LIMITS.entries)
  if (!resolved.ok) return resolved
  const { copies, replaced, refused } = resolved.value
  const all = [...files, ...copyFiles(files, copies)]
  if (all.reduce((sum, { bytes }) => sum + bytes.length, 0) > ARCHIVE_LIMITS.totalBytes) {
    return fail('limit_exceeded', `The skill exceeds ${ARCHIVE_LIMITS.totalBytes} bytes with its links`)
  }
  const staged = stageFiles(all, directory, options)
  if (!staged.ok) return staged
  const leftOut = [...staged.value.leftOut, ...links.filter(isLinkOut).map(({ path }) => path)]
  return succeed({
    ...staged.value,
    leftOut: [...leftOut, ...refused.map(({ path }) => path)].toSorted(),
    links: replaced,
    linksOut: wanted.filter(({ path, target }) => leadsOut(path, target)),
    findings: refused.map(describeRefused),
  })
}

function copyFiles(files: readonly BundleFile[], copies: ResolvedLinks['copies']): readonly BundleFile[] {
  const byPath = new Map(files.map((file) => [file.path, file]))
  return copies.flatMap(({ path, from }) => {
    const file = byPath.get(from)
    return file === undefined ? [] : [{ ...file, path }]
  })
}

const MESSAGES: Readonly<Record<LinkProblem, string>> = {
  outside: 'points outside the skill',
  missing: 'points to a file that the skill does not have',
  loop: 'leads back to itself',
}

/** A note, because the link is not installed. */
function describeRefused({ path, target, problem }: ResolvedLinks['refused'][number]): Finding {
  return {
    rule: 'SK-ST001',
    pattern: 'link out of the skill',
    severity: 'note',
    confidence: 'high',
    file: path,
    line: 1,
    column: 1,
    excerpt: '',
    message: `The link ${MESSAGES[problem]} (${JSON.stringify(target.slice(0, 200))}), so it was left out`,
  }
}
