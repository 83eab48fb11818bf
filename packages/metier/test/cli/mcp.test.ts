/** `metier mcp` and `metier serve` as clients start them: real processes, the SDK's own client. */

import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, onTestFinished, test } from 'vitest'
import { type Machine, runBuilt, runMetier, skillText, useMetier } from './run-metier.js'

const metier = useMetier()

const SKILLS = {
  '.agents/skills/pdf/SKILL.md': skillText('pdf', 'Reads PDF files'),
  '.agents/skills/csv/SKILL.md': skillText('csv', 'Reads CSV files'),
}

test.each(['2025', '2026'])('a client of %s starts metier mcp, uses a skill and goes', async (era) => {
  const machine = metier.create(SKILLS)
  const mode = era === '2025' ? 'legacy' : { pin: '2026-07-28' }
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } } as ClientOptions)
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [machine.main, 'mcp', '--profile', 'all'],
    cwd: machine.project,
    env: { ...machine.variables },
    stderr: 'pipe',
  })
  let said = ''
  transport.stderr?.on('data', (text) => {
    said += text
  })
  onTestFinished(() => client.close())
  await client.connect(transport)
  expect(client.getServerVersion()).toMatchObject({ name: 'metier' })
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toContain('Skill')
  const result = await client.callTool({ name: 'activate_skill', arguments: { name: 'pdf' } })
  expect(result.structuredContent).toMatchObject({ activated: true, name: 'pdf' })
  await client.close()
  expect(said).toBe('')
  const stats = await runMetier(machine, 'stats', '--json')
  expect(JSON.parse(stats.stdout)).toMatchObject({ skills: { pdf: { activated: 1 } } })
})

test('metier mcp ends by itself when its input ends', async () => {
  const machine = metier.create(SKILLS)
  expect(await runBuilt(machine, 'mcp')).toEqual({ code: 0, signal: null, stdout: '', stderr: '' })
})

test('metier serve answers over HTTP and ends on SIGTERM', async () => {
  const machine = metier.create(SKILLS)
  const { url, child, ended } = await startServe(machine)
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(url)))
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toContain('activate_skill')
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

test('a taken port and an address open to others are told', async () => {
  const machine = metier.create(SKILLS)
  const { port } = await startServe(machine)
  const taken = await runBuilt(machine, 'serve', '--port', String(port))
  expect(taken).toMatchObject({ code: 1 })
  expect(taken.stderr).toBe(
    `error: cannot serve: port ${port} is already in use\nUse another port: metier serve --port ${port + 1}\n`,
  )
})

test('where others can reach it, a token is made and asked for', async () => {
  const machine = metier.create(SKILLS)
  const { port, said } = await startServe(machine, '--host', '0.0.0.0')
  const token = /token: (\S+)/.exec(said())?.[1]
  const ask = (headers: Record<string, string>) => fetch(`http://127.0.0.1:${port}/mcp`, { headers })
  expect((await ask({})).status).toBe(401)
  expect((await ask({ authorization: `Bearer ${token}` })).status).not.toBe(401)
})

test('metier list loads nothing of the SDK', async () => {
  const machine = metier.create(SKILLS)
  const ending = await runBuilt({ ...machine, variables: { ...machine.variables, NODE_DEBUG: 'esm' } }, 'list')
  expect(ending.code).toBe(0)
  expect(ending.stderr).not.toContain('@modelcontextprotocol')
})

/** On a port that is free now; the first line on stderr says that it listens. */
async function startServe(machine: Machine, ...words: readonly string[]) {
  const port = await findFreePort()
  const child = spawn(process.execPath, [machine.main, 'serve', '--port', String(port), ...words], {
    cwd: machine.project,
    env: machine.variables,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = new Promise((resolve) => child.once('close', resolve))
  let said = ''
  await new Promise<void>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text
      if (/Serving skills at .*\n/.test(said)) resolve()
    })
    void ended.then(() => reject(new Error(`it ended: ${said}`)))
  })
  return { child, ended, port, url: `http://127.0.0.1:${port}/mcp`, said: () => said }
}

function findFreePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
