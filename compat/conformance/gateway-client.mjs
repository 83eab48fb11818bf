// A client of Metier whose skill has the suite's server: what the suite sees is how Metier speaks to a server of a skill. It
// calls every tool once, with arguments of the scenario where the suite gives some.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { Client } from '@modelcontextprotocol/client'
import { InMemoryTransport } from '@modelcontextprotocol/server'
import { SkillManager } from 'metier'
import { serveMcpOverStdio } from 'metier/mcp'

const url = process.argv.at(-1)
const scenario = process.env.MCP_CONFORMANCE_SCENARIO ?? ''
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}')
const EXAMPLES = { string: 'text', number: 2.5, integer: 2, boolean: true, array: [], object: {} }
const ALLOWED = { allow: [{ category: ['read', 'write', 'execute', 'network'] }] }

const home = await mkdtemp(join(tmpdir(), 'metier-gateway-'))
const folder = join(home, 'skills/suite')
await mkdir(folder, { recursive: true })
await writeFile(
  join(folder, 'SKILL.md'),
  '---\nname: suite\ndescription: The server of the suite\n---\nCall its tools.\n',
)
await writeFile(join(folder, 'tools.yaml'), JSON.stringify({ servers: { suite: { url } } }))
const skillManager = new SkillManager({ home, roots: [{ path: join(home, 'skills') }], index: false, config: {} })
await skillManager.initialize()
await skillManager.approve('suite')
const [near, far] = InMemoryTransport.createLinkedPair()
const service = await serveMcpOverStdio({ skillManager, transport: far, watch: false, policy: ALLOWED })
const capabilities = { elicitation: { form: { applyDefaults: true } }, sampling: {}, roots: {} }
const client = new Client({ name: 'gateway-client', version: '1.0.0' }, { capabilities })
client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: {} }))
try {
  await client.connect(near)
  const activated = await client.callTool({ name: 'activate_skill', arguments: { name: 'suite' } })
  if (activated.isError) throw new Error(activated.content[0].text)
  const own = activated.structuredContent.tools.map(({ name }) => name)
  const { tools } = await client.listTools()
  for (const call of chooseCalls(tools.filter(({ name }) => own.includes(name)))) {
    const result = await client.callTool(call)
    if (result.isError) process.stderr.write(`${call.name}: ${JSON.stringify(result.content)}\n`)
  }
} finally {
  await client.close()
  await service.close()
  await skillManager.close()
  await rm(home, { recursive: true, force: true })
}

function chooseCalls(tools) {
  // This server lists tools and has no calls.
  if (scenario === 'json-schema-ref-no-deref') return []
  if (scenario === 'json-schema-2020-12-preservation') {
    const schema = tools.find(({ name }) => name === 'json_schema_2020_12_tool').inputSchema
    return [{ name: 'json_schema_echo', arguments: { schema } }]
  }
  if (context.toolCalls !== undefined) return context.toolCalls
  return tools.map(({ name, inputSchema }) => ({ name, arguments: exampleOf(inputSchema) }))
}

function exampleOf({ properties = {} }) {
  return Object.fromEntries(Object.entries(properties).map(([name, { type }]) => [name, EXAMPLES[type]]))
}
