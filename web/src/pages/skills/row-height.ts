import { useSyncExternalStore } from 'react'

/** The same width as in the style sheet: below it a row has two lines. */
const NARROW = '(max-width: 760px)'

export function useRowHeight(): number {
  const isNarrow = useSyncExternalStore(subscribe, () => window.matchMedia(NARROW).matches)
  return isNarrow ? 64 : 36
}

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(NARROW)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}
