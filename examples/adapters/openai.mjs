// OpenAI's library: the loop is yours, and tools appear with the skill that brings them.
//   node examples/adapters/openai.mjs                        # a scripted model answers
//   OPENAI_API_KEY=… node examples/adapters/openai.mjs    # the real one answers
import { handleOpenAICall, toOpenAITools } from 'metier/openai'
import { createWorkspaceTools } from 'metier/workspace'
import OpenAI from 'openai'
import { QUESTION, startModel } from '../lib/scripted-model.mjs'
import { openWorkspace } from '../lib/workspace.mjs'

const model = await startModel('OPENAI_API_KEY')
const workspace = await openWorkspace()
const listTools = createWorkspaceTools(workspace)
const client = new OpenAI()
const messages = [{ role: 'user', content: QUESTION }]
for (;;) {
  const tools = toOpenAITools(listTools())
  const { choices } = await client.chat.completions.create({ model: 'gpt-5-mini', messages, tools })
  messages.push(choices[0].message)
  if (!choices[0].message.tool_calls?.length) break
  for (const call of choices[0].message.tool_calls) messages.push(await handleOpenAICall(call, listTools()))
}
console.log(messages.at(-1).content)
await workspace.close()
model.stop()
