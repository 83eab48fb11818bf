/**
 * The conversations of clients without a connection, by principal and key. Their number and their idle time are
 * bounded.
 */

import { randomBytes } from 'node:crypto'
import type { Begun, Conversation, Conversations, RequestPlace } from '../conversation.js'

/** How conversations are created and how long they are kept. */
export interface ActivationStoreOptions {
  readonly create: (place: RequestPlace) => Conversation
  /** How many conversations are kept at once. The one that was unused for longest is ended first. */
  readonly most?: number
  /** How long an unused conversation is kept. */
  readonly idleMilliseconds?: number
  readonly now?: () => number
}

/** The conversations by key. */
export interface ActivationStore extends Conversations {
  find(place: RequestPlace): Conversation | undefined
  /** With `create`, a new conversation is created by it. */
  begin(place: RequestPlace, create?: () => Conversation): Begun
  /** Ends a conversation soon after the session that it belongs to, unless its handle is used before. */
  release(place: RequestPlace): void
  /** Ends a conversation now. */
  end(place: RequestPlace): Promise<void>
  readonly size: number
  /** Ends conversations that were unused for too long. */
  expire(): Promise<void>
  close(): Promise<void>
}

interface Kept {
  readonly conversation: Conversation
  used: number
  /** How long it is kept without being used. */
  readonly idle: number
}

const MOST = 1_000
const IDLE = 30 * 60 * 1_000
/** Long enough for the next call of a client that opens a session per call, with a user who is asked in between. */
const RELEASED_IDLE = 5 * 60 * 1_000
/** Long enough that two clients do not choose the same key by accident. */
const SHORTEST_SESSION = 16
const LONGEST_SESSION = 200

/**
 * Creates an empty store. A key works only for the principal that got or chose it: clients never see each other's
 * conversations.
 */
export function createActivationStore(options: ActivationStoreOptions): ActivationStore {
  const { create, most = MOST, idleMilliseconds = IDLE, now = Date.now } = options
  // In order of last use.
  const kept = new Map<string, Kept>()
  const isOld = ({ used, idle }: Kept) => now() - used > idle
  const use = (key: string): Conversation | undefined => {
    const found = kept.get(key)
    if (found === undefined) return undefined
    kept.delete(key)
    if (isOld(found)) {
      void end(found)
      return undefined
    }
    kept.set(key, { ...found, used: now(), idle: idleMilliseconds })
    return found.conversation
  }
  const add = (key: string, place: RequestPlace, createOne = () => create(place)): Conversation => {
    const [oldest] = kept
    if (kept.size >= most && oldest !== undefined) {
      kept.delete(oldest[0])
      void end(oldest[1])
    }
    const conversation = createOne()
    kept.set(key, { conversation, used: now(), idle: idleMilliseconds })
    return conversation
  }
  const remove = async (key: string) => {
    const found = kept.get(key)
    kept.delete(key)
    if (found !== undefined) await end(found)
  }
  return {
    givesHandles: () => true,
    find: (place) => firstOf(keysOf(place), use),
    begin: (place, createOne) => begin(place, { use, add: (key, at) => add(key, at, createOne), remove }),
    release: (place) => {
      for (const key of keysOf(place)) {
        const found = kept.get(key)
        if (found !== undefined) kept.set(key, { ...found, idle: Math.min(found.idle, RELEASED_IDLE) })
      }
    },
    end: async (place) => {
      await Promise.all(keysOf(place).map(remove))
    },
    get size() {
      return kept.size
    },
    expire: async () => {
      const old = [...kept].filter(([, one]) => isOld(one))
      for (const [key] of old) kept.delete(key)
      await Promise.all(old.map(([, one]) => end(one)))
    },
    close: async () => {
      const all = [...kept.values()]
      kept.clear()
      await Promise.all(all.map(end))
    },
  }
}

/** A handle has 128 random bits. */
export function createHandle(): string {
  return randomBytes(16).toString('base64url')
}

interface Keys {
  use(key: string): Conversation | undefined
  add(key: string, place: RequestPlace): Conversation
  remove(key: string): Promise<void>
}

function begin(place: RequestPlace, { use, add, remove }: Keys): Begun {
  const { principal, activation } = place
  const session = sessionKey(place)
  const known = activation === undefined ? undefined : use(handleKey(principal, activation))
  if (known !== undefined) return { conversation: known, handle: activation }
  // A client that sends its own key does not need a handle.
  if (session !== undefined) {
    return { conversation: use(session) ?? add(session, { ...place, activation: undefined }), handle: undefined }
  }
  const handle = createHandle()
  const key = handleKey(principal, handle)
  const conversation = add(key, { ...place, activation: handle })
  return { conversation, handle, takeBack: () => remove(key) }
}

function keysOf(place: RequestPlace): readonly string[] {
  const { principal, activation } = place
  const session = sessionKey(place)
  return [
    ...(activation === undefined ? [] : [handleKey(principal, activation)]),
    ...(session === undefined ? [] : [session]),
  ]
}

function handleKey(principal: string, handle: string): string {
  return JSON.stringify([principal, 'handle', handle])
}

function sessionKey({ principal, session }: RequestPlace): string | undefined {
  if (session === undefined || session.length < SHORTEST_SESSION || session.length > LONGEST_SESSION) return undefined
  return JSON.stringify([principal, 'session', session])
}

function firstOf<K, V>(keys: readonly K[], find: (key: K) => V | undefined): V | undefined {
  for (const key of keys) {
    const found = find(key)
    if (found !== undefined) return found
  }
  return undefined
}

/** A conversation is removed even if closing it fails. */
async function end({ conversation }: Kept): Promise<void> {
  await conversation.close().catch(() => undefined)
}
