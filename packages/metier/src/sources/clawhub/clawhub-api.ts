/** Calls ClawHub's HTTP API and returns its responses as values. */

import { fail, type Result, succeed } from '../../skill/failure.js'
import { isRecord } from '../../skill/unknown-value.js'
import type { HttpAnswer, HttpClient } from '../../system/http/http.js'
import { downloadThrough, getUrl, readJsonObject } from '../download.js'
import type { SourceContext } from '../source.js'
import { type PublishedSkill, readWellKnownIndex } from '../well-known/well-known-index.js'
import {
  type InstallAnswer,
  plain,
  readInstall,
  readSkill,
  readVersion,
  readVersions,
  type SkillAnswer,
  type VersionAnswer,
} from './clawhub-answers.js'

/** A requested skill. */
export interface SkillRequest {
  readonly slug: string
  readonly owner: string | undefined
  /** `owner/repo`, for a skill that the registry lists from elsewhere. */
  readonly repository?: string
}

export interface ClawhubApi {
  getSkill(asked: SkillRequest): Promise<Result<SkillAnswer>>
  getVersion(asked: SkillRequest, version: string): Promise<Result<VersionAnswer>>
  /** The available versions, newest first; only one page if there are many. */
  getVersions(asked: SkillRequest): Promise<Result<readonly string[]>>
  getInstall(asked: SkillRequest): Promise<Result<InstallAnswer>>
  /** The digest the registry gives for an archive; undefined if it gives none. */
  getArchiveIndex(asked: SkillRequest, owner: string): Promise<PublishedSkill['artifact']>
  download(path: string, directory: string): Promise<Result<HttpAnswer>>
}

const JSON_BYTES = 8 * 1024 * 1024
/** Statuses that refuse a resolution with a JSON body. */
const INSTALL_STATUSES: ReadonlySet<number> = new Set([200, 403, 409, 410, 423])

export function openClawhub(http: HttpClient, registry: string, identity: string, context: SourceContext): ClawhubApi {
  const base = registry.replace(/\/+$/, '')
  // A registry may be served below a path: append to it instead of replacing it.
  const addressOf = (path: string) => (/^https?:/i.test(path) ? path : `${base}${path}`)
  const get = (path: string) => getUrl(http, { url: addressOf(path), identity, context, mostBytes: JSON_BYTES })
  const getJson = async <T>(path: string, what: string, read: (answer: Json) => T | undefined) => {
    const answer = await get(path)
    return answer.ok ? readAnswer(answer.value, what, read) : answer
  }
  return {
    getSkill: (asked) => getJson(`${skillPath(asked)}${ownerQuery(asked)}`, `skill '${shownName(asked)}'`, readSkill),
    getVersion: (asked, version) =>
      getJson(
        `${skillPath(asked)}/versions/${encodeURIComponent(version)}${ownerQuery(asked)}`,
        `version ${version} of '${asked.slug}'`,
        readVersion,
      ),
    getVersions: (asked) =>
      getJson(`${skillPath(asked)}/versions${ownerQuery(asked)}`, `versions of '${asked.slug}'`, readVersions),
    getInstall: async (asked) => {
      const answer = await get(`${installPath(asked)}/install${ownerQuery(asked)}`)
      if (!answer.ok) return answer
      const json = INSTALL_STATUSES.has(answer.value.status) ? readJsonObject(answer.value) : undefined
      const install = json === undefined ? undefined : readInstall(json)
      return install === undefined ? refuse(answer.value, `'${asked.slug}'`) : succeed(install)
    },
    getArchiveIndex: async ({ slug }, owner) => {
      const answer = await get(
        `/api/v1/agent-skills/${encodeURIComponent(owner)}/${encodeURIComponent(slug)}/index.json`,
      )
      const json = answer.ok && answer.value.status === 200 ? readJsonObject(answer.value) : undefined
      if (json === undefined || !answer.ok) return undefined
      const skills = readWellKnownIndex(json, answer.value.url)
      const artifact = skills.ok ? skills.value.find(({ name }) => name === slug)?.artifact : undefined
      // Another host has not been trusted; the registry itself serves the version too.
      return artifact !== undefined && isSameOrigin(artifact.url, answer.value.url) ? artifact : undefined
    },
    download: (path, directory) => downloadThrough(http, { url: addressOf(path), identity, context }, directory),
  }
}

