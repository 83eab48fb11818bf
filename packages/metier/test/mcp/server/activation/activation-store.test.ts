/** The keyed store of conversations: bounded, expiring, and each for the one who began it. */

import { expect, test } from 'vitest'
import { createActivationStore } from '../../../../src/mcp/server/activation/activation-store.js'
import type { Conversation, RequestPlace } from '../../../../src/mcp/server/conversation.js'

const place = (more: Partial<RequestPlace> = {}): RequestPlace => ({
  principal: 'ada',
  activation: undefined,
  session: undefined,
  ...more,
})

function createStore(options: { most?: number; idleMilliseconds?: number } = {}) {
  const ended: number[] = []
  let made = 0
  let time = 0
  const store = createActivationStore({
    create: () => {
      const id = made++
      return { id, close: async () => void ended.push(id) } as unknown as Conversation
    },
    now: () => time,
    ...options,
  })
  return {
    store,
    ended,
    advance: (milliseconds: number) => {
      time += milliseconds
    },
  }
}

test('a handle opens what it was given for, to the one it was given to', () => {
  const { store } = createStore()
  const { conversation, handle } = store.begin(place())
  expect(handle).toMatch(/^[\w-]{22}$/)
  expect(store.find(place({ activation: handle }))).toBe(conversation)
  expect(store.find(place({ principal: 'bob', activation: handle }))).toBeUndefined()
  expect(store.find(place({ session: handle }))).toBeUndefined()
  expect(store.find(place())).toBeUndefined()
})

test('a second skill of the same handle joins the first', () => {
  const { store } = createStore()
  const { conversation, handle } = store.begin(place())
  expect(store.begin(place({ activation: handle }))).toEqual({ conversation, handle })
})

test('a handle that nobody knows begins a new conversation under a new one', () => {
  const { store } = createStore()
  const { handle } = store.begin(place({ activation: 'chosen-by-me-chosen-by-me' }))
  expect(handle).not.toBe('chosen-by-me-chosen-by-me')
})

test('a key that a client chose counts if it is long enough to be its own', () => {
  const { store } = createStore()
  const { conversation, handle } = store.begin(place({ session: 'a-key-of-my-own-1' }))
  expect(handle).toBeUndefined()
  expect(store.find(place({ session: 'a-key-of-my-own-1' }))).toBe(conversation)
  expect(store.find(place({ principal: 'bob', session: 'a-key-of-my-own-1' }))).toBeUndefined()
  store.begin(place({ session: 'short' }))
  expect(store.find(place({ session: 'short' }))).toBeUndefined()
})

test('there are never more than allowed: what was not used for longest ends', () => {
  const { store, ended } = createStore({ most: 3 })
  const handles = [0, 1, 2].map(() => store.begin(place()).handle)
  store.find(place({ activation: handles[0] }))
  for (let count = 0; count < 100; count++) store.begin(place())
  expect(store.size).toBe(3)
  expect(ended.slice(0, 3)).toEqual([1, 2, 0])
  expect(ended).toHaveLength(100)
})

test('a conversation whose session is over ends soon, unless its handle is used', async () => {
  const { store, ended, advance } = createStore()
  const [first, second] = [store.begin(place()).handle, store.begin(place()).handle]
  for (const activation of [first, second]) store.release(place({ activation }))
  store.release(place({ principal: 'bob', activation: first }))
  advance(4 * 60_000)
  expect(store.find(place({ activation: first }))).toBeDefined()
  advance(2 * 60_000)
  await store.expire()
  expect(ended).toEqual([1])
  expect(store.find(place({ activation: first }))).toBeDefined()
  await store.end(place({ activation: first }))
  expect(ended).toEqual([1, 0])
})

test('what nobody uses for long enough ends', async () => {
  const { store, ended, advance } = createStore({ idleMilliseconds: 1_000 })
  const [first, second] = [store.begin(place()).handle, store.begin(place()).handle]
  advance(900)
  store.find(place({ activation: first }))
  advance(900)
  expect(store.find(place({ activation: second }))).toBeUndefined()
  expect(store.find(place({ activation: first }))).toBeDefined()
  advance(1_001)
  await store.expire()
  expect(store.size).toBe(0)
  expect(ended.toSorted()).toEqual([0, 1])
})
