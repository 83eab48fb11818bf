/** Questions to the person at the terminal. Where nobody sits there, nothing is asked. */

import { wrapText } from '../../skill/text/columns.js'
import type { CommandIo } from './command-io.js'

/** Questions are asked on stderr. The signal ends them; the answer is then no. */
type TerminalStreams = Pick<CommandIo, 'stdin' | 'stderr' | 'signal'>

/** Whether somebody can be asked: both ends of the conversation are a terminal. */
export function canAsk({ stdin, stderr }: Pick<TerminalStreams, 'stdin' | 'stderr'>): boolean {
  return stdin.isTTY === true && stderr.isTTY === true
}

const MOST_ATTEMPTS = 3

/** Silence, an end of input, Ctrl-C, a missing terminal and nothing but other answers all mean no. */
export async function askYesNo(question: string, conversation: TerminalStreams): Promise<boolean> {
  if (!canAsk(conversation)) return false
  return converse(conversation, async (ask) => {
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
      const line = await ask(`${question} [y/N]`)
      if (line === undefined || line === '' || /^no?$/i.test(line)) return false
      if (/^y(?:es)?$/i.test(line)) return true
      conversation.stderr.write(attempt < MOST_ATTEMPTS ? 'Answer y or n.\n' : 'Taken as no.\n')
    }
    return false
  })
}

/** One line, trimmed; the offered value where the line is empty; undefined where the conversation ended. */
export async function askText(question: string, offered: string, conversation: TerminalStreams) {
  const ending = /[?.]$/.test(question) && offered === '' ? '' : ':'
  const line = await converse(conversation, (ask) =>
    ask(`${question}${offered === '' ? '' : ` (${offered})`}${ending}`),
  )
  return line === '' ? offered : line
}

type AskLine = (question: string) => Promise<string | undefined>

/** One reader for all that is asked at once: each listens to the input for itself. */
async function converse<T>({ stdin, stderr, signal }: TerminalStreams, talk: (ask: AskLine) => Promise<T>): Promise<T> {
  const { createInterface } = await import('node:readline')
  if (signal.aborted) return talk(async () => undefined)
  // `terminal: false` leaves line editing to the terminal itself, and Ctrl-C a signal that the whole program hears.
  const reader = createInterface({ input: stdin, terminal: false, signal })
  const typed = reader[Symbol.asyncIterator]()
  try {
    return await talk(async (question) => {
      stderr.write(`${wrapText(question, stderr.columns || Number.POSITIVE_INFINITY).join('\n')} `)
      const { value, done } = await typed.next()
      // What was asked stays, and what follows starts on a line of its own.
      if (done === true) stderr.write('\n')
      return done === true ? undefined : value.trim()
    })
  } finally {
    reader.close()
  }
}
