/** What the hub answers to a page, asked for again after every change. */

import { useEffect, useState, useSyncExternalStore } from 'react'
import type { HubAnswered, HubEndpoint, HubInput } from './api.js'
import { ask, type HubProblem } from './client.js'

export interface HubAnswer<T> {
  readonly value: T | undefined
  readonly problem: HubProblem | undefined
  readonly isLoading: boolean
}

type ReadEndpoint = Extract<HubEndpoint, `GET ${string}`>

interface Kept<T> {
  readonly key: string | undefined
  readonly value: T | undefined
  readonly problem: HubProblem | undefined
}

let generation = 0
const listeners = new Set<() => void>()

/** Asks again for everything on the page. */
export function refreshAll(): void {
  generation += 1
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

interface AnswerOptions {
  /** Shows the answer to the question before until the next one is there, as a search does. */
  readonly keepsOld?: boolean
}

/** The latest answer to a question. `undefined` as input asks for nothing. */
export function useAnswer<Name extends ReadEndpoint>(
  name: Name,
  input: HubInput<Name> | undefined,
  { keepsOld = false }: AnswerOptions = {},
): HubAnswer<HubAnswered<Name>> {
  const key = input === undefined ? undefined : JSON.stringify([name, input])
  const current = useSyncExternalStore(subscribe, () => generation)
  const [kept, setKept] = useState<Kept<HubAnswered<Name>>>({ key, value: undefined, problem: undefined })
  const [isLoading, setLoading] = useState(key !== undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the input, the generation for what changed.
  useEffect(() => {
    if (input === undefined) return
    const stop = new AbortController()
    setLoading(true)
    void ask(name, input, stop.signal).then((outcome) => {
      if (stop.signal.aborted) return
      setLoading(false)
      setKept(
        outcome.ok
          ? { key, value: outcome.value, problem: undefined }
          : (before) => ({ key, value: before.key === key ? before.value : undefined, problem: outcome.problem }),
      )
    })
    return () => stop.abort()
  }, [key, current])
  if (kept.key === key || (keepsOld && key !== undefined)) return { ...kept, isLoading }
  return { value: undefined, problem: undefined, isLoading }
}
