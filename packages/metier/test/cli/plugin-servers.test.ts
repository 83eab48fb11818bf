// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are the placeholders of plugins
/** The MCP servers of a plugin: in the files of its skills, shown at approval, started only after it. */

import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serverSkill } from '../workspace/small-server.js'
import { type Machine, runJson, runMetier, skillText, useMetier } from './run-metier.js'

const metier = useMetier()
const SERVER = {
  command: 'node',
  args: ['${CLAUDE_PLUGIN_ROOT}/skills/pdf/server.mjs'],
  env: { MODE: 'read-only', PDF_TOKEN: '${PDF_TOKEN}' },
}
const FILES = {
  'team/.claude-plugin/marketplace.json': JSON.stringify({
    name: 'team',
    plugins: [{ name: 'pdf-tools', source: './p' }],
  }),
  'team/p/.claude-plugin/plugin.json': JSON.stringify({ name: 'pdf-tools', version: '1.2.0' }),
  'team/p/.mcp.json': JSON.stringify({ mcpServers: { small: SERVER, far: { type: 'sse', url: 'https://a.example' } } }),
  'team/p/skills/pdf/SKILL.md': skillText('pdf', 'Reads PDF files'),
  'team/p/skills/pdf/server.mjs': serverSkill()['server.mjs'],
}

function create(files: Readonly<Record<string, string>> = FILES): Machine {
  const machine = metier.create(files)
  symlinkSync(process.execPath, join(machine.bin, 'node'))
  return machine
}

const startsOf = (machine: Machine) => join(machine.home, '.agents/skills/starts.log')

test('--list shows the servers, and why one is left out', async () => {
  const { stdout } = await runMetier(create(), 'install', './team', '--list')
  expect(stdout).toContain('pdf-tools 1.2.0: 1 skill (pdf)')
  expect(stdout).toContain(
    'MCP server small: node ${CLAUDE_PLUGIN_ROOT}/skills/pdf/server.mjs (starts only after you approve it)',
  )
  expect(stdout).toContain('left out: MCP server far (its transport is not supported; only stdio and HTTP are)')
})

test('an installation starts nothing, and names the command that approves the servers', async () => {
  const machine = create()
  const { code, stdout } = await runMetier(machine, 'install', './team', '--plugin', 'pdf-tools')
  expect([code, stdout]).toEqual([0, expect.stringContaining('metier approve pdf')])
  expect(stdout).toContain('Left out the MCP server "far" of its plugin')
  expect(existsSync(startsOf(machine))).toBe(false)
})

test('a server is shown at approval, and answers once the skill is active', async () => {
  const machine = create()
  await runMetier(machine, 'install', './team', '--plugin', 'pdf-tools')
  const call = ['run', 'pdf', 'echo', '{"text":"hi"}', '--allow', 'execute']
  expect((await runMetier(machine, ...call)).code).toBe(1)
  expect(existsSync(startsOf(machine))).toBe(false)
  const { stdout } = await runMetier(machine, 'approve', 'pdf', '--show')
  expect(stdout).toContain('server small: node ./server.mjs')
  expect(stdout).toContain('PDF_TOKEN (named in tools.yaml)')
  expect(stdout).toContain('MODE=read-only')
  expect((await runMetier(machine, 'approve', 'pdf', '--yes')).code).toBe(0)
  expect(await runMetier(machine, ...call)).toMatchObject({ code: 0, stdout: 'hi\n' })
  const { stdout: names } = await runMetier(machine, 'run', 'pdf', 'env', '--allow', 'execute')
  expect(names.split(',')).toContain('MODE')
})

test('the approval lapses if the plugin changes its servers', async () => {
  const machine = create()
  await runMetier(machine, 'install', './team', '--plugin', 'pdf-tools')
  await runMetier(machine, 'approve', 'pdf', '--yes')
  const other = { mcpServers: { small: { ...SERVER, env: { MODE: 'all' } } } }
  writeFileSync(join(machine.project, 'team/p/.mcp.json'), JSON.stringify(other))
  expect((await runMetier(machine, 'update', 'pdf')).stdout).toContain('changed tools.json')
  expect(await runJson(machine, 'approve', 'pdf', '--show')).toMatchObject({ state: 'lapsed' })
})

test('a skill with tools of its own keeps them, and the servers are left out', async () => {
  const tools = 'restrictsTo: [read_file]\n'
  const machine = create({ ...FILES, 'team/p/skills/pdf/tools.yaml': tools })
  const { stdout } = await runMetier(machine, 'install', './team', '--plugin', 'pdf-tools')
  expect(stdout).toContain('the skill has a tools file of its own')
  expect(existsSync(join(machine.home, '.agents/skills/pdf/tools.json'))).toBe(false)
  expect(readFileSync(join(machine.home, '.agents/skills/pdf/tools.yaml'), 'utf8')).toBe(tools)
})

test('the lockfile records the version of the plugin and its marketplace, and the same files again', async () => {
  const machine = create()
  await runMetier(machine, 'install', './team', '--plugin', 'pdf-tools')
  const lock = JSON.parse(readFileSync(join(machine.home, '.agents/skills.lock.json'), 'utf8'))
  expect(lock.skills.pdf).toMatchObject({
    plugin: 'pdf-tools',
    pluginVersion: '1.2.0',
    marketplace: { name: 'team' },
    files: [{ path: 'SKILL.md' }, { path: 'server.mjs' }, { path: 'tools.json' }],
  })
  expect(await runJson(machine, 'outdated')).toMatchObject({ outdated: 0, skills: [{ status: 'current' }] })
  writeFileSync(join(machine.home, '.agents/skills/pdf/tools.json'), '{}')
  expect((await runMetier(machine, 'install', '--frozen')).stdout).toContain('pdf restored')
})
