/** Servers that know their caller: headers, a bearer token, and OAuth client credentials, with secrets from variables. */

import { describe, expect, test, vi } from 'vitest'
import { startServer } from '../../../src/mcp/host/start-server.js'
import { readToolsFile } from '../../../src/system/skill-files/tools-file.js'
import { answerMcp } from '../../servers/authorization.js'
import { listen } from '../../servers/listen.js'
import { speakMcp } from '../../servers/mcp.js'
import { openFileWorkspace } from '../../workspace/file-workspace.js'

const answer = () => ({ content: [{ type: 'text', text: 'in' }] })

async function openRemote(url: string, more: object, approve: (request: object) => boolean = () => true) {
  const tools = { servers: { voice: { url, ...more } } }
  return openFileWorkspace({ remote: { 'tools.yaml': JSON.stringify(tools) } }, { startServer, approve })
}

describe.each(['2025', '2026'] as const)('a server of %s', (served) => {
  test('gets its headers and its token with every request, and the question names the variables', async () => {
    vi.stubEnv('VOICE_KEY', 'key-1')
    vi.stubEnv('VOICE_TOKEN', 'token-1')
    const { url, requests } = await speakMcp(served, { answer })
    const asked: unknown[] = []
    const headers = { 'X-Team': 'platform', 'X-Api-Key': `v1:${'$'}{env:VOICE_KEY}` }
    const { workspace } = await openRemote(url, { headers, tokenEnv: 'VOICE_TOKEN' }, (one) => asked.push(one) > 0)
    expect(await workspace.activateSkill('remote')).toMatchObject({ success: true })
    expect(await workspace.callTool('act')).toMatchObject({ result: 'in' })
    expect(requests.length).toBeGreaterThan(2)
    for (const { headers: sent } of requests) {
      expect(sent).toMatchObject({ 'x-team': 'platform', 'x-api-key': 'v1:key-1', authorization: 'Bearer token-1' })
    }
    expect(asked[0]).toMatchObject({ message: expect.stringContaining('which gets VOICE_KEY, VOICE_TOKEN') })
    expect(JSON.stringify(asked)).not.toMatch(/key-1|token-1/)
  })
})

test('a variable that is not set stops the activation, and says which', async () => {
  const { url } = await speakMcp('2025', { answer })
  const { workspace } = await openRemote(url, { tokenEnv: 'METIER_TEST_NOT_SET' })
  const { success, message } = await workspace.activateSkill('remote')
  expect(success).toBe(false)
  expect(message).toContain("set METIER_TEST_NOT_SET in the environment or in the skill's settings")
})

test('a token with a line break is not sent', async () => {
  vi.stubEnv('VOICE_TOKEN', 'token\r\nX-Other: 1')
  const { url, requests } = await speakMcp('2025', { answer })
  const { workspace } = await openRemote(url, { tokenEnv: 'VOICE_TOKEN' })
  expect((await workspace.activateSkill('remote')).message).toContain('characters that no header can have')
  expect(requests).toEqual([])
})

test('secret headers do not follow a redirect to another host', async () => {
  vi.stubEnv('VOICE_KEY', 'key-1')
  const other = await listen(() => ({ body: {} }))
  const first = await listen(() => ({ status: 307, headers: { location: `${other.url}/mcp` } }))
  const headers = { 'X-Api-Key': `${'$'}{env:VOICE_KEY}` }
  const { workspace } = await openRemote(`${first.url}/mcp`, { headers })
  expect(await workspace.activateSkill('remote')).toMatchObject({
    success: false,
    message: expect.stringContaining('redirects to another host'),
  })
  expect(other.requests).toEqual([])
})

/** An authorization server that knows one client, and a guard that asks for its token. */
async function startSignIn() {
  const granted: string[] = []
  const server = await listen((path, request, response) => {
    const { url } = server
    if (path.startsWith('/.well-known/oauth-protected-resource')) {
      return { body: { resource: `${url}/mcp`, authorization_servers: [url] } }
    }
    if (path.startsWith('/.well-known/')) {
      const endpoints = { authorization_endpoint: `${url}/authorize`, token_endpoint: `${url}/token` }
      const methods = { token_endpoint_auth_methods_supported: ['client_secret_basic'] }
      const types = { response_types_supported: ['code'], grant_types_supported: ['client_credentials'] }
      return { body: { issuer: url, ...endpoints, ...methods, ...types } }
    }
    if (path === '/token') {
      granted.push(request.headers.authorization ?? '')
      return { body: { access_token: 'granted-1', token_type: 'Bearer', expires_in: 3600 } }
    }
    if (request.headers.authorization === 'Bearer granted-1') {
      answerMcp(request, response)
      return undefined
    }
    const metadata = `${url}/.well-known/oauth-protected-resource/mcp`
    return { status: 401, headers: { 'www-authenticate': `Bearer resource_metadata="${metadata}"` } }
  })
  return { url: server.url, granted, requests: server.requests }
}

