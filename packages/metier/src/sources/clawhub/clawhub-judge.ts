/** Asks a registry about installed versions: were they withdrawn, or does its review warn of them now? */

import type { Standing } from '../../gate/standing/standing.js'
import { fail, type Result, succeed } from '../../skill/failure.js'
import { isRecord } from '../../skill/unknown-value.js'
import type { HttpClient } from '../../system/http/http.js'
import { HttpProblem } from '../../system/http/http-problem.js'
import { getUrl, hostAllowedFor, readJsonObject, textOf } from '../download.js'
import type { SourceContext } from '../source.js'
import { type Moderation, plain, readModeration, readSkill, readVersion } from './clawhub-answers.js'
import type { SkillRequest } from './clawhub-api.js'

/** An installed version of a registry's skill; one without a version comes from a repository that the registry lists. */
export interface JudgedRequest extends SkillRequest {
  readonly version: string | null
}

/** The registry to ask. */
export interface JudgingRegistry {
  readonly http: HttpClient
  readonly base: string
  readonly identity: string
  readonly context: SourceContext
}

/** The most that the registry takes at once. */
const MOST_AT_ONCE = 100
const ANSWER_BYTES = 8 * 1024 * 1024

/** Asks about all versions with one request per hundred, or one by one if the registry does not know that request. */
export async function judgeVersions(
  registry: JudgingRegistry,
  asked: readonly JudgedRequest[],
): Promise<Result<readonly Standing[]>> {
  const standings: Standing[] = []
  for (let at = 0; at < asked.length; at += MOST_AT_ONCE) {
    const some = asked.slice(at, at + MOST_AT_ONCE)
    const judged = await judgeTogether(registry, some)
    if (judged !== undefined && !judged.ok) return judged
    for (const [index, one] of some.entries()) {
      const known = judged?.value[index]
      const standing = known === undefined ? await judgeAlone(registry, one) : succeed(known)
      if (!standing.ok) return standing
      standings.push(standing.value)
    }
  }
  return succeed(standings)
}

type Batch = Result<readonly (Standing | undefined)[]>

/** Undefined if the registry does not know the request. */
async function judgeTogether(registry: JudgingRegistry, asked: readonly JudgedRequest[]): Promise<Batch | undefined> {
  const items = asked.flatMap(({ slug, owner, version }) =>
    version === null ? [] : [{ slug, ...(owner !== undefined && { ownerHandle: owner }), version }],
  )
  if (items.length === 0) return undefined
  // A skill may be installed under two names; a registry takes each question once.
  const different = [...new Map(items.map((item) => [JSON.stringify(item), item])).values()]
  const answer = await post(registry, '/api/v1/skills/-/security-verdicts', { items: different })
  if (!answer.ok) return answer
  if (answer.value === undefined) return undefined
  const rows = Array.isArray(answer.value.items) ? answer.value.items.filter(isRecord) : []
  return succeed(
    asked.map(({ slug, version, owner }) => {
      const row = rows.find(
        (one) =>
          textOf(one.requestedSlug ?? one.slug)?.toLowerCase() === slug &&
          (one.requestedVersion ?? one.version) === version &&
          (textOf(one.requestedOwnerHandle)?.toLowerCase() ?? owner) === owner,
      )
      return row && readVerdict(row)
    }),
  )
}

/** A scan that has not finished, or failed, says nothing about the skill. */
function readVerdict(row: Readonly<Record<string, unknown>>): Standing | undefined {
  const reasons = Array.isArray(row.reasons) ? row.reasons : []
  const code = isRecord(row.error) ? row.error.code : undefined
  const has = (reason: string) => code === reason || reasons.includes(reason)
  if (has('skill.not_found')) return { status: 'withdrawn', what: 'skill' }
  if (has('version.not_found') || has('version.unavailable')) {
    const summary = reasonOf(row)
    return { status: 'withdrawn', what: 'version', ...(summary !== undefined && { summary }) }
  }
  if (has('moderation.malware_blocked')) return flag({ verdict: 'malicious', summary: summaryOf(row) })
  if (row.decision === 'pass') return { status: 'offered' }
  if (row.decision !== 'fail') return undefined
  return flag({ ...readModeration(row.security), summary: summaryOf(row) })
}

