// LangChain: an agent with skills as middleware.
//   node examples/adapters/langchain.mjs                        # a scripted model answers
//   OPENAI_API_KEY=… node examples/adapters/langchain.mjs    # the real one answers
import { ChatOpenAI } from '@langchain/openai'
import { createAgent } from 'langchain'
import { skillsMiddleware } from 'metier/langchain'
import { createWorkspaceTools } from 'metier/workspace'
import { QUESTION, startModel } from '../lib/scripted-model.mjs'
import { openWorkspace } from '../lib/workspace.mjs'

const model = await startModel('OPENAI_API_KEY')
const workspace = await openWorkspace()
const tools = createWorkspaceTools(workspace, { delivery: 'dispatch' })()
const agent = createAgent({ model: new ChatOpenAI({ model: 'gpt-5-mini' }), middleware: [skillsMiddleware(tools)] })
const { messages } = await agent.invoke({ messages: [{ role: 'user', content: QUESTION }] })
console.log(messages.at(-1).text)
await workspace.close()
model.stop()
