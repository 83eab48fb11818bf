/** `metier serve` with its page: both addresses are printed, and nothing of the page is loaded before it is opened. */

import { createServer } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { createDeferred } from '../support/deferred.js'
import { type Machine, runHere, skillText, useMetier } from './run-metier.js'

const metier = useMetier()
const SKILLS = { '.agents/skills/pdf/SKILL.md': skillText('pdf', 'Reads PDF files') }

/** Serves in this process until the work is done. */
async function serving(machine: Machine, words: readonly string[], work: (said: string) => Promise<void>) {
  const abortion = new AbortController()
  const listening = createDeferred<string>()
  const code = runHere(machine, ['serve', '--port', String(await findFreePort()), ...words], {
    stdin: Readable.from([]),
    stdout: { write: () => true },
    stderr: {
      write: (text) => {
        if (text.includes('Serving skills at')) listening.resolve(text)
        return true
      },
    },
    signal: abortion.signal,
  })
  try {
    await work(await Promise.race([listening.promise, code.then((ended) => `it ended with ${ended}`)]))
  } finally {
    abortion.abort()
  }
  // As a shell says that Ctrl-C ended it.
  expect(await code).toBe(130)
}

function findFreePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

test('the page is at the printed address, with the skills that MCP clients get, and commands with the same options', async () => {
  const machine = metier.create(SKILLS)
  await serving(machine, ['--root', '.agents/skills'], async (said) => {
    const [, page = ''] = /^Open the page at (http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{32})$/m.exec(said) ?? []
    const opened = await fetch(page, { redirect: 'manual' })
    expect([opened.status, opened.headers.get('location')]).toEqual([303, '/'])
    const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? ''
    const ask = async (path: string) => (await fetch(new URL(path, page), { headers: { cookie } })).json()
    expect(await ask('/api/skills')).toMatchObject({ rows: [{ id: 'pdf', state: 'eligible' }] })
    expect(await ask('/api/skill?skill=pdf')).toMatchObject({
      actions: { disable: 'metier disable pdf --root .agents/skills' },
    })
    expect(await ask('/api/client?client=claude-code')).toMatchObject({
      listed: 1,
      instructions: expect.stringContaining('pdf'),
    })
    const unbuilt = await fetch(new URL('/', page), { headers: { cookie } })
    expect([unbuilt.status, await unbuilt.text()]).toEqual([503, expect.stringContaining('npm run build')])
  })
})

test('without the page, its paths are as unknown as others', async () => {
  await serving(metier.create(SKILLS), ['--no-dashboard'], async (said) => {
    expect(said).not.toContain('Open the page')
    const [, url = ''] = /Serving skills at (\S+)/.exec(said) ?? []
    for (const path of ['/', '/api/skills']) expect((await fetch(new URL(path, url))).status).toBe(404)
  })
})

test('a token for MCP clients is not one for the page, nor the other way round', async () => {
  const machine = metier.create({ ...SKILLS, token: 'a-token-for-mcp-clients' })
  await serving(machine, ['--token-file', join(machine.project, 'token')], async (said) => {
    const [, page = ''] = /Open the page at (\S+)/.exec(said) ?? []
    const mcp = new URL('/mcp', page)
    const bearer = { authorization: 'Bearer a-token-for-mcp-clients' }
    expect((await fetch(page, { redirect: 'manual' })).status).toBe(303)
    expect((await fetch(new URL('/api/skills', page), { headers: bearer })).status).toBe(401)
    expect((await fetch(mcp)).status).toBe(401)
    const token = new URL(page).searchParams.get('token')
    expect((await fetch(mcp, { headers: { authorization: `Bearer ${token}` } })).status).toBe(401)
    expect((await fetch(mcp, { headers: bearer })).status).not.toBe(401)
  })
})

test('where others can reach the server, there is no page', async () => {
  await serving(metier.create(SKILLS), ['--host', '0.0.0.0'], async (said) => {
    expect(said).toContain('token: ')
    expect(said).not.toContain('Open the page')
  })
})
