// The loop of an agent: ask the model, run what it calls, ask again. Any service that speaks Chat Completions will do:
//   OPENAI_API_KEY=… [OPENAI_BASE_URL=…] [OPENAI_MODEL=…] node examples/agents/…
import { createInterface } from 'node:readline/promises'
import { handleOpenAICall, toOpenAITools } from 'metier/openai'

const { OPENAI_BASE_URL = 'https://api.openai.com/v1', OPENAI_API_KEY = '', OPENAI_MODEL = 'gpt-5-mini' } = process.env
const MOST_STEPS = 20

if (OPENAI_API_KEY === '' && process.env.OPENAI_BASE_URL === undefined) {
  console.error('Set OPENAI_API_KEY, or OPENAI_BASE_URL to a service that speaks Chat Completions.')
  process.exit(1)
}

const words = process.argv.slice(2).filter((word) => word !== '--yes')

/** What the user asked for on the command line. */
export function readQuestion(usual) {
  return words.join(' ') || usual
}

/** `tools` is asked before each step: they come and go with what is active. */
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
  throw new Error(`The model did not come to an end within ${MOST_STEPS} steps`)
}

async function ask(messages, tools) {
  const response = await fetch(`${OPENAI_BASE_URL}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${OPENAI_API_KEY}` },
    body: JSON.stringify({ model: OPENAI_MODEL, messages, tools }),
  })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return (await response.json()).choices[0].message
}

/** Puts something before the user; `--yes` agrees to everything. */
export async function confirm(message) {
  if (process.argv.includes('--yes')) return true
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  // Where nobody can answer, nobody has agreed.
  const ended = new Promise((resolve) => terminal.once('close', () => resolve('')))
  const answer = await Promise.race([terminal.question(`${message} [y/N] `), ended])
  terminal.close()
  return answer.trim().toLowerCase() === 'y'
}

/** Shows what a skill would bring, and approves exactly that. */
export async function approveSkill(skills, name) {
  const review = await skills.review(name)
  if (review.approved) return
  for (const { name: tool, run } of review.tools) console.error(`  ${tool}: ${run.join(' ')}`)
  for (const { name: server, command } of review.servers) console.error(`  ${server}: ${command.join(' ')}`)
  if (await confirm(`Let skill '${name}' bring these?`)) await skills.approve(name, { digest: review.digest })
}
