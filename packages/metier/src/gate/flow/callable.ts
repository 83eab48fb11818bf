/** A function of a skill's scripts, and how a call gives it its arguments. */

import type { Segment } from '../text/segment.js'
import type { FunctionParameter, Step } from './program.js'
import type { VariableScope } from './scope.js'
import { listValue, UNKNOWN, type Value } from './value.js'

export interface Callable {
  readonly parameters: readonly FunctionParameter[]
  readonly body: readonly Step[]
  readonly scope: VariableScope
  /** Where it is defined: its effects happen there, no matter who calls it. */
  readonly segment: Segment
  readonly at: number
  /** The object that it is a method of. */
  readonly self: Value | undefined
  readonly isGetter: boolean
}

/** A class; all of its instances are one. */
export interface ClassOfSkill {
  readonly instance: Value
}

export function isCallable(callable: object | undefined): callable is Callable {
  return callable !== undefined && 'body' in callable
}

export function isClass(callable: object | undefined): callable is ClassOfSkill {
  return callable !== undefined && 'instance' in callable
}

/** The arguments of one call. */
export interface GivenArguments {
  readonly placed: readonly Value[]
  readonly named: ReadonlyMap<string, Value>
}

const NO_NAMES: ReadonlyMap<string, Value> = new Map()

export function placedOnly(placed: readonly Value[]): GivenArguments {
  return { placed, named: NO_NAMES }
}

/** The argument of a parameter; undefined if the call gives none. */
export function argumentFor(parameter: FunctionParameter, index: number, given: GivenArguments): Value | undefined {
  if (parameter.isRest === true) return listValue([...given.placed.slice(index), ...given.named.values()])
  const name = parameter.targets.length === 1 ? parameter.targets[0]?.name : undefined
  return (name === undefined ? undefined : given.named.get(name)) ?? given.placed[index]
}

/** The object that a method gets first in Python; its other parameters follow. */
export function takesSelf({ parameters }: Callable): boolean {
  const first = parameters[0]?.targets[0]?.name
  return first === 'self' || first === 'cls'
}

export const NOTHING_GIVEN: GivenArguments = placedOnly([])

export function selfOf({ self }: Callable): Value {
  return self ?? UNKNOWN
}
