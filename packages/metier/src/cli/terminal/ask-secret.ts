/** Asks for a secret at the terminal, without showing it. */

import { canAsk } from './ask.js'
import type { CommandIo } from './command-io.js'

type SecretStreams = Pick<CommandIo, 'stdin' | 'stderr' | 'signal' | 'interrupt'>

const LONGEST = 4096
const ENTER = new Set(['\r', '\n'])
const BACKSPACE = new Set(['\b', '\u007f'])
const [CTRL_C, CTRL_D] = ['\u0003', '\u0004']

/** The line that was typed, trimmed; undefined without a terminal, after Ctrl-C or at the end of the input. */
export async function askSecret(question: string, io: SecretStreams): Promise<string | undefined> {
  const { stderr, signal } = io
  if (!canAsk(io) || signal.aborted) return undefined
  const stdin: SecretStreams['stdin'] & { setRawMode?(isRaw: boolean): unknown } = io.stdin
  stderr.write(`${question} `)
  stdin.setRawMode?.(true)
  try {
    return await readHidden(io)
  } finally {
    stdin.pause()
    stdin.setRawMode?.(false)
    stderr.write('\n')
  }
}

function readHidden({ stdin, signal, interrupt }: SecretStreams): Promise<string | undefined> {
  return new Promise((resolve) => {
    let typed = ''
    const end = (answer: string | undefined) => {
      stdin.off('data', take).off('end', giveUp)
      signal.removeEventListener('abort', giveUp)
      resolve(answer)
    }
    const giveUp = () => end(undefined)
    const take = (chunk: unknown) => {
      const { text, ending } = addKeys(typed, String(chunk))
      typed = text
      // A terminal that does not echo sends no signal either.
      if (ending === CTRL_C) interrupt()
      if (ending !== undefined) end(ENTER.has(ending) ? text.trim() : undefined)
    }
    stdin.on('data', take).on('end', giveUp)
    signal.addEventListener('abort', giveUp)
    stdin.resume()
  })
}

/** The text after some keys, and the key that ended it. */
function addKeys(typed: string, keys: string): { readonly text: string; readonly ending?: string } {
  let text = typed
  for (const key of keys) {
    if (ENTER.has(key) || key === CTRL_C || key === CTRL_D) return { text, ending: key }
    text = BACKSPACE.has(key) ? text.slice(0, -1) : `${text}${key}`.slice(0, LONGEST)
  }
  return { text }
}
