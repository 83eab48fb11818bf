/** `metier mcp install` at a terminal: shown, written, kept, undone. */

import { existsSync, lstatSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { expect, test } from 'vitest'
import { tryLaunch } from '../../src/mcp/clients/try-launch.js'
import { someOf } from '../support/full.js'
import { installMetier, installProgram, runMetier, useMetier, writeText } from './run-metier.js'
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

test.each(someOf(Object.entries(FILES), 6))('%s: what is written is undone to the letter', async (client, path) => {
  const machine = metier.create()
  installMetier(machine)
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

test('what was written and where the backup is, then what was undone', async () => {
  const machine = metier.create()
  installMetier(machine)
  const file = join(machine.home, '.cursor/mcp.json')
  const said = async (action: string) => (await runMetier(machine, 'mcp', action, 'cursor', '--yes')).stdout
  const fresh = await said('install')
  expect(fresh).toContain(`\n\nAdded mcpServers.metier in ${file}\n`)
  expect(fresh).not.toContain('.before-metier')
  expect(await said('uninstall')).toContain(`\nRemoved ${file}, which did not exist before the install\n`)
  writeText(file, '{}\n')
  expect(await said('install')).toContain(`\nThe file as it was before: ${file}.before-metier\n`)
  expect(await said('uninstall')).toContain(`\nRestored ${file} as it was before the install\n`)
  await said('install')
  writeText(file, readFileSync(file, 'utf8').replace('{', '{ "mine": 1,').replace('"mcp"', '"other"'))
  expect(await said('install')).toContain(`\nUpdated mcpServers.metier in ${file}\n`)
  expect(await said('uninstall')).toContain(`\nRemoved mcpServers.metier from ${file}\n`)
})

test('--print shows the change and writes nothing', async () => {
  const machine = metier.create()
  installMetier(machine)
  const shown = await runMetier(machine, 'mcp', 'install', 'codex', '--print')
  expect(shown).toMatchObject({ code: 0 })
  expect(shown.stdout).toContain('+ [mcp_servers.metier]\n+ command = "metier"\n+ args = ["mcp"]')
  expect(existsSync(join(machine.home, '.codex'))).toBe(false)
})

test('the roots that are named are those that the client will serve', async () => {
  const machine = metier.create({ 'mine/pdf/SKILL.md': '---\nname: pdf\ndescription: Reads\n---\n' })
  installMetier(machine)
  const { stdout } = await runMetier(machine, 'mcp', 'install', 'cursor', '--print', '--json', '--root', 'mine')
  const { text } = JSON.parse(stdout) as { readonly text: string }
  expect(JSON.parse(text)).toEqual({
    mcpServers: { metier: { command: 'metier', args: ['mcp', '--root', join(machine.project, 'mine')] } },
  })
})

test('the set that is named is stored with the entry', async () => {
  const machine = metier.create()
  installMetier(machine)
  await runMetier(machine, 'sets', 'backend', '--add', 'pdf')
  const { stdout } = await runMetier(machine, 'mcp', 'install', 'cursor', '--print', '--json', '--set', 'backend')
  const { text } = JSON.parse(stdout) as { readonly text: string }
  expect(JSON.parse(text)).toMatchObject({ mcpServers: { metier: { args: ['mcp', '--set', 'backend'] } } })
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
  const half = '{\n  // mine\n  "half": }\n'
  writeText(file, half)
  const { code, stdout, stderr } = await runMetier(machine, 'mcp', 'install', 'claude-code')
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toContain(`${file}:3 is not valid JSON`)
  expect(stderr).toContain('use the key mcpServers.metier: {"type":"stdio"')
  expect(readFileSync(file, 'utf8')).toBe(half)
  writeText(file, '[1]\n')
  expect((await runMetier(machine, 'mcp', 'install', 'claude-code')).stderr).toContain('unexpected format')
})

test.each(['[a\nx = 1\n', 'just words\n'])('a TOML file that is none is refused and left alone: %j', async (broken) => {
  const machine = metier.create()
  const file = join(machine.home, '.codex/config.toml')
  writeText(file, broken)
  const { code, stderr } = await runMetier(machine, 'mcp', 'install', 'codex')
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(`cannot edit ${file}`) })
  expect(readFileSync(file, 'utf8')).toBe(broken)
})

test.each([
  ['ends at once', '#!/bin/sh\n'],
  ['is another program', '#!/bin/sh\necho hello\n'],
])('a metier on PATH that %s is not written; the whole paths are', async (_, text) => {
  const machine = metier.create()
  installProgram(machine, 'metier')
  writeText(join(machine.bin, 'metier'), text)
  const { stdout } = await runMetier(machine, 'mcp', 'install', 'gemini', '--print', '--json')
  const { text: after } = JSON.parse(stdout) as { readonly text: string }
  expect(JSON.parse(after)).toMatchObject({ mcpServers: { metier: { command: process.execPath } } })
})

test('a metier that is on PATH only while npm runs it is not what a client finds', async () => {
  const machine = metier.create()
  const bin = join(machine.project, 'node_modules/.bin')
  mkdirSync(bin, { recursive: true })
  installMetier({ ...machine, bin })
  const variables = { ...machine.variables, PATH: `${bin}:${machine.bin}` }
  const { stdout } = await runMetier({ ...machine, variables }, 'mcp', 'install', 'gemini', '--print', '--json')
  const { text } = JSON.parse(stdout) as { readonly text: string }
  expect(JSON.parse(text)).toMatchObject({ mcpServers: { metier: { command: process.execPath } } })
})

test('an entry that does not start is not written', async () => {
  const machine = metier.create()
  const main = join(machine.home, 'broken.cjs')
  writeText(main, 'process.stderr.write("no such module\\n"); process.exitCode = 1\n')
  const { code, stderr } = await runMetier({ ...machine, main }, 'mcp', 'install', 'gemini')
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(/^error: the server does not start: no such module\nNothing was changed\./),
  })
  expect(existsSync(join(machine.home, '.gemini'))).toBe(false)
})