/** A hub adds to its sentence why the version was withdrawn. */
function reasonOf({ error }: Readonly<Record<string, unknown>>): string | undefined {
  const message = isRecord(error) ? textOf(error.message) : undefined
  const [, reason] = /^Version was withdrawn: (.{1,1000})/s.exec(message ?? '') ?? []
  return reason === undefined ? undefined : plain(reason)
}

function summaryOf({ security }: Readonly<Record<string, unknown>>): string | undefined {
  return isRecord(security) ? textOf(security.summary) : undefined
}

function flag({ verdict, summary }: Moderation): Standing {
  if (verdict === 'clean') return { status: 'offered' }
  return { status: 'flagged', verdict, ...(summary !== undefined && { summary: plain(summary) }) }
}

async function judgeAlone(registry: JudgingRegistry, asked: JudgedRequest): Promise<Result<Standing>> {
  const { slug, owner, version } = asked
  const query = owner === undefined ? '' : `?ownerHandle=${encodeURIComponent(owner)}`
  const path = `/api/v1/skills/${encodeURIComponent(slug)}`
  const skill = await get(registry, `${path}${query}`, readSkill, 'skill')
  if (!skill.ok || 'status' in skill.value) return skill as Result<Standing>
  const { moderation } = skill.value
  if (moderation.verdict !== 'clean' || version === null) return succeed(flag(moderation))
  const record = await get(registry, `${path}/versions/${encodeURIComponent(version)}${query}`, readVersion, 'version')
  if (!record.ok || 'status' in record.value) return record as Result<Standing>
  return succeed(flag(record.value.moderation))
}

/** What a path answers, or that it is gone. */
async function get<T extends object>(
  { http, base, identity, context }: JudgingRegistry,
  path: string,
  read: (answer: Readonly<Record<string, unknown>>) => T | undefined,
  what: 'skill' | 'version',
): Promise<Result<T | Standing>> {
  const answer = await getUrl(http, { url: `${base}${path}`, identity, context, mostBytes: ANSWER_BYTES })
  if (!answer.ok) return answer
  const { status } = answer.value
  if (status === 404 || status === 410) return succeed({ status: 'withdrawn', what })
  const json = status === 200 ? readJsonObject(answer.value) : undefined
  const value = json && read(json)
  return value === undefined ? refuse(base, status) : succeed(value)
}

/** The answer; undefined if the registry does not know the request. */
async function post(
  { http, base, identity, context }: JudgingRegistry,
  path: string,
  body: object,
): Promise<Result<Readonly<Record<string, unknown>> | undefined>> {
  const url = `${base}${path}`
  const allowedHost = hostAllowedFor(url, identity, context)
  const send = http.converse({ url, allowedHost, allowance: { left: ANSWER_BYTES } })
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  try {
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    const answer = await send(url, { ...init, ...(context.signal !== undefined && { signal: context.signal }) })
    const text = await answer.text()
    if (UNKNOWN_REQUEST.has(answer.status)) return succeed(undefined)
    if (answer.status !== 200) return refuse(base, answer.status)
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? succeed(value) : refuse(base, answer.status)
  } catch (error) {
    context.signal?.throwIfAborted()
    const problem = error instanceof Error && error.cause instanceof HttpProblem ? error.cause : error
    if (problem instanceof HttpProblem) return fail(problem.code, problem.message, problem.suggestions)
    return fail('source_unavailable', `${new URL(base).host} could not be asked about installed skills`)
  }
}

const UNKNOWN_REQUEST: ReadonlySet<number> = new Set([404, 405, 501])

function refuse(base: string, status: number): Result<never> {
  return fail(
    'source_unavailable',
    `${new URL(base).host} did not say whether its skills are still offered (${status})`,
  )
}
