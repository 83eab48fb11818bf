// An agent to talk to at the terminal. It shows which tools it calls, and asks before a skill runs something.
//   node examples/chat/chat.mjs                        # a scripted model answers
//   OPENAI_API_KEY=… node examples/chat/chat.mjs    # the real one answers
import { createInterface } from 'node:readline'
import { toOpenAITools } from 'metier/openai'
import { createWorkspaceTools } from 'metier/workspace'
import { answer } from '../lib/loop.mjs'
import { startModel } from '../lib/scripted-model.mjs'
import { openWorkspace } from '../lib/workspace.mjs'

const HELP = 'Ask something, or type /tools, /skills or /quit.'

const terminal = createInterface({ input: process.stdin })
const lines = terminal[Symbol.asyncIterator]()
const model = await startModel('OPENAI_API_KEY')
const workspace = await openWorkspace({
  ask: async (message) => (await read(`${message} [y/N] `))?.toLowerCase() === 'y',
})
const listTools = createWorkspaceTools(workspace)
const messages = [{ role: 'system', content: 'You are a helpful assistant. Use a skill if one fits the task.' }]

const commands = {
  '/tools': () => toOpenAITools(listTools()).map((tool) => tool.function.name),
  '/skills': () => {
    const active = workspace.skillManager.getActiveSkills().map(({ name }) => name)
    return workspace.listSkills().map(({ name }) => `${name}${active.includes(name) ? ' (active)' : ''}`)
  },
}

console.log(HELP)
for (let line = await read('> '); line !== undefined && line !== '/quit'; line = await read('> ')) {
  if (line === '') continue
  if (line.startsWith('/')) {
    console.log(commands[line]?.().join('\n') ?? HELP)
    continue
  }
  // The conversation stays for the next question.
  messages.push({ role: 'user', content: line })
  console.log(await answer(messages, listTools, (call) => console.log(`  ${call}`)))
}
terminal.close()
await workspace.close()
model.stop()

/** The next line of the user; undefined at the end of the input. */
async function read(prompt) {
  process.stdout.write(prompt)
  const { value, done } = await lines.next()
  return done ? undefined : value.trim()
}
