/** Follows values through a skill's scripts: names, functions, the skill's own modules, assembled texts. */

import type { Segment } from '../text/segment.js'
import { applyBuiltIn, type BuiltInContext } from './built-ins.js'
import { applyCall, type CallContext, noteRemote, type ProgramResult } from './call-effects.js'
import { createMeanings } from './call-meaning.js'
import { carry, type Method, memberOf } from './member.js'
import type { Expression, Step } from './program.js'
import { assignName, findImport, globalValue, lookUp, type Modules, type VariableScope } from './scope.js'
import { applyMethod, type Inflate } from './text-methods.js'
import {
  concatenate,
  eachOf,
  listValue,
  mergeTaints,
  mix,
  objectValue,
  referenceValue,
  taintedText,
  textValue,
  UNKNOWN,
  type Value,
  withTaints,
} from './value.js'

interface Callable {
  readonly parameters: readonly string[]
  readonly body: readonly Step[]
  readonly scope: VariableScope
  /** Where it is defined: its effects happen there, no matter who calls it. */
  readonly segment: Segment
  readonly at: number
}

type Call = Extract<Expression, { type: 'call' }>

/** In addition to one step per part of the text: for functions that are followed again at each call. */
const SPARE_STEPS = 60_000
/** Maximum depth of calls to the skill's own functions, and of nested functions. */
const MOST_CALLS = 6
const MOST_NESTING = 24
const MOST_MAPPED = 512
const TELLING_NAME =
  /^(?:eval|exec\w*|spawn\w*|Function|require|child_process|env|fetch|system|readFile\w*|popen|__import__|constructor)$/

/** Follows one script; others can import from the scope it leaves. */
export function followProgram(
  segment: Segment,
  steps: readonly Step[],
  modules: Modules,
  inflate: Inflate,
): { readonly scope: VariableScope; readonly result: ProgramResult; readonly isWhole: boolean } {
  const result: ProgramResult = { flows: [], children: [], assembled: [] }
  const walk = new ProgramWalk({ segment, result, inflate, copies: new Map() }, modules)
  const scope: VariableScope = { names: new Map(), outer: undefined }
  walk.run(steps, scope)
  return { scope, result, isWhole: walk.isWhole }
}

class ProgramWalk {
  #context: CallContext
  readonly #modules: Modules
  readonly #builtIns: BuiltInContext
  readonly #meaningOf = createMeanings()
  readonly #defined = new Set<Expression>()
  #left: number
  #depth = 0

  constructor(context: CallContext, modules: Modules) {
    this.#context = context
    this.#modules = modules
    this.#builtIns = {
      imported: (name) => findImport(modules, name),
      noteAssembled: (name, at) => this.#noteAssembled(name, at),
      noteRemote: (url, at) => noteRemote(this.#context, url, at),
    }
    this.#left = SPARE_STEPS + context.segment.text.length
  }

  /** Whether everything was followed. */
  get isWhole(): boolean {
    return this.#left >= 0
  }

