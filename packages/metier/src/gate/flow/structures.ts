/** Objects, classes and comprehensions as values. */

import { store } from './assignments.js'
import { type GivenArguments, isCallable } from './callable.js'
import { carry } from './member.js'
import { addTo, storeField } from './objects.js'
import type { Expression } from './program.js'
import type { VariableScope } from './scope.js'
import {
  eachOf,
  HOLE,
  isBytes,
  listValue,
  mergeTaints,
  objectValue,
  referenceValue,
  taintedText,
  type Value,
} from './value.js'
import type { Walk } from './walk.js'

const MOST_EACH = 512

/** One value per element if the elements are known, otherwise one for all. */
export function eachElement(
  walk: Walk,
  { targets, over, value, at }: Extract<Expression, { type: 'each' }>,
  scope: VariableScope,
): Value {
  const elements = carry(walk.value(over, scope), at)
  const run = (element: Value): Value => {
    const inner: VariableScope = { names: new Map(), outer: scope, isClosed: true }
    for (const target of targets) store(walk, target, element, at, inner)
    return carry(walk.value(value, inner), at)
  }
  const list = elements.list ?? lettersOf(elements)
  if (list !== undefined && list.length <= MOST_EACH) return listValue(list.map(run))
  const each = run(eachOf(elements))
  return { ...listValue([each]), taints: mergeTaints([each, elements]) }
}

/** The letters of a known text; the numbers of known bytes. */
function lettersOf(value: Value): readonly Value[] | undefined {
  const { text, taints } = value
  if (text === undefined || text === '' || text.length > MOST_EACH || text.includes(HOLE)) return undefined
  const isNumbers = isBytes(value)
  return Array.from(text, (letter) => taintedText(isNumbers ? String(letter.charCodeAt(0)) : letter, taints))
}

export function objectOf(
  walk: Walk,
  { fields: written, rest }: Extract<Expression, { type: 'object' }>,
  scope: VariableScope,
): Value {
  const fields = new Map<string, Value>()
  const spread = walk.carried(rest, scope)
  const object = objectValue(fields, mergeTaints(spread))
  for (const part of spread) for (const [name, field] of part.fields ?? []) fields.set(name, field)
  const before = walk.stored
  for (const [name, field] of written) {
    const value = field.type === 'function' ? walk.define(field, scope, object) : walk.value(field, scope)
    fields.set(name, carry(value, field.at))
  }
  if (walk.stored !== before) settle(walk, object)
  return object
}

/** All instances are one, and it shares its fields with the class. */
export function classOf(
  walk: Walk,
  { name, bases, body, at }: Extract<Expression, { type: 'class' }>,
  scope: VariableScope,
): Value {
  const above = walk.carried(bases, scope)
  const fields = new Map(above.flatMap((base) => [...(base.fields ?? [])]))
  for (const [method, { callable }] of [...fields])
    if (isCallable(callable)) fields.set(`super ${method}`, referenceValue(undefined, callable))
  const reference = above.find((base) => base.reference !== undefined)?.reference ?? name
  const instance: Value = { ...referenceValue(`${reference}()`), fields }
  const inner: VariableScope = { names: fields, outer: scope, isClosed: true }
  const before = walk.stored
  for (const step of body) {
    const [target] = step.type === 'assign' ? step.targets : []
    if (step.type === 'assign' && step.value.type === 'function' && target !== undefined && 'name' in target)
      fields.set(target.name, walk.define(step.value, inner, instance))
    else walk.run([step], inner)
  }
  if (walk.stored !== before) settle(walk, instance)
  return { ...referenceValue(name, { instance, at }), fields }
}

/** If a method filled a field, those before it have not seen it yet. */
function settle(walk: Walk, { fields }: Value): void {
  for (const { callable } of fields?.values() ?? []) if (isCallable(callable)) walk.runAgain(callable)
}

/** Runs the constructor; a class without one keeps its arguments by name. */
export function construct(walk: Walk, instance: Value, given: GivenArguments, at: number): Value {
  const made = instance.fields?.get('__init__') ?? instance.fields?.get('constructor')
  if (isCallable(made?.callable)) walk.callOwn(made.callable, given, at)
  else {
    for (const [name, value] of given.named) storeField(instance, name, carry(value, at))
    if (given.placed.length > 0)
      addTo(
        instance,
        given.placed.map((value) => carry(value, at)),
      )
  }
  return instance
}
