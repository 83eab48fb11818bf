/** Assignments: to names, to parts of values, and into the objects that hold them. */

import { isCallable } from './callable.js'
import { carry, memberOf } from './member.js'
import { addTo, createCell, isCell, storeField } from './objects.js'
import type { Expression, FieldTarget, NameTarget, Target } from './program.js'
import { assignName, isGlobalObject, type VariableScope } from './scope.js'
import { mergeTaints, textValue, type Value, withTaints } from './value.js'
import type { Walk } from './walk.js'

export function store(walk: Walk, target: Target, value: Value, at: number, scope: VariableScope): void {
  if ('object' in target) storeInto(walk, target, value, at, scope)
  else if (target.name !== '') assignName(scope, target.name, partOf(walk, target, value, at, scope))
}

/** The part of a value that a name gets. */
export function partOf(
  walk: Walk,
  { field, fallback }: NameTarget,
  value: Value,
  at: number,
  scope: VariableScope,
): Value {
  const part = field === undefined ? value : memberOf(value, textValue(field), at)
  if (fallback === undefined || value.fields?.has(field ?? '') === true) return part
  const other = carry(walk.value(fallback, scope), at)
  return withTaints(other, mergeTaints([other, part]))
}

function storeInto(
  walk: Walk,
  { object, property }: FieldTarget,
  value: Value,
  at: number,
  scope: VariableScope,
): void {
  const name = walk.value(property, scope).text
  if (object.type === 'name' && name !== undefined && assignExport(object.name, name, value, scope)) return
  const container = containerOf(walk, object, scope)
  if (container === undefined) return
  walk.stored++
  storeField(container, name, isCell(value) ? value : carry(value, at))
}

/** A script gives its names to others through `exports`; a member of the global object is a name. */
function assignExport(object: string, name: string, value: Value, scope: VariableScope): boolean {
  if (object === 'exports' || isGlobalObject(object)) {
    assignName(scope, name, value)
    return true
  }
  if (object !== 'module' || name !== 'exports') return false
  for (const [field, inner] of value.fields ?? []) if (!scope.names.has(field)) scope.names.set(field, inner)
  if (isCallable(value.callable)) scope.names.set('default', value)
  return true
}

/** The container that an expression names; a name without one gets it. */
function containerOf(walk: Walk, expression: Expression, scope: VariableScope): Value | undefined {
  const known = walk.value(expression, scope)
  if (isCell(known)) return known
  if (isImported(known) || (expression.type !== 'name' && expression.type !== 'member')) return undefined
  const created = createCell(carry(known, expression.at))
  if (expression.type === 'name') assignName(scope, expression.name, created)
  else {
    const name = walk.value(expression.property, scope).text
    const outer = containerOf(walk, expression.object, scope)
    if (outer !== undefined) storeField(outer, name, created)
  }
  return created
}

/** `list.append(x)`: everyone who holds the list then holds `x`. */
export function change(
  walk: Walk,
  object: Expression,
  given: readonly Value[],
  at: number,
  scope: VariableScope,
): void {
  const carried = given.map((value) => carry(value, at))
  const isTold = carried.some(({ taints, text, fields }) => taints.length > 0 || text !== undefined || fields)
  const container = isTold ? containerOf(walk, object, scope) : undefined
  if (container === undefined || isImported(container)) return
  walk.stored++
  addTo(container, carried)
}

function isImported({ reference }: Value): boolean {
  return reference !== undefined && !reference.includes('()') && reference !== 'this'
}
