/** What the pages show of a skill: one answer with everything above the fold. */

import { Type } from 'typebox'
import { first, type Sql } from '../database/database.js'
import { defineRoute } from '../http/route.js'
import { done, type Outcome, refuse } from '../outcome.js'
import { isInsider, mayChange } from '../principals/insiders.js'
import type { Viewer } from '../principals/principal.js'
import { findSkill, findVersion } from '../skills/find-skill.js'
import { findScan, latestVersions, listFiles, listVersions, tagsOf } from '../skills/list-versions.js'
import type { ScanRow, SkillRow, VersionRow } from '../skills/skill-row.js'
import { renderLatest, renderOwner, renderSkill, toHex } from './render-skill.js'
import { nameOf, OwnerQuery, SlugParams } from './schemas.js'
import { type HubSkillView, type HubVersionView, SkillView } from './views.js'

export const skillViewRoute = defineRoute({
  method: 'GET',
  path: '/api/hub/v1/skills/:slug',
  summary: 'A skill and one of its versions, with files, scan and decision',
  tag: 'skills',
  bucket: 'read',
  params: SlugParams,
  query: Type.Object({ ...OwnerQuery, version: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })) }),
  answers: { 200: { description: 'The skill', schema: SkillView } },
  handle: async ({ params, query, viewer, origin }, { database }) => {
    const found = await findSkill(database, viewer, nameOf(params, query))
    if (!found.ok) return found
    const skill = found.value
    const insider = await isInsider(database, viewer, skill.ownerId)
    const obstacle = findRefusal(skill, insider)
    if (obstacle !== undefined) return obstacle
    const chosen = await chooseVersion(database, viewer, skill, query.version)
    if (!chosen.ok) return chosen
    const latest = (await latestVersions(database, [skill])).get(skill.id)
    const tags = (await tagsOf(database, [skill])).get(skill.id) ?? {}
    const view: HubSkillView = {
      skill: {
        ...renderSkill(skill, latest, tags),
        topics: [...skill.topics],
        formerSlugs: [...skill.formerSlugs],
      },
      owner: renderOwner(skill),
      hiddenReason: skill.hiddenReason,
      deletedAt: skill.deletedAt?.toISOString() ?? null,
      isInsider: insider,
      mayChange: await mayChange(database, viewer, skill.ownerId),
      commands: composeCommands(skill, origin),
      version: chosen.value === undefined ? null : await describeVersion(database, chosen.value, skill, insider),
    }
    return done({ json: view })
  },
})

/** Insiders see what was deleted or hidden, so that they can act on it. */
function findRefusal({ deletedAt, hiddenAt }: SkillRow, insider: boolean) {
  if (insider) return undefined
  if (deletedAt !== null) return refuse('gone', 'Skill was withdrawn by its owner')
  return hiddenAt === null ? undefined : refuse('forbidden', 'Skill was hidden by a moderator')
}

/** The named version, the latest, or the newest that waits for a moderator. */
async function chooseVersion(
  sql: Sql,
  viewer: Viewer,
  skill: SkillRow,
  version: string | undefined,
): Promise<Outcome<VersionRow | undefined>> {
  if (version !== undefined || skill.latestId !== null) return findVersion(sql, viewer, skill, { version })
  const { versions } = await listVersions(sql, viewer, skill, { limit: 1, offset: 0 })
  return done(versions[0])
}

function composeCommands({ owner, slug }: SkillRow, origin: string): HubSkillView['commands'] {
  return {
    metier: `metier install @${owner}/${slug} --from clawhub+${origin}`,
    clawhub: `clawhub --registry ${origin} install ${slug}`,
  }
}

async function describeVersion(
  sql: Sql,
  version: VersionRow,
  { latestId }: SkillRow,
  insider: boolean,
): Promise<HubVersionView> {
  const { id, status, license, withdrawnReason, publisher, frontmatter, isSignedByAuthor, signer } = version
  const isGone = status === 'withdrawn'
  const scan = await findScan(sql, id)
  return {
    id,
    ...renderLatest(version),
    license,
    isLatest: id === latestId,
    status,
    withdrawnReason,
    publisher,
    frontmatter: isGone ? {} : frontmatter,
    isSignedByAuthor,
    signer,
    digest: toHex(version.archiveDigest),
    size: version.archiveSize,
    files: isGone ? [] : [...(await listFiles(sql, id))],
    scan: isGone || scan === undefined ? null : describeScan(scan, insider),
    decision: await findDecision(sql, id, insider),
  }
}

function describeScan({ verdict, ruleSet, scannedAt, findings }: ScanRow, insider: boolean) {
  return {
    verdict,
    ruleSet,
    scannedAt: scannedAt.toISOString(),
    findings: findings.map((finding) => ({ ...finding, excerpt: insider ? finding.excerpt : '' })),
  }
}

/** What a moderator wrote is for insiders. */
async function findDecision(sql: Sql, versionId: number, insider: boolean): Promise<HubVersionView['decision']> {
  const row = await first<{ decision: 'approve' | 'reject'; reason: string; by: string; at: Date }>(
    sql,
    `select d.decision, d.reason, u.handle as by, d.decided_at as at from decisions d join users u on u.id = d.decided_by
     where d.version_id = $1 order by d.id desc limit 1`,
    [versionId],
  )
  if (row === undefined) return null
  const { decision, reason, by, at } = row
  return { decision, reason: insider ? reason : '', by: insider ? by : '', at: at.toISOString() }
}
