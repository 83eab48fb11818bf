/** A new tool is one file and one line: the sources are built with both, and the tool is offered everywhere. */

import { execFile } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { build, type Plugin } from 'esbuild'
import { expect, test } from 'vitest'
import { FROM_SOURCE } from '../support/bundling.js'
import { skillText, temporaryFolder } from '../support/temporary.js'

const run = promisify(execFile)
const packageFolder = fileURLToPath(new URL('../..', import.meta.url))

const FILE = `
import { type BuiltInTool, READS } from './built-in-tool.js'

const definition = { name: 'echo', description: 'Repeats a text', inputSchema: { type: 'object' } }

export const echoTool: BuiltInTool<'parrot'> = {
  name: 'echo',
  profile: 'parrot',
  traits: { title: 'Repeat a text', annotations: READS },
  create: () => ({
    name: 'echo',
    definition,
    call: async (input: unknown) => ({ text: JSON.stringify(input), isError: false, data: input }),
  }),
}
`

test('a tool that is a file and a line is in the library, on the command line and over MCP', async () => {
  const folder = temporaryFolder({ 'project/.agents/skills/pdf/SKILL.md': skillText('pdf'), 'home/': '' })
  const load = await buildWithTool(folder)
  const skillManager = await load.manager(join(folder, 'project'))
  expect(load.createTools({ skillManager }).at(-1)).toMatchObject({ name: 'echo' })

  const metier = (...words: readonly string[]) => runBuilt(folder, words)
  expect((await metier('tools', '--json')).at(-1)).toMatchObject({ name: 'echo', description: 'Repeats a text' })
  expect(await metier('call', 'echo', '{"text":"hello"}')).toEqual({ text: 'hello' })

  const listed = async (profile: string) => (await load.listTools({ skillManager, profile })).map(({ name }) => name)
  expect(await load.listTools({ skillManager, profile: 'parrot' })).toEqual([
    {
      name: 'echo',
      title: 'Repeat a text',
      description: 'Repeats a text',
      inputSchema: { type: 'object' },
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
  ])
  expect((await listed('all')).at(-1)).toBe('echo')
  expect(await listed('registry')).not.toContain('echo')
  expect(await load.callTool({ skillManager, profile: 'parrot' }, 'echo', { text: 'hello' })).toMatchObject({
    structuredContent: { text: 'hello' },
  })
}, 60_000)

/** Adds the file, and the line that names it, to what the bundler reads: nothing in the tree is touched. */
const addTool: Plugin = {
  name: 'add-tool',
  setup({ onResolve, onLoad }) {
    const source = join(packageFolder, 'src/tools')
    onResolve({ filter: /^\.\/echo\.js$/ }, () => ({ path: join(source, 'echo.ts'), namespace: 'added' }))
    onLoad({ filter: /./, namespace: 'added' }, () => ({ contents: FILE, loader: 'ts', resolveDir: source }))
    onLoad({ filter: /src[/\\]tools[/\\]create-tools\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      const listed = text.replace('\n] as const', '\n  echoTool,\n] as const')
      expect(listed).not.toBe(text)
      return { contents: `import { echoTool } from './echo.js'\n${listed}`, loader: 'ts', resolveDir: dirname(path) }
    })
  },
}

async function buildWithTool(folder: string) {
  const outdir = join(folder, 'dist')
  await build({
    entryPoints: ['index', 'tools', 'mcp', 'cli/main'].map((name) => join(packageFolder, `src/${name}.ts`)),
    outdir,
    outExtension: { '.js': '.mjs' },
    plugins: [addTool],
    ...FROM_SOURCE,
  })
  symlinkSync(join(packageFolder, '../../node_modules'), join(folder, 'node_modules'))
  const load = (name: string) => import(/* @vite-ignore */ pathToFileURL(join(outdir, `${name}.mjs`)).href)
  const [{ SkillManager }, { createTools }, { serveMcpOverStdio }] = await Promise.all(
    ['index', 'tools', 'mcp'].map(load),
  )
  const connect = async <T>(options: object, work: (client: McpClient) => Promise<T>): Promise<T> => {
    const [{ InMemoryTransport }, { Client }] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('@modelcontextprotocol/client'),
    ])
    const [near, far] = InMemoryTransport.createLinkedPair()
    const service = await serveMcpOverStdio({ ...options, transport: far })
    const client = new Client({ name: 'test', version: '1.0.0' })
    await client.connect(near)
    const result = await work(client)
    await client.close()
    await service.close()
    return result
  }
  return {
    manager: (workdir: string) => SkillManager.open({ workdir, home: join(folder, 'home'), index: false, config: {} }),
    createTools: createTools as (options: object) => readonly { readonly name: string }[],
    listTools: (options: object) => connect(options, async (client) => (await client.listTools()).tools),
    callTool: (options: object, name: string, input: Record<string, unknown>) =>
      connect(options, (client) => client.callTool({ name, arguments: input })),
  }
}

type McpClient = InstanceType<typeof import('@modelcontextprotocol/client').Client>

async function runBuilt(folder: string, words: readonly string[]) {
  const { stdout } = await run(process.execPath, [join(folder, 'dist/cli/main.mjs'), ...words], {
    cwd: join(folder, 'project'),
    env: { HOME: join(folder, 'home'), PATH: '' },
  })
  return JSON.parse(stdout)
}
