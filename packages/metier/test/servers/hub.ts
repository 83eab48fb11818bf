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
}

export async function startFakeHub(options: FakeHubOptions = {}): Promise<FakeHub> {
  const requests: SentRequest[] = []
  const published = new Map<string, SentSkill>()
  const server = createServer((request, response) => {
    requests.push({ path: request.url ?? '', authorization: request.headers.authorization })
    void answer(request, response, published, options)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, published }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  published: Map<string, SentSkill>,
  { decide, redirect, keys = [] }: FakeHubOptions,
): Promise<void> {
  const say = (status: number, body: object | string) =>
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
  const { pathname } = new URL(request.url ?? '', 'http://hub')
  if (redirect !== undefined) return void response.writeHead(302, { location: `${redirect}${pathname}` }).end()
  if (pathname === '/api/hub/v1/keys') return void say(200, { keys })
  if (request.headers.authorization !== `Bearer ${HUB_TOKEN}`) return void say(401, 'Invalid, expired or revoked token')
  if (pathname === '/api/v1/whoami') return void say(200, { user: { handle: 'ann', scopes: ['read', 'publish'] } })
  if (request.method === 'POST' && pathname === '/api/v1/skills') {
    const sent = await readForm(request)
    const refused = decide?.(String(sent.payload.slug))
    if (refused !== undefined) return void say(refused.status, refused.text)
    published.set(`${sent.payload.slug}@${sent.payload.version}`, sent)
    return void say(200, { ok: true, status: 'published', ownerHandle: 'ann' })
  }
  const [, slug, version] = /^\/api\/v1\/skills\/([^/]+)\/versions\/([^/]+)$/.exec(pathname) ?? []
  const there = published.get(`${slug}@${version}`)
  if (there === undefined) return void say(404, 'Version not found')
  const files = Object.entries(there.files).map(([path, text]) => {
    return { path, size: Buffer.byteLength(text), sha256: createHash('sha256').update(text).digest('hex') }
  })
  say(200, { skill: { slug }, version: { version, createdAt: 1, files } })
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
