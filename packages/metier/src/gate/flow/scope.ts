/** The names in one script and its functions. */

import { referenceValue, UNKNOWN, type Value } from './value.js'

export interface VariableScope {
  readonly names: Map<string, Value>
  readonly outer: VariableScope | undefined
  /** Whether assignments stay inside: the body of a class, a comprehension. */
  readonly isClosed?: boolean
}

export function lookUp(scope: VariableScope, name: string): Value | undefined {
  for (let inner: VariableScope | undefined = scope; inner !== undefined; inner = inner.outer) {
    const value = inner.names.get(name)
    if (value !== undefined) return value
  }
  return undefined
}

/** Names that are not defined are built-ins. */
export function globalValue(name: string): Value {
  return name === '' ? UNKNOWN : referenceValue(name)
}

/** Sets a name where it is already known, otherwise here. */
export function assignName(scope: VariableScope, name: string, value: Value): void {
  if (scope.isClosed === true) {
    scope.names.set(name, value)
    return
  }
  for (let inner: VariableScope | undefined = scope; inner !== undefined; inner = inner.outer) {
    if (inner.names.has(name)) {
      inner.names.set(name, value)
      return
    }
  }
  if (scope.names.size < 5000) scope.names.set(name, value)
}

/** `global x` in a function: the name is the script's. */
export function declareGlobal(scope: VariableScope, name: string): void {
  let outermost = scope
  while (outermost.outer !== undefined) outermost = outermost.outer
  if (!outermost.names.has(name)) outermost.names.set(name, UNKNOWN)
}

/** Their members are separate names. */
export function isGlobalObject(reference: string): boolean {
  return /^(?:globalThis|window|global|builtins)$/.test(reference)
}

/** What the skill's other scripts define, by path without extension. */
export interface Modules {
  get(path: string): VariableScope | undefined
}

/** What an import provides: something from another script in the skill, or a built-in. */
export function findImport(modules: Modules, from: string): Value {
  return findInModules(modules, from) ?? referenceValue(from.replace(/^node:/, '').replace(/^fs\/promises/, 'fs'))
}

/** `lib.gather.items` or `./lib/gather.items`: a name in another script, or that script itself. */
function findInModules(modules: Modules, reference: string): Value | undefined {
  const isPath = reference.startsWith('.')
  const path = isPath ? reference.replace(/^[./]+/, '').replace(/\.(?:js|mjs|cjs|ts)(?=\.|$)/, '') : reference
  const parts = path.split(/[./]/)
  // `./resume.mjs` may export a `resume`: the path of a module goes before its last name.
  const exact = modules.get(parts.join('/'))
  const member = exact === undefined ? scopeOf(modules, parts.slice(0, -1))?.names.get(parts.at(-1) ?? '') : undefined
  if (member !== undefined) return member
  const whole = exact ?? scopeOf(modules, parts)
  return whole && { ...referenceValue(`module:${parts.join('/')}`), fields: whole.names }
}

function scopeOf(modules: Modules, parts: readonly string[]): VariableScope | undefined {
  return modules.get(parts.join('/')) ?? modules.get(parts.at(-1) ?? '')
}
