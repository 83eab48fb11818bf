/** The programs in `examples/adapters`, each with its real library and without a key. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const here = dirname(fileURLToPath(import.meta.url))
const examples = join(here, '../../examples')
const libraries = join(here, process.env.METIER_COMPAT === 'newest' ? 'newest/node_modules' : 'node_modules')
const start = promisify(execFile)
// The client of MCP is a package of this workspace: `npm test` runs that one.
const programs = (await readdir(join(examples, 'adapters')))
  .filter((file) => file.endsWith('.mjs') && file !== 'mcp-client.mjs')
  .sort()
let folder: string
let home: string

beforeAll(async () => {
  // Below the libraries, where programs find them.
  await mkdir(libraries, { recursive: true })
  folder = await mkdtemp(join(libraries, '.programs-'))
  home = await mkdtemp(join(tmpdir(), 'metier-home-'))
  for (const part of ['adapters', 'lib']) {
    const filter = (path: string) => !path.includes('node_modules', examples.length)
    await cp(join(examples, part), join(folder, part), { recursive: true, filter })
  }
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await rm(home, { recursive: true, force: true })
})

test('there is one for each adapter', () => {
  expect(programs).toEqual([
    'ai-sdk.mjs',
    'anthropic.mjs',
    'google-adk.mjs',
    'google-genai.mjs',
    'langchain.mjs',
    'mastra.mjs',
    'openai-agents.mjs',
    'openai.mjs',
  ])
})

test('they ask for the versions that they are tested with', () => {
  const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')).dependencies as Record<string, string>
  expect(read(join(here, 'package.json'))).toMatchObject(read(join(examples, 'adapters/package.json')))
})

test.each(programs)('%s activates the skill, runs its script and prints the answer', async (program) => {
  const loopback = join(here, 'support/loopback-only.mjs')
  const { stdout, stderr } = await start(
    process.execPath,
    ['--import', loopback, join(folder, 'adapters', program), '--yes', 'How many words has "one two three"?'],
    { cwd: home, env: { PATH: process.env.PATH, HOME: home, MASTRA_TELEMETRY_DISABLED: '1' } },
  )
  expect(stderr).toContain('a scripted model answers')
  expect(stdout).toContain('It has 3 words.')
})
