/** Short messages about what just happened, shown in a corner and read out. */
import { useEffect, useSyncExternalStore } from 'react'
import { Icon } from './icon.js'

interface Message {
  readonly id: number
  readonly text: string
  readonly isTrouble: boolean
}

const SHOWN_FOR = 5000
const MOST = 3

let messages: readonly Message[] = []
let latest = 0
const listeners = new Set<() => void>()

/** Says something that worked. */
export function announce(text: string): void {
  add(text, false)
}

/** Says something that did not work; it stays longer. */
export function announceTrouble(text: string): void {
  add(text, true)
}

export function Announcements() {
  const shown = useSyncExternalStore(subscribe, () => messages)
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map((message) => (
        <Toast key={message.id} message={message} />
      ))}
    </div>
  )
}

function Toast({ message }: { readonly message: Message }) {
  useEffect(() => {
    const timer = setTimeout(() => drop(message.id), message.isTrouble ? SHOWN_FOR * 2 : SHOWN_FOR)
    return () => clearTimeout(timer)
  }, [message])
  return (
    <div className="toast">
      <Icon name={message.isTrouble ? 'alert' : 'check'} className={message.isTrouble ? 'bad' : 'good'} />
      <span className="break">{message.text}</span>
    </div>
  )
}

function add(text: string, isTrouble: boolean): void {
  latest += 1
  set([...messages.filter((one) => one.text !== text), { id: latest, text, isTrouble }].slice(-MOST))
}

function drop(id: number): void {
  set(messages.filter((message) => message.id !== id))
}

function set(next: readonly Message[]): void {
  messages = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
