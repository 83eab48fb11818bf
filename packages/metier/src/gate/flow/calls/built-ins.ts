/** Built-ins that determine what a name refers to: imports, attributes by name, the environment, paths. */

import { environmentTaint, type Method, memberOf, variableValue } from '../member.js'
import type { Expression } from '../program.js'
import {
  carrier,
  concatenate,
  listValue,
  pathOf,
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
  /** What a data file of the skill contains. */
  readonly dataIn: (path: string | undefined) => Value | undefined
  readonly noteAssembled: (name: string, at: number) => void
  /** Code imported from a URL is executed. */
  readonly noteRemote: (url: string, at: number) => void
  /** So is code from a file that a script wrote. */
  readonly noteLoaded: (path: string, at: number) => void
}

const REQUIRES =
  /^(?:require|__import__|importlib\.import_module|import)$|(?:^|\.)(?:require|mainRequire)(?:\.bind\(\))?$/
const VARIABLE = /^(?:os\.getenv|os\.environ\.get|process\.env\.get|os\.environ\.pop|Deno\.env\.get)$/
const ENVIRONMENT = /^(?:os\.environ|process\.env)\.(?:copy|items|values|keys|toObject)$|^Deno\.env\.toObject$/
const HOME = /^(?:os\.homedir|(?:pathlib\.)?Path\.home)$/
const PATH =
  /^(?:os\.path\.(?:join|expanduser|expandvars)|path\.(?:join|resolve)|(?:pathlib\.)?Path|join|resolve|expanduser|str|os\.fspath|os\.path\.(?:abspath|realpath|normpath)|(?:\.file)?\.joinpath|(?:\.file)?\.(?:expanduser|resolve|absolute))$/

/** Indirect ways to write a text. */
const SPELLERS = new Set(['chr', 'map', 'bytes', 'bytearray', 'reversed', 'ord', 'int', 'parseInt'])
/** Ways to name everything that a script knows, or the members of a value. */
const NAMESPACES = new Set(['globals', 'locals', 'vars', 'Object.getPrototypeOf', 'Reflect.getPrototypeOf'])

const PARSES = /^(?:JSON\.parse|json\.loads?|yaml\.(?:safe_)?load|tomllib\.loads?)$/

/** Whether calls of this name are examined. */
export function mayBeBuiltIn(reference: string): boolean {
  return (
    reference === 'getattr' ||
    SPELLERS.has(reference) ||
    NAMESPACES.has(reference) ||
    reference.endsWith('.bind') ||
    [REQUIRES, VARIABLE, ENVIRONMENT, HOME, PATH, PARSES].some((pattern) => pattern.test(reference))
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
  if (PARSES.test(reference)) return given[0] === undefined ? undefined : context.dataIn(pathOf(given[0]))
  return applyName(call) ?? applyPath(call)
}

/** Names for what a value already is. */
function applyName({ reference, callee, given, at }: BuiltInCall): Value | undefined {
  if (reference.endsWith('.bind') && callee.callable !== undefined)
    return referenceValue(reference.slice(0, -'.bind'.length))
  if (NAMESPACES.has(reference)) return given[0] ?? referenceValue('globalThis')
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
    case 'ord':
      return first?.text?.length === 1 ? textValue(String(first.text.charCodeAt(0))) : undefined
    case 'int':
    case 'parseInt':
      return toNumber(first, second)
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

/** A number in another base is a way to write a character. */
function toNumber(first: Value | undefined, second: Value | undefined): Value | undefined {
  const value = Number.parseInt(first?.text ?? '', Number(second?.text ?? '10'))
  return Number.isNaN(value) || first === undefined ? undefined : taintedText(String(value), first.taints)
}

function characterOf(code: Value | undefined): string | undefined {
  return /^\d{1,6}$/.test(code?.text ?? '') ? String.fromCharCode(Number(code?.text)) : undefined
}

function applyPath({ reference, callee, given, at }: BuiltInCall): Value | undefined {
  if (HOME.test(reference)) return textValue('~')
  if (!PATH.test(reference)) return undefined
  // `path.joinpath(name)` goes on from what it is called on.
  const on = reference.startsWith('.') ? (callee.callable as Method | undefined)?.on : undefined
  return joinPath(reference, on === undefined ? given : [on, ...given], at)
}

function load(name: string, { written, at }: BuiltInCall, context: BuiltInContext): Value {
  const { imported, noteAssembled, noteRemote, noteLoaded } = context
  if (/^https?:\/\//.test(name)) noteRemote(name, at)
  else noteLoaded(name, at)
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
  return reference.endsWith('Path') || reference.startsWith('.') ? readPath(path, at) : path
}
