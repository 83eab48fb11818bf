// A model without a key: a server on this machine that speaks the protocols of OpenAI, Anthropic and Google, and knows one
// thing to do. It uses the skill `word-count` to answer how many words a text in quotes has.
import { createServer } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { PROTOCOLS } from './protocols.mjs'

/** The question that the examples ask unless you ask another. */
export const QUESTION =
  process.argv
    .slice(2)
    .filter((word) => word !== '--yes')
    .join(' ') || 'How many words has "to be or not to be"?'

/** The variables by which the libraries find their service. */
const ADDRESSES = {
  OPENAI_API_KEY: { OPENAI_BASE_URL: '/v1' },
  ANTHROPIC_API_KEY: { ANTHROPIC_BASE_URL: '' },
  GOOGLE_API_KEY: { GOOGLE_GEMINI_BASE_URL: '' },
}

/** With the key in the environment, the real model answers. Without it, a scripted one is started and answers. */
export async function startModel(key) {
  const [[variable, path]] = Object.entries(ADDRESSES[key])
  if (process.env[key] || process.env[variable]) return { stop: () => undefined }
  console.error(`No ${key}: a scripted model answers.`)
  const server = createServer(async (request, response) => {
    const { status, type, body } = answer(request.url ?? '', await readText(request))
    response.writeHead(status, { 'content-type': type })
    response.end(body)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  process.env[key] = 'scripted'
  process.env[variable] = `http://127.0.0.1:${server.address().port}${path}`
  return {
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function answer(url, body) {
  const protocol = PROTOCOLS.find(({ path }) => path.test(url))
  if (protocol === undefined) return { status: 404, type: 'text/plain', body: `No protocol at ${url}` }
  const request = JSON.parse(body)
  const reply = protocol.write(decide(protocol.read(request)), request)
  if (!Array.isArray(reply)) return { status: 200, type: 'application/json', body: JSON.stringify(reply) }
  const events = [...reply.map((part) => JSON.stringify(part)), '[DONE]']
  return { status: 200, type: 'text/event-stream', body: events.map((data) => `data: ${data}\n\n`).join('') }
}

/** How often it tries before it gives up. */
const MOST_ANSWERS = 4

/**
 * What the model says next: a call, or the text that ends the turn. `answers` are the results of its calls since the
 * question, and `offered` the tools that it may call.
 */
function decide({ question, answers, offered }) {
  const quoted = /"([^"]*)"/.exec(question)?.[1]
  if (quoted === undefined) return { text: 'Ask me how many words a text in "quotes" has.' }
  const words = /\\?"words\\?":\s*(\d+)/.exec(answers.at(-1) ?? '')?.[1]
  if (words !== undefined) return { text: `It has ${words} words.` }
  if (answers.length >= MOST_ANSWERS) return { text: `I could not count them: ${answers.at(-1)}` }
  if (offered.includes('count_words')) return { tool: 'count_words', input: { text: quoted } }
  if (answers.length === 0) return { tool: 'activate_skill', input: { name: 'word-count' } }
  // The answer of the activation says why there is no tool.
  if (!offered.includes('call_skill_tool')) return { text: `I could not count them: ${answers.at(-1)}` }
  return { tool: 'call_skill_tool', input: { tool: 'count_words', arguments: { text: quoted } } }
}
