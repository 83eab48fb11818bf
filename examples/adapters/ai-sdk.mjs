// The AI SDK: it runs the loop, and call_skill_tool reaches the tools of active skills.
//   node examples/adapters/ai-sdk.mjs                        # a scripted model answers
//   OPENAI_API_KEY=… node examples/adapters/ai-sdk.mjs    # the real one answers
import { createOpenAI } from '@ai-sdk/openai'
import { generateText, isLoopFinished } from 'ai'
import { prepareStep, toAiSdkTools } from 'metier/ai'
import { createWorkspaceTools } from 'metier/workspace'
import { QUESTION, startModel } from '../lib/scripted-model.mjs'
import { openWorkspace } from '../lib/workspace.mjs'

const model = await startModel('OPENAI_API_KEY')
const workspace = await openWorkspace()
const tools = toAiSdkTools(createWorkspaceTools(workspace, { delivery: 'dispatch' })())
const { text } = await generateText({
  model: createOpenAI()('gpt-5-mini'),
  prompt: QUESTION,
  tools,
  stopWhen: isLoopFinished(),
  prepareStep: prepareStep(tools),
})
console.log(text)
await workspace.close()
model.stop()
