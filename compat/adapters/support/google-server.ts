/** Google's API as far as function calling needs it, over a script of turns. */
import { idOf, type SeenAnswer, type Step, type Turn } from './conversation.js'
import { listen } from './listen.js'
import type { ScriptedServer } from './openai-server.js'

interface GenerateRequest {
  readonly tools?: readonly { readonly functionDeclarations?: readonly { readonly name: string }[] }[]
  readonly contents: readonly { readonly parts?: readonly Part[] }[]
}
interface Part {
  readonly functionResponse?: { readonly id?: string; readonly response: Readonly<Record<string, unknown>> }
}

export async function startGoogleServer(script: readonly Turn[]): Promise<ScriptedServer> {
  const steps: Step[] = []
  const server = await listen((_, body) => {
    const turn = script[steps.length]
    if (turn === undefined) throw new Error('The script is at its end')
    const { tools = [], contents } = body as unknown as GenerateRequest
    const functions = tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations)
    const answers = (contents.at(-1)?.parts ?? []).flatMap(toAnswer)
    steps.push({ offered: functions.map(({ name }) => name), tools: functions, answers })
    return toResponse(turn, steps.length - 1)
  })
  return { ...server, steps }
}

function toAnswer({ functionResponse }: Part): readonly SeenAnswer[] {
  if (functionResponse === undefined) return []
  const { id = '', response } = functionResponse
  return [{ id, text: String(response.output ?? response.error), isError: response.error !== undefined }]
}

function toResponse(turn: Turn, number: number): object {
  const parts =
    'text' in turn
      ? [{ text: turn.text }]
      : turn.calls.map(({ name, arguments: args }, index) => ({
          functionCall: { id: idOf(number, index), name, args: JSON.parse(args) },
        }))
  return { candidates: [{ index: 0, content: { role: 'model', parts }, finishReason: 'STOP' }] }
}
