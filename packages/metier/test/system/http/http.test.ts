import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { describeTime } from '../../../src/system/http/http-problem.js'
import { listen } from '../../servers/listen.js'
import { temporaryFolder } from '../../support/temporary.js'
import { allow, get, outcome } from '../asking.js'

describe('security 6.20: redirects', () => {
  function redirectTo(location: string | ((path: string) => string), status = 302) {
    return listen((path) => ({
      status,
      headers: { location: typeof location === 'string' ? location : location(path) },
    }))
  }

  test('within the same origin they are followed, three of them', async () => {
    const server = await listen((path) =>
      path === '/3' ? { body: 'end' } : { status: 302, headers: { location: `/${Number(path.slice(1)) + 1}` } },
    )
    expect(await outcome(`${server.url}/0`, allow(server))).toBe(200)
    const endless = await redirectTo((path) => `${path}x`)
    expect(await outcome(endless.url, allow(endless))).toBe('source_untrusted')
    expect(endless.requests).toHaveLength(4)
  })

  test('to another origin they are followed only where that is trusted', async () => {
    const target = await listen(() => ({ body: 'end' }))
    const server = await redirectTo(target.url)
    const options = allow(server, target)
    expect(await outcome(server.url, options)).toBe('source_untrusted')
    expect(target.requests).toEqual([])
    expect(await outcome(server.url, options, { mayFollow: (url) => url.host === target.host })).toBe(200)
  })

  test('to this machine, to metadata, to another protocol they are not, trusted or not', async () => {
    const secret = await listen(() => ({ body: 'secret' }))
    for (const location of [
      secret.url,
      'https://169.254.169.254/',
      'http://example.com/',
      'file:///etc/passwd',
      'https://u:p@example.com/',
    ]) {
      const server = await redirectTo(location)
      expect(await outcome(server.url, allow(server), { mayFollow: () => true }), location).toBe('source_untrusted')
    }
    expect(secret.requests).toEqual([])
  })

  test('credentials do not follow to another origin', async () => {
    const target = await listen(() => ({ body: 'end' }))
    const server = await redirectTo(target.url)
    const headers = { Authorization: 'Bearer x', Cookie: 'a=b', 'X-Other': 'kept' }
    await get(server.url, allow(server, target), { headers, mayFollow: () => true })
    expect(server.headers()).toMatchObject({ authorization: 'Bearer x', cookie: 'a=b' })
    expect(target.headers().authorization).toBeUndefined()
    expect(target.headers().cookie).toBeUndefined()
    expect(target.headers()['x-other']).toBe('kept')
  })
})

describe('security 6.21: limits', () => {
  test('more bytes than allowed, declared or not', async () => {
    const declared = await listen(() => ({ body: 'x'.repeat(2000) }))
    expect(await outcome(declared.url, allow(declared), { mostBytes: 1999 })).toBe('limit_exceeded')
    expect(await outcome(declared.url, allow(declared), { mostBytes: 2000 })).toBe(200)
    const endless = await listen((_path, _request, response) => {
      const more = () => response.write('x'.repeat(1000), () => response.destroyed || setImmediate(more))
      more()
      return undefined
    })
    expect(await outcome(endless.url, allow(endless), { mostBytes: 100_000 })).toBe('limit_exceeded')
  })

  test.each([
    [50, '50 ms'],
    [1000, '1 second'],
    [15_000, '15 seconds'],
    [119_870, '120 seconds'],
  ])('how long was waited is said as people say it: %i is %s', (milliseconds, said) => {
    expect(describeTime(milliseconds)).toBe(said)
  })

  test('a server that drips, or says nothing, is left', async () => {
    const silent = await listen(() => undefined)
    expect(await outcome(silent.url, { ...allow(silent), limits: { idleMilliseconds: 50, retries: 0 } })).toBe(
      'source_unavailable',
    )
    const dripping = await listen((_path, _request, response) => {
      const timer = setInterval(() => response.write('x'), 10)
      response.on('close', () => clearInterval(timer))
      return undefined
    })
    const limits = { idleMilliseconds: 5000, milliseconds: 120, retries: 0 }
    expect(await outcome(dripping.url, { ...allow(dripping), limits })).toBe('source_unavailable')
  })

  test('an answer that is packed on the way is refused', async () => {
    const server = await listen(() => ({ headers: { 'content-encoding': 'gzip' }, body: 'x' }))
    expect(await outcome(server.url, allow(server))).toBe('source_unavailable')
    expect(server.headers()['accept-encoding']).toBe('identity')
  })

  test('an answer that is cut off is no answer', async () => {
    const server = await listen((_path, _request, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('half', () => response.destroy())
      return undefined
    })
    const answer = await get(server.url, allow(server))
    expect(answer).toMatchObject({
      ok: false,
      failure: { code: 'source_unavailable', message: expect.stringContaining('closed the connection early') },
    })
    expect(server.requests).toHaveLength(3)
  })

  test('a body goes to disk as it comes, with progress', async () => {
    const body = 'x'.repeat(100_000)
    const server = await listen(() => ({ body, headers: { 'content-length': '100000' } }))
    const file = join(temporaryFolder(), 'body')
    const steps: (number | undefined)[][] = []
    const onProgress = (done: number, total: number | undefined) => void steps.push([done, total])
    const answer = await get(server.url, allow(server), { file, onProgress })
    expect(answer).toMatchObject({ ok: true, value: { body: new Uint8Array() } })
    expect(createHash('sha1').update(readFileSync(file)).digest('hex')).toBe(
      createHash('sha1').update(body).digest('hex'),
    )
    expect(steps.at(-1)).toEqual([100_000, 100_000])
  })

  test('a body that is cut off on its way to disk is fetched anew', async () => {
    const server = await listen((_path, _request, response) => {
      response.writeHead(200, { 'content-length': '4' })
      if (server.requests.length === 1) response.write('ha', () => response.destroy())
      else response.end('half')
      return undefined
    })
    const file = join(temporaryFolder(), 'body')
    expect(await outcome(server.url, allow(server), { file })).toBe(200)
    expect(readFileSync(file, 'utf8')).toBe('half')
  })

  test('of a body that never comes whole nothing stays on disk', async () => {
    const server = await listen((_path, _request, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('half', () => response.destroy())
      return undefined
    })
    const file = join(temporaryFolder(), 'body')
    expect(await outcome(server.url, allow(server), { file })).toBe('source_unavailable')
    expect(existsSync(file)).toBe(false)
  })

  test('a disk that refuses is no fault of the server', async () => {
    const server = await listen(() => ({ body: 'x' }))
    const file = join(temporaryFolder(), 'missing', 'body')
    expect(await outcome(server.url, allow(server), { file })).toBe('system_error')
    expect(server.requests).toHaveLength(1)
  })

  test('a server that stops in the middle is left, and that is what is said', async () => {
    const server = await listen((_path, _request, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('half')
      return undefined
    })
    const answer = await get(server.url, { ...allow(server), limits: { idleMilliseconds: 50 } })
    expect(answer).toMatchObject({ failure: { message: expect.stringContaining('did not send any data for 50 ms') } })
    expect(server.requests).toHaveLength(1)
  })

  test('what is no success is not written', async () => {
    const server = await listen(() => ({ status: 404, body: 'no' }))
    const file = join(temporaryFolder(), 'body')
    expect(await outcome(server.url, allow(server), { file })).toBe(404)
    expect(existsSync(file)).toBe(false)
  })

  test('an aborted signal ends it', async () => {
    const server = await listen(() => undefined)
    const controller = new AbortController()
    const asked = get(server.url, allow(server), { signal: controller.signal })
    controller.abort(new Error('enough'))
    await expect(asked).rejects.toThrow('enough')
  })
})

