/** What is known of a value while following a script: its text, its parts, and where it came from. */

import type { SecretStore } from '../facts/secrets.js'

export type TaintKind =
  | 'environment'
  | 'variable'
  | 'secret'
  | 'capture'
  | 'machine'
  | 'file'
  | 'content'
  | 'download'
  | 'decoded'

/** A fact about a value's origin that matters to where it may go. */
export interface Taint {
  readonly kind: TaintKind
  /** The name of the variable, store, address or decoder. */
  readonly name: string
  readonly store?: SecretStore
  /** The variable in which its owner keeps it: `GITHUB_TOKEN` for what `gh auth token` prints. */
  readonly owner?: string
  /** Whether it is a single value from the store. */
  readonly isPart?: boolean
  /** Whether it appears to authenticate a request rather than being its content. */
  readonly isLogin?: boolean
  /** The offset in the segment where it was read. */
  readonly at: number
}

/** Replaces an unknown part of a text. */
export const HOLE = '\u0001'

export interface Value {
  /** The known text, with `HOLE` for unknown parts. */
  readonly text?: string | undefined
  /** The elements of a list literal. */
  readonly list?: readonly Value[] | undefined
  /** The dotted name of what it is: `child_process.exec`, `os.environ`. */
  readonly reference?: string | undefined
  /** A function defined in the skill's scripts. */
  readonly callable?: object | undefined
  readonly fields?: ReadonlyMap<string, Value> | undefined
  readonly taints: readonly Taint[]
}

const NO_TAINTS: readonly Taint[] = []

/** Only what it carries. All values have the same fields in the same order, which engines optimize. */
export function carrier(taints: readonly Taint[]): Value {
  return { text: undefined, list: undefined, reference: undefined, callable: undefined, fields: undefined, taints }
}

export const UNKNOWN: Value = Object.freeze(carrier(NO_TAINTS))

const MOST_TAINTS = 24
/** Maximum characters of an assembled text. */
export const MOST_TEXT = 64 * 1024

export function textValue(text: string): Value {
  return taintedText(text.length > MOST_TEXT ? text.slice(0, MOST_TEXT) : text, NO_TAINTS)
}

const BYTES = '.bytes'

/** A text of bytes: iterated, it gives numbers. */
export function bytesValue(text: string, taints = NO_TAINTS): Value {
  return { ...taintedText(text.slice(0, MOST_TEXT), taints), reference: BYTES }
}

export function isBytes({ reference, text }: Value): boolean {
  return reference === BYTES && text !== undefined
}

export function taintedText(text: string | undefined, taints: readonly Taint[]): Value {
  return { text, list: undefined, reference: undefined, callable: undefined, fields: undefined, taints }
}

/** Maximum elements of a list literal. */
export function listValue(list: readonly Value[]): Value {
  const taints = mergeTaints(list)
  return { text: undefined, list, reference: undefined, callable: undefined, fields: undefined, taints }
}

/** Something with a name, which may be called by it. */
export function referenceValue(reference: string | undefined, callable?: object, taints = NO_TAINTS): Value {
  return { text: undefined, list: undefined, reference, callable, fields: undefined, taints }
}

export function objectValue(fields: ReadonlyMap<string, Value>, taints: readonly Taint[]): Value {
  return { text: undefined, list: undefined, reference: undefined, callable: undefined, fields, taints }
}

/** The taints of several values, without duplicates. */
export function mergeTaints(values: readonly Value[]): readonly Taint[] {
  let merged: Taint[] | undefined
  let only: readonly Taint[] = NO_TAINTS
  for (const { taints } of values) {
    if (taints.length === 0) continue
    if (only.length === 0 && merged === undefined) only = taints
    else merged = addMissing(merged ?? [...only], taints)
  }
  return merged ?? only
}

function addMissing(list: Taint[], more: readonly Taint[]): Taint[] {
  for (const taint of more) {
    if (list.length >= MOST_TAINTS) break
    if (!list.some(({ kind, name }) => kind === taint.kind && name === taint.name)) list.push(taint)
  }
  return list
}

/** The path of an open file or of a path object. */
export function pathOf({ reference, fields }: Value): string | undefined {
  return reference === '.file' ? fields?.get('name')?.text : undefined
}

/** Concatenated texts; an unknown part is a hole, and adjacent holes merge. */
export function concatenate(values: readonly Value[]): Value {
  let text = ''
  let isKnown = false
  for (const value of values) {
    const written = value.text ?? pathOf(value)
    if (written !== undefined) {
      text += written
      isKnown = true
    } else if (!text.endsWith(HOLE)) text += HOLE
    if (text.length > MOST_TEXT) break
  }
  const taints = mergeTaints(values)
  if (values.length > 1 && values.every(isBytes)) return bytesValue(text, taints)
  return taintedText(isKnown ? text.slice(0, MOST_TEXT) : undefined, taints)
}

/** An otherwise unknown value that carries what all of these carry. */
export function mix(values: readonly Value[]): Value {
  const taints = mergeTaints(values)
  return taints.length === 0 ? UNKNOWN : carrier(taints)
}

export function withTaint(value: Value, taint: Taint): Value {
  return withTaints(value, addMissing([...value.taints], [taint]))
}

/** The same value with these taints instead. */
export function withTaints({ text, list, reference, callable, fields }: Value, taints: readonly Taint[]): Value {
  return { text, list, reference, callable, fields, taints }
}

/** Characters of the texts of a list's elements. */
const MOST_EACH = 4096

/** Any one element of a list: it may read like each of them. */
export function eachOf(value: Value): Value {
  const { list = [], reference, callable, fields, taints } = value
  let joined: string | undefined
  for (const { text } of list) {
    if (text !== undefined) joined = joined === undefined ? text : `${joined} ${text}`
    if (joined !== undefined && joined.length >= MOST_EACH) break
  }
  return { text: joined?.slice(0, MOST_EACH), list: value.list, reference, callable, fields, taints }
}

/** Words as one line. */
export function joinWords(words: readonly Value[]): Value {
  return concatenate(words.flatMap((word, index) => (index === 0 ? [word] : [textValue(' '), word])))
}
