// An MCP client: `metier mcp` runs as a server, and the tools that it lists are those of the model.
//   node examples/adapters/mcp-client.mjs                        # a scripted model answers
//   OPENAI_API_KEY=… node examples/adapters/mcp-client.mjs    # the real one answers
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { ask } from '../lib/chat-completions.mjs'
import { QUESTION, startModel } from '../lib/scripted-model.mjs'
import { openWorkspace } from '../lib/workspace.mjs'

const model = await startModel('OPENAI_API_KEY')
// Asks for the approval of the skill, which counts for the server too.
await (await openWorkspace()).close()

const manifest = createRequire(import.meta.url).resolve('metier/package.json')
const server = [join(dirname(manifest), 'bin/metier.cjs'), 'mcp', '--root', join(import.meta.dirname, 'skills')]
const client = new Client({ name: 'example', version: '1.0.0' })
await client.connect(new StdioClientTransport({ command: process.execPath, args: server, env: process.env }))

const messages = [{ role: 'user', content: QUESTION }]
for (;;) {
  const { tools } = await client.listTools()
  const message = await ask(messages, tools.map(toFunction))
  messages.push(message)
  if (!message.tool_calls?.length) break
  for (const { id, function: call } of message.tool_calls) {
    const { content } = await client.callTool({ name: call.name, arguments: JSON.parse(call.arguments) })
    messages.push({ role: 'tool', tool_call_id: id, content: content.map(({ text }) => text ?? '').join('\n') })
  }
}
console.log(messages.at(-1).content)
await client.close()
model.stop()

function toFunction({ name, description, inputSchema }) {
  return { type: 'function', function: { name, description, parameters: inputSchema } }
}
