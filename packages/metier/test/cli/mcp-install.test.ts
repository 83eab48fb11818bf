/** `metier mcp install` at a terminal: shown, written, kept, undone. */

import { existsSync, lstatSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { installProgram, runMetier, useMetier, writeText } from './run-metier.js'
import { runAtTerminal } from './terminal.js'

const metier = useMetier()

const FILES: Readonly<Record<string, string>> = {
  'claude-code': '.claude.json',
  codex: '.codex/config.toml',
  cursor: '.cursor/mcp.json',
  vscode: '.config/Code/User/mcp.json',
  gemini: '.gemini/settings.json',
  'qwen-code': '.qwen/settings.json',
  'claude-desktop': '.config/Claude/claude_desktop_config.json',
  windsurf: '.codeium/windsurf/mcp_config.json',
  zed: '.config/zed/settings.json',
  opencode: '.config/opencode/opencode.jsonc',
  cline: '.cline/data/settings/cline_mcp_settings.json',
  roo: '.config/Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json',
  continue: '.continue/mcpServers/metier.json',
  goose: '.config/goose/config.yaml',
  'github-copilot': '.copilot/mcp-config.json',
  kiro: '.kiro/settings/mcp.json',
  amp: '.config/amp/settings.json',
  junie: '.junie/mcp/mcp.json',
  'lm-studio': '.cache/lm-studio/mcp.json',
}

const COMMENTED: Readonly<Record<string, string>> = {
  toml: '# mine\nmodel = "x"\n',
  yaml: '# mine\nmodel: x\n',
}

test.each(Object.entries(FILES))('%s: what is written is undone to the letter', async (client, path) => {
  const machine = metier.create()
  installProgram(machine, 'metier')
  const file = join(machine.home, path)
  const before = COMMENTED[path.slice(path.lastIndexOf('.') + 1)] ?? '{\n  "mine": 1 // yes\n}\n'
  writeText(file, before)
  const installed = await runMetier(machine, 'mcp', 'install', client)
  expect(installed).toMatchObject({ code: 0, stderr: '' })
  expect(installed.stdout).toContain('+ ')
  expect(readFileSync(file, 'utf8')).toContain('metier')
  expect(readFileSync(`${file}.before-metier`, 'utf8')).toBe(before)
  expect(await runMetier(machine, 'mcp', 'uninstall', client)).toMatchObject({ code: 0 })
  expect(readFileSync(file, 'utf8')).toBe(before)
  expect(existsSync(`${file}.before-metier`)).toBe(false)
})

test.each([
  ['y', 0, true],
  ['n', 1, false],
])('a person at a terminal sees the change and is asked first: %s', async (typed, code, isWritten) => {
  const machine = metier.create()
  const answers = [['Apply this change? [y/N]', `${typed}\n`]] as const
  const seen = await runAtTerminal(machine, ['mcp', 'install', 'codex'], { answers })
  expect(seen.code).toBe(code)
  expect(seen.lines.filter((line) => line === '+ [mcp_servers.metier]')).toHaveLength(1)
  expect(existsSync(join(machine.home, '.codex/config.toml'))).toBe(isWritten)
})

test('--print shows the change and writes nothing', async () => {
  const machine = metier.create()
  installProgram(machine, 'metier')
  const shown = await runMetier(machine, 'mcp', 'install', 'codex', '--print')
  expect(shown).toMatchObject({ code: 0 })
  expect(shown.stdout).toContain('+ [mcp_servers.metier]\n+ command = "metier"\n+ args = ["mcp"]')
  expect(existsSync(join(machine.home, '.codex'))).toBe(false)
})

test('a client without a project configuration says so', async () => {
  const machine = metier.create()
  const refused = await runMetier(machine, 'mcp', 'install', 'windsurf', '--project')
  expect(refused).toMatchObject({ code: 2 })
  expect(refused.stderr).toContain('Windsurf has no project configuration')
})

test("the project's configuration, with the words that the server is to be started with", async () => {
  const machine = metier.create()
  installProgram(machine, 'metier')
  await runMetier(machine, 'mcp', 'install', 'cursor', '--project', '--profile', 'all', '--delivery', 'dispatch')
  const written = JSON.parse(readFileSync(join(machine.project, '.cursor/mcp.json'), 'utf8')) as unknown
  const args = ['mcp', '--profile', 'all', '--delivery', 'dispatch']
  expect(written).toEqual({ mcpServers: { metier: { command: 'metier', args } } })
  await runMetier(machine, 'mcp', 'uninstall', 'cursor', '--project')
  expect(existsSync(join(machine.project, '.cursor/mcp.json'))).toBe(false)
})

test('the roots that are named are those that the client will serve', async () => {
  const machine = metier.create({ 'mine/pdf/SKILL.md': '---\nname: pdf\ndescription: Reads\n---\n' })
  installProgram(machine, 'metier')
  const { stdout } = await runMetier(machine, 'mcp', 'install', 'cursor', '--print', '--json', '--root', 'mine')
  const { text } = JSON.parse(stdout) as { readonly text: string }
  expect(JSON.parse(text)).toEqual({
    mcpServers: { metier: { command: 'metier', args: ['mcp', '--root', join(machine.project, 'mine')] } },
  })
})

test.each([
  ['claude-code', 'CLAUDE_CONFIG_DIR', '.claude.json'],
  ['codex', 'CODEX_HOME', 'config.toml'],
  ['gemini', 'GEMINI_CLI_HOME', '.gemini/settings.json'],
  ['vscode', 'XDG_CONFIG_HOME', 'Code/User/mcp.json'],
])('%s: its own variable %s says where its configuration lies', async (client, variable, path) => {
  const machine = metier.create()
  const elsewhere = join(machine.home, 'elsewhere')
  const variables = { ...machine.variables, [variable]: elsewhere }
  const { stdout } = await runMetier({ ...machine, variables }, 'mcp', 'install', client, '--print', '--json')
  expect(JSON.parse(stdout)).toMatchObject({ file: join(elsewhere, path) })
})

test('where metier is not on PATH, the client is told the whole way', async () => {
  const machine = metier.create()
  const { stdout } = await runMetier(machine, 'mcp', 'install', 'gemini', '--print', '--json')
  const { text } = JSON.parse(stdout) as { readonly text: string }
  expect(JSON.parse(text)).toEqual({
    mcpServers: { metier: { command: process.execPath, args: [machine.main, 'mcp'] } },
  })
})

test('a linked configuration stays a link, and keeps its mode', async () => {
  const machine = metier.create()
  const real = join(machine.home, 'dotfiles/claude.json')
  writeText(real, '{}\n')
  const link = join(machine.home, '.claude.json')
  symlinkSync(real, link)
  const { mode } = statSync(real)
  await runMetier(machine, 'mcp', 'install', 'claude-code')
  expect(lstatSync(link).isSymbolicLink()).toBe(true)
  expect(statSync(real).mode).toBe(mode)
  expect(readFileSync(real, 'utf8')).toContain('"metier"')
})

test('a configuration that cannot be read is refused and left alone', async () => {
  const machine = metier.create()
  const file = join(machine.home, '.claude.json')
  writeText(file, '{ "half": ')
  expect(await runMetier(machine, 'mcp', 'install', 'claude-code')).toMatchObject({ code: 1, stdout: '' })
  expect(readFileSync(file, 'utf8')).toBe('{ "half": ')
})

test('an unknown client is misuse', async () => {
  expect(await runMetier(metier.create(), 'mcp', 'install', 'notepad')).toMatchObject({ code: 2 })
  expect(await runMetier(metier.create(), 'mcp', 'install')).toMatchObject({ code: 2 })
})