test('nobody waits for the lookup of a name after an aborted signal', async () => {
  const controller = new AbortController()
  const lookup = () => {
    controller.abort(new Error('enough'))
    return new Promise<never>(() => undefined)
  }
  await expect(get('https://example.com/', { lookup }, { signal: controller.signal })).rejects.toThrow('enough')
})

describe('other attempts', () => {
  async function attempts(reply: { status: number; headers?: Record<string, string> }, failing: number) {
    const waits: number[] = []
    let count = 0
    const server = await listen(() => {
      count += 1
      return count <= failing ? reply : { body: 'yes' }
    })
    const wait = async (milliseconds: number) => void waits.push(milliseconds)
    return { result: await outcome(server.url, { ...allow(server), wait }), waits, count }
  }

  test('as long as the server asks for, and a little more', async () => {
    const { result, waits } = await attempts({ status: 429, headers: { 'retry-after': '7' } }, 1)
    expect(result).toBe(200)
    expect(waits).toHaveLength(1)
    expect(waits[0]).toBeGreaterThanOrEqual(7000)
    expect(waits[0]).toBeLessThan(7251)
  })

  test('a date is understood as well', async () => {
    const date = new Date(Date.now() + 20_000).toUTCString()
    const { waits } = await attempts({ status: 503, headers: { 'retry-after': date } }, 1)
    expect(waits[0]).toBeGreaterThan(15_000)
    expect(waits[0]).toBeLessThan(21_500)
  })

  test('at most two more, then it says so', async () => {
    const { result, waits, count } = await attempts({ status: 500 }, 9)
    expect([result, waits.length, count]).toEqual(['source_unavailable', 2, 3])
  })

  test.each([
    ['1', 'Try again in 1 second'],
    ['90', 'Try again in 90 seconds'],
    ['0', 'Try again later'],
  ])('Retry-After: %s says: %s', async (header, said) => {
    const server = await listen(() => ({ status: 429, headers: { 'retry-after': header } }))
    const answer = await get(server.url, { ...allow(server), limits: { retries: 0 } })
    expect(answer).toMatchObject({ ok: false, failure: { suggestions: [said] } })
  })

  test('a wait that somebody would notice is told before it begins', async () => {
    const server = await listen(() => ({ status: 429, headers: { 'retry-after': '2' } }))
    const told: string[] = []
    const options = { ...allow(server), wait: async () => void told.push('waited') }
    await get(server.url, options, { onWait: (milliseconds) => told.push(`told ${Math.floor(milliseconds / 1000)}`) })
    expect(told).toEqual(['told 2', 'waited', 'told 2', 'waited'])
  })

  test('nobody waits for an hour', async () => {
    const { result, count } = await attempts({ status: 429, headers: { 'retry-after': '3600' } }, 9)
    expect([result, count]).toEqual(['source_unavailable', 1])
  })

  test('an answer that will not change is not asked for again', async () => {
    expect(await attempts({ status: 404 }, 9)).toMatchObject({ result: 404, count: 1 })
  })
})
