import { expect, test } from 'vitest'
import { UNCUT } from '../../src/agents/agent.js'
import { AGENTS, findAgent } from '../../src/agents/agents.js'
import { CAREFUL_LENGTH, limitsOf } from '../../src/agents/client-limits.js'
import { fillFolder } from '../../src/agents/folder-template.js'

const values = (variables: Readonly<Record<string, string>> = {}) => ({
  home: '/home/ada',
  variable: (name: string) => variables[name],
})

test('every agent has its own id', () => {
  const ids = AGENTS.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id))).toEqual([])
})

test('every directory of an agent is relative to the project, or can be filled in', () => {
  for (const { folders } of AGENTS) {
    expect(folders?.project.filter((path) => /^[/~$]|\.\.|\\/.test(path)) ?? []).toEqual([])
    const personal = folders?.personal.map((path) => fillFolder(path, values())) ?? []
    expect(personal.filter((path) => !path.startsWith('/home/ada/'))).toEqual([])
    const signs = folders?.signs.map((path) => fillFolder(path, values())) ?? []
    expect(signs.filter((path) => !/^(?:\/|\.\/)/.test(path))).toEqual([])
  }
})

test('only two agents cannot be found and have to be named', () => {
  const hidden = AGENTS.filter(({ folders }) => folders?.signs.length === 0)
  expect(hidden.map(({ id }) => id)).toEqual(['jetbrains-ai', 'universal'])
})

test.each([
  ['~/.roo/skills', {}, '/home/ada/.roo/skills'],
  ['$CODEX_HOME/skills', {}, '/home/ada/.codex/skills'],
  ['$CODEX_HOME/skills', { CODEX_HOME: '/srv/codex/' }, '/srv/codex/skills'],
  ['$CODEX_HOME/skills', { CODEX_HOME: 'codex' }, '/home/ada/.codex/skills'],
  ['$CODEX_HOME/skills', { CODEX_HOME: '' }, '/home/ada/.codex/skills'],
  ['$XDG_CONFIG_HOME/goose/skills', { XDG_CONFIG_HOME: 'C:\\Config' }, 'C:\\Config/goose/skills'],
  ['/etc/codex', {}, '/etc/codex'],
])('%s with %o is %s', (template, variables, path) => {
  expect(fillFolder(template, values(variables))).toBe(path)
})

test.each([
  ['claude-code', '2.1.326', 'claude-code', 4096],
  ['claude-code', '2.2.0', 'claude-code', 4096],
  ['claude-code', '2.1.99', 'claude-code', 2048],
  ['claude-code', 'dev', 'claude-code', 2048],
  ['claude-ai (via mcp-remote 0.1.2)', '1', 'claude-desktop', CAREFUL_LENGTH],
  ['Visual Studio Code - Insiders', '1.99.0', 'vscode', CAREFUL_LENGTH],
  ['Roo-Code', '3', 'roo', UNCUT],
  ['qwen-cli-mcp-client-metier', '0.0.1', 'qwen-code', UNCUT],
  ['some-program', '1', undefined, CAREFUL_LENGTH],
])('a client called %s, version %s, is %s and takes %d characters', (name, version, agent, description) => {
  expect(limitsOf({ name, version })).toMatchObject({ agent, description })
})

test('a client that gives no name gets the careful lengths', () => {
  expect(limitsOf(undefined)).toMatchObject({ agent: undefined, description: 2048, instructions: 2048 })
})

test('a client that ignores instructions is known for it', () => {
  expect(limitsOf({ name: 'Zed', version: '1' }).instructions).toBe(0)
})

test('an agent is found by its id', () => {
  expect(findAgent('claude-code')?.folders?.project).toEqual(['.claude/skills'])
  expect(findAgent('claude')).toBeUndefined()
})
