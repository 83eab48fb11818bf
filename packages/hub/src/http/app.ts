/** The hub over HTTP: who asks, how often, whether the request fits its route, and what the route answers. */

import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { DatabaseUnavailableError } from '../database/database.js'
import { done, type Outcome, refuse } from '../outcome.js'
import { may, type Viewer } from '../principals/principal.js'
import { forbidSharing, SAFE_HEADERS, toRefusalResponse, toResponse } from './answer.js'
import { authenticate } from './authenticate.js'
import type { HubContext } from './hub-context.js'
import { describeError, withoutSecrets } from './journal.js'
import type { Metrics } from './metrics.js'
import { createRateLimiter, type RateBucket, type RateLimiter } from './rate-limit.js'
import { checkValue, readBytes, readJson, readQuery } from './read-input.js'
import { type AnyRoute, type HubRequest, isRawBody } from './route.js'

export interface AppOptions {
  readonly context: HubContext
  readonly routes: readonly AnyRoute[]
  readonly endpoints: readonly Endpoint[]
  readonly metrics: Metrics
  /** The address of a client's connection. */
  readonly remoteAddress: (c: Context) => string
}

/** An endpoint that reads its requests itself, of up to so many bytes, and has no schema. */
interface Endpoint {
  readonly path: string
  readonly bucket: RateBucket
  readonly mostBytes: number
  handle(request: Request, viewer: Viewer): Promise<Response>
}

/** The routes of the API, and the endpoints. Pages are added by the caller. */
export function createApp({ context, routes, endpoints, metrics, remoteAddress }: AppOptions): Hono {
  const app = new Hono()
  const limiter = createRateLimiter()
  app.use(async (c, next) => {
    const id = readRequestId(c.req.header('x-request-id'))
    const begun = performance.now()
    await next()
    for (const [name, value] of Object.entries({ ...SAFE_HEADERS, 'x-request-id': id })) c.res.headers.set(name, value)
    if (!context.configuration.allowsAnonymous) forbidSharing(c.res.headers)
    const milliseconds = Math.round((performance.now() - begun) * 10) / 10
    metrics.count(c.req.method, c.req.routePath, c.res.status, milliseconds)
    context.journal.write('info', 'request', {
      id,
      method: c.req.method,
      path: withoutSecrets(c.req.path),
      status: c.res.status,
      milliseconds,
    })
  })
  for (const route of routes) {
    app.on(route.method, route.path, (c) =>
      answer(c, route, { context, limiter, address: remoteAddress(c) }, (client) =>
        answerRoute(c, route, context, client),
      ),
    )
  }
  for (const endpoint of endpoints) {
    app.all(endpoint.path, (c) =>
      answer(c, endpoint, { context, limiter, address: remoteAddress(c) }, (client) =>
        answerEndpoint(c.req.raw, endpoint, context, client),
      ),
    )
  }
  app.notFound(() => toRefusalResponse(refuse('not_found', 'Not found').refusal))
  app.onError((error) => toErrorResponse(error, context))
  return app
}

/** Clients never see what went wrong inside. */
function toErrorResponse(error: Error, { journal }: Pick<HubContext, 'journal'>): Response {
  journal.write('error', 'failure', describeError(error))
  const refusal =
    error instanceof DatabaseUnavailableError
      ? refuse('unavailable', 'The database cannot be reached right now; try again')
      : refuse('unavailable', 'The request failed; try again')
  const response = toRefusalResponse(refusal.refusal)
  return error instanceof DatabaseUnavailableError
    ? response
    : new Response(response.body, { ...response, status: 500 })
}

/** A proxy's own, if it is harmless. */
function readRequestId(given: string | undefined): string {
  return given !== undefined && /^(?!.*mhub_)[\w.-]{8,64}$/.test(given) ? given : randomUUID()
}

interface Limits {
  readonly context: HubContext
  readonly limiter: RateLimiter
  /** Of the connection. */
  readonly address: string
}

/** Finds out who asks, and counts the request, also one with an invalid token. */
async function answer(
  c: Context,
  { bucket }: Pick<AnyRoute, 'bucket'>,
  { context, limiter, address }: Limits,
  work: (client: Client) => Promise<Response>,
): Promise<Response> {
  const { database, configuration } = context
  const viewer = await authenticate(database, c.req.raw)
  const client = {
    viewer: viewer.ok ? viewer.value : undefined,
    address: readAddress(c, address, configuration.trustedProxies),
  }
  const rates = await limit(context, limiter, bucket, client)
  const response = rates.refusal ?? (viewer.ok ? await work(client) : toRefusalResponse(viewer.refusal))
  for (const [name, value] of Object.entries(rates.headers)) response.headers.set(name, value)
  return response
}

interface Client {
  readonly viewer: Viewer
  readonly address: string
}

