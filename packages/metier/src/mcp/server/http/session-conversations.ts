/**
 * The conversation of a session over HTTP. It also has a handle: a client may open a session for each call, and a later
 * session continues the conversation by naming it.
 */

import type { ActivationStore } from '../activation/activation-store.js'
import type { ConnectionConversations, Conversation, RequestPlace } from '../conversation.js'

/** Creates the conversations of one session: its own, and those of the same principal that a request names. */
export function createSessionConversations(
  store: ActivationStore,
  create: () => Conversation,
): ConnectionConversations {
  let own: RequestPlace | undefined
  let isNamed = false
  const find = ({ principal, activation }: RequestPlace): Conversation | undefined => {
    if (activation !== undefined) return store.find({ principal, activation, session: undefined })
    return own && store.find(own)
  }
  return {
    // The agents that we know keep their session.
    givesHandles: ({ agent, opensSessionPerCall }) => agent === undefined || opensSessionPerCall === true,
    find,
    begin: (place) => {
      const { principal, takesHandle = false } = place
      const named = find(place)
      if (named !== undefined && place.activation !== undefined)
        return { conversation: named, handle: place.activation }
      const begun = store.begin(own ?? { principal, activation: undefined, session: undefined }, create)
      own = { principal, activation: begun.handle, session: undefined }
      isNamed ||= takesHandle
      return takesHandle ? begun : { ...begun, handle: undefined }
    },
    close: async () => {
      if (own === undefined) return
      if (isNamed) store.release(own)
      else await store.end(own)
    },
  }
}
