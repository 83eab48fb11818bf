/** A `fetch` for libraries that speak their own protocol over HTTP, with the same checks as a download. */

import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { type AddressPolicy, refuseUrl } from './address-policy.js'
import { HttpProblem } from './http-problem.js'
import { isRedirect, openResponse, plainHeaders, tooLarge } from './http-request.js'
import { type Proxies, proxyFor } from './network-variables.js'

/** The form in which a protocol library takes `fetch`. */
export type HttpFetch = (url: string | URL, init?: RequestInit) => Promise<Response>

/** One place to talk to, and how much it may send. */
export interface HttpConversation {
  /** Any URL of the only origin that is contacted. */
  readonly url: string
  /** A host that may be local, because the user named it. */
  readonly allowedHost?: string | undefined
  /** The bytes that all responses together may still have. The caller refills it for each operation. */
  readonly allowance: ByteAllowance
}

export interface ByteAllowance {
  left: number
}

interface ConversationSettings {
  readonly limits: { readonly milliseconds: number; readonly idleMilliseconds: number }
  readonly proxies: Proxies
  readonly policy: AddressPolicy
  readonly certificates: string | undefined
}

export function createConversation(conversation: HttpConversation, settings: ConversationSettings): HttpFetch {
  const { origin } = new URL(conversation.url)
  return async (input, init = {}) => {
    const url = new URL(input)
    if (url.origin !== origin) throw refuseUrl(url, `only ${new URL(origin).host} may be contacted`)
    const { method = 'GET', body } = init
    // A stream of notifications would stay open, and nothing here listens to it.
    if (method === 'GET') return new Response(null, { status: 405 })
    const proxy = proxyFor(url, settings.proxies)
    const addresses = await settings.policy.check(url, conversation.allowedHost, proxy !== undefined)
    const hop = {
      url,
      method,
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof body === 'string' && { body }),
      addresses,
      proxy,
      certificates: settings.certificates,
      limits: { ...settings.limits, bytes: conversation.allowance.left },
    }
    const deadline = AbortSignal.timeout(settings.limits.milliseconds)
    const signal = init.signal == null ? deadline : AbortSignal.any([init.signal, deadline])
    return toResponse(await openResponse(hop, signal), url, conversation.allowance)
  }
}

function toResponse(answer: IncomingMessage, url: URL, allowance: ByteAllowance): Response {
  const status = answer.statusCode ?? 500
  const headers = plainHeaders(answer)
  const problem = refuseAnswer(status, headers, url)
  if (problem !== undefined) {
    answer.destroy()
    throw problem
  }
  const hasBody = status !== 204 && status !== 304
  if (!hasBody) answer.resume()
  const body = hasBody ? Readable.toWeb(Readable.from(countBytes(answer, url, allowance))) : null
  return new Response(body as ReadableStream | null, { status, headers })
}

function refuseAnswer(status: number, headers: Readonly<Record<string, string>>, url: URL): HttpProblem | undefined {
  if (isRedirect(status, headers)) return refuseUrl(url, 'it redirects elsewhere')
  const encoding = headers['content-encoding']
  if (encoding === undefined || encoding === 'identity') return undefined
  return new HttpProblem('source_unavailable', `${url.host} sent a compressed response (${encoding})`)
}

async function* countBytes(answer: IncomingMessage, url: URL, allowance: ByteAllowance): AsyncGenerator<Uint8Array> {
  const most = allowance.left
  for await (const chunk of answer as AsyncIterable<Uint8Array>) {
    allowance.left -= chunk.length
    if (allowance.left < 0) throw tooLarge({ url }, most)
    yield chunk
  }
}
