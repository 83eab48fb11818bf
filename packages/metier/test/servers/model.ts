/** A model on loopback that answers as a script says, over the interfaces of OpenAI and Anthropic. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { type LoopbackServer, listen, type Reply } from './listen.js'

export interface ScriptedQuestion {
  readonly prompt: string
  /** The random word of the prompt. */
  readonly boundary: string
  /** From 0. */
  readonly at: number
}

/** The text of the answer, or a whole reply; undefined never answers, and `response` may be written to instead. */
type Script = (question: ScriptedQuestion, response: ServerResponse) => string | Reply | undefined

export interface ModelServer extends LoopbackServer {
  readonly questions: ScriptedQuestion[]
}

export async function startModel(script: Script): Promise<ModelServer> {
  const questions: ScriptedQuestion[] = []
  const server = await listen((path, request, response) => {
    void readBody(request).then((body) => {
      const { messages } = JSON.parse(body) as { messages: readonly { content: string }[] }
      const prompt = messages[0]?.content ?? ''
      const question = { prompt, boundary: boundaryOf(prompt), at: questions.length }
      questions.push(question)
      const answer = script(question, response)
      if (answer !== undefined) send(response, path, answer)
    })
    return undefined
  })
  return Object.assign(server, { questions })
}

export function boundaryOf(prompt: string): string {
  return /\b[0-9a-f]{32}\b/.exec(prompt)?.[0] ?? ''
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function send(response: ServerResponse, path: string, answer: string | Reply): void {
  const isAnthropic = path.endsWith('/messages')
  const wrapped = isAnthropic
    ? { content: [{ type: 'text', text: answer }] }
    : { choices: [{ message: { role: 'assistant', content: answer } }] }
  const { status = 200, headers = {}, body = '' } = typeof answer === 'string' ? { body: wrapped } : answer
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(typeof body === 'object' && !(body instanceof Uint8Array) ? JSON.stringify(body) : body)
}

/** An answer of the reviewer with these findings. */
export function reviewAnswer(review: string, ...findings: readonly unknown[]): string {
  return JSON.stringify({ review, findings })
}

/** A finding of the reviewer. */
export function opinion(quote: string, more: object = {}): object {
  const reason = 'It works against the user.'
  return { concern: 'data_leaves', severity: 'block', file: 'SKILL.md', line: 5, quote, reason, ...more }
}
