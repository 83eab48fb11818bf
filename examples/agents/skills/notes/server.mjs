// A small MCP server over stdio. Its notes last while the skill is active.
import { createInterface } from 'node:readline'

const notes = []

const TOOLS = [
  {
    name: 'add_note',
    description: 'Adds a note',
    inputSchema: { type: 'object', properties: { text: { type: 'string', minLength: 1 } }, required: ['text'] },
    run: ({ text }) => `Note ${notes.push(text)}: ${text}`,
  },
  {
    name: 'list_notes',
    description: 'Lists all notes, numbered',
    inputSchema: { type: 'object', properties: {} },
    run: () => notes.map((text, at) => `${at + 1}. ${text}`).join('\n') || 'No notes.',
  },
]

const METHODS = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'notes', version: '1.0.0' },
  }),
  ping: () => ({}),
  'tools/list': () => ({ tools: TOOLS.map(({ run, ...tool }) => tool) }),
  'tools/call': ({ name, arguments: input }) => {
    const tool = TOOLS.find((candidate) => candidate.name === name)
    if (tool === undefined) return { content: [{ type: 'text', text: `Unknown tool ${name}` }], isError: true }
    return { content: [{ type: 'text', text: tool.run(input ?? {}) }] }
  },
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params = {} } = JSON.parse(line)
  if (id === undefined) return
  const answer =
    method in METHODS
      ? { result: METHODS[method](params) }
      : { error: { code: -32601, message: `Unknown method ${method}` } }
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...answer })}\n`)
})
