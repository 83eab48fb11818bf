import { createServer, request as requestHttp } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { proxyFor, readNetworkVariables } from '../../src/system/http/network-variables.js'
import { isLoopbackHost, isPrivateAddress } from '../../src/system/http/private-address.js'
import { listen } from '../servers/listen.js'
import { allow, get, outcome } from './asking.js'

describe('security 6.18: addresses', () => {
  test.each([
    'http://example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'https://user@example.com/',
    'https://user:pass@example.com/',
    'https://example.com:8443/',
    'https://',
    'no address',
  ])('%s is refused before anything is asked', async (url) => {
    const lookup = () => Promise.reject(new Error('looked up'))
    expect(await outcome(url, { lookup })).toBe('source_untrusted')
  })

  test('a host that the user configured may lack https and have a port', async () => {
    const server = await listen(() => ({ body: 'yes' }))
    expect(await outcome(server.url, allow(server))).toBe(200)
    expect(await outcome(server.url)).toBe('source_untrusted')
  })

  test('a refusal shows the host and no more', async () => {
    const answer = await get('https://me:hunter2@example.com/x?token=abc')
    expect(JSON.stringify(answer)).not.toMatch(/hunter2|abc/)
  })
})

describe('security 6.19: private addresses', () => {
  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    'fc00::1',
    'fe80::1',
    'fe80::1%eth0',
    'ff02::1',
    '2002:7f00:1::',
    'no address',
  ])('%s is private', (address) => {
    expect(isPrivateAddress(address)).toBe(true)
  })

  test.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111'])('%s is public', (address) => {
    expect(isPrivateAddress(address)).toBe(false)
  })

  test.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://0x7f000001/',
    'https://2130706433/',
    'https://0177.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://169.254.169.254/latest/meta-data/',
    'https://localhost/',
    'https://LOCALHOST./',
    'https://x.localhost/',
  ])('%s is refused, however it is written', async (url) => {
    expect(await outcome(url)).toBe('source_untrusted')
  })

  test('a name that leads to a private address is refused, also where it is one of several', async () => {
    const lookup = async () => [
      { address: '93.184.216.34', family: 4 },
      { address: '169.254.169.254', family: 4 },
    ]
    expect(await outcome('https://example.com/', { lookup })).toBe('source_untrusted')
  })

  test('a name is looked up once for each hop, and what was checked is what is connected to', async () => {
    const server = await listen(() => ({ body: 'yes' }))
    const { port } = new URL(server.url)
    let count = 0
    const lookup = async () => {
      count += 1
      return [{ address: count === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }]
    }
    const allowedHosts = [`rebinding.example:${port}`]
    const answer = await get(`http://rebinding.example:${port}/`, { lookup, allowedHosts })
    expect(answer).toMatchObject({ ok: true, value: { status: 200, address: '127.0.0.1' } })
    expect(count).toBe(1)
  })

  test('a name that nobody knows, as without a network, says so', async () => {
    const lookup = () => Promise.reject(Object.assign(new Error('offline'), { code: 'ENOTFOUND' }))
    expect(await outcome('https://example.com/', { lookup })).toBe('source_unavailable')
  })

  test('a host is this machine by its name or address', () => {
    expect(['localhost', '127.9.9.9', '[::1]', 'a.localhost'].map(isLoopbackHost)).toEqual([true, true, true, true])
    expect(['localhost.example.com', '128.0.0.1', 'local'].map(isLoopbackHost)).toEqual([false, false, false])
  })
})

describe('proxies', () => {
  test('the variables are understood, with their exceptions', () => {
    const { proxies } = readNetworkVariables({
      HTTPS_PROXY: 'http://proxy.example:3128',
      http_proxy: 'proxy.example:8080',
      NO_PROXY: 'internal.example, .corp.example,localhost:81',
    })
    const proxyOf = (url: string) => proxyFor(new URL(url), proxies)?.host
    expect(proxyOf('https://a.example/')).toBe('proxy.example:3128')
    expect(proxyOf('http://a.example/')).toBe('proxy.example:8080')
    expect(proxyOf('https://internal.example/')).toBeUndefined()
    expect(proxyOf('https://x.internal.example/')).toBeUndefined()
    expect(proxyOf('https://notinternal.example/')).toBe('proxy.example:3128')
    expect(proxyOf('https://a.corp.example/')).toBeUndefined()
    expect(proxyOf('http://localhost:81/')).toBeUndefined()
    expect(proxyOf('http://localhost:82/')).toBe('proxy.example:8080')
  })

  /** A proxy that forwards plain requests and refuses tunnels unless it is told where they lead. */
  async function startProxy() {
    const seen: string[] = []
    const server = createServer((incoming, response) => {
      seen.push(`GET ${incoming.url}`)
      const onward = requestHttp(incoming.url ?? '', { headers: incoming.headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 0, answer.headers)
        answer.pipe(response)
      })
      onward.end()
    })
    server.on('connect', (incoming, socket) => {
      seen.push(`CONNECT ${incoming.url} ${incoming.headers['proxy-authorization'] ?? ''}`.trim())
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    })
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()))
    onTestFinished(() => void server.close())
    return { seen, host: `127.0.0.1:${(server.address() as AddressInfo).port}` }
  }

  test('a plain request goes through it whole', async () => {
    const proxy = await startProxy()
    const server = await listen(() => ({ body: 'yes' }))
    const proxies = { http: `http://${proxy.host}`, exceptions: [] }
    expect(await outcome(`${server.url}/x`, { ...allow(server), proxies })).toBe(200)
    expect(proxy.seen).toEqual([`GET ${server.url}/x`])
  })

  test('https asks for a tunnel, with the proxy’s own credentials; a refusal says so', async () => {
    const proxy = await startProxy()
    const proxies = { https: `http://me:word@${proxy.host}`, exceptions: [] }
    const answer = await get('https://skills.example.com/x', { proxies, limits: { retries: 0 } })
    expect(proxy.seen).toEqual([`CONNECT skills.example.com:443 Basic ${btoa('me:word')}`])
    expect(answer).toMatchObject({ ok: false, failure: { code: 'source_unavailable' } })
    expect(JSON.stringify(answer)).not.toContain('word')
  })

  test('private addresses are refused behind a proxy too', async () => {
    const proxy = await startProxy()
    const proxies = { https: `http://${proxy.host}`, exceptions: [] }
    expect(await outcome('https://169.254.169.254/', { proxies })).toBe('source_untrusted')
    expect(proxy.seen).toEqual([])
  })
})
