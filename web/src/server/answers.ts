/** The latest answer of each request that a page shows, asked for again when the server says that it changed. */

import type { DashboardEvent } from '@api/events.js'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { type Answered, type Input, type Problem, type ReadName, request } from './client.js'
import { listen } from './live.js'

export interface Answer<T> {
  readonly value: T | undefined
  readonly problem: Problem | undefined
  readonly isLoading: boolean
}

interface Entry {
  answer: Answer<unknown>
  readonly load: () => void
  /** Drops an answer that is old, without asking again. */
  readonly forget: () => void
  readonly watchers: Set<() => void>
  readonly name: ReadName
}

type Topic = Exclude<DashboardEvent['type'], 'hello'>

/** Which events make an answer old. `hello` makes all of them old: the server may be another one. */
const TOPICS: Readonly<Record<ReadName, readonly Topic[]>> = {
  'GET /api/place': ['skills'],
  'GET /api/overview': ['skills', 'audits', 'overlaps'],
  'GET /api/agents': ['skills'],
  'GET /api/skills': ['skills', 'audits'],
  'GET /api/search': ['skills'],
  'GET /api/skill': ['skills', 'audits'],
  'GET /api/skill/source': ['skills'],
  'GET /api/skill/files': ['skills'],
  'GET /api/skill/file': ['skills'],
  'GET /api/skill/audit': ['skills'],
  'GET /api/skill/tools': ['skills'],
  'GET /api/skill/versions': ['skills'],
  'GET /api/skill/diff': ['skills'],
  'GET /api/skill/overlaps': ['skills', 'overlaps'],
  'GET /api/routing': ['skills', 'overlaps'],
  'GET /api/clients': ['skills'],
  'GET /api/client': ['skills'],
  'GET /api/tests': ['skills'],
  'GET /api/tools': ['skills'],
  'GET /api/registry': [],
  'GET /api/installs': ['install'],
  'GET /api/install': ['install'],
  'GET /api/install/file': [],
  'GET /api/activity': ['activity', 'skills'],
}

/** A registry is asked when the user sends a query, and not again. */
const ASKED_ONCE: ReadonlySet<ReadName> = new Set(['GET /api/registry'])

/** Events come in bursts; one request at the end of a burst is enough. */
const SETTLE = { skills: 60, audits: 400, overlaps: 60, activity: 1000, install: 0 } as const
/** Answers that no page shows are kept for the way back. */
const KEPT = 40

const entries = new Map<string, Entry>()
const NOTHING: Answer<never> = { value: undefined, problem: undefined, isLoading: false }

/** The latest answer to a request. `undefined` as input asks for nothing. While it is asked for again, the old one stays. */
export function useAnswer<Name extends ReadName>(name: Name, input: Input<Name> | undefined): Answer<Answered<Name>> {
  const key = input === undefined ? undefined : JSON.stringify([name, input])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the input.
  const entry = useMemo(() => (key === undefined || input === undefined ? undefined : entryOf(key, name, input)), [key])
  const answer = useSyncExternalStore(
    useMemo(() => (watcher: () => void) => watch(entry, watcher), [entry]),
    () => entry?.answer ?? NOTHING,
  )
  useEffect(() => {
    if (entry === undefined || entry.answer.isLoading) return
    if (entry.answer.value === undefined || !ASKED_ONCE.has(entry.name)) entry.load()
  }, [entry])
  return answer as Answer<Answered<Name>>
}

/** Asks again for everything on the page. */
export function refreshAll(): void {
  refresh('hello')
}

/** Asks again for everything on the page that an event of this topic makes old. */
function refresh(topic: Topic | 'hello'): void {
  for (const entry of entries.values()) {
    if (topic === 'hello' ? ASKED_ONCE.has(entry.name) : !TOPICS[entry.name].includes(topic)) continue
    // A page that is just being rendered holds its entry already but does not watch it yet, so it must stay in the list.
    if (entry.watchers.size > 0) entry.load()
    else entry.forget()
  }
}

/** Connects the answers with the server's events. */
export function followEvents(): void {
  listen('hello', refreshAll)
  // Not every edit on disk is watched: whoever comes back from an editor sees its result.
  window.addEventListener('focus', refreshAll)
  for (const topic of ['skills', 'audits', 'overlaps', 'activity', 'install'] as const) {
    let isDue = false
    listen(topic, () => {
      if (isDue) return
      isDue = true
      setTimeout(() => {
        isDue = false
        refresh(topic)
      }, SETTLE[topic])
    })
  }
}

function entryOf<Name extends ReadName>(key: string, name: Name, input: Input<Name>): Entry {
  const known = entries.get(key)
  if (known !== undefined) return known
  const entry: Entry = {
    name,
    answer: { value: undefined, problem: undefined, isLoading: false },
    watchers: new Set(),
    forget: () => {
      newest = 0
      entry.answer = NOTHING
    },
    load: () => {
      latest += 1
      const mine = latest
      const change = (answer: Partial<Answer<unknown>>) => {
        entry.answer = { ...entry.answer, ...answer }
        for (const watcher of entry.watchers) watcher()
      }
      newest = mine
      change({ isLoading: true })
      void request(name, input).then((outcome) => {
        if (newest !== mine) return
        if (outcome.ok) change({ value: outcome.value, problem: undefined, isLoading: false })
        else change({ problem: outcome.problem, isLoading: false })
      })
    },
  }
  let newest = 0
  entries.set(key, entry)
  forgetOldest()
  return entry
}

let latest = 0

function forgetOldest(): void {
  for (const [key, entry] of entries) {
    if (entries.size <= KEPT) return
    if (entry.watchers.size === 0) entries.delete(key)
  }
}

function watch(entry: Entry | undefined, watcher: () => void): () => void {
  entry?.watchers.add(watcher)
  return () => entry?.watchers.delete(watcher)
}
