/** Questions to the person at the terminal. Where nobody sits there, nothing is asked. */

import type { Readable, Writable } from 'node:stream'
import { wrapText } from '../skill/columns.js'

export interface Conversation {
  readonly input?: Readable & { readonly isTTY?: boolean }
  readonly output?: Writable & { readonly isTTY?: boolean; readonly columns?: number }
  /** Ends the question; the answer is then no. */
  readonly signal?: AbortSignal
}

/** Whether somebody can be asked: both ends of the conversation are a terminal. */
export function canAsk({ input = process.stdin, output = process.stderr }: Conversation = {}): boolean {
  return input.isTTY === true && output.isTTY === true
}

/** Asks until the answer is yes or no. Silence, an end of input, Ctrl-C and a missing terminal all mean no. */
export async function askYesNo(question: string, conversation: Conversation = {}): Promise<boolean> {
  if (!canAsk(conversation)) return false
  for (;;) {
    const line = await askLine(`${question} [y/N] `, conversation)
    if (line === undefined || line === '' || /^no?$/i.test(line)) return false
    if (/^y(?:es)?$/i.test(line)) return true
  }
}

/** One line, trimmed; the offered value where the line is empty; undefined where the conversation ended. */
export async function askText(question: string, offered: string, conversation: Conversation = {}) {
  const ending = /[?.]$/.test(question) && offered === '' ? '' : ':'
  const line = await askLine(`${question}${offered === '' ? '' : ` (${offered})`}${ending} `, conversation)
  return line === '' ? offered : line
}

async function askLine(question: string, conversation: Conversation): Promise<string | undefined> {
  const { input = process.stdin, output = process.stderr, signal } = conversation
  const { createInterface } = await import('node:readline')
  if (signal?.aborted) return undefined
  const lines = wrapText(question.trimEnd(), output.columns || Number.POSITIVE_INFINITY)
  output.write(`${lines.join('\n')} `)
  // `terminal: false` leaves line editing to the terminal itself, and Ctrl-C a signal that the whole program hears.
  const reader = createInterface({ input, terminal: false })
  return new Promise((resolve) => {
    const finish = (line: string | undefined): void => {
      signal?.removeEventListener('abort', stop)
      reader.removeAllListeners()
      reader.close()
      // What was asked stays, and what follows starts on a line of its own.
      if (line === undefined) output.write('\n')
      resolve(line?.trim())
    }
    const stop = (): void => finish(undefined)
    reader.once('line', finish)
    reader.once('close', stop)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
