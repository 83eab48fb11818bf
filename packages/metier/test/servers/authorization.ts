/** An authorization server, and an MCP server that asks for its tokens: two hosts on loopback that check what they get. */

import { createHash, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type LoopbackServer, listen, type Reply } from './listen.js'

/** What the servers do differently from what they should. */
export interface AuthorizationOptions {
  /** The resource that the MCP server says it is. */
  readonly resource?: string
  /** The resource that tokens are good for. */
  readonly audience?: string
  /** The issuer that the browser brings back. */
  readonly iss?: string
  /** Fields of the authorization server's metadata. */
  readonly metadata?: object
  /** Where the token endpoint redirects to. */
  readonly tokenRedirect?: string
  /** The user says no. */
  readonly denies?: boolean
}

interface Grant {
  readonly client: string
  readonly challenge: string
  readonly redirect: string
  readonly resource: string
}

export interface AuthorizationServers {
  /** The address of the MCP server. */
  readonly url: string
  readonly issuer: string
  /** What the authorization server was asked for. */
  readonly requests: readonly string[]
  /** The grant types of the tokens that were given. */
  readonly granted: string[]
  /** The access token that is good now. */
  accessToken(): string
  /** Makes the access token bad. */
  expireAccess(): void
  /** Makes the refresh token bad. */
  expireRefresh(): void
}

export async function startAuthorization(options: AuthorizationOptions = {}): Promise<AuthorizationServers> {
  const clients = new Map<string, readonly string[]>([['known', []]])
  const codes = new Map<string, Grant>()
  const granted: string[] = []
  let access = ''
  let refresh = ''
  let audience = ''
  const authority: LoopbackServer = await listen((path, request, response) => {
    const { pathname, searchParams } = new URL(path, authority.url)
    if (pathname === '/.well-known/oauth-authorization-server')
      return { body: describeAuthority(authority.url, options) }
    if (pathname === '/authorize') return authorize(searchParams)
    void readText(request).then((text) => reply(response, post(pathname, text)))
    return undefined
  })
  const post = (path: string, text: string): Reply => {
    if (path === '/register') return register(JSON.parse(text))
    if (path !== '/token') return { status: 404 }
    if (options.tokenRedirect !== undefined) return { status: 307, headers: { location: options.tokenRedirect } }
    return exchange(new URLSearchParams(text))
  }
  const register = (client: { readonly redirect_uris: readonly string[] }): Reply => {
    const id = randomUUID()
    clients.set(id, client.redirect_uris)
    return { status: 201, body: { ...client, client_id: id } }
  }
  const authorize = (asked: URLSearchParams): Reply => {
    const [client, redirect] = [asked.get('client_id') ?? '', asked.get('redirect_uri') ?? '']
    if (!mayReturn(clients, client, redirect) || asked.get('code_challenge_method') !== 'S256') return { status: 400 }
    const back = new URL(redirect)
    back.searchParams.set('state', asked.get('state') ?? '')
    back.searchParams.set('iss', options.iss ?? authority.url)
    if (options.denies === true) back.searchParams.set('error', 'access_denied')
    else {
      const code = randomUUID()
      const [challenge, resource] = [asked.get('code_challenge') ?? '', asked.get('resource') ?? '']
      codes.set(code, { client, redirect, challenge, resource })
      back.searchParams.set('code', code)
    }
    return { status: 302, headers: { location: back.href } }
  }
  const exchange = (form: URLSearchParams): Reply => {
    const isRefresh = form.get('grant_type') === 'refresh_token'
    const grant = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const isGood = isRefresh ? refresh !== '' && form.get('refresh_token') === refresh : grant && fits(grant, form)
    if (!isGood) return { status: 400, body: { error: 'invalid_grant' } }
    if (!isRefresh) audience = options.audience ?? grant?.resource ?? ''
    access = `access-${randomUUID()}`
    refresh = `refresh-${randomUUID()}`
    granted.push(form.get('grant_type') ?? '')
    return { body: { access_token: access, refresh_token: refresh, token_type: 'Bearer', expires_in: 3600 } }
  }
  const resource = await listen((path, request, response) => {
    const own = `${resource.url}/mcp`
    if (path.startsWith('/.well-known/oauth-protected-resource')) {
      return { body: { resource: options.resource ?? own, authorization_servers: [authority.url] } }
    }
    const isSignedIn = access !== '' && request.headers.authorization === `Bearer ${access}` && audience === own
    if (isSignedIn) {
      answerMcp(request, response)
      return undefined
    }
    const metadata = `${resource.url}/.well-known/oauth-protected-resource/mcp`
    return { status: 401, headers: { 'www-authenticate': `Bearer resource_metadata="${metadata}"` } }
  })
  return {
    url: `${resource.url}/mcp`,
    issuer: authority.url,
    requests: authority.requests,
    granted,
    accessToken: () => access,
    expireAccess: () => {
      access = ''
    },
    expireRefresh: () => {
      refresh = ''
    },
  }
}

/** A client that is known by its name may use any port of its machine (RFC 8252, 7.3). */
function mayReturn(clients: ReadonlyMap<string, readonly string[]>, client: string, redirect: string): boolean {
  if (client === 'known') return /^http:\/\/127\.0\.0\.1:\d+\/callback$/.test(redirect)
  return clients.get(client)?.includes(redirect) === true
}

function describeAuthority(url: string, { metadata }: AuthorizationOptions): object {
  return {
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    registration_endpoint: `${url}/register`,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
    ...metadata,
  }
}

function fits({ client, challenge, redirect }: Grant, form: URLSearchParams): boolean {
  const computed = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url')
  return computed === challenge && form.get('client_id') === client && form.get('redirect_uri') === redirect
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

function reply(response: ServerResponse, { status = 200, headers = {}, body = {} }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

/** A server of 2025 with the tool `act`, which answers `in`. */
export function answerMcp(request: IncomingMessage, response: ServerResponse): void {
  void readText(request).then((text) => {
    const { id, method, params } = JSON.parse(text || '{}')
    const results: Readonly<Record<string, object>> = {
      initialize: {
        protocolVersion: params?.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'x', version: '1' },
      },
      'tools/list': { tools: [{ name: 'act', inputSchema: { type: 'object' } }] },
      'tools/call': { content: [{ type: 'text', text: 'in' }] },
    }
    const result = results[method]
    const error = { code: -32_601, message: 'Method not found' }
    response.setHeader('content-type', 'application/json')
    response.writeHead(id === undefined ? 202 : 200)
    response.end(id === undefined ? '' : JSON.stringify({ jsonrpc: '2.0', id, ...(result ? { result } : { error }) }))
  })
}

/** A browser: goes where it is sent, and gives the last page. */
export async function browse(address: string | URL): Promise<Response> {
  const response = await fetch(address, { redirect: 'manual' })
  const location = response.headers.get('location')
  return location === null ? response : browse(new URL(location, address))
}