test('a program that never answers is stopped after the time limit', async () => {
  const launch = { command: process.execPath, words: ['-e', 'setInterval(() => {}, 1000)'] }
  expect(await tryLaunch(launch, { cwd: '/', path: '', milliseconds: 200 })).toBe('no answer within 0.2 seconds')
})

test('the entry that is written starts: a client gets its first answer', async () => {
  const machine = metier.create()
  await runMetier(machine, 'mcp', 'install', 'cursor')
  const written = JSON.parse(readFileSync(join(machine.home, '.cursor/mcp.json'), 'utf8')) as {
    readonly mcpServers: { readonly metier: { readonly command: string; readonly args: readonly string[] } }
  }
  const { command, args } = written.mcpServers.metier
  expect([command, args[0]].every((path) => isAbsolute(path ?? ''))).toBe(true)
  expect(await tryLaunch({ command, words: args }, { cwd: '/', path: '' })).toBeUndefined()
})

test.each([
  [['mcp', 'install', 'claud-code'], 'claude-code'],
  [['mcp', 'install', 'clude'], 'claude-code, claude-desktop'],
  [['mcp', 'install', 'claude'], 'claude-code, claude-desktop'],
  [['mcp', 'install', 'zed-editor'], 'zed'],
  [['mcp', 'instal', 'codex'], 'install'],
  [['mcp', '--delivery', 'statc'], 'static'],
  [['tools', '--format', 'opneai'], 'openai'],
  [['completion', 'fisch'], 'fish'],
])('%j: the value that was meant is named', async (words, meant) => {
  const { code, stderr } = await runMetier(metier.create(), ...words)
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(`\nDid you mean: ${meant}\n`) })
})

test('an unknown client is misuse', async () => {
  expect(await runMetier(metier.create(), 'mcp', 'install', 'notepad')).toMatchObject({ code: 2 })
  expect(await runMetier(metier.create(), 'mcp', 'install')).toMatchObject({ code: 2 })
})

test('an entry that a person put on one line is already configured, and stays as it is', async () => {
  const machine = metier.create()
  installMetier(machine)
  const file = join(machine.home, '.cursor/mcp.json')
  await runMetier(machine, 'mcp', 'install', 'cursor', '--yes')
  const line = JSON.stringify(JSON.parse(readFileSync(file, 'utf8')))
  writeText(file, line)
  const { code, stdout, stderr } = await runMetier(machine, 'mcp', 'install', 'cursor', '--yes')
  expect(code).toBe(0)
  expect(stdout + stderr).toContain('is already configured')
  expect(readFileSync(file, 'utf8')).toBe(line)
})
