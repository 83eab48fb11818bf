// An MCP server with the tools that the conformance suite calls, on stdio. EXAMPLE_ERA=2025 makes it one that has never heard
// of 2026-07-28.
import process from 'node:process'
import { McpServer } from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { ANSWERS } from './answers.mjs'

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

const tools = Object.keys(ANSWERS).map((name) => ({
  name,
  description: `The conformance suite calls ${name}`,
  inputSchema: SCHEMAS[name] ?? { type: 'object' },
}))

function build() {
  const mcp = new McpServer({ name: 'example', version: '1.0.0' }, { capabilities: { tools: {}, logging: {} } })
  const { server } = mcp
  server.setRequestHandler('tools/list', () => ({ tools }))
  server.setRequestHandler('tools/call', ({ params }, context) => ANSWERS[params.name](params.arguments ?? {}, context))
  return mcp
}

if (process.env.EXAMPLE_ERA === '2025') await build().connect(new StdioServerTransport())
else serveStdio(build)
