/** The example agents run, whole, with a model that says what a script tells it to. */

import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { describe, expect, onTestFinished, test } from 'vitest'
import { needs } from '../support/programs.js'
import { type Files, linkTo, temporaryFolder } from '../support/temporary.js'

const repository = fileURLToPath(new URL('../../../..', import.meta.url))
const source = join(repository, 'packages/metier/src')

type Turn = readonly [tool: string, input: object] | string

interface Seen {
  readonly offered: readonly string[]
  readonly answer: string
}

/** A service that speaks Chat Completions and follows a script; what it was shown is kept. */
async function startModel(script: readonly Turn[]) {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (data) => {
      body += data
    })
    request.on('end', () => {
      const { tools, messages } = JSON.parse(body)
      const turn = script[seen.length] ?? 'It went on too long.'
      seen.push({
        offered: tools.map(({ function: { name } }: { function: { name: string } }) => name),
        answer: messages.at(-1).content,
      })
      const message = typeof turn === 'string' ? { role: 'assistant', content: turn } : toCall(turn)
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ choices: [{ message }] }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

function toCall([name, input]: readonly [string, object]) {
  const call = { id: 'call', type: 'function', function: { name, arguments: JSON.stringify(input) } }
  return { role: 'assistant', content: null, tool_calls: [call] }
}

/** Runs an example as its reader would, with Metier from its source and a home of its own. */
async function runAgent(example: string, script: readonly Turn[], files: Files = {}) {
  const folder = temporaryFolder()
  const outfile = join(folder, 'agent.mjs')
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'))
  await build({
    entryPoints: [join(repository, 'examples/agents', example)],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'error',
    plugins: [
      {
        name: 'metier-from-source',
        setup: ({ onResolve }) => {
          onResolve({ filter: /^metier(\/|$)/ }, ({ path }) => ({
            path: join(source, `${path === 'metier' ? 'index' : path.slice('metier/'.length)}.ts`),
          }))
          onResolve({ filter: /^[@a-z]/ }, ({ path }) => ({ path, external: true }))
        },
      },
    ],
  })
  const model = await startModel(script)
  const home = join(folder, 'home')
  mkdirSync(home)
  // The examples are named relative to where the agent is started.
  const work = temporaryFolder({ ...files, examples: linkTo(join(repository, 'examples')) })
  const env = { PATH: process.env.PATH, HOME: home, OPENAI_BASE_URL: model.url }
  const child = spawn(process.execPath, [outfile, 'Go.', '--yes'], { cwd: work, env })
  let output = ''
  child.stdout.on('data', (data) => {
    output += data
  })
  child.stderr.on('data', (data) => {
    output += data
  })
  const code = await new Promise((resolve) => child.on('close', resolve))
  return { code, output, seen: model.seen }
}

describe('an agent with', () => {
  test.skipIf(spawnSync('python3', ['--version']).status !== 0)('scripts of a skill', needs('python3'), async () => {
    const { code, output, seen } = await runAgent(
      'script-tools.mjs',
      [
        ['activate_skill', { name: 'csv-tools' }],
        ['csv_count', { file: 'orders.csv', by: ['country'] }],
        ['deactivate_skill', {}],
        'Portugal, with two.',
      ],
      { 'orders.csv': 'id,country\n1,PT\n2,DE\n3,PT\n' },
    )
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('Portugal, with two.') })
    expect(seen.map(({ offered }) => offered.length)).toEqual([2, 6, 6, 2])
    expect(JSON.parse(seen[2]?.answer ?? '')).toMatchObject({ rows: 3, groups: [{ country: 'PT', rows: 2 }, {}] })
  })

  test('a server of a skill', async () => {
    const { code, output, seen } = await runAgent('mcp-server.mjs', [
      ['activate_skill', { name: 'notes' }],
      ['add_note', { text: 'The meeting is on Friday' }],
      ['list_notes', {}],
      'Noted.',
    ])
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('Noted.') })
    expect(seen.map(({ offered }) => offered.length)).toEqual([2, 5, 5, 5])
    expect(seen[3]?.answer).toBe('1. The meeting is on Friday')
  })

  test('skills in TypeScript', async () => {
    const { code, output, seen } = await runAgent('typescript-skills.ts', [
      ['activate_skill', { name: 'units' }],
      ['convert_length', { value: 10, to: 'kilometres' }],
      ['activate_skill', { name: 'tasks' }],
      ['complete_task', { task: 'fly' }],
      'Done.',
    ])
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('Done.') })
    expect(seen.map(({ offered }) => offered.length)).toEqual([1, 3, 3, 5, 5])
    expect(seen[2]?.answer).toBe('16.09344')
    expect(seen[4]?.answer).toContain("No task 'fly'")
  })
})
