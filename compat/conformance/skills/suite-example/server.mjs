// An MCP server with the tools, prompts and resources that the conformance suite asks for, on stdio. EXAMPLE_ERA=2025 makes it one that has never heard
// of 2026-07-28.
import process from 'node:process'
import { McpServer } from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { ANSWERS, say } from './answers.mjs'
import { answerContents, CAPABILITIES } from './contents.mjs'

const SCHEMAS = {
  test_header_tool: {
    type: 'object',
    properties: { region: { type: 'string', 'x-mcp-header': 'Region' } },
    required: ['region'],
  },
  test_sampling: { type: 'object', properties: { prompt: { type: 'string' } }, required: ['prompt'] },
  test_elicitation: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
  json_schema_2020_12_tool: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: {
      address: {
        $anchor: 'addressDef',
        type: 'object',
        properties: { street: { type: 'string' }, city: { type: 'string' } },
      },
    },
    properties: {
      name: { type: 'string' },
      address: { $ref: '#/$defs/address' },
      contactMethod: { type: 'string', enum: ['phone', 'email'] },
      phone: { type: 'string' },
      email: { type: 'string' },
    },
    allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
    if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ['phone'] },
    else: { required: ['email'] },
    additionalProperties: false,
  },
}

/** Tools that change a list, as the suite asks for it. */
const TRIGGERS = {
  test_trigger_tool_change: (server) => server.sendToolListChanged(),
  test_trigger_prompt_change: (server) => server.sendPromptListChanged(),
}

const tools = [...Object.keys(ANSWERS), ...Object.keys(TRIGGERS)].map((name) => ({
  name,
  description: `The conformance suite calls ${name}`,
  inputSchema: SCHEMAS[name] ?? { type: 'object' },
}))

function build() {
  const capabilities = { tools: { listChanged: true }, logging: {}, ...CAPABILITIES }
  const mcp = new McpServer({ name: 'example', version: '1.0.0' }, { capabilities })
  const { server } = mcp
  server.setRequestHandler('tools/list', () => ({ tools }))
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const trigger = TRIGGERS[params.name]
    if (trigger === undefined) return ANSWERS[params.name](params.arguments ?? {}, context)
    await trigger(server)
    return say('The list has changed.')
  })
  answerContents(server)
  return mcp
}

if (process.env.EXAMPLE_ERA === '2025') await build().connect(new StdioServerTransport())
else serveStdio(build)
