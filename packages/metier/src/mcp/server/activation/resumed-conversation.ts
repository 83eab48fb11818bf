/** The one conversation of a process, which a client that starts a process per call continues in the next one. */

import type { ConnectionConversations, Conversation } from '../conversation.js'
import { createHandle } from './activation-store.js'
import type { KeptActivations } from './kept-activations.js'

/**
 * Creates the conversation of a process. It is that of a handle if the first request names one, and from then on the
 * process has no other. Clients that keep their process get no handle, and nothing is kept for them.
 */
export function createResumedConversation(create: () => Conversation, kept: KeptActivations): ConnectionConversations {
  let only: Promise<Conversation | undefined> | undefined
  let started: Conversation | undefined
  let handle: string | undefined
  const start = (name: string | undefined): Conversation => {
    const made = create()
    handle = name
    started = { ...made, keep: () => name !== undefined && kept.write(name, made.workspace.exportState()) }
    return started
  }
  const resume = async (name: string): Promise<Conversation | undefined> => {
    const state = kept.read(name)
    if (state === undefined) return undefined
    const conversation = start(name)
    await conversation.workspace.importState(state)
    // Using a handle makes it last longer.
    conversation.keep?.()
    return conversation
  }
  return {
    givesHandles: ({ opensSessionPerCall }) => opensSessionPerCall === true,
    find: async ({ activation }) => {
      if (activation === undefined || activation === handle) return (await only) ?? started
      if (started !== undefined) return undefined
      only ??= resume(activation)
      const found = await only
      if (found === undefined) only = undefined
      return activation === handle ? found : undefined
    },
    begin: ({ takesHandle = false }) => {
      started ??= start(takesHandle ? createHandle() : undefined)
      return { conversation: started, handle: takesHandle ? handle : undefined }
    },
    close: async () => {
      const last = started
      started = undefined
      await last?.close()
    },
  }
}
