// An agent's loop: ask the model, run the tools it calls, ask again.
import { handleOpenAICall, toOpenAITools } from 'metier/openai'
import { ask } from './chat-completions.mjs'

const MOST_STEPS = 20

/** Answers the last message. `tools` is called before each step, because tools come and go with the active skills. */
export async function answer(messages, tools, show) {
  for (let step = 0; step < MOST_STEPS; step++) {
    const message = await ask(messages, toOpenAITools(tools()))
    messages.push(message)
    if (!message.tool_calls?.length) return message.content
    for (const call of message.tool_calls) {
      show(`→ ${call.function.name} ${call.function.arguments}`)
      messages.push(await handleOpenAICall(call, tools()))
    }
  }
  throw new Error(`The model did not finish within ${MOST_STEPS} steps`)
}
