/** What the hub says about the safety of versions. */

import { Type } from 'typebox'
import { fingerprintFiles } from '../bundle/fingerprint.js'
import type { HubContext } from '../http/hub-context.js'
import { defineRoute } from '../http/route.js'
import { done, refuse } from '../outcome.js'
import type { Viewer } from '../principals/principal.js'
import { describeWithdrawal, findSkill, findUsableSkill, findVersion } from '../skills/find-skill.js'
import { findScan, listFiles } from '../skills/list-versions.js'
import type { ScanRow, SkillRow, VersionRow } from '../skills/skill-row.js'
import { judge, renderSecurity, summarise } from './render-skill.js'
import { nameOf, OwnerQuery, Security, SlugParams, VersionQuery } from './schemas.js'

export const scanRoute = defineRoute({
  method: 'GET',
  path: '/api/v1/skills/:slug/scan',
  summary: 'The scan of a version',
  tag: 'verdicts',
  bucket: 'read',
  params: SlugParams,
  query: Type.Object({ ...OwnerQuery, ...VersionQuery }),
  answers: {
    200: {
      description: 'The state of the scan',
      schema: Type.Object({
        skill: Type.Object({ slug: Type.String(), displayName: Type.String() }),
        version: Type.Object({ version: Type.String(), createdAt: Type.Integer() }),
        moderation: Type.Object({
          scope: Type.Literal('skill'),
          sourceVersion: Type.String(),
          matchesRequestedVersion: Type.Literal(true),
          isPendingScan: Type.Boolean(),
          isMalwareBlocked: Type.Boolean(),
          isSuspicious: Type.Boolean(),
          isHiddenByMod: Type.Boolean(),
          isRemoved: Type.Boolean(),
        }),
        security: Security,
      }),
    },
  },
  handle: async ({ params, query, viewer }, { database }) => {
    const skill = await findSkill(database, viewer, nameOf(params, query))
    if (!skill.ok) return skill
    const found = await findVersion(database, viewer, skill.value, query)
    if (!found.ok) return found
    const version = found.value
    const scan = await findScan(database, version.id)
    const status = judge(scan)
    return done({
      json: {
        skill: { slug: skill.value.slug, displayName: skill.value.displayName },
        version: { version: version.version, createdAt: version.createdAt.getTime() },
        moderation: {
          scope: 'skill',
          sourceVersion: version.version,
          matchesRequestedVersion: true,
          isPendingScan: version.status === 'pending',
          isMalwareBlocked: status === 'malicious',
          isSuspicious: status === 'suspicious',
          isHiddenByMod: skill.value.hiddenAt !== null,
          isRemoved: skill.value.deletedAt !== null || version.status === 'withdrawn',
        },
        security: renderSecurity(scan, version),
      },
    })
  },
})

export const verifyRoute = defineRoute({
  method: 'GET',
  path: '/api/v1/skills/:slug/verify',
  summary: 'Everything that a client needs to verify a version',
  tag: 'verdicts',
  bucket: 'read',
  params: SlugParams,
  query: Type.Object({ ...OwnerQuery, ...VersionQuery }),
  answers: { 200: { description: 'An envelope `clawhub.skill.verify.v1`', type: 'application/json' } },
  handle: async ({ params, query, viewer, origin }, { database }) => {
    const skill = await findUsableSkill(database, viewer, nameOf(params, query))
    if (!skill.ok) return skill
    const found = await findVersion(database, viewer, skill.value, query)
    if (!found.ok) return found
    const version = found.value
    const files = await listFiles(database, version.id)
    const scan = await findScan(database, version.id)
    const reasons = reasonsOf(skill.value, version, scan)
    const status = judge(scan)
    return done({
      json: {
        schema: 'clawhub.skill.verify.v1',
        ok: reasons.length === 0,
        decision: reasons.length === 0 ? 'pass' : 'fail',
        reasons,
        ...describe(skill.value, origin),
        pageUrl: `${origin}/skills/${skill.value.owner}/${skill.value.slug}`,
        publisherProfileUrl: null,
        version: version.version,
        resolvedFrom: query.version === undefined ? (query.tag === undefined ? 'latest' : 'tag') : 'version',
        tag: query.tag ?? null,
        createdAt: version.createdAt.getTime(),
        card: { available: false, path: null, url: null, sha256: null, size: null, contentType: null },
        artifact: {
          sourceFingerprint: fingerprintFiles(files).toString('hex'),
          bundleFingerprints: [fingerprintFiles(files).toString('hex')],
          files: files.map(({ path, size, sha256, contentType }) => ({ path, size, sha256, contentType })),
        },
        provenance: { source: 'unavailable', reason: 'uploaded' },
        security: {
          status,
          passed: status === 'clean',
          verdict: scan?.verdict ?? null,
          confidence: null,
          summary: summarise(scan),
          model: null,
          checkedAt: scan?.scannedAt.getTime() ?? null,
          signals: {
            staticScan: scan?.verdict ?? null,
            virusTotal: null,
            skillSpector: null,
            dependencyRegistry: null,
          },
        },
        signature: { status: version.isSignedByAuthor ? 'author' : 'signed', keyFingerprint: version.signer },
      },
    })
  },
})

