/** Follows values through a skill's scripts: names, objects, functions, the skill's own modules, assembled texts. */

import type { Segment } from '../text/segment.js'
import { change, partOf, store } from './assignments.js'
import {
  argumentFor,
  type Callable,
  type GivenArguments,
  isCallable,
  isClass,
  NOTHING_GIVEN,
  placedOnly,
  selfOf,
  takesSelf,
} from './callable.js'
import { applyBuiltIn, type BuiltInContext } from './calls/built-ins.js'
import type { CallContext, FollowedProgram, ProgramResult } from './calls/call-context.js'
import { noteLoaded, noteRemote } from './calls/call-effects.js'
import { createMeanings } from './calls/call-meaning.js'
import { applyKnown, applyUnknown, type CallTools, type FollowedCall } from './calls/follow-call.js'
import { carry, memberOf } from './member.js'
import { createCell, isCell, isChange } from './objects.js'
import { operate } from './operations.js'
import type { Expression, FunctionExpression, Step } from './program.js'
import { declareGlobal, findImport, globalValue, lookUp, type Modules, type VariableScope } from './scope.js'
import { classOf, construct, eachElement, objectOf } from './structures.js'
import {
  bytesValue,
  carrier,
  concatenate,
  eachOf,
  listValue,
  mergeTaints,
  mix,
  objectValue,
  referenceValue,
  textValue,
  UNKNOWN,
  type Value,
  withTaints,
} from './value.js'
import type { Walk } from './walk.js'

type Call = Extract<Expression, { type: 'call' }>

/** In addition to one step per part of the text: for functions that are followed again at each call. */
const SPARE_STEPS = 60_000
/** Maximum depth of calls to the skill's own functions, and of nested functions. */
const MOST_CALLS = 7
const MOST_NESTING = 24
const TELLING_NAME =
  /^(?:eval|exec\w*|spawn\w*|Function|require|child_process|env|fetch|system|readFile\w*|popen|__import__|constructor)$/

/** Follows one script; others can import from the scope it leaves. */
export function followProgram(
  segment: Segment,
  steps: readonly Step[],
  modules: Modules,
  shared: Pick<CallContext, 'inflate' | 'files'>,
): FollowedProgram {
  const result: ProgramResult = { flows: [], children: [], assembled: [], writes: [] }
  const walk = new ProgramWalk({ segment, result, ...shared }, modules)
  // Functions outside a class share one `this`.
  const names = new Map([['this', createCell(referenceValue('this'))]])
  const scope: VariableScope = { names, outer: undefined }
  walk.run(steps, scope)
  return { scope, result, isWhole: walk.isWhole }
}

class ProgramWalk implements Walk {
  #context: CallContext
  readonly #modules: Modules
  readonly #builtIns: BuiltInContext
  readonly #tools: CallTools
  readonly #defined = new Set<Expression>()
  #left: number
  #depth = 0
  stored = 0

