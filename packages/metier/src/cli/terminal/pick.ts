/** Lets the user pick several things from a list: arrow keys, Space or Tab, and a filter as they type. */

import { type Readable, Transform, Writable } from 'node:stream'
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
  const keys = toKeys(stdin)
  keys.on('keypress', notice)
  const picked = await autocompleteMultiselect<number>({
    message: question,
    options: choices.map((choice, value) => ({ value, ...toOption(choice, stderr.columns || 80) })),
    placeholder: 'Type to filter',
    maxItems: MOST_ROWS,
    required: true,
    input: keys,
    output: toWritable(stderr, isPlain),
    signal,
  }).finally(() => {
    stdin.unpipe(keys)
    stdin.pause()
  })
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

/** The prompt names Space only after an arrow key; here it selects at any time. */
const SELECTING_KEYS = /(?<!\/)Tab:/g
/** Shortened, so that the line does not get longer than the prompt expects. */
const LONG_ADVICE = / to navigate/g

/**
 * The keys for the prompt, which takes Space for text to search for unless an arrow key came before. Tab always selects,
 * so Space becomes Tab. Pasted text keeps its spaces.
 */
function toKeys(stdin: Readable & { readonly isTTY?: boolean; setRawMode?(mode: boolean): unknown }): Transform {
  const keys = new Transform({
    transform(chunk: Buffer, _, done) {
      done(null, chunk.toString('latin1') === ' ' ? '\t' : chunk)
    },
  })
  Object.defineProperties(keys, {
    isTTY: { value: stdin.isTTY === true },
    setRawMode: { value: (mode: boolean) => stdin.setRawMode?.(mode) },
  })
  return stdin.pipe(keys)
}

/** The prompt has one text for every count. */
const ONE_SELECTED = /(?<=(?<!\d)1 )items(?= selected)/

/** As much of a stream as the picker needs. */
function toWritable(output: OutputStream, isPlain: boolean): Writable {
  const stream = new Writable({
    write(chunk: Buffer, _, done) {
      const keyed = chunk.toString('utf8').replace(SELECTING_KEYS, 'Space/Tab:').replace(LONG_ADVICE, ' move')
      const text = keyed.replace(ONE_SELECTED, 'item')
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