  /** The combined return value of the steps. */
  run(steps: readonly Step[], scope: VariableScope): Value {
    const returned: Value[] = []
    for (const step of steps) {
      if (--this.#left < 0) break
      if (step.type === 'import') scope.names.set(step.name, findImport(this.#modules, step.from))
      else if (step.type === 'assign') this.#assign(step, scope)
      else if (step.type === 'return') returned.push(this.#value(step.value, scope))
      else this.#value(step.value, scope)
    }
    return returned.length === 1 ? (returned[0] ?? UNKNOWN) : mix(returned)
  }

  #assign({ targets, value: written, at }: Extract<Step, { type: 'assign' }>, scope: VariableScope): void {
    const value = this.#value(written, scope)
    for (const { name, field, isInto } of targets) {
      if (name === '') continue
      if (isInto === true) this.#assignInto(name, value, at, scope)
      else assignName(scope, name, field === undefined ? value : memberOf(value, textValue(field), at))
    }
  }

  /** A container carries what is put into it; an export gets its own name. */
  #assignInto(name: string, value: Value, at: number, scope: VariableScope): void {
    const before = lookUp(scope, name) ?? UNKNOWN
    assignName(scope, name, withTaints(before, mergeTaints([before, carry(value, at)])))
    if (name.startsWith('exports.')) assignName(scope, name.slice('exports.'.length), value)
    if (name !== 'exports' && name !== 'module') return
    for (const [field, inner] of value.fields ?? []) if (!scope.names.has(field)) scope.names.set(field, inner)
  }

  #value(expression: Expression, scope: VariableScope): Value {
    if (--this.#left < 0) return UNKNOWN
    switch (expression.type) {
      case 'text':
        return textValue(expression.value)
      case 'number':
        return textValue(String(expression.value))
      case 'name':
        return lookUp(scope, expression.name) ?? globalValue(expression.name)
      case 'member':
        return this.#member(expression, scope)
      case 'call':
        return this.#call(expression, scope)
      case 'concat':
        return concatenate(this.#carriedAll(expression.parts, scope))
      case 'list':
        return listValue(this.#carriedAll(expression.parts, scope))
      case 'object':
        return this.#object(expression, scope)
      case 'mix':
        return this.#mixed(expression.parts, scope)
      case 'function':
        return this.#function(expression, scope)
    }
  }

  #carriedAll(parts: readonly Expression[], scope: VariableScope): readonly Value[] {
    return parts.map((part) => carry(this.#value(part, scope), part.at))
  }

  #mixed(parts: readonly Expression[], scope: VariableScope): Value {
    const values = this.#carriedAll(parts, scope)
    const only = values.length === 1 ? values[0] : undefined
    if (only !== undefined) return only.list === undefined ? only : eachOf(only)
    // `x ? y : z` and `x || y` are one of their parts; a reference among them may be called.
    const reference = values.find((value) => value.reference !== undefined)?.reference
    return referenceValue(reference, undefined, mergeTaints(values))
  }

  #object({ fields: written, rest }: Extract<Expression, { type: 'object' }>, scope: VariableScope): Value {
    const fields = new Map<string, Value>()
    for (const [name, field] of written) fields.set(name, carry(this.#value(field, scope), field.at))
    return objectValue(fields, mergeTaints([...fields.values(), ...this.#carriedAll(rest, scope)]))
  }

  /** Followed even if it is never called, with unknown arguments. */
  #function(expression: Extract<Expression, { type: 'function' }>, scope: VariableScope): Value {
    const { parameters, body } = expression
    const callable: Callable = { parameters, body, scope, segment: this.#context.segment, at: expression.at }
    if (!this.#defined.has(expression)) {
      this.#defined.add(expression)
      this.#depth++
      const names = new Map(parameters.map((name): [string, Value] => [name, UNKNOWN]))
      if (this.#depth < MOST_NESTING) this.run(body, { names, outer: scope })
      this.#depth--
    }
    return referenceValue(undefined, callable)
  }

  #member({ object, property, at }: Extract<Expression, { type: 'member' }>, scope: VariableScope): Value {
    if (object.type === 'name' && (object.name === 'this' || object.name === 'self') && property.type === 'text') {
      const own = lookUp(scope, `${object.name}.${property.value}`) ?? methodOf(scope, property.value)
      if (own !== undefined) return own
    }
    const name = this.#value(property, scope)
    const isWritten =
      property.type === 'text' || property.type === 'number' || (property.type === 'name' && name.taints.length === 0)
    if (!isWritten && name.text !== undefined) this.#noteAssembled(name.text, at)
    return memberOf(this.#value(object, scope), name, at)
  }

  #noteAssembled(name: string, at: number): void {
    const { result, segment } = this.#context
    if (TELLING_NAME.test(name)) result.assembled.push({ name, at, segment })
  }

  #call(expression: Call, scope: VariableScope): Value {
    const callee = this.#value(expression.callee, scope)
    const given = expression.given.map((part) => this.#value(part, scope))
    const own = callee.callable as Callable | Method | undefined
    if (own !== undefined && 'body' in own) return this.#callOwn(own, given, expression.at)
    return this.#callKnown(expression, callee, given) ?? this.#callUnknown(callee, own, given, expression.at)
  }

  #callKnown({ given: written, at }: Call, callee: Value, given: readonly Value[]): Value | undefined {
    const reference = callee.reference ?? ''
    const { isBuiltIn, kind } = this.#meaningOf(reference)
    if (!isBuiltIn && kind === undefined) return undefined
    const carried = given.map((value) => carry(value, at))
    const builtIn = isBuiltIn
      ? applyBuiltIn({ reference, callee, given: carried, written, at }, this.#builtIns)
      : undefined
    if (builtIn !== undefined || kind === undefined) return builtIn
    const outcome = applyCall({ kind, reference, callee, given: carried, at }, this.#context)
    for (const value of given) this.#callBack(value, outcome)
    return outcome
  }

  /** A method of something unknown returns what its receiver and arguments carry. */
  #callUnknown(callee: Value, method: Method | undefined, given: readonly Value[], at: number): Value {
    const list = method?.on.list
    if (method?.method === 'map' && list !== undefined) return this.#mapped(list, given[0])
    const carried = given.map((value) => carry(value, at))
    const applied = method === undefined ? undefined : applyMethod(method.method, method.on, carried)
    if (applied !== undefined) return applied
    const on = method === undefined || list === undefined ? callee : eachOf(method.on)
    for (const value of given) this.#callBack(value, on)
    const reference = callee.reference === undefined ? undefined : `${callee.reference}()`
    return referenceValue(reference, undefined, mergeTaints([callee, ...carried]))
  }

  /** A callback is called with what the other value carries: `.then(text => eval(text))`. */
  #callBack({ callable, reference = '' }: Value, { text, taints }: Value): void {
    if (reference !== '' && this.#meaningOf(reference).kind === 'evaluate')
      applyCall(
        { kind: 'evaluate', reference, callee: UNKNOWN, given: [taintedText(text, taints)], at: taints[0]?.at ?? 0 },
        this.#context,
      )
    if (callable === undefined || !('body' in callable) || (taints.length === 0 && text === undefined)) return
    const own = callable as Callable
    this.#callOwn(
      own,
      own.parameters.map(() => taintedText(text, taints)),
      0,
    )
  }

  /** `[99, 117].map(code => String.fromCharCode(code))` is a way to write text. */
  #mapped(list: readonly Value[], by: Value | undefined): Value {
    const own = by?.callable
    const each = (value: Value): Value => {
      if (own !== undefined && 'body' in own) return this.#callOwn(own as Callable, [value], 0)
      return applyCall(
        { kind: 'decode', reference: by?.reference ?? '', callee: UNKNOWN, given: [value], at: 0 },
        this.#context,
      )
    }
    const values = list.slice(0, MOST_MAPPED).map(each)
    return listValue(values)
  }

  #callOwn(own: Callable, given: readonly Value[], at: number): Value {
    if (this.#depth >= MOST_CALLS) return mix(given)
    const context = this.#context
    if (own.segment === context.segment) return this.#runBody(own, given)
    this.#context = { ...context, segment: own.segment }
    const returned = this.#runBody(
      own,
      given.map((value) => relocate(value, own.at)),
    )
    this.#context = context
    return relocate(returned, at)
  }

  #runBody({ parameters, body, scope }: Callable, given: readonly Value[]): Value {
    const shift = parameters[0] === 'self' || parameters[0] === 'cls' ? 1 : 0
    const names = new Map(parameters.map((name, index): [string, Value] => [name, given[index - shift] ?? UNKNOWN]))
    this.#depth++
    const returned = this.run(body, { names, outer: scope })
    this.#depth--
    return returned
  }
}

/** Looks up a method among the others of its class. */
function methodOf(scope: VariableScope, name: string): Value | undefined {
  const found = lookUp(scope, name)
  return found?.callable !== undefined && 'body' in found.callable ? found : undefined
}

/** Data from another script is reported where it enters. */
function relocate(value: Value, at: number): Value {
  return withTaints(
    value,
    value.taints.map((taint) => ({ ...taint, at })),
  )
}
