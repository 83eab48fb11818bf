/** Limits of clients other than the length of a text: names, numbers and pages of tools, and questions to the user. */

import { Client, type ClientOptions } from '@modelcontextprotocol/client'
import { InMemoryTransport } from '@modelcontextprotocol/server'
import { describe, expect, onTestFinished, test } from 'vitest'
import { AGENTS } from '../../../src/agents/agents.js'
import { limitsOf, limitsOfAgent } from '../../../src/agents/client-limits.js'
import { fitName } from '../../../src/mcp/server/fit-tool.js'
import { type McpServerOptions, serveMcpOverStdio } from '../../../src/mcp.js'
import { defineSkill } from '../../../src/workspace/define-skill.js'
import { openRoot } from '../../support/managing.js'
import { skillText } from '../../support/temporary.js'
import { type Era, textOf } from '../clients.js'

const KNOWN = AGENTS.filter(({ client }) => client !== undefined)
const LIMITS = [
  ...KNOWN.map((agent) => [agent.id, limitsOfAgent(agent)] as const),
  ['an unknown client', limitsOf(undefined)] as const,
]

/** A skill with many tools, the last ones with names that are hard on clients. */
function createSkill(count: number) {
  const stem = 'extract_every_single_page_of_a_long_document_as_plain_text_and_keep_the_layout_of_tables'
  const names = [
    ...Array.from({ length: count }, (_, at) => `tool_${at}`),
    `${stem}_a`,
    `${stem}_b`,
    'page.text',
    'page_text',
  ]
  return defineSkill({
    name: 'toolbox',
    description: 'Has many tools',
    tools: names.map((toolName) => ({
      toolName,
      desc: `Runs ${toolName}`,
      paramsSchema: { type: 'object' },
      execute: async () => `ran ${toolName}`,
      category: toolName === 'tool_0' ? 'execute' : 'read',
    })),
  })
}

async function connect(name: string, era: Era, server: Partial<McpServerOptions> = {}, options: ClientOptions = {}) {
  const { skills } = await openRoot({ 'pdf/SKILL.md': skillText('pdf', 'Reads PDF files. '.repeat(300)) })
  const [near, far] = InMemoryTransport.createLinkedPair()
  const service = await serveMcpOverStdio({
    skillManager: skills,
    skills: [createSkill(300)],
    ...server,
    transport: far,
  })
  onTestFinished(() => service.close())
  const mode = era === '2025' ? 'legacy' : { pin: '2026-07-28' }
  const client = new Client({ name, version: '9.0.0' }, { versionNegotiation: { mode }, ...options } as ClientOptions)
  onTestFinished(() => client.close())
  await client.connect(near)
  return client
}

/** As each client introduces itself, with what others put around it. */
const NAMES: readonly (readonly [name: string, agent: string])[] = [
  ['claude-code', 'claude-code'],
  ['claude-ai', 'claude-desktop'],
  ['claude-ai (via mcp-remote 0.1.30)', 'claude-desktop'],
  ['codex-mcp-client', 'codex'],
  ['Codex', 'codex'],
  ['ChatGPT', 'chatgpt'],
  ['cursor-vscode', 'cursor'],
  ['Visual Studio Code', 'vscode'],
  ['Visual Studio Code - Insiders', 'vscode'],
  ['Visual-Studio-Code', 'vscode'],
  ['Code - OSS', 'vscode'],
  ['github-copilot-developer', 'github-copilot'],
  ['JetBrains-IU-copilot-intellij', 'github-copilot'],
  ['JetBrains-JBC-copilot-intellij', 'github-copilot'],
  ['Xcode-copilot-xcode', 'github-copilot'],
  ['gemini-cli-mcp-client', 'gemini-cli'],
  ['qwen-cli-mcp-client-metier', 'qwen-code'],
  ['opencode', 'opencode'],
  ['opencode-debug', 'opencode'],
  ['Cline', 'cline'],
  ['@cline/core', 'cline'],
  ['cline-cli', 'cline'],
  ['Roo Code', 'roo'],
  ['Roo-Code', 'roo'],
  ['Kilo-Code', 'kilo'],
  ['continue-client', 'continue'],
  ['continue-cli-client', 'continue'],
  ['Zed', 'zed'],
  ['goose', 'goose'],
  ['goose-cli', 'goose'],
  ['goose-desktop', 'goose'],
  ['windsurf-client', 'windsurf'],
  ['Windsurf', 'windsurf'],
  ['amp-mcp-client', 'amp'],
  ['antigravity-client', 'antigravity'],
  ['factory-cli', 'droid'],
  ['crush', 'crush'],
  ['Q-DEV-CLI', 'kiro-cli'],
  ['MCPClient', 'google-adk'],
]

