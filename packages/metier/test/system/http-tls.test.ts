import { expect, test } from 'vitest'
import { listen } from '../servers/listen.js'
import { CERTIFICATE, startTls, startTunnels } from '../servers/tls.js'
import { allow, get, outcome } from './asking.js'

const lookup = async () => [{ address: '127.0.0.1', family: 4 }]

test('https: a certificate for another name, or of nobody that is known, is refused', async () => {
  const port = await startTls(() => ({ body: 'yes' }))
  const known = { lookup, certificates: CERTIFICATE, limits: { retries: 0 } }
  const hosts = { allowedHosts: [`skills.example.com:${port}`, `wrong.example.com:${port}`] }
  expect(await outcome(`https://skills.example.com:${port}/`, { ...known, ...hosts })).toBe(200)
  expect(await outcome(`https://wrong.example.com:${port}/`, { ...known, ...hosts })).toBe('source_unavailable')
  const unknown = { lookup, ...hosts, limits: { retries: 0 } }
  expect(await outcome(`https://skills.example.com:${port}/`, unknown)).toBe('source_unavailable')
})

test('security 6.20: from https no redirect leads to http, trusted or not', async () => {
  const target = await listen(() => ({ body: 'plain' }))
  const port = await startTls(() => ({ location: target.url }))
  const options = { lookup, certificates: CERTIFICATE, allowedHosts: [`skills.example.com:${port}`, target.host] }
  const asked = get(`https://skills.example.com:${port}/`, options, { mayFollow: () => true })
  expect(await asked).toMatchObject({ ok: false, failure: { code: 'source_untrusted' } })
  expect(target.requests).toEqual([])
})

test('security 6.19: a name is judged on every hop: a redirect to a name on a private address is refused', async () => {
  const port = await startTls(() => ({ location: `https://other.example.com/secret` }))
  const options = { lookup, certificates: CERTIFICATE, allowedHosts: [`skills.example.com:${port}`] }
  const asked = outcome(`https://skills.example.com:${port}/`, options, { mayFollow: () => true })
  expect(await asked).toBe('source_untrusted')
})

test('https goes through a proxy by a tunnel, encrypted to the host itself', async () => {
  const port = await startTls((path) => ({ body: `at ${path}` }))
  const proxy = await startTunnels(port)
  const proxies = { https: `http://${proxy.host}`, exceptions: [] }
  const answer = await get('https://skills.example.com/x?y=1', { proxies, certificates: CERTIFICATE })
  expect(answer.ok && new TextDecoder().decode(answer.value.body)).toBe('at /x?y=1')
  expect(proxy.seen).toEqual(['skills.example.com:443'])
  const other = outcome('https://third.example.com/', { proxies, certificates: CERTIFICATE, limits: { retries: 0 } })
  expect(await other).toBe('source_unavailable')
})

test('a proxy that speaks https is spoken to so, and its certificate counts', async () => {
  const port = await startTls(() => ({ body: 'yes' }))
  const proxies = { https: `https://127.0.0.1:${port}`, exceptions: [] }
  const asked = get('https://skills.example.com/', { proxies, certificates: CERTIFICATE, limits: { retries: 0 } })
  expect(await asked).toMatchObject({ failure: { message: expect.stringContaining('ALTNAME') } })
})

test('a proxy that speaks neither is named, and nothing goes past it', async () => {
  const proxies = { https: 'socks5://me:word@127.0.0.1:1080', exceptions: [] }
  const answer = await get('https://skills.example.com/', { proxies })
  expect(answer).toMatchObject({
    failure: { code: 'source_unavailable', message: 'Unsupported proxy socks5://127.0.0.1:1080' },
  })
})

test('a host without https is reached through no tunnel', async () => {
  const server = await listen(() => ({ body: 'yes' }))
  const proxies = { https: 'http://127.0.0.1:9', exceptions: [] }
  expect(await outcome(server.url, { ...allow(server), proxies })).toBe(200)
})