function describe({ slug, displayName, owner, ownerName }: SkillRow, _origin: string) {
  return {
    slug,
    displayName,
    publisherHandle: owner,
    publisherDisplayName: ownerName === '' ? owner : ownerName,
  }
}

/** Why a version should not be used, in the codes of ClawHub. */
function reasonsOf(skill: SkillRow, version: VersionRow, scan: ScanRow | undefined): readonly string[] {
  if (skill.hiddenAt !== null || scan?.decision === 'reject') return ['moderation.malware_blocked']
  if (version.status === 'withdrawn') return ['version.unavailable']
  if (version.status === 'pending') return ['security.pending']
  const status = judge(scan)
  if (status === 'malicious') return ['moderation.malware_blocked']
  return status === 'clean' ? [] : ['security.status_not_clean']
}

const Item = Type.Object({
  slug: Type.String({ minLength: 1, maxLength: 200 }),
  ownerHandle: Type.Optional(Type.String({ maxLength: 60 })),
  version: Type.String({ minLength: 1, maxLength: 128 }),
  tag: Type.Optional(Type.Never()),
})

export const securityVerdictsRoute = defineRoute({
  method: 'POST',
  path: '/api/v1/skills/-/security-verdicts',
  summary: 'The verdicts of up to 100 versions',
  tag: 'verdicts',
  bucket: 'read',
  body: Type.Object({ items: Type.Array(Item, { minItems: 1, maxItems: 100 }) }),
  answers: { 200: { description: 'One answer for each item', type: 'application/json' } },
  handle: async ({ body, viewer, origin }, context) => {
    const keys = body.items.map(({ slug, ownerHandle = '', version }) => `${ownerHandle}/${slug}@${version}`)
    if (new Set(keys).size < keys.length) return refuse('invalid', 'Each item may be asked about once')
    const items: object[] = []
    for (const item of body.items) items.push(await judgeItem(context, viewer, item, origin))
    return done({ json: { schema: 'clawhub.skill.security-verdicts.v1', items } })
  },
})

async function judgeItem(
  { database }: HubContext,
  viewer: Viewer,
  {
    slug,
    ownerHandle,
    version: wanted,
  }: { readonly slug: string; readonly ownerHandle?: string; readonly version: string },
  origin: string,
): Promise<object> {
  const asked = {
    requestedSlug: slug,
    ...(ownerHandle !== undefined && { requestedOwnerHandle: ownerHandle }),
    requestedVersion: wanted,
  }
  const fail = (reason: string, message: string) => {
    const error = { code: reason, message }
    return { ok: false, decision: 'fail', reasons: [reason], ...asked, security: null, error }
  }
  const skill = await findSkill(database, viewer, { slug, owner: ownerHandle })
  if (!skill.ok || skill.value.deletedAt !== null) return fail('skill.not_found', 'Skill not found')
  const version = await findVersion(database, viewer, skill.value, { version: wanted })
  if (!version.ok) return fail('version.not_found', 'Version not found')
  if (version.value.status === 'withdrawn') return fail('version.unavailable', describeWithdrawal(version.value))
  const scan = await findScan(database, version.value.id)
  const reasons = reasonsOf(skill.value, version.value, scan)
  const pageUrl = `${origin}/skills/${skill.value.owner}/${skill.value.slug}`
  return {
    ok: reasons.length === 0,
    decision: reasons.length === 0 ? 'pass' : 'fail',
    reasons,
    ...asked,
    ...describe(skill.value, origin),
    version: version.value.version,
    createdAt: version.value.createdAt.getTime(),
    checkedAt: scan?.scannedAt.getTime() ?? null,
    skillUrl: pageUrl,
    securityAuditUrl: `${pageUrl}?tab=findings`,
    security: {
      ...renderSecurity(scan, version.value),
      ...(skill.value.hiddenReason !== null && { summary: skill.value.hiddenReason }),
    },
  }
}
