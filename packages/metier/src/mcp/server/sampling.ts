/** The model of the MCP client: it answers questions of the reviewer during a call, if the client supports sampling. */

import { AsyncLocalStorage } from 'node:async_hooks'
import type {
  CallToolResult,
  CreateMessageRequest,
  CreateMessageResult,
  CreateMessageResultWithTools,
  InputRequiredResult,
  ServerContext,
} from '@modelcontextprotocol/server'
import type { ClientName } from '../../agents/client-limits.js'
import { failToAsk, type Model, type ModelQuestion, type ModelReply } from '../../gate/reviewer/model.js'
import { drawBoundary } from '../../manager/model/ask-model.js'
import type { Sdk } from '../sdk.js'

/** Asks the clients' models during calls. */
export interface ClientModels {
  /** The model of the client whose call is being answered. */
  readonly model: Model
  /** Runs a call. If a question is open when it ends, the answer asks the client for its model's answer and to call again. */
  run<T extends CallToolResult | undefined>(
    context: ServerContext,
    caller: SamplingCaller,
    work: () => Promise<T>,
  ): Promise<T | InputRequiredResult>
}

/** The client that a call comes from. */
interface SamplingCaller {
  readonly client: ClientName | undefined
  /** Whether it lets its model answer questions. */
  readonly canSample: boolean
}

interface Call extends SamplingCaller {
  readonly context: ServerContext
  readonly open: Map<string, CreateMessageRequest['params']>
}

type SamplingSdk = Pick<Sdk, 'inputRequired' | 'inputResponse' | 'SdkError' | 'SdkErrorCode'>

/** Ends the work of a call whose answer needs another round. It is never shown: the call asks for the round instead. */
class OpenQuestionError extends Error {}

/** Creates one for the whole process: a question belongs to the call in which it is asked. */
export function createSampling(sdk: SamplingSdk): ClientModels {
  const calls = new AsyncLocalStorage<Call>()
  const boundaries = createBoundaries()
  return {
    model: {
      name: 'the model of the MCP client',
      // Only the client knows which model it asks.
      get identity() {
        return JSON.stringify(['sampling', calls.getStore()?.client?.name])
      },
      // All open questions go to the client in one round.
      asksTogether: true,
      boundaryFor: boundaries.find,
      ask: async (question) => {
        const call = calls.getStore()
        if (call === undefined || !call.canSample) return failToAsk({ code: 'client_missing' })
        const reply = await ask(sdk, call, question)
        boundaries.forget(question.id)
        return reply
      },
    },
    run: async (context, caller, work) => {
      const call: Call = { ...caller, context, open: new Map() }
      const ended = await calls.run(call, async () => {
        try {
          return { result: await work() }
        } catch (error) {
          if (call.open.size === 0) throw error
          return undefined
        }
      })
      if (ended !== undefined && call.open.size === 0) return ended.result
      const requests = Array.from(call.open, ([key, params]) => [key, sdk.inputRequired.createMessage(params)] as const)
      return sdk.inputRequired({ inputRequests: Object.fromEntries(requests) })
    },
  }
}

/** The answer comes to a later call, which has to recognize the boundary of the prompt. */
function createBoundaries() {
  const known = new Map<string, string>()
  return {
    find: (id: string): string => {
      const boundary = known.get(id) ?? drawBoundary()
      known.set(id, boundary)
      const [oldest] = known.keys()
      if (known.size > MOST_BOUNDARIES && oldest !== undefined) known.delete(oldest)
      return boundary
    },
    forget: (id: string) => void known.delete(id),
  }
}

const MOST_BOUNDARIES = 1_000
const MOST_TOKENS = 4_096
/** In milliseconds. The client may ask its user first. */
const PATIENCE = 300_000

async function ask(sdk: SamplingSdk, call: Call, { id, prompt, signal }: ModelQuestion): Promise<ModelReply> {
  const { mcpReq } = call.context
  const key = `review-${id.slice(0, 32)}`
  const given = sdk.inputResponse(mcpReq.inputResponses, key)
  if (given.kind === 'sampling') return readResult(given.result)
  const content = { type: 'text' as const, text: prompt }
  const params = { messages: [{ role: 'user' as const, content }], maxTokens: MOST_TOKENS }
  try {
    return readResult(await mcpReq.requestSampling(params, { timeout: PATIENCE, ...(signal && { signal }) }))
  } catch (error) {
    signal?.throwIfAborted()
    // Since 2026 a server cannot send requests: the result of the call asks instead.
    const isModern =
      error instanceof sdk.SdkError && error.code === sdk.SdkErrorCode.MethodNotSupportedByProtocolVersion
    if (!isModern) return failToAsk({ code: 'model_unreachable', detail: 'the MCP client did not answer the question' })
    call.open.set(key, params)
    throw new OpenQuestionError()
  }
}

function readResult({ content }: CreateMessageResult | CreateMessageResultWithTools): ModelReply {
  const blocks = Array.isArray(content) ? content : [content]
  const texts = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []))
  if (texts.length > 0) return { ok: true, text: texts.join('\n') }
  return failToAsk({ code: 'answer_malformed', detail: 'the answer has no text' })
}
