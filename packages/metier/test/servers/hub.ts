/** A hub with one user and one token: who am I, versions, publishing. Everything it was sent is kept. */

import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export const HUB_TOKEN = 'token-of-the-test-hub-0123456789'

interface SentRequest {
  readonly path: string
  readonly authorization: string | undefined
}

export interface FakeHub {
  readonly url: string
  readonly requests: readonly SentRequest[]
  /** By `slug@version`: the payload and the files that were sent. */
  readonly published: ReadonlyMap<string, SentSkill>
}

interface SentSkill {
  readonly payload: Readonly<Record<string, unknown>>
  readonly files: Readonly<Record<string, string>>
}

interface FakeHubOptions {
  /** Answers a publication instead of the hub. */
  readonly decide?: (slug: string) => { readonly status: number; readonly text: string } | undefined
  /** Where every request is redirected to. */
  readonly redirect?: string
  readonly keys?: readonly object[]
  /** What the hub says of each version that is there. */
  readonly there?: { readonly status?: string; readonly visibility?: string; readonly rejectedReason?: string }
  /** What the hub answers about every version: it was withdrawn. */
  readonly gone?: string
  /** The owners that the hub lists to the user; without them, it has no such route. */
  readonly owners?: readonly object[]
  /** What a login with a code is answered, poll by poll; without it, the hub has no such login. */
  readonly logins?: readonly object[]
}

export async function startFakeHub(options: FakeHubOptions = {}): Promise<FakeHub> {
  const requests: SentRequest[] = []
  const published = new Map<string, SentSkill>()
  const server = createServer((request, response) => {
    requests.push({ path: request.url ?? '', authorization: request.headers.authorization })
    const login = answerLogin(request, options)
    if (login === undefined) void answer(request, response, published, options)
    else response.writeHead(login.status).end(login.text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, published }
}

/** How often each login was asked about. */
const polls = new WeakMap<object, number>()

function answerLogin({ url = '', headers }: IncomingMessage, { logins }: FakeHubOptions) {
  if (!url.startsWith('/api/cli/device/')) return undefined
  if (logins === undefined) return { status: 404, text: 'Not found' }
  if (url === '/api/cli/device/code') {
    const started = { device_code: 'secret-of-the-program', user_code: 'BCDF-GHJK', expires_in: 600, interval: 1 }
    return { status: 200, text: JSON.stringify({ ...started, verification_uri: `http://${headers.host}/device` }) }
  }
  const next = polls.get(logins) ?? 0
  polls.set(logins, next + 1)
  const body = logins[next] ?? { error: 'expired_token' }
  return { status: 'access_token' in body ? 200 : 400, text: JSON.stringify(body) }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  published: Map<string, SentSkill>,
  { decide, redirect, keys = [], there: about = {}, gone, owners }: FakeHubOptions,
): Promise<void> {
  const say = (status: number, body: object | string) =>
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
  const { pathname } = new URL(request.url ?? '', 'http://hub')
  if (redirect !== undefined) return void response.writeHead(302, { location: `${redirect}${pathname}` }).end()
  if (pathname === '/api/hub/v1/keys') return void say(200, { keys })
  if (request.headers.authorization !== `Bearer ${HUB_TOKEN}`) return void say(401, 'Invalid, expired or revoked token')
  const account = describeAccount(pathname, owners)
  if (account !== undefined) return void say(200, account)
  if (request.method === 'POST') {
    const { status, body } = pathname.endsWith('/visibility')
      ? { status: 200, body: { ok: true } }
      : await publish(request, published, decide)
    return void say(status, body)
  }
  if (gone !== undefined) return void say(410, gone)
  const [, slug, version] = /^\/api\/v1\/skills\/([^/]+)\/versions\/([^/]+)$/.exec(pathname) ?? []
  const there = published.get(`${slug}@${version}`)
  if (there === undefined) return void say(404, 'Version not found')
  const files = Object.entries(there.files).map(([path, text]) => {
    return { path, size: Buffer.byteLength(text), sha256: createHash('sha256').update(text).digest('hex') }
  })
  const { visibility, ...state } = about
  say(200, { skill: { slug, visibility }, version: { version, createdAt: 1, files, ...state } })
}

function describeAccount(path: string, owners: FakeHubOptions['owners']): object | undefined {
  if (path === '/api/v1/whoami') return { user: { handle: 'ann', scopes: ['read', 'publish'] } }
  return path === '/api/hub/v1/owners' && owners !== undefined ? { owners } : undefined
}

async function publish(
  request: IncomingMessage,
  published: Map<string, SentSkill>,
  decide: FakeHubOptions['decide'],
): Promise<{ readonly status: number; readonly body: object | string }> {
  const sent = await readForm(request)
  const refused = decide?.(String(sent.payload.slug))
  if (refused !== undefined) return { status: refused.status, body: refused.text }
  published.set(`${sent.payload.slug}@${sent.payload.version}`, sent)
  return { status: 200, body: { ok: true, status: 'published', ownerHandle: 'ann' } }
}

async function readForm(request: IncomingMessage): Promise<SentSkill> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const headers = { 'content-type': request.headers['content-type'] ?? '' }
  const form = await new Response(Buffer.concat(chunks), { headers }).formData()
  const files: Record<string, string> = {}
  for (const file of form.getAll('files')) if (typeof file !== 'string') files[file.name] = await file.text()
  return { payload: JSON.parse(String(form.get('payload'))), files }
}