  constructor(context: CallContext, modules: Modules) {
    this.#context = context
    this.#modules = modules
    this.#builtIns = {
      imported: (name) => findImport(modules, name),
      dataIn: (path) => this.#context.files.dataIn(path),
      noteAssembled: (name, at) => this.#noteAssembled(name, at),
      noteRemote: (url, at) => noteRemote(this.#context, url, at),
      noteLoaded: (path, at) => noteLoaded(this.#context, path, at),
    }
    this.#tools = {
      context: () => this.#context,
      meaningOf: createMeanings(),
      builtIn: (reference, { callee, written, at }, given) =>
        applyBuiltIn({ reference, callee, given, written, at }, this.#builtIns),
      callOwn: (own, values, at) => this.callOwn(own, placedOnly(values), at),
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
      if (step.type === 'return') returned.push(this.value(step.value, scope))
      else this.#step(step, scope)
    }
    return returned.length === 1 ? (returned[0] ?? UNKNOWN) : mix(returned.map((value) => carry(value, 0)))
  }

  #step(step: Exclude<Step, { type: 'return' }>, scope: VariableScope): void {
    if (step.type === 'import') scope.names.set(step.name, findImport(this.#modules, step.from))
    else if (step.type === 'assign') this.#assign(step, scope)
    else if (step.type === 'do') this.value(step.value, scope)
    else for (const name of step.names) declareGlobal(scope, name)
  }

  #assign(
    { targets, value: written, at }: Omit<Extract<Step, { type: 'assign' }>, 'type'>,
    scope: VariableScope,
  ): Value {
    const value = this.value(written, scope)
    for (const target of targets) store(this, target, value, at, scope)
    if (written.type === 'call' && value.reference?.endsWith('()') === true) this.#callLater(written, scope)
    return value
  }

  /** `const socket = connect(…, () => socket.write(x))`: the callback knows the name only now. */
  #callLater({ given }: Call, scope: VariableScope): void {
    for (const part of given) {
      if (part.type !== 'function') continue
      const { callable } = this.define(part, scope, undefined)
      if (isCallable(callable)) this.runAgain(callable)
    }
  }

  runAgain(own: Callable): void {
    if (this.#depth < MOST_CALLS && own.segment === this.#context.segment) this.#runBody(own, NOTHING_GIVEN)
  }

  value(expression: Expression, scope: VariableScope): Value {
    if (--this.#left < 0) return UNKNOWN
    switch (expression.type) {
      case 'text':
        return expression.isBytes === true ? bytesValue(expression.value) : textValue(expression.value)
      case 'number':
        return textValue(String(expression.value))
      case 'name':
        return lookUp(scope, expression.name) ?? globalValue(expression.name)
      case 'member':
        return this.#member(expression, scope)
      case 'call':
        return this.#call(expression, scope)
      case 'concat':
        return concatenate(this.carried(expression.parts, scope))
      case 'list':
        return listValue(this.carried(expression.parts, scope))
      case 'mix':
        return this.#mixed(expression.parts, scope)
      case 'function':
        return this.define(expression, scope, undefined)
      case 'object':
        return objectOf(this, expression, scope)
      case 'named':
        return this.#named(expression, scope)
      case 'each':
        return eachElement(this, expression, scope)
      case 'set':
        return this.#assign(expression, scope)
      case 'operation':
        return operate(expression.operator, this.carried(expression.parts, scope), expression.at)
      case 'class':
        return classOf(this, expression, scope)
    }
  }

  carried(parts: readonly Expression[], scope: VariableScope): readonly Value[] {
    return parts.map((part) => carry(this.value(part, scope), part.at))
  }

  /** `**options` gives many named arguments at once. */
  #named({ name, value: written, at }: Extract<Expression, { type: 'named' }>, scope: VariableScope): Value {
    const value = carry(this.value(written, scope), at)
    return name === '**' ? value : objectValue(new Map([[name, value]]), value.taints)
  }

  #mixed(parts: readonly Expression[], scope: VariableScope): Value {
    const values = this.carried(parts, scope)
    const only = values.length === 1 ? values[0] : undefined
    if (only !== undefined) return only.list === undefined ? only : eachOf(only)
    // `x ? y : z` and `x || y` are one of their parts; a reference among them may be called.
    const named = values.find((value) => value.reference !== undefined || isCallable(value.callable))
    const callable = isCallable(named?.callable) || isClass(named?.callable) ? named.callable : undefined
    return referenceValue(named?.reference, callable, mergeTaints(values))
  }

