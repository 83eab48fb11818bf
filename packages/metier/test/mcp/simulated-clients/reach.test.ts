/**
 * Every client that is known, with libraries of several sizes: what is left of our texts after its cuts must lead to every
 * skill. A skill is reached if its name is in what is left, or if the tool that searches is named there and finds it.
 */

import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Agent } from '../../../src/agents/agent.js'
import { AGENTS } from '../../../src/agents/agents.js'
import { limitsOfAgent } from '../../../src/agents/client-limits.js'
import type { SkillManager } from '../../../src/manager/skill-manager.js'
import { type ClientView, viewServer } from '../../../src/mcp/server/client-view.js'
import { openRoot } from '../../support/managing.js'
import { type AskedSkill, createLibrary, toFiles } from './library.js'

const SIZES = [5, 20, 200, 1_000]

/** A client, or one of its versions. */
interface SimulatedClient {
  readonly key: string
  readonly title: string
  readonly agent: Agent | undefined
  readonly version?: string
}

const KNOWN = AGENTS.filter(({ client }) => client !== undefined)
const CLIENTS: readonly SimulatedClient[] = [
  ...KNOWN.flatMap((agent): readonly SimulatedClient[] => {
    const { id, title, client } = agent
    const newest = { key: id, title: `${title} (\`${id}\`)`, agent }
    const since = client?.before?.version
    if (since === undefined) return [newest]
    return [newest, { key: `${id} before ${since}`, title: `${title} before ${since}`, agent, version: '0' }]
  }),
  { key: 'unknown', title: 'Any other client', agent: undefined },
]

test('no two skills of the library have the same name', () => {
  const names = createLibrary(1_000).map(({ name }) => name)
  expect(new Set(names).size).toBe(1_000)
})

test.each(SIZES)('with %d skills, every client reaches every one', async (size) => {
  const { library, skillManager } = await open(size)
  const found = new Map(library.map((skill) => [skill.name, isFound(skill, skillManager)]))
  for (const { client, text, named } of await lookAll(skillManager)) {
    const unnamed = library.filter(({ name }) => !named.has(name))
    if (unnamed.length > 0) expect.soft(text, client).toContain('call `skills` with action "search"')
    const lost = unnamed.filter(({ name }) => found.get(name) !== true)
    expect
      .soft(
        lost.map(({ name }) => name),
        client,
      )
      .toEqual([])
  }
})

test.each(SIZES)('with %d skills, no client cuts a text of ours', async (size) => {
  const { skillManager } = await open(size)
  for (const { client, text } of await lookAll(skillManager)) expect.soft(text, client).not.toContain('[truncated]')
})

test('in every client, the names of our tools are whole, and distinct in their first 30 characters', async () => {
  const { skillManager } = await open(5)
  for (const { client, view, limits } of await lookAll(skillManager)) {
    const names = view.tools.map(({ name }) => name)
    const longest = limits.toolName ?? 60
    const faults = names.filter((name) => name.length > longest || !/^[A-Za-z0-9_-]+$/.test(name))
    expect.soft(faults, client).toEqual([])
    expect.soft(new Set(names.map((name) => name.slice(0, 30))).size, client).toBe(names.length)
  }
})

/** `METIER_UPDATE_DOCS=1` writes it. */
test('docs/reference/clients.md shows what is left for each client', async () => {
  const cells = new Map<string, string[]>(CLIENTS.map(({ key }) => [key, []]))
  for (const size of SIZES) {
    const { library, skillManager } = await open(size)
    for (const look of await lookAll(skillManager)) cells.get(look.client)?.push(describeReach(look, library))
  }
  const text = composePage(cells)
  if (process.env.METIER_UPDATE_DOCS === '1') writeFileSync(page, text)
  expect(readFileSync(page, 'utf8')).toBe(text)
})

const page = fileURLToPath(new URL('../../../../../docs/reference/clients.md', import.meta.url))

function composePage(cells: ReadonlyMap<string, readonly string[]>): string {
  const rows = CLIENTS.map(({ key, title }) => `| ${[title, ...(cells.get(key) ?? [])].join(' | ')} |`)
  const head = `| Client | ${SIZES.map((size) => `${size.toLocaleString('en')} skills`).join(' | ')} |`
  return `${PROLOGUE}\n${head}\n|---|${SIZES.map(() => '---').join('|')}|\n${rows.join('\n')}\n`
}

const PROLOGUE = `# What each MCP client shows its model

MCP clients cut long texts. Some read no instructions, and some show a tool only after the model has searched for it. Metier recognizes a
client by the name it gives and keeps every text within the limits of that client. A client that is not known gets the lowest limits:
2,048 characters for the instructions and for each tool's description.

The instructions and the description of \`activate_skill\` list your skills. If they don't all fit, the skills that you activate most come
first, further skills are only named, and the last line says how many more there are and that \`skills\` with the action \`search\` finds
them. Run \`metier prompt --client NAME\` to see exactly what a client's model sees with your skills.

This table comes from a test that applies each client's cuts to what Metier sends. In every case every skill can be reached: its name is in
what is left, or the model is pointed to the search, which returns the skill among its first five results for a sentence written for it.
`

async function open(size: number) {
  const library = createLibrary(size)
  const { skills } = await openRoot(toFiles(library))
  return { library, skillManager: skills }
}

/** What is left for the model of one client. */
interface Look {
  readonly client: string
  readonly view: ClientView
  readonly limits: ReturnType<typeof limitsOfAgent>
  /** What the model reads without asking. */
  readonly text: string
  readonly named: ReadonlySet<string>
}

async function lookAll(skillManager: SkillManager): Promise<readonly Look[]> {
  return Promise.all(CLIENTS.map((client) => look(client, skillManager)))
}

async function look({ key, agent, version }: SimulatedClient, skillManager: SkillManager): Promise<Look> {
  const view = await viewServer({ skillManager }, agent?.id, version)
  const text = [view.instructions ?? '', ...view.tools.map(({ description = '' }) => description)].join('\n')
  const named = new Set(text.match(/[a-z0-9]+(?:-[a-z0-9]+)*/g))
  return { client: key, view, limits: limitsOfAgent(agent, version), text, named }
}

function isFound({ name, sentence }: AskedSkill, skillManager: SkillManager): boolean {
  return skillManager.search(sentence, { limit: 5 }).results.some((result) => result.name === name)
}

/** How many skills are described and named, and whether the rest is found by searching. */
function describeReach({ text, named }: Look, library: readonly AskedSkill[]): string {
  const described = library.filter(({ name }) => text.includes(`- ${name}: `)).length
  const known = library.filter(({ name }) => named.has(name)).length
  const count = (number: number, how: string) => `${number === library.length ? 'all' : number} ${how}`
  return [
    count(described, 'described'),
    ...(known > described ? [count(known, 'named')] : []),
    ...(known < library.length ? ['the rest by search'] : []),
  ].join(', ')
}
