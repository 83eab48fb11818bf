/** Signing in to a skill's server with a browser: who gets what, what is kept, and what is refused. */

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { request as send } from 'node:http'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  openKeptSignIn,
  removeSignIns,
  type SignInRecord,
  type SignInRequest,
} from '../../../src/mcp/host/sign-in/kept-sign-in.js'
import { signIn } from '../../../src/mcp/host/sign-in/sign-in.js'
import { createKeptProvider } from '../../../src/mcp/host/sign-in/sign-in-provider.js'
import { startServer } from '../../../src/mcp/host/start-server.js'
import type { ServerSignIn } from '../../../src/workspace/activation/server.js'
import { type AuthorizationOptions, browse, startAuthorization } from '../../servers/authorization.js'
import { listen } from '../../servers/listen.js'
import { temporaryFolder } from '../../support/temporary.js'

const TIMES = { cwd: '/', environment: {}, startMilliseconds: 10_000, callMilliseconds: 5_000 }

async function open(options: AuthorizationOptions = {}, more: Partial<ServerSignIn> = {}) {
  const servers = await startAuthorization(options)
  const folder = join(temporaryFolder(), 'sign-ins')
  const account = { skill: 'wiki', owner: 'wiki', folder, scopes: ['read'], ...more }
  const request: SignInRequest = { name: 'docs', url: servers.url, signIn: account, ...TIMES }
  return { ...servers, folder, request }
}

/** Signs in with a browser that does as it is told. */
async function logIn(request: SignInRequest, visit: (address: URL) => Promise<unknown> = browse) {
  const visits: Promise<unknown>[] = []
  const signed = await signIn(request, { show: (address) => void visits.push(visit(address)), milliseconds: 3_000 })
  await Promise.all(visits)
  return signed
}

async function start(request: SignInRequest) {
  const started = await startServer(request)
  if (started.ok) onTestFinished(() => started.value.stop())
  return started
}

const keptIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

test('a sign-in is kept for its owner alone, and the server accepts it', async () => {
  const { request, folder, issuer, granted } = await open()
  expect(await logIn(request)).toEqual({ ok: true, value: { state: 'signed_in', issuer } })
  expect(granted).toEqual(['authorization_code'])
  const [file = ''] = keptIn(folder)
  expect(keptIn(folder)).toHaveLength(1)
  expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600)
  const started = await start(request)
  expect(started.ok && (await started.value.call('act', {}, new AbortController().signal))).toMatchObject({ ok: true })
})

test('a client that is configured is not registered, and asks for its scopes', async () => {
  const { request, issuer, requests } = await open()
  const signed = await logIn({ ...request, signIn: { ...request.signIn, issuer, clientId: 'known' } })
  expect(signed).toMatchObject({ ok: true })
  expect(requests).not.toContain('/register')
  const [asked = ''] = requests.filter((path) => path.startsWith('/authorize'))
  const { searchParams } = new URL(asked, issuer)
  expect(searchParams.get('scope')).toBe('read')
  expect(searchParams.get('resource')).toBe(request.url)
  expect(searchParams.get('redirect_uri')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/)
})

describe('a sign-in', () => {
  test('is bound to the skill, the address and the authorization server', async () => {
    const { request, requests } = await open()
    await logIn(request)
    const before = requests.length
    const others: readonly SignInRequest[] = [
      { ...request, signIn: { ...request.signIn, owner: 'project:wiki' } },
      { ...request, url: `${request.url}/other` },
      { ...request, signIn: { ...request.signIn, issuer: 'https://auth.example.com' } },
    ]
    for (const other of others) {
      expect(await start(other)).toMatchObject({
        ok: false,
        failure: {
          message: "Server 'docs' needs a sign-in in a browser: you are not signed in",
          suggestions: ['Run: metier sign-in wiki docs'],
        },
      })
    }
    expect(requests).toHaveLength(before)
    expect(await start(request)).toMatchObject({ ok: true })
  })

  test('that has expired is refreshed, and the new one is kept', async () => {
    const { request, folder, granted, expireAccess, accessToken } = await open()
    await logIn(request)
    const started = await start(request)
    expireAccess()
    expect(started.ok && (await started.value.call('act', {}, new AbortController().signal))).toMatchObject({
      ok: true,
    })
    expect(granted).toEqual(['authorization_code', 'refresh_token'])
    expect(readFileSync(join(folder, keptIn(folder)[0] ?? ''), 'utf8')).toContain(accessToken())
    expireAccess()
    expect(await start(request)).toMatchObject({ ok: true })
  })

  test('that cannot be refreshed any more is removed, and the next step is named', async () => {
    const { request, folder, expireAccess, expireRefresh } = await open()
    await logIn(request)
    const started = await start(request)
    expireAccess()
    expireRefresh()
    const expired = {
      ok: false,
      failure: {
        message: "Server 'docs' needs a sign-in in a browser: the sign-in has expired",
        suggestions: ['Run: metier sign-in wiki docs'],
      },
    }
    expect(started.ok && (await started.value.call('act', {}, new AbortController().signal))).toMatchObject(expired)
    expect(keptIn(folder)).toEqual([])
    expect(await start(request)).toMatchObject({ ok: false })
  })

  test('that another process has refreshed meanwhile is not given up', async () => {
    const { request } = await open()
    await logIn(request)
    const kept = openKeptSignIn(request)
    const provider = createKeptProvider(request)
    const before = kept.read()
    expect(await provider.tokens()).toEqual(before?.tokens)
    kept.write({ ...(before as SignInRecord), tokens: { access_token: 'a', refresh_token: 'b', token_type: 'Bearer' } })
    await provider.invalidateCredentials?.('tokens')
    expect(await provider.tokens()).toMatchObject({ refresh_token: 'b' })
    expect(() => provider.invalidateCredentials?.('tokens')).toThrow('the sign-in has expired')
    expect(kept.read()).toBeUndefined()
  })

  test('can be removed, of one server or of all of them', async () => {
    const { request, folder, issuer } = await open()
    await logIn(request)
    expect(removeSignIns(folder, 'wiki', 'other')).toEqual([])
    expect(removeSignIns(folder, 'wiki', 'docs')).toEqual([{ server: 'docs', url: request.url, issuer }])
    expect(keptIn(folder)).toEqual([])
    expect(await start(request)).toMatchObject({ ok: false })
  })
})

