/** Adds the user's token to the requests for exactly the origin that it was given for. */

import { parseUrl } from '../../skill/text/parse-url.js'
import type { HttpClient, HttpRequest, HttpUpload } from '../../system/http/http.js'
import { readTokens } from './kept-tokens.js'

/** Where tokens come from. */
export interface HubTokenOptions {
  /** The home directory with the tokens of `metier login`. */
  readonly home?: string | undefined
  /** A token for one origin, which takes precedence. */
  readonly token?: { readonly origin: string; readonly value: string } | undefined
}

/** A client that sends tokens. A host with a token may be on a private network, because the user named it. */
export function withTokens(http: HttpClient, options: HubTokenOptions = {}): HttpClient {
  const tokenFor = createTokenLookup(options)
  const authorize = <Request extends HttpRequest | HttpUpload>(request: Request): Request => {
    const url = parseUrl(request.url)
    const token = url && tokenFor(url.origin)
    if (url === undefined || token === undefined) return request
    const headers = { ...request.headers, authorization: `Bearer ${token}` }
    return { ...request, headers, allowedHost: url.host }
  }
  return {
    ...http,
    get: (request) => http.get(authorize(request)),
    post: (upload) => http.post(authorize(upload)),
    converse: (conversation) => {
      const { host, origin } = new URL(conversation.url)
      const token = tokenFor(origin)
      if (token === undefined) return http.converse(conversation)
      const send = http.converse({ ...conversation, allowedHost: host })
      return (url, init = {}) => {
        const headers = new Headers(init.headers)
        headers.set('authorization', `Bearer ${token}`)
        return send(url, { ...init, headers })
      }
    },
  }
}

/** Whether the user has a token for an origin. */
export function hasToken(origin: string, options: HubTokenOptions = {}): boolean {
  return createTokenLookup(options)(origin) !== undefined
}

/** The file is read when the first request is sent. */
function createTokenLookup({ home, token }: HubTokenOptions): (origin: string) => string | undefined {
  let kept: ReturnType<typeof readTokens> | undefined
  return (origin) => {
    if (token?.origin === origin) return token.value
    if (home === undefined) return undefined
    kept ??= readTokens(home)
    return kept.ok ? kept.value.get(origin)?.token : undefined
  }
}
