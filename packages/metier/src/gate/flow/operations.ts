/** Numbers and bits combined: how a text is put out of sight and brought back. */

import { carrier, mergeTaints, type Taint, taintedText, type Value } from './value.js'

type Operator = (left: number, right: number) => number

const OPERATORS: Readonly<Record<string, Operator>> = {
  '^': (left, right) => left ^ right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '%': (left, right) => left % right,
  '&': (left, right) => left & right,
  '|': (left, right) => left | right,
  '>>': (left, right) => left >> right,
  '<<': (left, right) => left << right,
}

/** The number, if both are known; a text that was combined with a key is decoded by it. */
export function operate(operator: string, parts: readonly Value[], at: number): Value {
  const taints = mergeTaints(parts)
  const [left, right] = parts.map(numberOf)
  const compute = OPERATORS[operator]
  const known = compute === undefined || left === undefined || right === undefined ? undefined : compute(left, right)
  const text = known === undefined || !Number.isFinite(known) ? undefined : String(known)
  if (operator !== '^') return text === undefined ? carrier(taints) : taintedText(text, taints)
  const decoded: Taint = { kind: 'decoded', name: 'an exclusive or', at }
  return taintedText(text, mergeTaints([{ taints }, { taints: [decoded] }]))
}

function numberOf({ text = '' }: Value): number | undefined {
  return /^-?\d{1,12}$/.test(text) ? Number(text) : undefined
}