describe('nothing is kept', () => {
  const refused = async (opened: Awaited<ReturnType<typeof open>>, reason: RegExp) => {
    expect(await logIn(opened.request)).toMatchObject({
      ok: false,
      failure: { message: expect.stringMatching(reason) },
    })
    expect(keptIn(opened.folder)).toEqual([])
  }

  test('if the browser brings the word of another authorization server', async () => {
    const opened = await open({ iss: 'https://other.example.com' })
    await refused(opened, /docs'.*iss/i)
    expect(opened.granted).toEqual([])
  })

  test('if the server names another authorization server than the skill', async () => {
    const opened = await open({}, { issuer: 'https://auth.example.com' })
    await refused(opened, /but only https:\/\/auth\.example\.com may be used/)
    expect(opened.requests.filter((path) => !path.startsWith('/.well-known'))).toEqual([])
  })

  test('if the server says that it is another resource', async () => {
    const opened = await open({ resource: 'https://bank.example.com/mcp' })
    await refused(opened, /resource/i)
    expect(opened.granted).toEqual([])
  })

  test('if the token is good for another resource', async () => {
    const opened = await open({ audience: 'https://bank.example.com/mcp' })
    await refused(opened, /the server does not accept it/)
  })

  test('if the user says no', async () => {
    await refused(await open({ denies: true }), /the authorization server refused: access_denied/)
  })

  test('if the token endpoint sends us to another host', async () => {
    const other = await listen(() => ({ body: {} }))
    await refused(await open({ tokenRedirect: `${other.url}/token` }), /redirects to another host/)
    expect(other.requests).toEqual([])
  })

  test.each([
    [{ authorization_endpoint: 'javascript:alert(1)' }],
    [{ authorization_endpoint: 'http://auth.example.com/authorize' }],
    [{ token_endpoint: 'http://169.254.169.254/token' }],
    [{ registration_endpoint: 'https://10.0.0.1/register' }],
  ])('if the authorization server has %j', async (metadata) => {
    const shown: unknown[] = []
    const opened = await open({ metadata })
    const signed = await logIn(opened.request, async (address) => void shown.push(address.href))
    expect(signed).toMatchObject({ ok: false })
    expect(shown).toEqual([])
    expect(opened.requests.filter((path) => !path.startsWith('/.well-known'))).toEqual([])
  })
})

describe('the address that the browser comes back to', () => {
  const callbackOf = (address: URL) => new URL(address.searchParams.get('redirect_uri') ?? '')

  test('ignores a wrong state, and still takes the right one', async () => {
    const { request, granted } = await open()
    const signed = await logIn(request, async (address) => {
      for (const state of ['', 'wrong', `${address.searchParams.get('state')}x`]) {
        const forged = callbackOf(address)
        forged.searchParams.set('code', 'stolen')
        forged.searchParams.set('state', state)
        expect((await fetch(forged)).status).toBe(400)
      }
      expect(granted).toEqual([])
      const page = await browse(address)
      expect(page.status).toBe(200)
      expect(page.headers.get('cache-control')).toBe('no-store')
    })
    expect(signed).toMatchObject({ ok: true })
  })

  test('answers only at its own name and path', async () => {
    const { request } = await open()
    const signed = await logIn(request, async (address) => {
      const callback = callbackOf(address)
      callback.searchParams.set('state', address.searchParams.get('state') ?? '')
      expect(await statusFor(callback, 'rebound.example.com')).toBe(403)
      expect((await fetch(new URL('/', callback))).status).toBe(404)
      expect((await fetch(callback, { method: 'POST' })).status).toBe(404)
      await browse(address)
    })
    expect(signed).toMatchObject({ ok: true })
  })

  test('is closed when no browser comes', async () => {
    const { request } = await open()
    let callback: URL | undefined
    const signed = await signIn(request, {
      milliseconds: 100,
      show: (address) => {
        callback = callbackOf(address)
      },
    })
    expect(signed).toMatchObject({ ok: false, failure: { message: expect.stringContaining('within the time') } })
    await expect(fetch(callback ?? '')).rejects.toThrow()
  })
})

/** `fetch` cannot lie about the host. */
function statusFor(url: URL, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = send(url, { headers: { host } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    request.once('error', reject)
    request.end()
  })
}
