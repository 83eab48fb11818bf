// Mastra: an agent with skills as tools.
//   node examples/adapters/mastra.mjs                        # a scripted model answers
//   OPENAI_API_KEY=… node examples/adapters/mastra.mjs    # the real one answers
import { Agent } from '@mastra/core/agent'
import { prepareStep, toMastraTools } from 'metier/mastra'
import { createWorkspaceTools } from 'metier/workspace'
import { QUESTION, startModel } from '../lib/scripted-model.mjs'
import { openWorkspace } from '../lib/workspace.mjs'

const model = await startModel('OPENAI_API_KEY')
const workspace = await openWorkspace()
const tools = toMastraTools(createWorkspaceTools(workspace, { delivery: 'dispatch' })())
const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: url = 'https://api.openai.com/v1' } = process.env
const agent = new Agent({
  id: 'host',
  name: 'host',
  instructions: 'Use a skill if one fits the task.',
  model: { id: 'openai/gpt-5-mini', url, apiKey },
  tools,
})
const { text } = await agent.generate(QUESTION, { maxSteps: 20, prepareStep: prepareStep(tools) })
console.log(text)
await workspace.close()
model.stop()
