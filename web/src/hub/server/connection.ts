/** Whether the hub answers, and whether it still knows this browser's session: news of every request, for the frame of the pages. */

import { useSyncExternalStore } from 'react'

const PAUSE_MILLISECONDS = 3000

let isLost = false
let isSignedIn = false
const watchers = new Set<() => void>()
const listeners = new Set<(news: 'regained' | 'signed-out') => void>()

/** Calls back when the hub answers again, and when it has ended the session. */
export function listenToConnection(listener: (news: 'regained' | 'signed-out') => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useIsLost(): boolean {
  return useSyncExternalStore(watch, () => isLost)
}

/** What the last session said, so that its end is reported once. */
export function noteSession(hasUser: boolean): void {
  isSignedIn = hasUser
}

/** A request that needs a session was refused. */
export function noteSignedOut(): void {
  if (!isSignedIn) return
  isSignedIn = false
  for (const listener of listeners) listener('signed-out')
}

/** A request had no answer: asks again until there is one. */
export function noteLost(): void {
  if (isLost) return
  setLost(true)
  void waitForHub()
}

async function waitForHub(): Promise<void> {
  while (isLost) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS))
    const answer = await fetch('/healthz').catch(() => undefined)
    if (answer?.ok === true) setLost(false)
  }
  for (const listener of listeners) listener('regained')
}

function setLost(next: boolean): void {
  isLost = next
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
