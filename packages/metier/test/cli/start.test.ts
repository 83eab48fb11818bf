/** `npm start`, in a copy of the repository that is built already. */

import { spawn } from 'node:child_process'
import { cpSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../support/temporary.js'
import { useMetier, writeText } from './run-metier.js'

const repository = fileURLToPath(new URL('../../../..', import.meta.url))
const metier = useMetier()

test.each(['SIGINT', 'SIGTERM'] as const)('npm start lists, serves and ends well on %s', async (signal) => {
  const { main, variables } = metier.create()
  const copy = temporaryFolder()
  for (const path of ['scripts', 'examples/skills'])
    cpSync(join(repository, path), join(copy, path), { recursive: true })
  writeText(
    join(copy, 'packages/metier/dist/cli/main.js'),
    `await import(${JSON.stringify(pathToFileURL(main).href)})\n`,
  )
  writeText(join(copy, 'package.json'), '{ "type": "module" }')
  if (signal === 'SIGTERM') await occupyUsualPort()
  const PATH = `${variables.PATH}:${dirname(process.execPath)}`
  const child = spawn(process.execPath, [join(copy, 'scripts/start.mjs')], {
    cwd: copy,
    env: { ...variables, PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = new Promise((resolve) => child.once('close', resolve))
  let said = ''
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.on('data', (text) => reject(new Error(String(text))))
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const address = /Serving skills at (\S+)\n/.exec(said)?.[1]
      if (address !== undefined) resolve(address)
    })
    void ended.then(() => reject(new Error(`it ended: ${said}`)))
  })
  expect(said).toContain('12 skills')
  if (signal === 'SIGTERM') expect(said).toMatch(/\nPort 7391 is in use, so this server uses port \d+\.\n/)
  const hints = said.split('\n').filter((line) => line.startsWith('  npx metier') || line.startsWith('  # '))
  expect(hints).toHaveLength(14)
  expect(hints.filter((line) => line.length > 80)).toEqual([])
  expect(said.indexOf('npx metier search')).toBeGreaterThan(said.indexOf('12 skills'))
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(url)))
  const { structuredContent } = await client.callTool({ name: 'activate_skill', arguments: { name: 'sql-review' } })
  expect(structuredContent).toMatchObject({ activated: true })
  await client.close()
  child.kill(signal)
  expect(await ended).toBe(0)
  await expect(fetch(url)).rejects.toThrow()
})

/** Another program may have it already. */
async function occupyUsualPort(): Promise<void> {
  const server = createServer()
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => {
    server.once('error', () => resolve())
    server.listen(7391, '127.0.0.1', resolve)
  })
}
