/** What every source that speaks HTTP asks of the client: allowed hosts, trust of redirects, progress, and files on disk. */

import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fail, type Result, succeed } from '../skill/failure.js'
import { isRecord } from '../skill/unknown-value.js'
import type { HttpAnswer, HttpClient } from '../system/http/http.js'
import { describeTime } from '../system/http/http-problem.js'
import { isLoopbackHost, isPrivateAddress } from '../system/http/private-address.js'
import { identityOf } from './reference-parts.js'
import type { SourceContext } from './source.js'

export interface Download {
  readonly url: string
  readonly context: SourceContext
  /** The identity that the user trusts, behind the address. */
  readonly identity: string
  readonly mostBytes?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Hosts that belong to the source: a host of code serves its archives from another name. */
  readonly companions?: readonly string[] | undefined
}

/** One answer, its body in memory. */
export async function getUrl(http: HttpClient, download: Download): Promise<Result<HttpAnswer>> {
  return await http.get(toRequest(download))
}

const PARTIAL = '.metier-download'

/** One answer whose body went through a file in the quarantine, so that memory holds it only once it is whole. */
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
  const from = URL.canParse(url) ? new URL(url) : undefined
  const host = from?.host ?? ''
  const local = allowedHost(url, identity, context)
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
        onProgress({ phase: 'wait', message: `Waiting ${describeTime(milliseconds)}, because ${host} is busy` }),
    }),
  }
}

/** Within one host too: who trusts `github.com/owner/*` trusts nobody that its repository was moved to. */
function staysTrusted(target: URL, from: URL | undefined, { isTrusted }: SourceContext): boolean {
  if (isTrusted(identityOf(target))) return true
  return target.origin === from?.origin && !isTrusted(identityOf(from))
}

/** What a private address answers goes nowhere else, unless the user named that place too. */
function staysLocal(target: URL, from: URL | undefined, context: SourceContext): boolean {
  return target.origin === from?.origin || isNamedBy(context, identityOf(target))
}

/** This machine and private addresses are reached only if the user named exactly such an address: a name that leads there is not enough, and neither is a redirect. */
function allowedHost(url: string, identity: string, context: SourceContext): string | undefined {
  if (!URL.canParse(url)) return undefined
  const { host, hostname } = new URL(url)
  const isLocal = isLoopbackHost(hostname) || (/^[0-9.]+$|^\[/.test(hostname) && isPrivateAddress(hostname))
  const isSame = identity === host || identity.startsWith(`${host}/`) || identity === `${host}:80`
  return isLocal && isSame && isNamedBy(context, identity) ? host : undefined
}

/** Whether the user named a source, so that it may be on this machine or a private network. */
export function isNamedBy({ isNamed, isTrusted }: SourceContext, identity: string): boolean {
  return (isNamed ?? isTrusted)(identity)
}

/** The body as JSON, for as long as it is an object. */
export function readJsonObject(answer: HttpAnswer): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(answer.body))
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The text of a field; undefined where there is none. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A failure for an answer that is not what was asked for. */
export function refuseAnswer(answer: HttpAnswer, what: string): Result<never> {
  const { host } = new URL(answer.url)
  if (answer.status === 404 || answer.status === 410) return fail('skill_not_found', `${host} has no ${what}`)
  return fail('source_unavailable', `${host} did not give the ${what} (${answer.status})`)
}
