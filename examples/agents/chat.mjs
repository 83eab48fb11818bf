// An agent's loop: ask the model, run the tools it calls, ask again. Works with any Chat Completions service:
//   OPENAI_API_KEY=… [OPENAI_BASE_URL=…] [OPENAI_MODEL=…] node examples/agents/…
import { handleOpenAICall, toOpenAITools } from 'metier/openai'
import { ask } from '../lib/chat-completions.mjs'

const MOST_STEPS = 20

if (!process.env.OPENAI_API_KEY && process.env.OPENAI_BASE_URL === undefined) {
  console.error('Set OPENAI_API_KEY, or OPENAI_BASE_URL to a Chat Completions service.')
  process.exit(1)
}

const words = process.argv.slice(2).filter((word) => word !== '--yes')

/** The question on the command line, or a default. */
export function readQuestion(usual) {
  return words.join(' ') || usual
}

/** Calls `tools` before each step, because tools come and go with the active skills. */
export async function chat(question, tools) {
  const messages = [{ role: 'user', content: question }]
  for (let step = 0; step < MOST_STEPS; step++) {
    const message = await ask(messages, toOpenAITools(tools()))
    messages.push(message)
    if (!message.tool_calls?.length) return message.content
    for (const call of message.tool_calls) {
      console.error(`→ ${call.function.name} ${call.function.arguments}`)
      messages.push(await handleOpenAICall(call, tools()))
    }
  }
  throw new Error(`The model did not finish within ${MOST_STEPS} steps`)
}