function isSameOrigin(url: string, other: string): boolean {
  return new URL(url).origin === new URL(other).origin
}

type Json = Readonly<Record<string, unknown>>

function skillPath({ slug }: SkillRequest): string {
  return `/api/v1/skills/${encodeURIComponent(slug)}`
}

function shownName({ slug, owner }: SkillRequest): string {
  return owner === undefined ? slug : `@${owner}/${slug}`
}

function installPath(asked: SkillRequest): string {
  if (asked.repository === undefined) return skillPath(asked)
  const parts = [...asked.repository.split('/'), asked.slug]
  return `/api/v1/skills-sh/${parts.map(encodeURIComponent).join('/')}`
}

function ownerQuery({ owner }: SkillRequest): string {
  return owner === undefined ? '' : `?ownerHandle=${encodeURIComponent(owner)}`
}

/** The URL of a version's archive. */
export function downloadPath({ slug, owner }: SkillRequest, version: string): string {
  const query = new URLSearchParams({ slug, version, ...(owner !== undefined && { ownerHandle: owner }) })
  return `/api/v1/download?${query}`
}

function readAnswer<T>(answer: HttpAnswer, what: string, read: (answer: Json) => T | undefined): Result<T> {
  if (answer.status !== 200) return refuse(answer, what)
  const json = readJsonObject(answer)
  const value = json === undefined ? undefined : read(json)
  if (value !== undefined) return succeed(value)
  return fail('source_unavailable', `${new URL(answer.url).host} sent an unexpected response for ${what}`)
}

/** Errors are one sentence of plain text, except for a slug that several owners have. */
export function refuse(answer: HttpAnswer, what: string): Result<never> {
  const { host } = new URL(answer.url)
  const said = plain(new TextDecoder().decode(answer.body.subarray(0, 400)))
  if (answer.status === 409) return refuseAmbiguous(answer, what)
  if (answer.status === 404) return fail('skill_not_found', `${host} has no ${what}`)
  if (answer.status === 401) return refuseStranger(answer)
  if (answer.status === 410) return fail('skill_not_found', `${host} removed ${what}: ${said}`)
  if (answer.status === 423)
    return fail('source_unavailable', `${host} is still reviewing ${what}`, ['Try again later'])
  if (answer.status === 403) return fail('scan_blocked', `${host} refused to provide ${what}: ${said}`)
  return fail('source_unavailable', `${host} did not provide ${what} (${answer.status})`)
}

/** The registry wants to know who asks, or does not know the token. */
export function refuseStranger({ url }: Pick<HttpAnswer, 'url'>): Result<never> {
  const { host, origin } = new URL(url)
  return fail('source_unavailable', `${host} needs a login (401)`, [`Log in with: metier login ${origin}`])
}

/** The token was sent, and is not valid. */
export function refuseToken({ url }: Pick<HttpAnswer, 'url'>): Result<never> {
  const { host } = new URL(url)
  return fail('source_unavailable', `${host} does not accept this token: it was mistyped, has expired or was revoked`, [
    'Ask the administrator of the hub for another one, or make one on its page of tokens',
  ])
}

/** The registry's refusal, with its reason. */
export function refuseInstall(
  { reason, message }: { reason: string; message: string },
  { slug }: SkillRequest,
): Result<never> {
  const words = `The registry does not offer '${slug}' at the moment: ${plain(message)}`
  if (reason === 'github_scan_failed') return fail('scan_blocked', words)
  return fail(/removed|missing/.test(reason) ? 'skill_not_found' : 'source_unavailable', words)
}

function refuseAmbiguous(answer: HttpAnswer, what: string): Result<never> {
  const matches = readJsonObject(answer)?.matches
  const refs = Array.isArray(matches)
    ? matches.filter(isRecord).flatMap(({ ref }) => (typeof ref === 'string' ? [ref] : []))
    : []
  const suggestions = refs.length === 0 ? [] : [`Use one of: ${refs.slice(0, 10).map(plain).join(', ')}`]
  return fail('skill_not_found', `${new URL(answer.url).host} has more than one ${what}`, suggestions)
}
