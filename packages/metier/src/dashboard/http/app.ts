/** The dashboard over HTTP: who may ask, which route answers, and the files of the pages. */

import { type Context, Hono } from 'hono'
import { messageOf } from '../../skill/unknown-value.js'
import type { EndpointName } from '../api/endpoints.js'
import type { DashboardContext } from '../dashboard-context.js'
import type { Route } from '../routes/route.js'
import { ROUTES } from '../routes/routes.js'
import { toProblemResponse, toResponse } from './answer.js'
import { createAssets } from './assets.js'
import { findIntrusion, PAGE_HEADER, PAGE_ID } from './guard.js'
import { SAFE_HEADERS } from './headers.js'
import { readInput } from './input.js'
import { PROBLEM_STATUS, type RequestProblem, type RouteOutcome, refuseRequest } from './problem.js'
import { createPageSessions } from './sessions.js'

const MOST_BODY_BYTES = 1024 * 1024
/** Small registries are scanned without being asked. */
const MOST_SCANNED = 300

export function createApp(context: DashboardContext): Hono {
  const { options, hideHome } = context
  const sessions = createPageSessions(options.token, options.port)
  const hosts = ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${options.port}`)
  const app = new Hono()
  app.use(async (c, next) => {
    const { path, method } = c.req
    const head = { path, method, header: (name: string) => c.req.header(name) }
    const intrusion = findIntrusion(head, hosts, sessions)
    const cookie = intrusion?.code === 'session_missing' ? exchangeToken(c, sessions.open) : undefined
    if (cookie !== undefined) c.res = redirect(c.req.url, cookie)
    else if (intrusion === undefined) await next()
    else if (path.startsWith('/api/')) c.res = toProblemResponse(intrusion, hideHome)
    else c.res = explainIntrusion(intrusion)
    for (const [name, value] of Object.entries(SAFE_HEADERS)) c.res.headers.set(name, value)
  })
  app.get('/api/events', (c) => openEvents(c, context))
  for (const [name, route] of Object.entries(ROUTES) as [EndpointName, Route<EndpointName>][]) {
    const [method = '', path = ''] = name.split(' ')
    app.on(method, path, (c) => answer(c, route, context))
  }
  app.all('/api/*', (c) => toProblemResponse(refuseRequest('not_found', `There is no ${c.req.path}`).failure, hideHome))
  serveAssets(app, options.assets)
  app.onError((error) => {
    options.onError?.(error)
    const problem = refuseRequest('internal_error', `Something went wrong: ${messageOf(error)}`)
    return toProblemResponse(problem.failure, hideHome)
  })
  return app
}

/** For a person who opened a page: plain text, which no browser takes for anything else. */
function explainIntrusion({ code, message, suggestions }: RequestProblem): Response {
  return new Response(`${message}.\n${suggestions.join('\n')}\n`, { status: PROBLEM_STATUS[code] })
}

/** A cookie for the token in an address. */
function exchangeToken(c: Context, open: (token: string) => string | undefined): string | undefined {
  const token = c.req.method === 'GET' && !c.req.path.startsWith('/api/') ? c.req.query('token') : undefined
  return token === undefined ? undefined : open(token)
}

/** To the same address without the token, so that it is neither shown nor kept in the history. */
function redirect(url: string, cookie: string): Response {
  const { pathname, searchParams } = new URL(url)
  searchParams.delete('token')
  const rest = searchParams.size === 0 ? '' : `?${searchParams}`
  const headers = { location: `${pathname}${rest}`, 'set-cookie': cookie, 'cache-control': 'no-store' }
  return new Response(null, { status: 303, headers })
}

async function answer(c: Context, route: Route<EndpointName>, context: DashboardContext): Promise<Response> {
  const page = c.req.header(PAGE_HEADER)
  const given = c.req.method === 'GET' ? { ok: true as const, value: c.req.query() } : await readBody(c.req.raw)
  const input = given.ok ? readInput(route.input, given.value) : given
  if (!input.ok) return toProblemResponse(input.failure, context.hideHome)
  await context.live.ready()
  const source = { page: page !== undefined && PAGE_ID.test(page) ? page : undefined, signal: c.req.raw.signal }
  return toResponse(await route.answer(input.value, context, source), context.hideHome, c.req.header('if-none-match'))
}

async function readBody(request: Request): Promise<RouteOutcome<unknown>> {
  const bytes = await readUpTo(request, MOST_BODY_BYTES)
  if (bytes === undefined) {
    return refuseRequest('request_too_large', `The body is larger than ${MOST_BODY_BYTES} bytes`)
  }
  try {
    return { ok: true, value: bytes.length === 0 ? {} : JSON.parse(bytes.toString('utf8')) }
  } catch {
    return refuseRequest('request_invalid', 'The body is not valid JSON')
  }
}

/** The bytes of a body; undefined as soon as they are too many. */
async function readUpTo({ headers, body }: Request, most: number): Promise<Buffer | undefined> {
  if (Number(headers.get('content-length') ?? 0) > most) return undefined
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > most) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function openEvents(_: Context, context: DashboardContext): Promise<Response> {
  const { live, hub, examinations, skillManager, options } = context
  await live.ready()
  live.watch()
  // So that the first keystroke does not wait for the index.
  skillManager.prepareSearch().catch((error: unknown) => options.onError?.(error))
  const { version, entries } = live.current()
  if (entries.all.length <= MOST_SCANNED) {
    const unknown = entries.all.filter((entry) => entry.kind !== 'refused' && examinations.auditOf(entry) === 'unknown')
    examinations.start(unknown)
  }
  const stream = hub.open({ type: 'hello', version, process: String(process.pid) })
  return new Response(stream, { headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' } })
}

const NOT_BUILT =
  'The pages of the dashboard are not built.\nIn a clone of the repository, run: npm run build\nThe MCP endpoint works without them.\n'

function serveAssets(app: Hono, directory: string): void {
  const assets = createAssets(directory)
  app.get('*', async (c) => {
    const { path } = c.req
    const isFile = path.startsWith('/assets/') || path === '/favicon.svg'
    const asset = await assets.read(isFile ? path.slice(1) : 'index.html', c.req.header('accept-encoding') ?? '')
    if (asset !== undefined) return new Response(asset.bytes, { headers: asset.headers })
    return isFile ? new Response('Not found\n', { status: 404 }) : new Response(NOT_BUILT, { status: 503 })
  })
}
