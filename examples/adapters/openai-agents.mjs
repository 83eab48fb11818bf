// The OpenAI Agents SDK: it runs the loop, and call_skill_tool reaches the tools of active skills.
//   node examples/adapters/openai-agents.mjs                        # a scripted model answers
//   OPENAI_API_KEY=… node examples/adapters/openai-agents.mjs    # the real one answers
import { Agent, Runner, setTracingDisabled, tool } from '@openai/agents'
import { toOpenAIAgentsTools } from 'metier/openai-agents'
import { createWorkspaceTools } from 'metier/workspace'
import { QUESTION, startModel } from '../lib/scripted-model.mjs'
import { openWorkspace } from '../lib/workspace.mjs'

const model = await startModel('OPENAI_API_KEY')
// Otherwise the library sends traces to OpenAI, with any key.
setTracingDisabled(true)
const workspace = await openWorkspace()
const tools = createWorkspaceTools(workspace, { delivery: 'dispatch' })()
const agent = new Agent({ name: 'Host', model: 'gpt-5-mini', tools: toOpenAIAgentsTools(tools, { tool }) })
const runner = new Runner({ toolNotFoundBehavior: 'return_error_to_model' })
const { finalOutput } = await runner.run(agent, QUESTION)
console.log(finalOutput)
await workspace.close()
model.stop()
