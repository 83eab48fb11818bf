/** Setting clients up: their configuration files are other people's, and everything in them that is not ours stays. */

import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { CLIENT_ALIASES, CLIENTS, type ClientSetup, type Launch } from '../../src/mcp/clients/clients.js'
import { planInstall, planUninstall } from '../../src/mcp/clients/plan-change.js'

const LAUNCH: Launch = { command: 'metier', words: ['mcp'] }

function clientOf(name: string): ClientSetup {
  const client = CLIENTS[CLIENT_ALIASES[name] ?? name]
  if (client === undefined) throw new Error(`no client ${name}`)
  return client
}

function install(name: string, text: string | undefined, launch = LAUNCH): string {
  const change = planInstall(clientOf(name), { text, backup: undefined }, launch)
  if (change.kind !== 'write' || change.text === undefined) throw new Error(`nothing to write: ${change.kind}`)
  return change.text
}

const CLAUDE = `{
  "numStartups": 42,
  "mcpServers": {
    "github": {
      "type": "stdio",
      "command": "gh-mcp"
    }
  },
  "projects": { "/home/ada": { "allowedTools": [] } }
}
`
const CODEX = `# my settings
model = "gpt-5"

[mcp_servers.github] # the usual one
command = "gh-mcp"
args = [
  "--read-only", # [mcp_servers.metier] is only a comment
]
env = { TOKEN = "x" }

[profiles.fast]
instructions = """
[mcp_servers.metier]
is only text
"""
`
const CURSOR = '{\n\t"mcpServers": {}\n}\n'
const VSCODE = `{
  // servers of mine
  "inputs": [],
  "servers": {
    "fetch": { "command": "uvx" }, /* keep, me */
  }, // the end
}
`
const GEMINI = `{\r\n    "theme": "dark", // not light\r\n    "tools": {"core": ["ls"]}\r\n}\r\n`

describe('install keeps every other setting and every comment', () => {
  test('Claude Code', () => {
    expect(install('claude-code', CLAUDE)).toBe(
      CLAUDE.replace(
        '"command": "gh-mcp"\n    }\n',
        '"command": "gh-mcp"\n    },\n    "metier": {\n      "type": "stdio",\n      "command": "metier",\n      "args": [\n        "mcp"\n      ]\n    }\n',
      ),
    )
  })

  test('Codex', () => {
    expect(install('codex', CODEX)).toBe(`${CODEX}\n[mcp_servers.metier]\ncommand = "metier"\nargs = ["mcp"]\n`)
  })

  test('Cursor, with an empty list of servers and tabs', () => {
    expect(install('cursor', CURSOR)).toBe(
      '{\n\t"mcpServers": {\n\t\t"metier": {\n\t\t\t"command": "metier",\n\t\t\t"args": [\n\t\t\t\t"mcp"\n\t\t\t]\n\t\t}\n\t}\n}\n',
    )
  })

  test('VS Code, with comments and trailing commas', () => {
    const entry =
      '\n    "metier": {\n      "type": "stdio",\n      "command": "metier",\n      "args": [\n        "mcp"\n      ]\n    },'
    expect(install('vscode', VSCODE)).toBe(VSCODE.replace('"uvx" },', `"uvx" },${entry}`))
  })

  test('Gemini CLI, without a list of servers and with the line ends of Windows', () => {
    const written = install('gemini', GEMINI)
    expect(written).toContain('// not light')
    expect(written).not.toMatch(/[^\r]\n/)
    const json = JSON.parse(written.replace(' // not light', '')) as Record<string, unknown>
    expect(json).toEqual({
      theme: 'dark',
      tools: { core: ['ls'] },
      mcpServers: { metier: { command: 'metier', args: ['mcp'] } },
    })
  })
})

const ZED = `// Zed settings
{
  "theme": "One Dark",
  "context_servers": {
    "github": { "command": "gh-mcp", "args": [] }
  }
}
`
const OPENCODE =
  '{\n  "$schema": "https://opencode.ai/config.json",\n  "mcp": {\n    "github": { "type": "local", "command": ["gh-mcp"] }\n  }\n}\n'
const AMP =
  '{\n  "amp.notifications.enabled": true, // dark ones\n  "amp.mcpServers": {\n    "github": { "command": "gh-mcp" }\n  }\n}\n'
const GOOSE = `# my settings
GOOSE_PROVIDER: anthropic
extensions:
  # built in
  developer:
    bundled: true
    enabled: true
    name: developer
    type: builtin

  github: # the usual one
    cmd: gh-mcp
    type: stdio

# the end
GOOSE_MODEL: dark
`
const SERVERS = '{\n  "mcpServers": {\n    "github": { "command": "gh-mcp" }\n  }\n}\n'

const FIXTURES = {
  'claude-code': CLAUDE,
  'claude-desktop': SERVERS,
  codex: CODEX,
  cursor: CURSOR,
  vscode: VSCODE,
  'gemini-cli': GEMINI,
  'qwen-code': GEMINI,
  windsurf: SERVERS,
  zed: ZED,
  opencode: OPENCODE,
  cline: SERVERS,
  roo: SERVERS,
  continue: SERVERS,
  goose: GOOSE,
  'github-copilot': SERVERS,
  'kiro-cli': SERVERS,
  amp: AMP,
  junie: SERVERS,
  'lm-studio': SERVERS,
}

