/** Attacks on the dashboard over real HTTP: each is refused, and nothing changes. */

import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { linkTo, temporaryFolder } from '../support/temporary.js'
import { openDashboard, PAGE, PATIENCE, skill, TOKEN } from './open-dashboard.js'

const PDF = { '.agents/skills/pdf/SKILL.md': skill('pdf', 'Reads PDF files') }
const JSON_TYPE = { 'content-type': 'application/json' }

describe('the address with its token', () => {
  test('is exchanged for a cookie that scripts and other sites cannot use, at an address without the token', async () => {
    const { send, port } = await openDashboard(PDF)
    const { status, headers } = await send(`/skills?token=${TOKEN}&scope=project`)
    expect({ status, location: headers.location }).toEqual({ status: 303, location: '/skills?scope=project' })
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(new RegExp(`^metier_page_${port}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict$`)),
    ])
    expect(headers['cache-control']).toBe('no-store')
  })

  test('is refused with another token', async () => {
    const { send } = await openDashboard(PDF)
    for (const token of ['', 'x', `${TOKEN}x`, TOKEN.slice(1), `${TOKEN.slice(1)}x`]) {
      const { status, headers } = await send(`/?token=${token}`)
      expect({ token, status, cookie: headers['set-cookie'] }).toEqual({ token, status: 401, cookie: undefined })
    }
  })

  test('does not open the API: a token in its address is not looked at', async () => {
    const { send } = await openDashboard(PDF)
    expect((await send(`/api/skills?token=${TOKEN}`)).status).toBe(401)
  })

  test('is the only way in: every path needs a session', async () => {
    const { send, port } = await openDashboard(PDF)
    const guessed = { cookie: `metier_page_${port}=guessed` }
    for (const path of ['/', '/skills', '/api/skills', '/api/events', '/assets/a.js']) {
      expect([path, (await send(path)).status]).toEqual([path, 401])
      expect([path, (await send(path, { headers: guessed })).status]).toEqual([path, 401])
    }
  })
})

