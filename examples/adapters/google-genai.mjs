// Google's Gen AI library: the loop is yours, and tools appear with the skill that brings them.
//   node examples/adapters/google-genai.mjs                        # a scripted model answers
//   GOOGLE_API_KEY=… node examples/adapters/google-genai.mjs    # the real one answers
import { GoogleGenAI } from '@google/genai'
import { handleGoogleGenAICall, toGoogleGenAITools } from 'metier/google-genai'
import { createWorkspaceTools } from 'metier/workspace'
import { QUESTION, startModel } from '../lib/scripted-model.mjs'
import { openWorkspace } from '../lib/workspace.mjs'

const model = await startModel('GOOGLE_API_KEY')
const workspace = await openWorkspace()
const listTools = createWorkspaceTools(workspace)
const client = new GoogleGenAI({})
const contents = [{ role: 'user', parts: [{ text: QUESTION }] }]
while (contents.at(-1).role === 'user') {
  const config = { tools: toGoogleGenAITools(listTools()) }
  const response = await client.models.generateContent({ model: 'gemini-2.5-flash', contents, config })
  contents.push(response.candidates[0].content)
  const calls = response.functionCalls ?? []
  const parts = await Promise.all(calls.map((call) => handleGoogleGenAICall(call, listTools())))
  if (parts.length > 0) contents.push({ role: 'user', parts })
  else console.log(response.text)
}
await workspace.close()
model.stop()