  define(expression: FunctionExpression, scope: VariableScope, self: Value | undefined): Value {
    const { parameters, body, at, isMethod, isGetter = false } = expression
    const own = isMethod === true || self?.reference !== undefined ? self : undefined
    const callable: Callable = { parameters, body, scope, segment: this.#context.segment, at, self: own, isGetter }
    if (!this.#defined.has(expression)) {
      this.#defined.add(expression)
      if (this.#depth + 1 < MOST_NESTING) this.#runBody(callable, NOTHING_GIVEN)
    }
    return referenceValue(undefined, callable)
  }

  #member({ object, property, at }: Extract<Expression, { type: 'member' }>, scope: VariableScope): Value {
    const name = this.value(property, scope)
    const isWritten =
      property.type === 'text' || property.type === 'number' || (property.type === 'name' && name.taints.length === 0)
    if (!isWritten && name.text !== undefined) this.#noteAssembled(name.text, at)
    const member = memberOf(this.value(object, scope), name, at)
    return isCallable(member.callable) && member.callable.isGetter
      ? this.callOwn(member.callable, NOTHING_GIVEN, at)
      : member
  }

  #noteAssembled(name: string, at: number): void {
    const { result, segment } = this.#context
    if (TELLING_NAME.test(name)) result.assembled.push({ name, at, segment })
  }

  #call(expression: Call, scope: VariableScope): Value {
    const { callee: written, at } = expression
    const callee = this.value(written, scope)
    const given = expression.given.map((part) => this.value(part, scope))
    const own = calledIn(callee)
    if (isCallable(own)) return this.callOwn(own, argumentsOf(expression, given), at)
    if (isClass(own)) return construct(this, own.instance, argumentsOf(expression, given), at)
    if (written.type === 'member' && written.property.type === 'text' && isChange(written.property.value))
      change(this, written.object, given, at, scope)
    const call: FollowedCall = { callee, given, written: expression.given, at }
    return applyKnown(call, this.#tools) ?? applyUnknown(call, this.#tools)
  }

  callOwn(own: Callable, given: GivenArguments, at: number): Value {
    if (this.#depth >= MOST_CALLS) return unfollowed(given)
    const context = this.#context
    if (own.segment === context.segment) return this.#runBody(own, given)
    this.#context = { ...context, segment: own.segment }
    const placed = given.placed.map((value) => relocate(value, own.at))
    const returned = this.#runBody(own, { placed, named: given.named })
    this.#context = context
    return relocate(returned, at)
  }

  #runBody(own: Callable, given: GivenArguments): Value {
    const { parameters, body, scope: outer, at } = own
    const names = new Map<string, Value>()
    if (own.self !== undefined) names.set('this', own.self)
    const scope: VariableScope = { names, outer }
    const shift = takesSelf(own) ? 1 : 0
    this.#depth++
    parameters.forEach((parameter, index) => {
      const passed = index < shift ? selfOf(own) : argumentFor(parameter, index - shift, given)
      const value = passed ?? (parameter.fallback === undefined ? UNKNOWN : this.value(parameter.fallback, outer))
      for (const target of parameter.targets)
        if (target.name !== '') names.set(target.name, partOf(this, target, value, at, scope))
    })
    const returned = this.run(body, scope)
    this.#depth--
    return returned
  }
}

/** What a call runs; a module that is called is its default export. */
function calledIn({ callable, reference, fields }: Value): object | undefined {
  return reference?.startsWith('module:') === true ? fields?.get('default')?.callable : callable
}

/** Those with a name, and those by position. */
function argumentsOf({ given: written }: Call, given: readonly Value[]): GivenArguments {
  if (!written.some(({ type }) => type === 'named')) return placedOnly(given)
  const named = new Map<string, Value>()
  written.forEach((part, index) => {
    if (part.type === 'named') for (const [name, value] of given[index]?.fields ?? []) named.set(name, value)
  })
  return { placed: given.filter((_, index) => written[index]?.type !== 'named'), named }
}

/** The result of a call that is too deep to follow; a key that signs a request is not its answer. */
function unfollowed({ placed }: GivenArguments): Value {
  return carrier(mergeTaints(placed).filter(({ kind }) => kind !== 'variable'))
}

/** Data from another script is reported where it enters. */
function relocate(value: Value, at: number): Value {
  if (isCell(value) || value.taints.length === 0) return value
  return withTaints(
    value,
    value.taints.map((taint) => ({ ...taint, at })),
  )
}
