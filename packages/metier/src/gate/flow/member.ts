/** What a member of a value is: a field, an environment variable, or a method that may be called. */

import { isCredentialName } from '../facts/secrets.js'
import { isEnvironment } from './known-calls.js'
import { carrier, mergeTaints, referenceValue, type Taint, textValue, UNKNOWN, type Value } from './value.js'

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
  const method: Method = { method: name, on: object }
  return referenceValue(referenceOf(object.reference, name), method, partTaints(object, name, at))
}

function referenceOf(reference: string | undefined, name: string): string {
  return reference !== undefined && GLOBAL_OBJECT.test(reference) ? name : `${reference ?? ''}.${name}`
}

/** One variable from a copy of the environment is only that variable. */
function partTaints({ taints }: Value, name: string, at: number): readonly Taint[] {
  if (!/^[A-Z_]{3,}$/.test(name)) return taints
  return taints.map((taint): Taint => (taint.kind === 'environment' ? { kind: 'variable', name, at } : taint))
}

/** A value used as such: the environment itself then means all of it. */
export function carry(value: Value, at: number): Value {
  return isEnvironment(value.reference) ? carrier([...value.taints, environmentTaint(at)]) : value
}

export function environmentTaint(at: number): Taint {
  return { kind: 'environment', name: 'the whole environment', at }
}

/** An environment variable; only those that hold credentials are followed. */
export function variableValue(name: string, at: number): Value {
  if (isCredentialName(name)) return carrier([{ kind: 'variable', name, at }])
  return name === 'HOME' || name === 'USERPROFILE' ? textValue('~') : UNKNOWN
}
