/** Asks the user at the terminal. Without a terminal, nothing is asked. */

import { wrapText } from '../../skill/text/columns.js'
import type { CommandIo } from './command-io.js'

/** Questions are asked on stderr. The signal ends them; the answer is then no. */
type TerminalStreams = Pick<CommandIo, 'stdin' | 'stderr' | 'signal'>

/** Whether the user can be asked: input and output are both terminals. */
export function canAsk({ stdin, stderr }: Pick<TerminalStreams, 'stdin' | 'stderr'>): boolean {
  return stdin.isTTY === true && stderr.isTTY === true
}

const MOST_ATTEMPTS = 3

/** Asks a yes/no question. An empty line, end of input, Ctrl-C, no terminal or three other answers mean no. */
export async function askYesNo(question: string, conversation: TerminalStreams): Promise<boolean> {
  return (await askWhether(question, conversation)) === true
}

/** Asks a yes/no question. An empty line means no; undefined if no answer was given, as after Ctrl-C. */
export function askWhether(question: string, conversation: TerminalStreams): Promise<boolean | undefined> {
  const read = (line: string) => {
    if (/^y(?:es)?$/i.test(line)) return true
    return /^(?:no?)?$/i.test(line) ? false : undefined
  }
  const words = { question: `${question} [y/N]`, again: 'Enter y or n.', givenUp: 'Assuming no.' }
  return askFor(words, read, conversation)
}

/** Asks for a number from 1 to `most`; undefined for everything that means no to `askYesNo`. */
export function askNumber(question: string, most: number, conversation: TerminalStreams): Promise<number | undefined> {
  const read = (line: string) => {
    const number = /^\d{1,4}$/.test(line) ? Number(line) : 0
    return number >= 1 && number <= most ? number : undefined
  }
  return askFor({ question, again: `Enter a number from 1 to ${most}.`, givenUp: 'Canceled.' }, read, conversation)
}

interface QuestionWords {
  readonly question: string
  readonly again: string
  readonly givenUp: string
}

/** Asks until an answer can be read, three times at most. */
async function askFor<T>(
  { question, again, givenUp }: QuestionWords,
  read: (line: string) => T | undefined,
  conversation: TerminalStreams,
): Promise<T | undefined> {
  if (!canAsk(conversation)) return undefined
  if (!(await dropTyped(conversation))) return undefined
  return converse(conversation, async (ask) => {
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
      const line = await ask(question)
      const answer = line === undefined ? undefined : read(line)
      if (answer !== undefined || line === undefined || line === '') return answer
      conversation.stderr.write(`${attempt < MOST_ATTEMPTS ? again : givenUp}\n`)
    }
    return undefined
  })
}

/** Drops what was typed before the question could be read: it is an answer to something else. False if the input has ended. */
async function dropTyped({ stdin }: TerminalStreams): Promise<boolean> {
  const drop = () => undefined
  stdin.on('data', drop)
  stdin.resume()
  // What waits in the terminal arrives with the next look at it.
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve))
  stdin.off('data', drop)
  stdin.pause()
  return !stdin.readableEnded
}

/** Asks for one line, trimmed: the offered value if the line is empty, undefined if the input ended. */
export async function askText(question: string, offered: string, conversation: TerminalStreams) {
  const ending = /[?.]$/.test(question) && offered === '' ? '' : ':'
  const line = await converse(conversation, (ask) =>
    ask(`${question}${offered === '' ? '' : ` (${offered})`}${ending}`),
  )
  return line === '' ? offered : line
}

type AskLine = (question: string) => Promise<string | undefined>

/** Opens one reader for all questions of a conversation: two readers would compete for the input. */
async function converse<T>({ stdin, stderr, signal }: TerminalStreams, talk: (ask: AskLine) => Promise<T>): Promise<T> {
  const { createInterface } = await import('node:readline')
  if (signal.aborted) return talk(async () => undefined)
  // `terminal: false` leaves line editing to the terminal, and Ctrl-C sends a signal to the whole program.
  const reader = createInterface({ input: stdin, terminal: false, signal })
  const typed = reader[Symbol.asyncIterator]()
  try {
    return await talk(async (question) => {
      stderr.write(`${wrapText(question, stderr.columns || Number.POSITIVE_INFINITY).join('\n')} `)
      const { value, done } = await typed.next()
      // The question stays on screen, and the next output starts on a new line.
      if (done === true) stderr.write('\n')
      return done === true ? undefined : value.trim()
    })
  } finally {
    reader.close()
  }
}
