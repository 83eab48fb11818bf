/** Which skill of a registry is requested, by a source's reference and the name in a command. */

import { isInstallName } from '../../gate/install-name.js'
import { fail, type Result, succeed } from '../../skill/failure.js'
import { isSafeRef, parseListed } from '../reference-parts.js'
import type { SourceReference } from '../source.js'
import { plain } from './clawhub-answers.js'
import type { SkillRequest } from './clawhub-api.js'

const ASKED = /^(?:@([a-z0-9][a-z0-9._-]*)\/)?([^@/]+)(?:@(.+))?$/i

/** `slug` or `@owner/slug`, optionally followed by `@version` or `@tag`; must agree with the reference. */
export function parseAsked(
  { path, ref, text }: SourceReference,
  skill: string | undefined,
): Result<SkillRequest & { ref?: string }> {
  const named = path === undefined ? undefined : splitAsked(parseListed(path)?.slug ?? path)
  const asked = skill === undefined ? named : splitAsked(skill)
  if (asked === undefined)
    return fail('skill_not_found', `Specify which skill to install from ${text}`, [
      `To find one, run: metier search WORDS --from ${text}`,
    ])
  const { slug } = asked
  const shown = plain(skill ?? path ?? '').slice(0, 80)
  // Before it becomes part of a path or URL (security 6.10).
  if (!isInstallName(slug)) return fail('skill_invalid', `'${shown}' is not a valid skill name`)
  if (!isSameSkill(asked, named)) {
    return fail('skill_not_found', `${text} does not match '${shown}'`, [
      `Install ${path}, or remove it from the source`,
    ])
  }
  const wanted = asked.version ?? ref
  if (wanted !== undefined && !isSafeRef(wanted))
    return fail('skill_invalid', `'${plain(wanted).slice(0, 80)}' is not a valid version`)
  return succeed({ slug, owner: asked.owner ?? named?.owner, ...(wanted !== undefined && { ref: wanted }) })
}

type Named = Pick<SkillRequest, 'slug' | 'owner'>

function isSameSkill(asked: Named, named: Named = asked): boolean {
  return named.slug === asked.slug && (named.owner ?? asked.owner) === (asked.owner ?? named.owner)
}

function splitAsked(text: string) {
  const [, owner, slug = '', version] = ASKED.exec(text) ?? []
  return { owner: owner?.toLowerCase(), slug: slug.toLowerCase(), version }
}
