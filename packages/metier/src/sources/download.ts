/** What every HTTP source needs from the client: allowed hosts, trust for redirects, progress, files on disk. */

import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fail, type Result, succeed } from '../skill/failure.js'
import { parseUrl } from '../skill/text/parse-url.js'
import { isRecord } from '../skill/unknown-value.js'
import type { HttpAnswer, HttpClient } from '../system/http/http.js'
import { describeTime } from '../system/http/http-problem.js'
import { isLocalHost } from '../system/http/private-address.js'
import { identityOf } from './reference-parts.js'
import type { SourceContext } from './source.js'

export interface Download {
  readonly url: string
  readonly context: SourceContext
  /** The identity behind the URL that the user trusts. */
  readonly identity: string
  readonly mostBytes?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Hosts that belong to the source: code hosts serve archives from another name. */
  readonly companions?: readonly string[] | undefined
}

/** One response with its body in memory. */
export async function getUrl(http: HttpClient, download: Download): Promise<Result<HttpAnswer>> {
  return await http.get(toRequest(download))
}

const PARTIAL = '.metier-download'

/** One response streamed to a file in quarantine, so that memory holds it only when it is complete. */
export async function downloadThrough(
  http: HttpClient,
  download: Download,
  directory: string,
): Promise<Result<HttpAnswer>> {
  const file = join(directory, PARTIAL)
  try {
    rmSync(file, { force: true })
    const answer = await http.get({ ...toRequest(download), file })
    if (!answer.ok || answer.value.status < 200 || answer.value.status >= 300) return answer
    return succeed({ ...answer.value, body: readFileSync(file) })
  } finally {
    rmSync(file, { force: true })
  }
}

function toRequest({ url, context, identity, mostBytes, headers, companions = [] }: Download) {
  const { onProgress } = context
  const from = parseUrl(url)
  const host = from?.host ?? ''
  const local = hostAllowedFor(url, identity, context)
  return {
    url,
    mayFollow: (target: URL) =>
      (companions.includes(target.host) || staysTrusted(target, from, context)) &&
      (local === undefined || staysLocal(target, from, context)),
    allowedHost: local,
    signal: context.signal,
    ...(mostBytes !== undefined && { mostBytes }),
    ...(headers !== undefined && { headers }),
    ...(onProgress !== undefined && {
      onProgress: (done: number, total: number | undefined) =>
        onProgress({ phase: 'download', message: host, done, ...(total !== undefined && { total }) }),
      onWait: (milliseconds: number) =>
        onProgress({ phase: 'wait', message: `${host} is busy, retrying in ${describeTime(milliseconds)}` }),
    }),
  }
}

/** Even within one host: trusting `github.com/owner/*` does not cover a repository that moved to another owner. */
function staysTrusted(target: URL, from: URL | undefined, { isTrusted }: SourceContext): boolean {
  if (isTrusted(identityOf(target))) return true
  return target.origin === from?.origin && !isTrusted(identityOf(from))
}

/** A response from a private address is not followed elsewhere, unless the user named that place too. */
function staysLocal(target: URL, from: URL | undefined, context: SourceContext): boolean {
  return target.origin === from?.origin || isNamedBy(context, identityOf(target))
}

/**
 * Local and private addresses are reached only if the user named exactly such an address, or exactly the name that resolves to
 * one, with https. A redirect is not enough.
 */
export function hostAllowedFor(url: string, identity: string, context: SourceContext): string | undefined {
  if (parseUrl(url) === undefined) return undefined
  const { host, hostname, protocol } = new URL(url)
  const isSame = identity === host || identity.startsWith(`${host}/`) || identity === `${host}:80`
  if (!isSame) return undefined
  const isNamed = isLocalHost(hostname)
    ? isNamedBy(context, identity)
    : protocol === 'https:' && context.namesHost?.(identity) === true
  return isNamed ? host : undefined
}

/** Whether the user named a source, so it may be local or on a private network. */
export function isNamedBy({ isNamed, isTrusted }: SourceContext, identity: string): boolean {
  return (isNamed ?? isTrusted)(identity)
}

/** The body as JSON, if it is an object. */
export function readJsonObject(answer: HttpAnswer): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(answer.body))
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The text of a field; undefined if there is none. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The failure for an unexpected response. */
export function refuseAnswer(answer: HttpAnswer, what: string): Result<never> {
  const { host } = new URL(answer.url)
  if (answer.status === 404 || answer.status === 410) return fail('skill_not_found', `${host} has no ${what}`)
  return fail('source_unavailable', `${host} did not provide the ${what} (${answer.status})`)
}