test.each(NAMES)('%s is recognised as %s', (name, agent) => {
  expect(limitsOf({ name, version: '1' }).agent).toBe(agent)
})

test('every client with a profile has a name that is tested', () => {
  const tested = new Set(NAMES.map(([, agent]) => agent))
  expect(KNOWN.filter(({ id }) => !tested.has(id)).map(({ id }) => id)).toEqual([])
})

describe('the tools of skills', () => {
  const names = createSkill(3).tools?.map(({ toolName }) => toolName) ?? []

  test.each(LIMITS)('%s gets names that are whole, safe and distinct', (_, limits) => {
    const fitted = names.map((name) => fitName(name, limits))
    const { toolName = 64, prefix = '', prefixLength = prefix.length } = limits
    expect(fitted.filter((name) => prefixLength + name.length > toolName)).toEqual([])
    expect(fitted.filter((name) => !/^[A-Za-z0-9_-]+$/.test(name))).toEqual([])
    expect(new Set(fitted).size).toBe(names.length)
  })

  test.each(
    KNOWN.filter(({ client }) => client?.tools !== undefined).map(({ id, client }) => [id, client?.tools ?? 0]),
  )('%s takes %d tools: ours come first, and one of them reaches all others', async (id, most) => {
    const [name = ''] = NAMES.find(([, agent]) => agent === id) ?? []
    const client = await connect(name, '2025', { delivery: 'static' })
    const { tools } = await client.listTools()
    const seen = tools.slice(0, most).map((tool) => tool.name)
    expect(seen).toEqual(expect.arrayContaining(['skills', 'activate_skill', 'call_skill_tool', 'read_skill_file']))
    await client.callTool({ name: 'activate_skill', arguments: { name: 'toolbox' } })
    const params = { tool: 'tool_299', arguments: {} }
    expect(textOf(await client.callTool({ name: 'call_skill_tool', arguments: params }))).toContain('ran tool_299')
  })

  test('a name that was made safe is called by either spelling', async () => {
    const client = await connect('github-copilot-developer', '2025')
    await client.callTool({ name: 'activate_skill', arguments: { name: 'toolbox' } })
    const { tools } = await client.listTools()
    const safe = tools.find(({ description }) => description === 'Runs page.text')?.name ?? ''
    expect(safe).toMatch(/^page_text_[0-9a-f]{8}$/)
    for (const name of [safe, 'page.text']) {
      expect(textOf(await client.callTool({ name, arguments: {} }))).toContain('ran page.text')
    }
  })
})

test.each(['2025', '2026'] as const)('all tools are on one page, without a cursor, in the era of %s', async (era) => {
  for (const name of ['claude-code', 'gemini-cli-mcp-client', 'codex-mcp-client']) {
    const client = await connect(name, era, { delivery: 'static' })
    const listed = await client.listTools()
    expect(listed.tools.length).toBeGreaterThan(300)
    // A cursor that is null breaks Claude Code.
    expect('nextCursor' in listed).toBe(false)
  }
})

test.each(['2025', '2026'] as const)(
  'a client is recognised in the era of %s, with each request if need be',
  async (era) => {
    const lengths = async (name: string) => {
      const { tools } = await (await connect(name, era)).listTools()
      return tools.find((tool) => tool.name === 'activate_skill')?.description?.length ?? 0
    }
    expect(await lengths('Zed')).toBeGreaterThan(await lengths('some-new-client'))
  },
)

describe('a question to the user', () => {
  const asking = { capabilities: { elicitation: { form: {} } } }

  test.each([
    ['codex-mcp-client', '2025', true],
    ['codex-mcp-client', '2026', false],
    ['claude-code', '2026', true],
  ] as const)('%s in the era of %s is asked: %s', async (name, era, isAsked) => {
    const client = await connect(name, era, {}, asking)
    let questions = 0
    client.setRequestHandler('elicitation/create', async () => {
      questions++
      return { action: 'accept', content: { agree: true } }
    })
    await client.callTool({ name: 'activate_skill', arguments: { name: 'toolbox' } })
    const answer = textOf(
      await client.callTool({ name: 'call_skill_tool', arguments: { tool: 'tool_0', arguments: {} } }),
    )
    expect(questions > 0).toBe(isAsked)
    expect(answer).toContain(isAsked ? 'ran tool_0' : 'Ask the user to run: metier')
  })
})
