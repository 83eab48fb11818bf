/** Anthropic as far as tools need it, over a script of turns. */
import { idOf, type SeenAnswer, type Step, type Turn } from './conversation.js'
import { listen } from './listen.js'
import type { ScriptedServer } from './openai-server.js'

interface MessagesRequest {
  readonly tools?: readonly { readonly name: string }[]
  readonly messages: readonly { readonly role: string; readonly content: unknown }[]
}
interface Block {
  readonly type: string
  readonly tool_use_id: string
  readonly content: unknown
  readonly is_error?: boolean
}

export async function startAnthropicServer(script: readonly Turn[]): Promise<ScriptedServer> {
  const steps: Step[] = []
  const server = await listen((_, body) => {
    const turn = script[steps.length]
    if (turn === undefined) throw new Error('The script is at its end')
    const { tools = [], messages } = body as unknown as MessagesRequest
    const last = messages.at(-1)?.content
    const blocks = (Array.isArray(last) ? last : []).filter(({ type }: Block) => type === 'tool_result')
    steps.push({ offered: tools.map(({ name }) => name), tools, answers: blocks.map(toAnswer) })
    return toMessage(turn, steps.length - 1)
  })
  return { ...server, steps }
}

function toAnswer({ tool_use_id: id, content, is_error: isError = false }: Block): SeenAnswer {
  return { id, text: typeof content === 'string' ? content : JSON.stringify(content), isError }
}

function toMessage(turn: Turn, number: number): object {
  const content =
    'text' in turn
      ? [{ type: 'text', text: turn.text, citations: null }]
      : turn.calls.map(({ name, arguments: input }, index) => ({
          type: 'tool_use',
          id: idOf(number, index),
          name,
          // Malformed arguments do not come over this wire; what is no object does.
          input: JSON.parse(input),
        }))
  return {
    id: `msg_${number}`,
    type: 'message',
    role: 'assistant',
    model: 'scripted',
    content,
    stop_reason: 'text' in turn ? 'end_turn' : 'tool_use',
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  }
}
