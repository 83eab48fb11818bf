/** The names of one script, and of the functions in it. */

import { UNKNOWN, type Value } from './value.js'

export interface Scope {
  readonly names: Map<string, Value>
  readonly outer: Scope | undefined
}

export function lookUp(scope: Scope, name: string): Value | undefined {
  for (let inner: Scope | undefined = scope; inner !== undefined; inner = inner.outer) {
    const value = inner.names.get(name)
    if (value !== undefined) return value
  }
  return undefined
}

/** Names that nobody defined are what the language brings. */
export function globalValue(name: string): Value {
  return name === '' ? UNKNOWN : { reference: name, taints: [] }
}

/** Sets a name where it is known already, else here. */
export function assignName(scope: Scope, name: string, value: Value): void {
  for (let inner: Scope | undefined = scope; inner !== undefined; inner = inner.outer) {
    if (inner.names.has(name)) {
      inner.names.set(name, value)
      return
    }
  }
  if (scope.names.size < 5000) scope.names.set(name, value)
}
