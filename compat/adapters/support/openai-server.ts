/** OpenAI as far as tools need it: Chat Completions, whole and streamed, and Responses, over a script of turns. */
import { idOf, type ScriptedCall, type SeenAnswer, type Step, type Turn } from './conversation.js'
import { type Listening, listen } from './listen.js'

export interface ScriptedServer extends Listening {
  /** What each request showed to the model, in order. */
  readonly steps: readonly Step[]
}

type Json = Record<string, unknown>
interface ChatRequest {
  readonly stream?: boolean
  readonly tools?: readonly { readonly function: { readonly name: string } }[]
  readonly messages: readonly { readonly role: string; readonly tool_call_id?: string; readonly content?: unknown }[]
}
interface ResponsesRequest {
  readonly tools?: readonly { readonly name: string }[]
  readonly input: readonly Json[] | string
}

export async function startOpenAIServer(script: readonly Turn[]): Promise<ScriptedServer> {
  const steps: Step[] = []
  const answered = new Set<string>()
  const server = await listen((path, body) => {
    const turn = script[steps.length]
    if (turn === undefined) throw new Error('The script is at its end')
    const number = steps.length
    const isChat = path.endsWith('/chat/completions')
    const step = isChat ? readChat(body as unknown as ChatRequest) : readResponses(body as unknown as ResponsesRequest)
    const fresh = step.answers.filter(({ id }) => !answered.has(id))
    for (const { id } of fresh) answered.add(id)
    steps.push({ ...step, answers: fresh })
    if (!isChat) return toResponse(turn, number)
    return body.stream === true ? toChunks(turn, number) : toCompletion(turn, number)
  })
  return { ...server, url: `${server.url}/v1`, steps }
}

function readChat({ tools = [], messages }: ChatRequest): Step {
  const answers = messages
    .filter(({ role }) => role === 'tool')
    .map(({ tool_call_id: id = '', content }): SeenAnswer => ({ id, text: toText(content) }))
  return { offered: tools.map((tool) => tool.function.name), tools, answers }
}

function readResponses({ tools = [], input }: ResponsesRequest): Step {
  const items = typeof input === 'string' ? [] : input
  const answers = items
    .filter(({ type }) => type === 'function_call_output')
    .map((item): SeenAnswer => ({ id: String(item.call_id), text: toText(item.output) }))
  return { offered: tools.map(({ name }) => name), tools, answers }
}

/** Texts also come as a list of parts. */
function toText(content: unknown): string {
  if (!Array.isArray(content)) return typeof content === 'string' ? content : JSON.stringify(content)
  return content.map((part: { text?: string }) => part.text ?? '').join('')
}

const USAGE = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }

function toCompletion(turn: Turn, number: number): object {
  const message =
    'text' in turn
      ? { role: 'assistant', content: turn.text, refusal: null }
      : { role: 'assistant', content: null, refusal: null, tool_calls: turn.calls.map(toChatCall(number)) }
  const choices = [{ index: 0, message, finish_reason: 'text' in turn ? 'stop' : 'tool_calls', logprobs: null }]
  return { id: `chat_${number}`, object: 'chat.completion', created: 1, model: 'scripted', choices, usage: USAGE }
}

function toChunks(turn: Turn, number: number): object[] {
  const delta =
    'text' in turn
      ? { role: 'assistant', content: turn.text }
      : {
          role: 'assistant',
          content: null,
          tool_calls: turn.calls.map(toChatCall(number)).map((one, index) => ({ ...one, index })),
        }
  const head = { id: `chat_${number}`, object: 'chat.completion.chunk', created: 1, model: 'scripted' }
  const finish_reason = 'text' in turn ? 'stop' : 'tool_calls'
  return [
    { ...head, choices: [{ index: 0, delta, finish_reason: null }] },
    { ...head, choices: [{ index: 0, delta: {}, finish_reason }], usage: USAGE },
  ]
}

function toChatCall(step: number) {
  return ({ name, arguments: input }: ScriptedCall, index: number) => ({
    id: idOf(step, index),
    type: 'function',
    function: { name, arguments: input },
  })
}

function toResponse(turn: Turn, number: number): object {
  const output =
    'text' in turn
      ? [
          {
            type: 'message',
            id: `msg_${number}`,
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text: turn.text, annotations: [] }],
          },
        ]
      : turn.calls.map(({ name, arguments: input }, index) => ({
          type: 'function_call',
          id: `fc_${number}_${index}`,
          call_id: idOf(number, index),
          name,
          arguments: input,
          status: 'completed',
        }))
  return {
    id: `resp_${number}`,
    object: 'response',
    created_at: 1,
    status: 'completed',
    model: 'scripted',
    output,
    tools: [],
    parallel_tool_calls: true,
    incomplete_details: null,
    error: null,
    usage: {
      input_tokens: 1,
      output_tokens: 1,
      total_tokens: 2,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens_details: { reasoning_tokens: 0 },
    },
  }
}
