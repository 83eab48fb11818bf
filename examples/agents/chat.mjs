// What the agents here share. Works with any Chat Completions service:
//   OPENAI_API_KEY=… [OPENAI_BASE_URL=…] [OPENAI_MODEL=…] node examples/agents/…
import { answer } from '../lib/loop.mjs'

if (!process.env.OPENAI_API_KEY && process.env.OPENAI_BASE_URL === undefined) {
  console.error('Set OPENAI_API_KEY, or OPENAI_BASE_URL to a Chat Completions service.')
  process.exit(1)
}

const words = process.argv.slice(2).filter((word) => word !== '--yes')

/** The question on the command line, or a default. */
export function readQuestion(usual) {
  return words.join(' ') || usual
}

/** Answers a question with the tools of each moment. */
export function chat(question, tools) {
  return answer([{ role: 'user', content: question }], tools, (line) => console.error(line))
}
