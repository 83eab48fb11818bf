// Google's Agent Development Kit: an agent with skills as a toolset.
//   node examples/adapters/google-adk.mjs                        # a scripted model answers
//   GOOGLE_API_KEY=… node examples/adapters/google-adk.mjs    # the real one answers
import { BaseTool, BaseToolset, InMemoryRunner, isFinalResponse, LlmAgent, stringifyContent } from '@google/adk'
import { toGoogleAdkToolset } from 'metier/google-adk'
import { createWorkspaceTools } from 'metier/workspace'
import { QUESTION, startModel } from '../lib/scripted-model.mjs'
import { openWorkspace } from '../lib/workspace.mjs'

const model = await startModel('GOOGLE_API_KEY')
const workspace = await openWorkspace()
const tools = [toGoogleAdkToolset(createWorkspaceTools(workspace), { BaseTool, BaseToolset })]
const agent = new LlmAgent({ name: 'host', model: 'gemini-2.5-flash', instruction: 'Help the user.', tools })
const newMessage = { role: 'user', parts: [{ text: QUESTION }] }
for await (const event of new InMemoryRunner({ agent }).runEphemeral({ userId: 'ada', newMessage })) {
  if (isFinalResponse(event)) console.log(stringifyContent(event))
}
await workspace.close()
model.stop()
