/** Publishes a version: the gate first, then everything in one transaction. A blocked skill leaves no trace but a log entry. */

import { type ExaminedBundle, examineSkill, type Failure } from 'metier/gate'
import { findSlugProblem } from '../bundle/names.js'
import { isSemanticVersion } from '../bundle/semantic-version.js'
import { attempt } from '../database/attempt.js'
import type { Database } from '../database/database.js'
import { isStorableValue } from '../http/stored-text.js'
import { appendLog } from '../log/audit-log.js'
import { done, type Outcome, refuse } from '../outcome.js'
import { may, type Principal } from '../principals/principal.js'
import { findPublishingOwner } from '../principals/users.js'
import { findTaken, insertVersion, type Owner } from './insert-version.js'
import type { PublishedVersion, PublishRequest } from './publish-request.js'

export async function publishSkill(
  database: Database,
  principal: Principal,
  request: PublishRequest,
  signal?: AbortSignal,
): Promise<Outcome<PublishedVersion>> {
  const { slug, version } = request
  const owner = await checkRequest(database, principal, request)
  if (!owner.ok) return owner
  const examined = await examineSkill(request.files, { name: slug, ...(signal !== undefined && { signal }) })
  if (!examined.ok) return refuseFailure(examined.failure)
  const subject = `@${owner.value.handle}/${slug}@${version}`
  const { name: expected = slug } = request
  const refusal = await refuseExamined(database, principal, subject, expected, examined.value)
  if (refusal !== undefined) return refusal
  return attempt(database, (sql) => insertVersion(sql, principal, owner.value, request, examined.value))
}

/** Before the scan, so that a mistake costs nothing; decided again in the transaction. */
async function checkRequest(
  database: Database,
  principal: Principal,
  request: PublishRequest,
): Promise<Outcome<Owner>> {
  const { slug, version, owner: handle = principal.handle } = request
  const problem = findSlugProblem(slug)
  if (problem !== undefined) return refuse('invalid', problem)
  if (!isSemanticVersion(version)) {
    return refuse('invalid', `'${version.slice(0, 80)}' is not a semantic version, such as 1.0.0`)
  }
  const owner = await findPublishingOwner(database, handle, principal.userId, may(principal, 'admin'))
  if (owner === undefined) return refuse('forbidden', `You may not publish for @${handle.slice(0, 40)}`)
  return (await findTaken(database, owner.id, request)) ?? done(owner)
}

function refuseFailure({ code, message, line, file }: Failure) {
  const where = file === undefined ? '' : ` (${file}:${line ?? 1})`
  return refuse(code === 'limit_exceeded' ? 'too_large' : 'invalid', `${message}${where}`)
}

async function refuseExamined(
  database: Database,
  principal: Principal,
  subject: string,
  expected: string,
  { name, verdict, findings, frontmatter, description, license }: ExaminedBundle,
) {
  if (!isStorableValue([frontmatter, description, license])) {
    return refuse('invalid', 'The frontmatter of SKILL.md contains a NUL character, or half of a surrogate pair')
  }
  if (name !== expected) {
    return refuse('invalid', `SKILL.md names the skill '${name.slice(0, 80)}': publish it as that, or change its name`)
  }
  const blocking = findings.find(({ severity }) => severity === 'block')
  if (verdict !== 'block' || blocking === undefined) return undefined
  const { rule, file, line, message } = blocking
  await database.transaction((sql) =>
    appendLog(sql, { actor: principal.handle, action: 'skill.block', subject, details: { rule, file, line } }),
  )
  return refuse('blocked', `Blocked by the scan: ${file}:${line}: ${message} (${rule})`)
}
