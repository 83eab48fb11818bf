import { useEffect, useRef, useSyncExternalStore } from 'react'
import { navigate } from '../router/location.js'
import { readShortcut, type Shortcut } from './shortcuts.js'

const SETTING = 'metier.single-keys'
const changed = new Set<() => void>()

/** Single keys can be turned off, for those who speak to their machine (WCAG 2.1.4). */
export function useSingleKeys(): readonly [boolean, (isOn: boolean) => void] {
  const isOn = useSyncExternalStore(subscribe, isSingleKeysOn)
  return [isOn, setSingleKeys]
}

/** Listens for the keys that work on every page. */
export function useShortcuts(openHelp: () => void): void {
  const previous = useRef<Shortcut | undefined>(undefined)
  const [isOn] = useSingleKeys()
  useEffect(() => {
    if (!isOn) return
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector('dialog[open]') !== null) return
      const press = {
        key: event.key,
        hasModifier: event.metaKey || event.ctrlKey || event.altKey,
        isTyping: isField(event.target),
      }
      const shortcut = readShortcut(press, previous.current)
      previous.current = shortcut
      if (shortcut === undefined) return
      if (shortcut.kind !== 'wait') event.preventDefault()
      follow(shortcut, openHelp)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [isOn, openHelp])
}

function follow(shortcut: Shortcut, openHelp: () => void): void {
  switch (shortcut.kind) {
    case 'go':
      navigate(shortcut.to)
      return
    case 'help':
      openHelp()
      return
    case 'wait':
      return
    case 'search': {
      const field = document.querySelector<HTMLInputElement>('[data-search]')
      if (field === null) navigate('/skills')
      else field.focus()
      return
    }
  }
}

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|SELECT|TEXTAREA)$/.test(target.tagName))
  )
}

function isSingleKeysOn(): boolean {
  try {
    return window.localStorage.getItem(SETTING) !== 'off'
  } catch {
    return true
  }
}

function setSingleKeys(isOn: boolean): void {
  try {
    window.localStorage.setItem(SETTING, isOn ? 'on' : 'off')
  } finally {
    for (const listener of changed) listener()
  }
}

function subscribe(listener: () => void): () => void {
  changed.add(listener)
  return () => changed.delete(listener)
}
