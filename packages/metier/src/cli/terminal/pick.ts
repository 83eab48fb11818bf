/** Lets the user pick several things from a list: arrow keys, Tab, and a filter as they type. */

import { Writable } from 'node:stream'
import { cutText, measureText } from '../../skill/text/columns.js'
import { toPlainText } from '../../skill/text/plain-text.js'
import type { CommandIo, OutputStream } from './command-io.js'

export interface Choice<Value> {
  readonly value: Value
  readonly label: string
  /** Shown behind the label of the choice that the cursor is on. */
  readonly hint: string
}

/** As much of a key as tells Ctrl-C. */
interface PressedKey {
  readonly name?: string
  readonly ctrl?: boolean
}

const LONGEST_HINT = 80
const MOST_ROWS = 12
/** The frame, the checkbox and the parentheses around the hint. */
const FRAME_COLUMNS = 9
/** Less says nothing. */
const SHORTEST_HINT = 8

/** The picked values; undefined if the user canceled. Call it only if the user can be asked. */
export async function pickSeveral<Value>(
  question: string,
  choices: readonly Choice<Value>[],
  { stdin, stderr, signal, interrupt }: Pick<CommandIo, 'stdin' | 'stderr' | 'signal' | 'interrupt'>,
  isPlain: boolean,
): Promise<readonly Value[] | undefined> {
  // Loaded only here: no other command needs it.
  const { autocompleteMultiselect } = await import('@clack/prompts')
  const notice = (_: string | undefined, key: PressedKey | undefined) => {
    if (key?.ctrl === true && key.name === 'c') interrupt()
  }
  stdin.on('keypress', notice)
  const picked = await autocompleteMultiselect<number>({
    message: question,
    options: choices.map((choice, value) => ({ value, ...toOption(choice, stderr.columns || 80) })),
    placeholder: 'Type to filter',
    maxItems: MOST_ROWS,
    required: true,
    input: stdin,
    output: toWritable(stderr, isPlain),
    signal,
  }).finally(() => stdin.off('keypress', notice))
  if (typeof picked === 'symbol') return undefined
  return picked.flatMap((at) => {
    const choice = choices[at]
    return choice === undefined ? [] : [choice.value]
  })
}

/** A row that wraps would move the rows below it. */
function toOption(
  { label, hint }: Choice<unknown>,
  columns: number,
): { readonly label: string; readonly hint: string } {
  const shown = toPlainText(label)
  const room = Math.min(LONGEST_HINT, columns - measureText(shown) - FRAME_COLUMNS)
  const text = toPlainText(hint).replace(/\s+/g, ' ')
  return { label: shown, hint: room < SHORTEST_HINT ? '' : cutText(text, room) }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what is looked for
const COLOURS = /\u001b\[[0-9;]*m/g

/** The prompt names Space only after an arrow key, since it is text to search for before. Tab always selects. */
const CHANGING_KEYS = 'Space/Tab:'

/** The prompt has one text for every count. */
const ONE_SELECTED = /(?<=(?<!\d)1 )items(?= selected)/

/** As much of a stream as the picker needs. */
function toWritable(output: OutputStream, isPlain: boolean): Writable {
  const stream = new Writable({
    write(chunk: Buffer, _, done) {
      const text = chunk.toString('utf8').replace(CHANGING_KEYS, 'Tab:').replace(ONE_SELECTED, 'item')
      output.write(isPlain ? text.replace(COLOURS, '') : text)
      done()
    },
  })
  return Object.defineProperties(stream, {
    isTTY: { value: output.isTTY === true },
    columns: { get: () => output.columns || 80 },
    rows: { get: () => output.rows || 24 },
  })
}
