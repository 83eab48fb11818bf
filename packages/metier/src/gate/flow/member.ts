/** What a member of a value is: a field, an environment variable, or a method that may be called. */

import { isCredentialName } from '../facts/secrets.js'
import { isCallable } from './callable.js'
import { isEnvironment } from './calls/known-calls.js'
import { allTaints } from './objects.js'
import {
  carrier,
  HOLE,
  mergeTaints,
  referenceValue,
  type Taint,
  taintedText,
  textValue,
  UNKNOWN,
  type Value,
  withTaints,
} from './value.js'

/** A method before it is called: its receiver and its name. */
export interface Method {
  readonly method: string
  readonly on: Value
}

const ENVIRONMENT_METHODS = new Set([
  'items',
  'copy',
  'values',
  'keys',
  'get',
  'pop',
  'setdefault',
  'update',
  'toObject',
])
/** Their members are separate names. */
const GLOBAL_OBJECT = /^(?:globalThis|window|global|self|builtins)$/

export function memberOf(object: Value, property: Value, at: number): Value {
  const name = property.text
  if (name === undefined) return carrier(mergeTaints([carry(object, at), property]))
  if (isEnvironment(object.reference) && !ENVIRONMENT_METHODS.has(name)) return variableValue(name, at)
  const field = object.fields?.get(name) ?? object.list?.[Number(name)]
  if (field !== undefined) return field
  if (object.text !== undefined && /^\d{1,6}$/.test(name)) return letterOf(object, Number(name))
  if (name === '__dict__') return object
  if (name === 'constructor') return constructorOf(object)
  if (isCallable(object.callable) && (name === '__proto__' || name === 'prototype')) return object
  const method: Method = { method: name, on: object }
  return referenceValue(referenceOf(object.reference, name), method, partTaints(object, name, at))
}

function letterOf({ text = '', taints }: Value, index: number): Value {
  const letter = text.charAt(index)
  return letter === '' || letter === HOLE ? carrier(taints) : taintedText(letter, taints)
}

/** The constructor of a function makes functions out of text: `(() => {}).constructor(code)`. */
function constructorOf({ callable, reference, list, text, fields }: Value): Value {
  const isFunction = isCallable(callable) || (reference !== undefined && /(?:^|\.)constructor$/.test(reference))
  if (isFunction) return referenceValue('Function')
  const isPlain = list !== undefined || text !== undefined || fields !== undefined
  return referenceValue(isPlain ? '.constructor' : `${reference ?? ''}.constructor`)
}

function referenceOf(reference: string | undefined, name: string): string {
  return reference !== undefined && GLOBAL_OBJECT.test(reference) ? name : `${reference ?? ''}.${name}`
}

/** One variable from a copy of the environment is only that variable. */
function partTaints(value: Value, name: string, at: number): readonly Taint[] {
  // A method of a literal gives out its parts; one of an instance does what its class says.
  const taints = value.reference === undefined ? allTaints(value) : value.taints
  if (!/^[A-Z_]{3,}$/.test(name)) return taints
  return taints.map((taint): Taint => (taint.kind === 'environment' ? { kind: 'variable', name, at } : taint))
}

/** A value used as such: the environment itself then means all of it. */
export function carry(value: Value, at: number): Value {
  if (isEnvironment(value.reference)) return carrier([...value.taints, environmentTaint(at)])
  if (value.fields === undefined && value.list === undefined) return value
  const taints = allTaints(value)
  return taints.length === value.taints.length ? value : withTaints(value, taints)
}

export function environmentTaint(at: number): Taint {
  return { kind: 'environment', name: 'the whole environment', at }
}

/** An environment variable; only those that hold credentials are followed. */
export function variableValue(name: string, at: number): Value {
  if (isCredentialName(name)) return carrier([{ kind: 'variable', name, at }])
  return name === 'HOME' || name === 'USERPROFILE' ? textValue('~') : UNKNOWN
}
