/** What the server sends by itself, and whether it is there. */

import type { DashboardEvent } from '@api/events.js'
import { useSyncExternalStore } from 'react'
import { request } from './client.js'

export type Connection = 'connecting' | 'live' | 'lost' | 'regained'

type EventOf<Type extends DashboardEvent['type']> = Extract<DashboardEvent, { type: Type }>
type Listener = (event: DashboardEvent) => void

const TYPES: readonly DashboardEvent['type'][] = ['hello', 'skills', 'audits', 'overlaps', 'activity', 'install']
/** The first attempts come soon, for a server that is just restarted; later ones must not wear a laptop down. */
const DELAYS = [500, 1000, 2000, 4000]
const REGAINED_SHOWN_FOR = 4000

const listeners = new Set<Listener>()
const watchers = new Set<() => void>()
let connection: Connection = 'connecting'
let attempts = 0
let source: EventSource | undefined
let isForeign = false

/** Opens the stream and keeps it open for as long as the page is. */
export function connect(): void {
  source?.close()
  const stream = new EventSource('/api/events')
  source = stream
  for (const type of TYPES) {
    stream.addEventListener(type, (message) =>
      receive(JSON.parse((message as MessageEvent<string>).data) as DashboardEvent),
    )
  }
  stream.addEventListener('error', () => {
    stream.close()
    if (source !== stream) return
    setConnection('lost')
    const delay = DELAYS[Math.min(attempts, DELAYS.length - 1)] ?? 0
    attempts += 1
    setTimeout(connect, delay)
    void askWhetherForeign()
  })
}

/** Whether a server answers that does not know this page's session: it needs a new address, and waiting would not help. */
export function useIsForeign(): boolean {
  return useSyncExternalStore(watch, () => isForeign)
}

/** Calls back with every event of a type. */
export function listen<Type extends DashboardEvent['type']>(
  type: Type,
  call: (event: EventOf<Type>) => void,
): () => void {
  const listener: Listener = (event) => {
    if (event.type === type) call(event as EventOf<Type>)
  }
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useConnection(): Connection {
  return useSyncExternalStore(watch, () => connection)
}

async function askWhetherForeign(): Promise<void> {
  const outcome = await request('GET /api/clients', {})
  isForeign = !outcome.ok && outcome.problem.code === 'session_missing'
  notify()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

function receive(event: DashboardEvent): void {
  if (event.type === 'hello') greet()
  for (const listener of listeners) listener(event)
}

function greet(): void {
  const wasLost = connection === 'lost'
  attempts = 0
  isForeign = false
  setConnection(wasLost ? 'regained' : 'live')
  if (wasLost) setTimeout(() => connection === 'regained' && setConnection('live'), REGAINED_SHOWN_FOR)
}

function setConnection(next: Connection): void {
  connection = next
  notify()
}

function notify(): void {
  for (const watcher of watchers) watcher()
}