async function answerEndpoint(
  raw: Request,
  endpoint: Endpoint,
  context: HubContext,
  { viewer }: Client,
): Promise<Response> {
  const allowed = checkScope(endpoint, context, viewer)
  if (!allowed.ok) return toRefusalResponse(allowed.refusal)
  if (raw.method === 'GET' || raw.method === 'HEAD') return endpoint.handle(raw, viewer)
  const body = await readBytes(raw, endpoint.mostBytes)
  if (!body.ok) return toRefusalResponse(body.refusal)
  const { method, headers, signal } = raw
  return endpoint.handle(new Request(raw.url, { method, headers, signal, body: body.value }), viewer)
}

async function answerRoute(c: Context, route: AnyRoute, context: HubContext, client: Client): Promise<Response> {
  const allowed = checkScope(route, context, client.viewer)
  if (!allowed.ok) return toRefusalResponse(allowed.refusal)
  const request = await readRequest(c, route, context, client)
  if (!request.ok) return toRefusalResponse(request.refusal)
  const outcome = await route.handle(request.value, context)
  // Other processes hear of a change a moment later; who asks this one next must not get the old answer.
  if (route.method !== 'GET' && route.scope !== undefined) context.served.forgetAll()
  return outcome.ok ? toResponse(outcome.value) : toRefusalResponse(outcome.refusal)
}

function checkScope(
  { scope, bucket, isOpen }: Pick<AnyRoute, 'scope' | 'bucket' | 'isOpen'>,
  { configuration }: HubContext,
  viewer: Viewer,
): Outcome<undefined> {
  const isFree = configuration.allowsAnonymous || bucket === 'none' || isOpen === true
  const needed = scope ?? (isFree ? undefined : 'read')
  if (needed === undefined || may(viewer, needed)) return done(undefined)
  if (viewer === undefined) return refuse('unauthenticated', 'Sign in: send a token as Authorization: Bearer')
  return refuse(
    'forbidden',
    `This needs a token with the scope '${needed}', which an administrator of the hub can make`,
  )
}

const NOTHING = { type: 'object', properties: {} } as never

async function readRequest(
  c: Context,
  route: AnyRoute,
  { configuration }: HubContext,
  { viewer, address }: Client,
): Promise<Outcome<HubRequest<never, never, never, never>>> {
  const url = new URL(c.req.url)
  const params = checkValue<object>(route.params ?? NOTHING, c.req.param(), 'path')
  if (!params.ok) return params
  const query = readQuery(route.query ?? NOTHING, url.searchParams)
  if (!query.ok) return query
  const body = await readBody(c.req.raw, route)
  if (!body.ok) return body
  return done({
    params: params.value as never,
    query: query.value as never,
    body: body.value as never,
    viewer,
    user: viewer as never,
    origin: configuration.publicUrl ?? url.origin,
    header: (name) => c.req.header(name),
    address,
    signal: c.req.raw.signal,
  })
}

function readBody(request: Request, { body }: AnyRoute): Promise<Outcome<unknown>> {
  if (body === undefined) return Promise.resolve(done(undefined))
  return isRawBody(body) ? readBytes(request, body.mostBytes) : readJson(request, body)
}

/** The client's own address, behind as many proxies as the operator says there are. */
function readAddress(c: Context, connection: string, proxies: number): string {
  if (proxies === 0) return connection
  const chain = (c.req.header('x-forwarded-for') ?? '').split(',').map((part) => part.trim())
  const given = chain.at(-proxies) ?? ''
  return /^[0-9a-f.:]{3,45}$/i.test(given) ? given : connection
}

async function limit(
  { database, configuration }: HubContext,
  limiter: RateLimiter,
  bucket: RateBucket,
  { viewer, address }: Client,
): Promise<{ readonly refusal?: Response; readonly headers: Readonly<Record<string, string>> }> {
  const { rateLimits } = configuration
  if (rateLimits === undefined || bucket === 'none') return { headers: {} }
  const kind = viewer === undefined ? 'anonymous' : may(viewer, 'admin') ? 'admin' : 'user'
  const key = `${bucket}:${viewer === undefined ? `address ${address}` : `user ${viewer.userId}`}`
  const { isAllowed, limit: most, reset } = await limiter.take(database, key, rateLimits[kind][bucket])
  const headers = {
    'x-ratelimit-limit': String(most),
    'x-ratelimit-reset': String(Math.floor(Date.now() / 1000) + reset),
    'ratelimit-limit': String(most),
    'ratelimit-reset': String(reset),
  }
  if (isAllowed) return { headers }
  const spent = { 'x-ratelimit-remaining': '0', 'ratelimit-remaining': '0', 'retry-after': String(reset) }
  const refusal = toRefusalResponse(refuse('rate_limited', 'Rate limit exceeded').refusal)
  return { refusal, headers: { ...headers, ...spent } }
}
