/** A registry that speaks ClawHub's interface, with real zips; anything about it can be made wrong. */

import { createHash } from 'node:crypto'
import { type LoopbackServer, listen, type Reply } from './listen.js'
import { makeZip, type ZipEntry } from './make-archive.js'

export interface ClawhubSkill {
  readonly slug: string
  readonly formerSlugs?: readonly string[]
  readonly owner?: string
  readonly files: Readonly<Record<string, string>>
  readonly versions?: readonly string[]
  readonly tags?: Readonly<Record<string, string>>
  readonly moderation?: object | null
  readonly security?: object
}

export interface Wrong {
  /** Answers instead of the registry; undefined leaves the answer to it. */
  readonly answer?: (path: string) => Reply | undefined
  /** Stands for the files of the zip. */
  readonly zip?: readonly ZipEntry[]
  readonly hasNoDigests?: boolean
  readonly latest?: string | null
  readonly install?: object
}

/** Starts the registry; its `url` is what `registry` is set to. */
export async function startClawhub(skills: readonly ClawhubSkill[], wrong: Wrong = {}): Promise<LoopbackServer> {
  return await listen((path) => wrong.answer?.(path) ?? answerOf(path, skills, wrong))
}

function answerOf(path: string, skills: readonly ClawhubSkill[], wrong: Wrong): Reply {
  const url = new URL(path, 'http://registry')
  const [, slug = '', , version] =
    /^\/api\/v1\/skills\/([^/]+)(\/versions\/([^/]+)|\/versions|\/install)?$/.exec(url.pathname) ?? []
  const wanted = url.pathname === '/api/v1/download' ? (url.searchParams.get('slug') ?? '') : slug
  const found = findSkills(skills, wanted, url.searchParams.get('ownerHandle'))
  const [skill] = found
  if (skill === undefined) return { status: 404, body: 'Skill not found' }
  if (found.length > 1) {
    return { status: 409, body: { matches: found.map((each) => ({ ref: `@${each.owner}/${each.slug}` })) } }
  }
  const versions = skill.versions ?? ['1.0.0']
  if (url.pathname === '/api/v1/download')
    return downloadOf(skill, url.searchParams.get('version') ?? '', versions, wrong)
  if (url.pathname.endsWith('/install'))
    return { body: wrong.install ?? { ok: false, reason: 'archive_version_missing' } }
  if (url.pathname.endsWith('/versions')) {
    return { body: { items: versions.map((made, at) => ({ version: made, createdAt: at })), nextCursor: null } }
  }
  return version === undefined ? skillAnswer(skill, versions, wrong) : versionAnswer(skill, version, versions, wrong)
}

/** The owner decides only where several have the name. */
function findSkills(skills: readonly ClawhubSkill[], wanted: string, owner: string | null): readonly ClawhubSkill[] {
  const named = skills.filter(({ slug, formerSlugs }) => slug === wanted || formerSlugs?.includes(wanted))
  return named.length === 1 || owner === null ? named : named.filter((each) => each.owner === owner)
}

function versionAnswer(skill: ClawhubSkill, version: string, versions: readonly string[], wrong: Wrong): Reply {
  if (!versions.includes(version)) return { status: 404, body: 'Version not found' }
  const files = Object.entries(skill.files).map(([file, text]) => ({
    path: file,
    size: Buffer.byteLength(text),
    ...(!wrong.hasNoDigests && { sha256: createHash('sha256').update(text).digest('hex') }),
    contentType: 'text/plain',
  }))
  const security = skill.security === undefined ? {} : { security: skill.security }
  const { slug, formerSlugs } = skill
  return { body: { skill: { slug, formerSlugs }, version: { version, createdAt: 1, files, ...security } } }
}

function skillAnswer(skill: ClawhubSkill, versions: readonly string[], wrong: Wrong): Reply {
  const latest = wrong.latest === undefined ? versions.at(-1) : wrong.latest
  return {
    body: {
      skill: {
        slug: skill.slug,
        formerSlugs: skill.formerSlugs,
        displayName: skill.slug,
        summary: `Does ${skill.slug}`,
        tags: skill.tags ?? {},
      },
      latestVersion: latest === null ? null : { version: latest },
      owner: { handle: skill.owner ?? 'owner' },
      moderation: skill.moderation ?? null,
    },
  }
}

function downloadOf(skill: ClawhubSkill, version: string, versions: readonly string[], wrong: Wrong): Reply {
  if (!versions.includes(version)) return { status: 404, body: 'Version not found' }
  const meta = JSON.stringify({ ownerId: 'o', slug: skill.slug, version, publishedAt: 1 })
  const files = Object.entries({ ...skill.files, '_meta.json': meta }).map(([name, content]) => ({
    name,
    content,
    mode: 0,
  }))
  return { headers: { 'content-type': 'application/zip' }, body: makeZip(wrong.zip ?? files) }
}