describe('OAuth client credentials', () => {
  test('are exchanged for a token at their own authorization server', async () => {
    vi.stubEnv('VOICE_SECRET', 's3cret')
    const { url, granted } = await startSignIn()
    const oauth = { issuer: url, clientId: 'metier', clientSecretEnv: 'VOICE_SECRET', scopes: ['read'] }
    const { workspace } = await openRemote(`${url}/mcp`, { oauth })
    expect(await workspace.activateSkill('remote')).toMatchObject({ success: true })
    expect(await workspace.callTool('act')).toMatchObject({ result: 'in' })
    expect(granted).toEqual([`Basic ${Buffer.from('metier:s3cret').toString('base64')}`])
  })

  test('are not given to another one', async () => {
    vi.stubEnv('VOICE_SECRET', 's3cret')
    const { url, granted } = await startSignIn()
    const oauth = { issuer: 'https://auth.example.com', clientId: 'metier', clientSecretEnv: 'VOICE_SECRET' }
    const { workspace } = await openRemote(`${url}/mcp`, { oauth })
    expect(await workspace.activateSkill('remote')).toMatchObject({ success: false })
    expect(granted).toEqual([])
  })
})

describe('a tools.yaml', () => {
  const REMOTE = 'https://mcp.example.com'
  test.each([
    [{ url: REMOTE, headers: { Authorization: 'Bearer abc' } }, /looks like a secret: write it as \$\{env:NAME\}/],
    [{ url: REMOTE, headers: { 'X-Api-Key': 'abc' } }, /looks like a secret/],
    [{ url: REMOTE, headers: { 'Mcp-Session-Id': 'a' } }, /may not be set/],
    [{ url: REMOTE, headers: { Cookie: 'a' } }, /may not be set/],
    [{ url: REMOTE, tokenEnv: 'not a name' }, /tokenEnv/],
    [{ url: 'http://mcp.example.com', tokenEnv: 'T' }, /over https only/],
    [{ command: 'node', tokenEnv: 'T' }, /tokenEnv needs a url/],
    [
      { url: REMOTE, tokenEnv: 'T', oauth: { issuer: REMOTE, clientId: 'a', clientSecretEnv: 'S' } },
      /either tokenEnv or oauth/,
    ],
    [{ url: REMOTE, oauth: { issuer: REMOTE, clientId: 'a', clientSecret: 'S' } }, /clientSecret/],
    [{ url: REMOTE, oauth: { issuer: REMOTE } }, /oauth needs clientId, clientSecretEnv, or signIn: browser/],
    [{ url: REMOTE, oauth: { signIn: 'window' } }, /signIn/],
    [{ url: REMOTE, oauth: { signIn: 'browser', clientId: 'a' } }, /clientId needs an issuer/],
    [{ url: REMOTE, oauth: { signIn: 'browser', issuer: REMOTE, clientSecretEnv: 'S' } }, /needs a clientId/],
    [{ url: 'http://mcp.example.com', oauth: { signIn: 'browser' } }, /over https only/],
    [{ command: 'node', oauth: { signIn: 'browser' } }, /oauth needs a url/],
  ])('%j is refused', async (server, reason) => {
    const read = await readToolsFile(JSON.stringify({ servers: { voice: server } }))
    expect(read.ok ? [] : read.problems.map(({ message }) => message).join('\n')).toMatch(reason)
  })

  test('with secrets by name is valid', async () => {
    const headers = { 'X-Api-Key': `${'$'}{env:KEY}`, Authorization: `Token ${'$'}{env:T}`, 'X-Team': 'a' }
    const local = { url: 'http://127.0.0.1:8080/mcp', tokenEnv: 'T' }
    const read = await readToolsFile(JSON.stringify({ servers: { voice: { url: REMOTE, headers }, local } }))
    expect(read).toMatchObject({ ok: true })
  })
})
