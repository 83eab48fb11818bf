/** The address as state: pages read it, and changing it is how they change. */
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { changeParameters, parseRoute, type Route } from './route.js'

const listeners = new Set<() => void>()

/** Goes to another address without loading the page again. */
export function navigate(to: string, { replace = false } = {}): void {
  if (to === window.location.pathname + window.location.search) return
  if (replace) window.history.replaceState(null, '', to)
  else window.history.pushState(null, '', to)
  for (const listener of listeners) listener()
}

/** Changes parameters of this address. Typing replaces the entry in the history; choosing adds one. */
export function setParameters(changes: Readonly<Record<string, string>>, options = { replace: false }): void {
  const { pathname, search } = window.location
  navigate(pathname + changeParameters(search, changes), options)
}

export function usePath(): string {
  return useSyncExternalStore(subscribe, () => window.location.pathname)
}

export function useRoute(): Route {
  const path = usePath()
  return useMemo(() => parseRoute(path), [path])
}

/** One parameter of the address and the function that changes it. */
export function useParameter(key: string): readonly [string, (value: string, options?: { replace: boolean }) => void] {
  const value = useSyncExternalStore(subscribe, () => new URLSearchParams(window.location.search).get(key) ?? '')
  const set = useCallback(
    (next: string, options?: { replace: boolean }) => setParameters({ [key]: next }, options),
    [key],
  )
  return [value, set]
}

/** The whole query, for states of several parts. */
export function useSearch(): URLSearchParams {
  const search = useSyncExternalStore(subscribe, () => window.location.search)
  return useMemo(() => new URLSearchParams(search), [search])
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('popstate', listener)
  }
}
