/** What is known of a value while a script is followed: its text, its parts, and where it came from. */

import type { SecretStore } from '../facts/secrets.js'

export type TaintKind = 'environment' | 'variable' | 'secret' | 'capture' | 'machine' | 'file' | 'download' | 'decoded'

/** Something about where a value came from that matters to where it may go. */
export interface Taint {
  readonly kind: TaintKind
  /** The variable's name, the store, the address, the decoder. */
  readonly name: string
  readonly store?: SecretStore
  /** Whether it is one value out of the store. */
  readonly isPart?: boolean
  /** Whether it signs a request in, as far as can be seen, rather than being what is sent. */
  readonly isLogin?: boolean
  /** Where in the segment it was read. */
  readonly at: number
}

/** Stands in a text for a part that is not known. */
export const HOLE = '\u0001'

export interface Value {
  /** What it certainly reads, with `HOLE` for what is not known. */
  readonly text?: string | undefined
  /** The elements of a list that was written out. */
  readonly list?: readonly Value[] | undefined
  /** The dotted name of what it is: `child_process.exec`, `os.environ`. */
  readonly reference?: string | undefined
  /** A function that the scripts of the skill define. */
  readonly callable?: object | undefined
  readonly fields?: ReadonlyMap<string, Value> | undefined
  readonly taints: readonly Taint[]
}

const NO_TAINTS: readonly Taint[] = []

/** Nothing but what it carries. All values are written with the same fields in the same order, which engines are quick with. */
export function carrier(taints: readonly Taint[]): Value {
  return { text: undefined, list: undefined, reference: undefined, callable: undefined, fields: undefined, taints }
}

export const UNKNOWN: Value = carrier(NO_TAINTS)

const MOST_TAINTS = 24
/** Characters of a text that is put together. */
export const MOST_TEXT = 64 * 1024

export function textValue(text: string): Value {
  return taintedText(text.length > MOST_TEXT ? text.slice(0, MOST_TEXT) : text, NO_TAINTS)
}

export function taintedText(text: string | undefined, taints: readonly Taint[]): Value {
  return { text, list: undefined, reference: undefined, callable: undefined, fields: undefined, taints }
}

/** Elements that were written out. */
export function listValue(list: readonly Value[]): Value {
  const taints = mergeTaints(list)
  return { text: undefined, list, reference: undefined, callable: undefined, fields: undefined, taints }
}

/** What goes by a name, and may be called by it. */
export function referenceValue(reference: string | undefined, callable?: object, taints = NO_TAINTS): Value {
  return { text: undefined, list: undefined, reference, callable, fields: undefined, taints }
}

export function objectValue(fields: ReadonlyMap<string, Value>, taints: readonly Taint[]): Value {
  return { text: undefined, list: undefined, reference: undefined, callable: undefined, fields, taints }
}

/** The taints of several values, without repeats. */
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

/** Texts one after the other; an unknown part is a hole, and two holes side by side are one. */
export function concatenate(values: readonly Value[]): Value {
  let text = ''
  let isKnown = false
  for (const value of values) {
    if (value.text !== undefined) {
      text += value.text
      isKnown = true
    } else if (!text.endsWith(HOLE)) text += HOLE
    if (text.length > MOST_TEXT) break
  }
  return taintedText(isKnown ? text.slice(0, MOST_TEXT) : undefined, mergeTaints(values))
}

/** A value that carries what all of these carry, of which nothing else is known. */
export function mix(values: readonly Value[]): Value {
  const taints = mergeTaints(values)
  return taints.length === 0 ? UNKNOWN : carrier(taints)
}

export function withTaint(value: Value, taint: Taint): Value {
  return withTaints(value, addMissing([...value.taints], [taint]))
}

/** The same value, carrying these instead. */
export function withTaints({ text, list, reference, callable, fields }: Value, taints: readonly Taint[]): Value {
  return { text, list, reference, callable, fields, taints }
}

/** Any one element of a list: it may read like each of them. */
export function eachOf(value: Value): Value {
  const texts = (value.list ?? []).flatMap(({ text }) => (text === undefined ? [] : [text]))
  const { list, reference, callable, fields, taints } = value
  const text = texts.length === 0 ? undefined : texts.join(' ').slice(0, 4096)
  return { text, list, reference, callable, fields, taints }
}

/** Words as one line. */
export function joinWords(words: readonly Value[]): Value {
  return concatenate(words.flatMap((word, index) => (index === 0 ? [word] : [textValue(' '), word])))
}