describe('another site', () => {
  test('that points its name at this machine is refused (DNS rebinding)', async () => {
    const { send, cookie } = await openDashboard(PDF)
    for (const host of ['evil.example', 'evil.example:80', '127.0.0.1', '127.0.0.1:1', 'localhost.evil.example']) {
      for (const path of ['/', '/api/skills', `/?token=${TOKEN}`]) {
        const { status, headers } = await send(path, { headers: { host, cookie } })
        expect([host, [401, 403].includes(status), headers['set-cookie']]).toEqual([host, true, undefined])
      }
    }
  })

  test('cannot change or read anything with the cookie', async () => {
    const { send, cookie, skillManager } = await openDashboard(PDF)
    const heads: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      // Another port of this machine, and a sandboxed frame.
      { origin: 'http://127.0.0.1:1' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]
    for (const head of heads) {
      const headers = { cookie, ...JSON_TYPE, 'x-metier-page': PAGE, ...head }
      const body = JSON.stringify({ skill: 'pdf' })
      expect([head, (await send('/api/skill/disable', { method: 'POST', headers, body })).status]).toEqual([head, 403])
      expect([head, (await send('/api/skills', { headers: { cookie, ...head } })).status]).toEqual([head, 403])
    }
    await skillManager.ready()
    expect(skillManager.registry.disabled.size).toBe(0)
  })

  test('cannot send a form that changes anything', async () => {
    const { send, cookie, skillManager } = await openDashboard(PDF)
    const heads: [Record<string, string>, number][] = [
      [{ 'content-type': 'application/x-www-form-urlencoded' }, 403],
      [{ 'content-type': 'text/plain', 'x-metier-page': PAGE }, 400],
      [JSON_TYPE, 403],
      [{ ...JSON_TYPE, 'x-metier-page': 'a b' }, 403],
    ]
    for (const [head, status] of heads) {
      const body = JSON.stringify({ skill: 'pdf' })
      const reply = await send('/api/skill/disable', { method: 'POST', headers: { cookie, ...head }, body })
      expect([head, reply.status]).toEqual([head, status])
    }
    await skillManager.ready()
    expect(skillManager.registry.disabled.size).toBe(0)
    const headers = { cookie, ...JSON_TYPE, 'x-metier-page': PAGE }
    const own = await send('/api/skill/disable', { method: 'POST', headers, body: '{"skill":"pdf"}' })
    expect([own.status, skillManager.registry.disabled.size]).toEqual([200, 1])
  })

  test('gets no permission to read, also not by asking first', async () => {
    const { send, cookie, port } = await openDashboard(PDF)
    const origin = `http://127.0.0.1:${port}`
    const { headers } = await send('/api/skills', { headers: { cookie, origin } })
    expect(headers['access-control-allow-origin']).toBeUndefined()
    const asked = { cookie, origin: 'https://evil.example', 'access-control-request-method': 'POST' }
    const preflight = await send('/api/skill/disable', { method: 'OPTIONS', headers: asked })
    expect(preflight.status).toBe(403)
    expect(Object.keys(preflight.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  test('may link to a page, which the browser then asks for without the cookie', async () => {
    const { send, cookie } = await openDashboard({ ...PDF, 'assets/index.html': '<p>' })
    const head = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
    expect((await send('/skills', { headers: { cookie, ...head } })).status).toBe(200)
    expect((await send('/api/skills', { headers: { cookie, ...head } })).status).toBe(403)
  })
})

describe('every answer', () => {
  test('forbids frames, inline code, sniffing and referrers', async () => {
    const { send, cookie } = await openDashboard(PDF)
    for (const path of ['/', '/skills', '/api/skills', '/api/nothing', '/assets/none.js', '/skills/x']) {
      for (const headers of [{ cookie }, {}]) {
        const reply = await send(path, { headers })
        const policy = String(reply.headers['content-security-policy'])
        expect(policy).toContain("default-src 'none'")
        expect(policy).toContain("frame-ancestors 'none'")
        expect(policy).not.toContain('unsafe')
        expect(reply.headers).toMatchObject({
          'x-frame-options': 'DENY',
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
        })
      }
    }
  })

  test('has no password of an address that was typed', async () => {
    const { ask } = await openDashboard(PDF)
    const source = 'https://someone:hunter2@git.example/skills.git'
    const begun = await ask('POST /api/installs', { source, skill: 'pdf' })
    await expect.poll(async () => (await ask('GET /api/install', { id: begun.id })).state, PATIENCE).toBe('refused')
    const answers = [begun, await ask('GET /api/installs', {}), await ask('POST /api/offers', { source })]
    expect(JSON.stringify(answers)).not.toContain('hunter2')
  })

  test('shows the home directory as ~, also in errors', async () => {
    const { ask, send, cookie, home } = await openDashboard({
      'home/.agents/skills/own/SKILL.md': skill('own', 'Mine'),
      'home/.agents/skills/broken/SKILL.md': '---\nname: [\n---\n',
    })
    const skills = await ask('GET /api/skills', {})
    expect(skills.rows.map(({ name }) => name)).toContain('own')
    const answers = [
      skills,
      await ask('GET /api/overview', {}),
      await ask('GET /api/skill', { skill: 'own' }),
      await ask('GET /api/skill/file', { skill: 'own', path: '../../../nothing' }),
      await ask('POST /api/offers', { source: join(home, 'nothing') }),
      (await send('/api/skill?skill=~%2Fnothing', { headers: { cookie } })).text,
    ]
    expect(JSON.stringify(answers)).not.toContain(home)
    expect((await ask('GET /api/skill', { skill: 'own' })).directory).toBe('~/.agents/skills/own')
  })
})

describe('a path', () => {
  const outside = () => temporaryFolder({ 'secret.txt': 'secret' })

  test('of a skill cannot leave it', async () => {
    const elsewhere = outside()
    const { send, cookie } = await openDashboard({
      ...PDF,
      '.agents/skills/secret.txt': 'secret',
      '.agents/skills/pdf/link.txt': linkTo(join(elsewhere, 'secret.txt')),
      '.agents/skills/pdf/folder': linkTo(elsewhere),
    })
    const paths = [
      '../secret.txt',
      '../../../../../../../../etc/passwd',
      '/etc/passwd',
      'a/../../secret.txt',
      '..\\secret.txt',
      '%2e%2e/secret.txt',
      'link.txt',
      'folder/secret.txt',
    ]
    for (const path of paths.flatMap((one) => [one, encodeURIComponent(one)])) {
      const reply = await send(`/api/skill/file?skill=pdf&path=${path}`, { headers: { cookie } })
      expect([path, reply.status]).toEqual([path, 404])
      expect(reply.text).not.toMatch(/root:|"secret"/)
    }
  })

  test('of a file of the skill is read', async () => {
    const { ask } = await openDashboard({ ...PDF, '.agents/skills/pdf/a/b.txt': 'text' })
    expect(await ask('GET /api/skill/file', { skill: 'pdf', path: 'a/b.txt' })).toEqual({
      kind: 'text',
      path: 'a/b.txt',
      text: 'text',
    })
  })

  test('of the pages cannot leave their directory', async () => {
    const { send, cookie } = await openDashboard({
      'assets/index.html': '<p>',
      'assets/assets/app-1.js': 'run()',
      'assets/assets/link.js': linkTo(join(outside(), 'secret.txt')),
      'assets/secret.js': 'secret',
      'assets/index.html.br': 'packed',
    })
    const paths = [
      '/../secret.js',
      '/assets/%2e%2e/secret.js',
      '/assets/..%2fsecret.js',
      '/assets/link.js',
      '/secret.js',
    ]
    for (const path of paths) {
      const { status, text } = await send(path, { headers: { cookie } })
      expect([path, status >= 400, text.includes('secret')]).toEqual([path, true, false])
    }
    const packed = await send('/', { headers: { cookie, 'accept-encoding': 'gzip, br' } })
    expect(packed.headers).toMatchObject({
      'content-encoding': 'br',
      vary: 'accept-encoding',
      'cache-control': 'no-cache',
    })
    const { status, headers } = await send('/assets/app-1.js', { headers: { cookie } })
    expect({ status, cache: headers['cache-control'] }).toMatchObject({
      status: 200,
      cache: expect.stringContaining('immutable'),
    })
  })
})

describe('a request that is too large or malformed', () => {
  test('a body of more than 1 MiB is refused, and the server lives', async () => {
    const { send, ask, cookie } = await openDashboard(PDF)
    const headers = { cookie, ...JSON_TYPE, 'x-metier-page': PAGE }
    const body = JSON.stringify({ skill: 'x'.repeat(1024 * 1024) })
    const reply = await send('/api/skill/disable', { method: 'POST', headers, body })
    expect(reply.status).toBe(413)
    expect(JSON.parse(reply.text)).toMatchObject({ error: { code: 'request_too_large' } })
    expect((await ask('GET /api/skills', {})).rows).toHaveLength(1)
  })

  test('a body that never ends is not kept: it is refused as soon as it is too large', async () => {
    const { port, cookie, ask } = await openDashboard(PDF)
    const chunk = new Uint8Array(64 * 1024)
    let sent = 0
    const body = new ReadableStream({
      pull: (controller) => {
        sent += chunk.length
        controller.enqueue(chunk)
      },
    })
    const headers = { cookie, ...JSON_TYPE, 'x-metier-page': PAGE }
    const asked = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
    expect((await fetch(`http://127.0.0.1:${port}/api/skill/disable`, asked)).status).toBe(413)
    expect(sent).toBeLessThan(32 * 1024 * 1024)
    expect((await ask('GET /api/skills', {})).rows).toHaveLength(1)
  })

  test('is refused with what it must be', async () => {
    const { send, cookie } = await openDashboard(PDF)
    const headers = { cookie, ...JSON_TYPE, 'x-metier-page': PAGE }
    const bodies = ['{"skill":', '[]', '{"skill":1}', '{"skill":"pdf","force":true}', '{}', '{"skill":"pdf\\u0000"}']
    for (const body of bodies) {
      const reply = await send('/api/skill/disable', { method: 'POST', headers, body })
      expect([body, reply.status]).toEqual([body, 400])
      expect(JSON.parse(reply.text)).toMatchObject({ error: { code: 'request_invalid' } })
    }
  })
})

test('hostile text of a skill is data: JSON that no browser takes for a page', async () => {
  const body = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[x](javascript:alert(1))',
    '<svg onload=alert(1)>',
    '<style>*{display:none}</style>',
    `|a|\n|-|\n${'|b|\n'.repeat(1_000)}`,
    '\u001b]0;title\u0007',
  ].join('\n')
  const { send, ask, cookie } = await openDashboard({
    '.agents/skills/evil/SKILL.md': skill('evil', '"</script><script>alert(1)</script>"', '', body),
    '.agents/skills/evil/page.html': '<script>alert(1)</script>',
    '.agents/skills/evil/image.svg': '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
  })
  for (const path of ['source?skill=evil', 'file?skill=evil&path=page.html', 'file?skill=evil&path=image.svg']) {
    const { headers } = await send(`/api/skill/${path}`, { headers: { cookie } })
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
  }
  expect((await ask('GET /api/skill/source', { skill: 'evil' })).text).toContain('<script>alert(1)</script>')
})

test('paths that MCP clients probe are answered as without a dashboard', async () => {
  const { send } = await openDashboard(PDF)
  const { status, text } = await send('/.well-known/oauth-protected-resource')
  expect(status).toBe(404)
  expect(JSON.parse(text)).toMatchObject({ jsonrpc: '2.0', error: { message: 'Not Found: the endpoint is /mcp' } })
})