/** As a person writes a variable and a further setting into our entry. */
function addFields(name: string, text: string): string {
  if (name === 'codex')
    return text.replace('args = ["mcp"]', 'args = ["mcp"]\nstartup = 20\n\n[mcp_servers.metier.env]\nTEAM = "a"')
  if (name === 'goose')
    return text.replace(/( +)timeout: 300\n/, '$1timeout: 300\n$1envs:\n$1  TEAM: a\n$1description: ours\n')
  return text.replace(/("metier": \{[\s\S]*?\](?:,\s*"enabled": true)?)/, '$1,\n"env": { "TEAM": "a" }, "timeout": 20')
}

test('every client has a fixture', () => {
  expect(Object.keys(FIXTURES)).toEqual(Object.keys(CLIENTS))
})

describe.each(Object.entries(FIXTURES))('%s', (name, text) => {
  const client = clientOf(name)

  test('uninstall makes the file what it was, to the letter', () => {
    const installed = install(name, text)
    expect(planUninstall(client, { text: installed, backup: text })).toEqual({ kind: 'write', text })
  })

  test('install again changes nothing, and with other words only the entry', () => {
    const installed = install(name, text)
    expect(planInstall(client, { text: installed, backup: text }, LAUNCH)).toEqual({ kind: 'none' })
    const other = install(name, installed, { command: 'metier', words: ['mcp', '--profile', 'all'] })
    expect(other).toContain('--profile')
    expect(planUninstall(client, { text: other, backup: text })).toEqual({ kind: 'write', text })
  })

  test('what a person added to the entry stays when it is written again', () => {
    const added = addFields(name, install(name, text))
    const other = install(name, added, { command: 'metier', words: ['mcp', '--profile', 'all'] })
    expect(other).toContain('--profile')
    expect(other.replaceAll(/\s/g, '').replace('"--profile","all"', '').replace(',]', ']')).toBe(
      added.replaceAll(/\s/g, ''),
    )
  })

  test('what was changed since stays when the server goes', () => {
    const edit = (before: string) => before.replace('gh-mcp', 'hub-mcp').replace('dark', 'blue').replace('uvx', 'npx')
    const change = planUninstall(client, { text: edit(install(name, text)), backup: text })
    const { text: after = '' } = change as { readonly text?: string }
    const withoutBlanks = after.replaceAll(/\s|,/g, '').replace('"mcpServers":{}', '')
    expect(withoutBlanks).toBe(edit(text).replaceAll(/\s|,/g, '').replace('"mcpServers":{}', ''))
  })

  test('a file that was made for the server goes with it', () => {
    const made = install(name, undefined)
    const found = { text: made, backup: undefined }
    expect(planUninstall(client, { ...found, isMade: true })).toEqual({ kind: 'write', text: undefined })
    expect(planUninstall(client, found)).toEqual({ kind: 'write', text: expect.not.stringContaining('metier') })
  })

  test('where there is no server, uninstall changes nothing', () => {
    expect(planUninstall(client, { text, backup: undefined })).toEqual({ kind: 'none' })
    expect(planUninstall(client, { text: undefined, backup: undefined })).toEqual({ kind: 'none' })
  })
})

describe('the entry is what the client documents', () => {
  test.each([
    ['zed', { context_servers: { metier: { command: 'metier', args: ['mcp'] } } }],
    ['opencode', { mcp: { metier: { type: 'local', command: ['metier', 'mcp'], enabled: true } } }],
    ['amp', { 'amp.mcpServers': { metier: { command: 'metier', args: ['mcp'] } } }],
    ['github-copilot', { mcpServers: { metier: { type: 'local', command: 'metier', args: ['mcp'], tools: ['*'] } } }],
    ['windsurf', { mcpServers: { metier: { command: 'metier', args: ['mcp'] } } }],
  ])('%s', (name, expected) => {
    expect(JSON.parse(install(name, undefined))).toEqual(expected)
  })

  test('goose', () => {
    expect(parse(install('goose', undefined))).toEqual({
      extensions: {
        metier: { name: 'metier', type: 'stdio', cmd: 'metier', args: ['mcp'], enabled: true, timeout: 300 },
      },
    })
    const written = install('goose', GOOSE)
    expect(parse(written)).toEqual({
      ...parse(GOOSE),
      extensions: { ...parse(GOOSE).extensions, metier: parse(install('goose', undefined)).extensions.metier },
    })
    expect(written.replace(/ {2}metier:\n(?: {4}.*\n)+/, '')).toBe(GOOSE)
  })
})

test.each([
  ['goose', 'extensions: { developer: { enabled: true } }\n'],
  ['goose', 'extensions:\n- developer\n'],
  ['goose', 'extensions:\n\tdeveloper:\n'],
  ['goose', 'a: 1\n---\nextensions:\n  developer: {}\n'],
  ['claude-code', '{ "mcpServers": '],
  ['claude-code', '[]'],
  ['cursor', '{ "mcpServers": [] }'],
  ['codex', 'text = """never ends\n'],
  ['codex', 'mcp_servers = { metier = { command = "x" } }\n'],
  ['codex', '[mcp_servers]\nmetier.command = "x"\n'],
])('a %s configuration that cannot be edited is left alone: %s', (name, text) => {
  expect(planInstall(clientOf(name), { text, backup: undefined }, LAUNCH)).toMatchObject({ kind: 'unreadable' })
})

test('a table between others is taken out alone, with the tables below it', () => {
  const text =
    '[mcp_servers.metier]\ncommand = "old"\n\n[mcp_servers.metier.env]\nA = "1"\n\n# of the next\n[tui]\ntheme = "x"\n'
  expect(planUninstall(clientOf('codex'), { text, backup: undefined })).toEqual({
    kind: 'write',
    text: '\n# of the next\n[tui]\ntheme = "x"\n',
  })
})
