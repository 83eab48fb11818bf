// Anthropic's library: the loop is yours, and tools appear with the skill that brings them.
//   node examples/adapters/anthropic.mjs                        # a scripted model answers
//   ANTHROPIC_API_KEY=… node examples/adapters/anthropic.mjs    # the real one answers
import Anthropic from '@anthropic-ai/sdk'
import { handleAnthropicToolUse, toAnthropicTools } from 'metier/anthropic'
import { createWorkspaceTools } from 'metier/workspace'
import { QUESTION, startModel } from '../lib/scripted-model.mjs'
import { openWorkspace } from '../lib/workspace.mjs'

const model = await startModel('ANTHROPIC_API_KEY')
const workspace = await openWorkspace()
const listTools = createWorkspaceTools(workspace)
const client = new Anthropic()
const messages = [{ role: 'user', content: QUESTION }]
while (messages.at(-1).role === 'user') {
  const tools = toAnthropicTools(listTools())
  const { content } = await client.messages.create({ model: 'claude-sonnet-5-5', max_tokens: 4096, messages, tools })
  const results = []
  for (const one of content) if (one.type === 'tool_use') results.push(await handleAnthropicToolUse(one, listTools()))
  messages.push({ role: 'assistant', content })
  if (results.length > 0) messages.push({ role: 'user', content: results })
}
console.log(
  messages
    .at(-1)
    .content.map(({ text }) => text ?? '')
    .join(''),
)
await workspace.close()
model.stop()
