/** What a key stands for. Pure, so that every combination is tested without a browser. */

export type Shortcut =
  | { readonly kind: 'go'; readonly to: string }
  | { readonly kind: 'search' }
  | { readonly kind: 'help' }
  | { readonly kind: 'wait' }

export interface KeyPress {
  readonly key: string
  readonly hasModifier: boolean
  /** In a field, keys are text. */
  readonly isTyping: boolean
}

/** The second key after `g`. */
export const DESTINATIONS: Readonly<Record<string, { readonly to: string; readonly label: string }>> = {
  o: { to: '/', label: 'Overview' },
  s: { to: '/skills', label: 'Skills' },
  r: { to: '/routing', label: 'Routing' },
  t: { to: '/tools', label: 'Tools' },
  i: { to: '/install', label: 'Install' },
  a: { to: '/activity', label: 'Activity' },
}

/** Reads one key press; `previous` is the shortcut before it, for sequences. */
export function readShortcut(press: KeyPress, previous: Shortcut | undefined): Shortcut | undefined {
  if (press.isTyping || press.hasModifier) return undefined
  if (previous?.kind === 'wait') {
    const destination = DESTINATIONS[press.key]
    return destination === undefined ? undefined : { kind: 'go', to: destination.to }
  }
  switch (press.key) {
    case 'g':
      return { kind: 'wait' }
    case '/':
      return { kind: 'search' }
    case '?':
      return { kind: 'help' }
    default:
      return undefined
  }
}

/** Where a key takes the selection in a list; undefined if the key means nothing there. */
export function moveSelection(key: string, selected: number, count: number, page: number): number | undefined {
  if (count === 0) return undefined
  const last = count - 1
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return Math.min(selected + 1, last)
    case 'ArrowUp':
    case 'k':
      return Math.max(selected - 1, 0)
    case 'PageDown':
      return Math.min(Math.max(selected, 0) + page, last)
    case 'PageUp':
      return Math.max(selected - page, 0)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}
