// An agent's loop: ask the model, run the tools it calls, ask again. Works with any Chat Completions service:
//   OPENAI_API_KEY=… [OPENAI_BASE_URL=…] [OPENAI_MODEL=…] node examples/agents/…
import { createInterface } from 'node:readline/promises'
import { handleOpenAICall, toOpenAITools } from 'metier/openai'

const { OPENAI_BASE_URL = 'https://api.openai.com/v1', OPENAI_API_KEY = '', OPENAI_MODEL = 'gpt-5-mini' } = process.env
const MOST_STEPS = 20

if (OPENAI_API_KEY === '' && process.env.OPENAI_BASE_URL === undefined) {
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

async function ask(messages, tools) {
  const response = await fetch(`${OPENAI_BASE_URL}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${OPENAI_API_KEY}` },
    body: JSON.stringify({ model: OPENAI_MODEL, messages, tools }),
  })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return (await response.json()).choices[0].message
}

/** Asks the user; `--yes` approves everything. */
export async function confirm(message) {
  if (process.argv.includes('--yes')) return true
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  // If no one can answer, the answer is no.
  const ended = new Promise((resolve) => terminal.once('close', () => resolve('')))
  const answer = await Promise.race([terminal.question(`${message} [y/N] `), ended])
  terminal.close()
  return answer.trim().toLowerCase() === 'y'
}

/** Shows what a skill would run, and approves exactly that. */
export async function approveSkill(skills, name) {
  const review = await skills.review(name)
  if (review.approved) return
  for (const { name: tool, run } of review.tools) console.error(`  ${tool}: ${run.join(' ')}`)
  for (const { name: server, command } of review.servers) console.error(`  ${server}: ${command.join(' ')}`)
  if (await confirm(`Allow skill '${name}' to run these?`)) await skills.approve(name, { digest: review.digest })
}
