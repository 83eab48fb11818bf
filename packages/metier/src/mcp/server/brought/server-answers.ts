/** Answers requests about the prompts and resources of servers of active skills. */

import type { CompleteResult, GetPromptResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server'
import type { ServerMethod, ServerReply } from '../../../workspace/activation/server.js'
import type { CallerOptions } from '../../../workspace/activation/switch-skills.js'
import type { RequestCaller } from '../answers.js'
import type { LogLevel } from '../calls/log-level.js'
import type { Conversation } from '../conversation.js'
import type { ServerOffer } from '../offering.js'
import type { BroughtKind } from './server-lists.js'

/** Where the answers come from. */
export interface ServerAnswersOptions {
  readonly offering: Pick<ServerOffer, 'sdk' | 'calls' | 'delivery'>
  readonly principal: string
  readonly findConversation: (context: ServerContext) => Promise<Conversation | undefined>
}

type Params = Readonly<Record<string, unknown>>

/** Creates the answers. They are undefined if no server of the conversation is meant. */
export function createServerAnswers({ offering, principal, findConversation }: ServerAnswersOptions) {
  const { sdk, calls, delivery } = offering
  const settle = <T extends object>(reply: ServerReply | undefined): T | undefined => {
    if (reply === undefined) return undefined
    if ('result' in reply) return reply.result as T
    const { code, message, data } = reply.error
    throw new sdk.ProtocolError(code, message, data)
  }
  const run = async <T extends object>(
    context: ServerContext,
    caller: RequestCaller,
    work: (conversation: Conversation, running: CallerOptions) => Promise<ServerReply | undefined>,
  ): Promise<T | InputRequiredResult | undefined> => {
    const conversation = await findConversation(context)
    if (conversation === undefined || conversation.workspace.servers.list().length === 0) return undefined
    const outcome = await calls.run<{ readonly value: T | undefined }>(
      { context, principal, ...caller },
      async (running) => ({
        value: settle<T>(await work(conversation, running)),
      }),
    )
    return 'value' in outcome ? (outcome.value as T | undefined) : outcome
  }
  return {
    /** With dispatch delivery, lists do not depend on the active skills. */
    list: async (kind: BroughtKind, context: ServerContext): Promise<readonly Params[]> => {
      const conversation = delivery === 'dispatch' ? undefined : await findConversation(context)
      return (await conversation?.brought.list(kind))?.map(({ entry }) => entry) ?? []
    },
    getPrompt: (params: Params, context: ServerContext, caller: RequestCaller) =>
      run<GetPromptResult>(context, caller, ({ brought }, running) => brought.getPrompt(params, running)),
    askResource: (method: ServerMethod, params: Params, context: ServerContext, caller: RequestCaller) =>
      run<object>(context, caller, ({ brought }, running) => brought.askResource(method, params, running)),
    complete: async (params: Params, context: ServerContext, caller: RequestCaller) =>
      (await run<CompleteResult>(context, caller, ({ brought }, running) => brought.complete(params, running))) as
        | CompleteResult
        | undefined,
    setLogLevel: async (level: LogLevel, context: ServerContext) =>
      (await findConversation(context))?.brought.setLogLevel(level),
  }
}
