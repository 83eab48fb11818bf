/** Built-ins that determine what a name refers to: imports, attributes by name, the environment, paths. */

import { environmentTaint, memberOf, variableValue } from '../member.js'
import type { Expression } from '../program.js'
import {
  carrier,
  concatenate,
  listValue,
  referenceValue,
  type Taint,
  taintedText,
  textValue,
  UNKNOWN,
  type Value,
} from '../value.js'
import { readPath } from './file-effects.js'

export interface BuiltInCall {
  readonly reference: string
  readonly callee: Value
  readonly given: readonly Value[]
  readonly written: readonly Expression[]
  readonly at: number
}

export interface BuiltInContext {
  readonly imported: (name: string) => Value
  readonly noteAssembled: (name: string, at: number) => void
  /** Code imported from a URL is executed. */
  readonly noteRemote: (url: string, at: number) => void
}

const REQUIRES =
  /^(?:require|__import__|importlib\.import_module|import)$|(?:^|\.)(?:require|mainRequire)(?:\.bind\(\))?$/
const VARIABLE = /^(?:os\.getenv|os\.environ\.get|process\.env\.get|os\.environ\.pop|Deno\.env\.get)$/
const ENVIRONMENT = /^(?:os\.environ|process\.env)\.(?:copy|items|values|keys|toObject)$|^Deno\.env\.toObject$/
const HOME = /^(?:os\.homedir|(?:pathlib\.)?Path\.home)$/
const PATH =
  /^(?:os\.path\.(?:join|expanduser|expandvars)|path\.(?:join|resolve)|(?:pathlib\.)?Path|join|resolve|expanduser)$/

/** Indirect ways to write a text. */
const SPELLERS = new Set(['chr', 'map', 'bytes', 'bytearray', 'reversed'])

/** Whether calls of this name are examined. */
export function mayBeBuiltIn(reference: string): boolean {
  return (
    reference === 'getattr' ||
    SPELLERS.has(reference) ||
    reference.endsWith('.bind') ||
    [REQUIRES, VARIABLE, ENVIRONMENT, HOME, PATH].some((pattern) => pattern.test(reference))
  )
}

/** The value of such a call; undefined if it is not one. */
export function applyBuiltIn(call: BuiltInCall, context: BuiltInContext): Value | undefined {
  const { reference, given, at } = call
  const name = given[0]?.text
  if (name !== undefined && REQUIRES.test(reference)) return load(name, call, context)
  if (reference === 'getattr') return attribute(call, context)
  if (VARIABLE.test(reference)) return name === undefined ? UNKNOWN : variableValue(name, at)
  if (ENVIRONMENT.test(reference)) return carrier([environmentTaint(at)])
  return applyName(call) ?? applyPath(call)
}

/** Names for what a value already is. */
function applyName({ reference, callee, given, at }: BuiltInCall): Value | undefined {
  if (reference.endsWith('.bind') && callee.callable !== undefined)
    return referenceValue(reference.slice(0, -'.bind'.length))
  return SPELLERS.has(reference) ? spell(reference, given, at) : undefined
}

function spell(reference: string, [first, second]: readonly Value[], at: number): Value | undefined {
  const taint: Taint = { kind: 'decoded', name: reference, at }
  switch (reference) {
    case 'chr':
      return taintedText(characterOf(first), [taint])
    case 'map':
      if (first?.reference !== 'chr' || second?.list === undefined) return undefined
      return listValue(second.list.map((code) => taintedText(characterOf(code), [{ ...taint, name: 'chr' }])))
    case 'reversed':
      return first?.text === undefined
        ? undefined
        : taintedText([...first.text].reverse().join(''), [...first.taints, taint])
    default: {
      const codes = first?.list?.map(characterOf)
      return codes === undefined || codes.length === 0 || codes.includes(undefined)
        ? undefined
        : taintedText(codes.join(''), [taint])
    }
  }
}

function characterOf(code: Value | undefined): string | undefined {
  return /^\d{1,6}$/.test(code?.text ?? '') ? String.fromCharCode(Number(code?.text)) : undefined
}

function applyPath({ reference, given, at }: BuiltInCall): Value | undefined {
  if (HOME.test(reference)) return textValue('~')
  return PATH.test(reference) ? joinPath(reference, given, at) : undefined
}

function load(name: string, { written, at }: BuiltInCall, context: BuiltInContext): Value {
  const { imported, noteAssembled, noteRemote } = context
  if (/^https?:\/\//.test(name)) noteRemote(name, at)
  if (written[0] !== undefined && written[0].type !== 'text') noteAssembled(name.replace(/^node:/, ''), at)
  return imported(name)
}

function attribute({ given, written, at }: BuiltInCall, { noteAssembled }: BuiltInContext): Value | undefined {
  const [object, name] = given
  if (name?.text === undefined) return undefined
  if (written[1]?.type !== 'text') noteAssembled(name.text, at)
  return memberOf(object ?? UNKNOWN, name, at)
}

function joinPath(reference: string, given: readonly Value[], at: number): Value {
  const path = concatenate(given.flatMap((value, index) => (index === 0 ? [value] : [textValue('/'), value])))
  return reference.endsWith('Path') ? readPath(path, at) : path
}
