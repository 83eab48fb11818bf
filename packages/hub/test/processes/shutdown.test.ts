/** A hub that is asked to stop, with the built program on loopback. */

import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ADMIN_TOKEN, toForm } from '../support/hub.js'
import { type HubProcess, startHubProcess } from '../support/hub-process.js'

async function start(): Promise<HubProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'metier-hub-shutdown-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return startHubProcess({ METIER_HUB_DATA: join(folder, 'data') })
}

/** A publication whose files are sent on demand. The hub has its head. */
async function startUpload(hub: HubProcess) {
  const form = new Response(toForm({ name: 'alpha' }))
  const bytes = new Uint8Array(await form.arrayBuffer())
  const headers = {
    authorization: `Bearer ${ADMIN_TOKEN}`,
    'content-type': form.headers.get('content-type') ?? '',
    'content-length': bytes.length,
    expect: '100-continue',
  }
  const sent = request(`${hub.url}/api/v1/skills`, { method: 'POST', headers })
  const answered = once(sent, 'response')
  sent.flushHeaders()
  await once(sent, 'continue')
  const finish = async () => {
    sent.end(bytes)
    const [answer] = (await answered) as [IncomingMessage]
    return JSON.parse((await answer.setEncoding('utf8').toArray()).join('')) as object
  }
  return { finish }
}

test('a hub that stops finishes an upload, and takes no other request', async () => {
  const hub = await start()
  const upload = await startUpload(hub)
  const ended = hub.stop()
  await expect.poll(() => hub.printed()).toContain('Finishing requests')
  await expect(fetch(`${hub.url}/healthz`)).rejects.toThrow()
  expect(await upload.finish()).toMatchObject({ ok: true, slug: 'alpha', status: 'published' })
  expect(await ended).toBe(0)
  const lines = hub.journal().trim().split('\n')
  expect(lines.map((line) => (JSON.parse(line) as { readonly event: string }).event)).toContain('request')
}, 60_000)

const VERSION = '2026-07-28'

test('a hub that stops does not wait for MCP clients that listen', async () => {
  const hub = await start()
  const details = {
    'io.modelcontextprotocol/protocolVersion': VERSION,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const params = { _meta: details, notifications: { resourcesListChanged: true } }
  const listening = await hub.request('/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': VERSION,
      'mcp-method': 'subscriptions/listen',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params }),
  })
  const reader = listening.body?.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader?.read())?.value).toContain('acknowledged')
  const begun = performance.now()
  expect(await hub.stop()).toBe(0)
  // Half of the time after which connections are cut.
  expect(performance.now() - begun).toBeLessThan(15_000)
}, 60_000)
