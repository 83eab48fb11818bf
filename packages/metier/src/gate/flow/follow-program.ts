/** Follows values through the scripts of a skill: names, functions, modules of the skill, and texts put together. */

import { findAddresses, readAddress } from '../facts/address.js'
import { secretStoreIn } from '../facts/secrets.js'
import { derivedFrom, type Segment } from '../text/segment.js'
import type { Flow } from './flow.js'
import { type CallKind, callKindOf, isEnvironment, isWatched } from './known-calls.js'
import type { Expression, Step } from './program.js'
import { assignName, globalValue, lookUp, type Scope } from './scope.js'
import { applyMethod, decodeCall, type Inflate } from './text-methods.js'
import { concatenate, HOLE, mergeTaints, mix, type Taint, textValue, UNKNOWN, type Value, withTaint } from './value.js'

export interface ProgramResult {
  readonly flows: Flow[]
  /** Command lines that the script hands to a shell, and code that it puts together. */
  readonly children: Segment[]
  /** Dangerous names that were put together from pieces, with where. */
  readonly assembled: { readonly name: string; readonly at: number; readonly segment: Segment }[]
}

/** What the other scripts of the skill define, by their path without extension. */
export type Modules = ReadonlyMap<string, Scope>

interface Callable {
  readonly parameters: readonly string[]
  readonly body: readonly Step[]
  readonly scope: Scope
  readonly segment: Segment
}

const MOST_STEPS = 60_000
const MOST_DEPTH = 6
const ENVIRONMENT_METHODS = new Set(['items', 'copy', 'values', 'keys', 'get', 'pop', 'setdefault', 'update', 'toObject'])

/** Follows one script; the scope it leaves is what others can import from it. */
export function followProgram(segment: Segment, steps: readonly Step[], modules: Modules, inflate: Inflate): { readonly scope: Scope; readonly result: ProgramResult } {
  const walk = new ProgramWalk(segment, modules, inflate)
  const scope: Scope = { names: new Map(), outer: undefined }
  walk.run(steps, scope)
  return { scope, result: walk.result }
}

class ProgramWalk {
  readonly result: ProgramResult = { flows: [], children: [], assembled: [] }
  readonly #segment: Segment
  readonly #modules: Modules
  readonly #inflate: Inflate
  #left = MOST_STEPS
  #depth = 0
  readonly #defined = new Set<Expression>()

  constructor(segment: Segment, modules: Modules, inflate: Inflate) {
    this.#segment = segment
    this.#modules = modules
    this.#inflate = inflate
  }

  /** What the steps return, all together. */
  run(steps: readonly Step[], scope: Scope): Value {
    const returned: Value[] = []
    for (const step of steps) {
      if (--this.#left < 0) break
      if (step.type === 'import') scope.names.set(step.name, this.#imported(step.from))
      else if (step.type === 'assign') this.#assign(step, scope)
      else {
        const value = this.#value(step.value, scope)
        if (step.type === 'return') returned.push(value)
      }
    }
    return returned.length === 1 ? (returned[0] ?? UNKNOWN) : mix(returned)
  }

  #imported(from: string): Value {
    return this.#fromModule(from) ?? { reference: from.replace(/^node:/, '').replace(/^fs\/promises/, 'fs'), taints: [] }
  }

  /** `lib.gather.items` or `./lib/gather.items`: a name of another script, or that script itself. */
  #fromModule(reference: string): Value | undefined {
    const path = reference.startsWith('.') ? reference.replace(/^[./]+/, '').replace(/\.(?:js|mjs|cjs|ts)(?=\.|$)/, '') : reference
    const parts = path.split(/[./]/)
    for (let cut = parts.length; cut > 0 && cut >= parts.length - 1; cut--) {
      const name = parts.slice(0, cut).join('/')
      const scope = this.#modules.get(name) ?? this.#modules.get(name.slice(name.lastIndexOf('/') + 1))
      if (scope === undefined) continue
      const member = parts[cut]
      if (member === undefined) return { reference: `module:${name}`, fields: scope.names, taints: [] }
      const value = scope.names.get(member)
      if (value !== undefined) return value
    }
    return undefined
  }

  #assign(step: Extract<Step, { type: 'assign' }>, scope: Scope): void {
    const value = this.#value(step.value, scope)
    for (const { name, field, isInto } of step.targets) {
      if (name === '') continue
      if (isInto === true) {
        const before = lookUp(scope, name)
        const text = before?.text
        assignName(scope, name, { ...before, text, taints: mergeTaints([before ?? UNKNOWN, value, ...(isEnvironment(value.reference) ? [environment(step.at)] : [])]) })
        if (name === 'exports' || name === 'module') this.#exportFields(value, scope)
        if (name.startsWith('exports.')) assignName(scope, name.slice('exports.'.length), value)
      } else assignName(scope, name, field === undefined ? value : this.#memberOf(value, textValue(field), step.at))
    }
  }

  #exportFields(value: Value, scope: Scope): void {
    for (const [name, field] of value.fields ?? []) if (!scope.names.has(name)) scope.names.set(name, field)
  }

  #value(expression: Expression, scope: Scope): Value {
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
        return concatenate(expression.parts.map((part) => this.#carried(part, scope)))
      case 'list': {
        const list = expression.parts.map((part) => this.#carried(part, scope))
        return { list, taints: mergeTaints(list) }
      }
      case 'object':
        return this.#object(expression, scope)
      case 'mix':
        return this.#mixed(expression.parts, scope)
      case 'function':
        return this.#function(expression, scope)
    }
  }

  /** A value that is used as such: the environment itself then is all of it. */
  #carried(expression: Expression, scope: Scope): Value {
    const value = this.#value(expression, scope)
    return isEnvironment(value.reference) ? withTaint({ taints: value.taints }, taintOfEnvironment(expression.at)) : value
  }

  #mixed(parts: readonly Expression[], scope: Scope): Value {
    const values = parts.map((part) => this.#carried(part, scope))
    const only = values.length === 1 ? values[0] : undefined
    if (only !== undefined) return only.list === undefined ? only : eachOf(only)
    // `x ? y : z` and `x || y` are one of their parts; a reference among them is what may be called.
    const reference = values.find((value) => value.reference !== undefined)?.reference
    return { reference, taints: mergeTaints(values) }
  }

  #object(expression: Extract<Expression, { type: 'object' }>, scope: Scope): Value {
    const fields = new Map<string, Value>()
    for (const [name, field] of expression.fields) fields.set(name, this.#carried(field, scope))
    const rest = expression.rest.map((part) => this.#carried(part, scope))
    return { fields, taints: mergeTaints([...fields.values(), ...rest]) }
  }

  /** Also followed where nobody calls it; what comes in is not known then. */
  #function(expression: Extract<Expression, { type: 'function' }>, scope: Scope): Value {
    const callable: Callable = { parameters: expression.parameters, body: expression.body, scope, segment: this.#segment }
    if (!this.#defined.has(expression)) {
      this.#defined.add(expression)
      const inner: Scope = { names: new Map(expression.parameters.map((name) => [name, UNKNOWN])), outer: scope }
      this.#depth++
      if (this.#depth < 24) this.run(expression.body, inner)
      this.#depth--
    }
    return { callable, taints: [] }
  }

  #member(expression: Extract<Expression, { type: 'member' }>, scope: Scope): Value {
    const { object, property, at } = expression
    if (object.type === 'name' && (object.name === 'this' || object.name === 'self') && property.type === 'text') {
      const own = lookUp(scope, `${object.name}.${property.value}`)
      if (own !== undefined) return own
    }
    const name = this.#value(property, scope)
    const isAssembled = property.type !== 'text' && property.type !== 'number' && name.text !== undefined
    if (isAssembled && property.type !== 'name') this.#noteAssembled(name.text ?? '', at)
    return this.#memberOf(this.#value(object, scope), name, at)
  }

  #noteAssembled(name: string, at: number): void {
    if (/^(?:eval|exec\w*|spawn\w*|Function|require|child_process|env|fetch|system|readFile\w*|popen|__import__|constructor)$/.test(name)) {
      this.result.assembled.push({ name, at, segment: this.#segment })
    }
  }

  #memberOf(object: Value, property: Value, at: number): Value {
    const name = property.text
    if (name === undefined) return { taints: mergeTaints([isEnvironment(object.reference) ? { taints: [taintOfEnvironment(at)] } : object, property]) }
    if (isEnvironment(object.reference) && !ENVIRONMENT_METHODS.has(name)) return variable(name, at)
    const field = object.fields?.get(name) ?? object.list?.[Number(name)]
    if (field !== undefined) return field
    const taints = object.taints.map((taint): Taint => (taint.kind === 'environment' && /^[A-Z_]{3,}$/.test(name) ? { kind: 'variable', name, at } : taint))
    if (object.reference === undefined) return { reference: `.${name}`, fields: undefined, text: undefined, list: undefined, callable: { method: name, on: object }, taints }
    const reference = /^(?:globalThis|window|global|self|builtins)$/.test(object.reference) ? name : `${object.reference}.${name}`
    return { reference, callable: { method: name, on: object }, taints }
  }

  #call(expression: Extract<Expression, { type: 'call' }>, scope: Scope): Value {
    const callee = this.#value(expression.callee, scope)
    const given = expression.given.map((part) => this.#value(part, scope))
    const own = callee.callable as Callable | { readonly method: string; readonly on: Value } | undefined
    if (own !== undefined && 'body' in own) return this.#callOwn(own, given)
    const reference = callee.reference ?? ''
    const carried = given.map((value) => (isEnvironment(value.reference) ? withTaint({ taints: [] }, taintOfEnvironment(expression.at)) : value))
    const known = this.#builtIn(reference, callee, carried, expression)
    if (known !== undefined) return known
    const kind = callKindOf(reference)
    if (kind !== undefined) {
      const outcome = this.#knownCall(kind, reference, callee, carried, expression.at)
      for (const value of given) this.#callBack(value, outcome)
      return outcome
    }
    const method = own !== undefined && 'method' in own ? own : undefined
    if (method?.method === 'map' && method.on.list !== undefined) return this.#mapped(method.on.list, given[0])
    const applied = method === undefined ? undefined : applyMethod(method.method, method.on, carried)
    if (applied !== undefined) return applied
    // A method of something unknown gives out what it was and what it was given.
    const result: Value = { taints: mergeTaints([callee, ...carried]) }
    for (const value of given) this.#callBack(value, method?.on.list === undefined ? callee : eachOf(method.on))
    return result.taints.length === 0 && callee.reference !== undefined ? { reference: `${callee.reference}()`, taints: [] } : { ...result, reference: callee.reference === undefined ? undefined : `${callee.reference}()` }
  }

  /** A function that is handed over is called with what the other value carries: `.then(text => eval(text))`. */
  #callBack(value: Value, on: Value): void {
    const own = value.callable
    if (own === undefined || !('body' in own) || (on.taints.length === 0 && on.text === undefined)) return
    const callable = own as Callable
    this.#callOwn(callable, callable.parameters.map(() => ({ text: on.text, taints: on.taints })))
  }

  /** `[99, 117].map(code => String.fromCharCode(code))` is a way to write a text. */
  #mapped(list: readonly Value[], by: Value | undefined): Value {
    const own = by?.callable
    const values = list.slice(0, 512).map((value) => (own !== undefined && 'body' in own ? this.#callOwn(own as Callable, [value]) : this.#knownCall('decode', by?.reference ?? '', UNKNOWN, [value], 0)))
    return { list: values, taints: mergeTaints(values) }
  }

  #callOwn(own: Callable, given: readonly Value[]): Value {
    if (this.#depth >= MOST_DEPTH) return mix(given)
    const names = new Map(own.parameters.map((name, index): [string, Value] => [name, given[index] ?? UNKNOWN]))
    this.#depth++
    const returned = this.run(own.body, { names, outer: own.scope })
    this.#depth--
    return returned
  }

  /** What the languages bring that decides what a name is. */
  #builtIn(reference: string, callee: Value, given: readonly Value[], { at, given: written }: Extract<Expression, { type: 'call' }>): Value | undefined {
    const name = given[0]?.text
    if (/^(?:require|__import__|importlib\.import_module|import)$|(?:^|\.)(?:require|mainRequire)(?:\.bind\(\))?$/.test(reference) && name !== undefined) {
      if (written[0] !== undefined && written[0].type !== 'text') this.#noteAssembled(name.replace(/^node:/, ''), at)
      return this.#imported(name)
    }
    if (reference === 'getattr' && given[1]?.text !== undefined) {
      if (written[1]?.type !== 'text') this.#noteAssembled(given[1].text, at)
      return this.#memberOf(given[0] ?? UNKNOWN, given[1], at)
    }
    if (/^(?:os\.getenv|os\.environ\.get|process\.env\.get|os\.environ\.pop|Deno\.env\.get)$/.test(reference)) {
      return name === undefined ? UNKNOWN : variable(name, at)
    }
    if (/^(?:os\.environ|process\.env)\.(?:copy|items|values|keys|toObject)$|^Deno\.env\.toObject$/.test(reference)) return { taints: [taintOfEnvironment(at)] }
    if (reference.endsWith('.bind') && callee.callable !== undefined) return { reference: reference.slice(0, -'.bind'.length), taints: [] }
    if (reference === 'chr' && name !== undefined) return textValue(String.fromCharCode(Number(name) || 0))
    if (/^(?:os\.path\.(?:join|expanduser|expandvars)|path\.(?:join|resolve)|Path\.home|(?:pathlib\.)?Path|join|resolve|expanduser)$/.test(reference)) return this.#pathOf(reference, given, at)
    if (reference === 'os.homedir' || reference === 'Path.home' || reference === 'pathlib.Path.home') return textValue('~')
    return undefined
  }

  #pathOf(reference: string, given: readonly Value[], at: number): Value {
    if (reference.endsWith('home')) return textValue('~')
    const path = concatenate(given.flatMap((value, index) => (index === 0 ? [value] : [{ text: '/', taints: [] }, value])))
    const isPath = reference.endsWith('Path')
    return isPath ? this.#read(path, at) : path
  }

  #knownCall(kind: CallKind, reference: string, callee: Value, given: readonly Value[], at: number): Value {
    switch (kind) {
      case 'read':
        return /(?:^|\.)r?glob$/.test(reference) ? this.#swept(given, at) : this.#read(concatenate([{ text: callee.text ?? '', taints: callee.taints }, given[0] ?? UNKNOWN]), at)
      case 'decode':
        return this.#decoded(reference, given, at)
      case 'capture':
        return { taints: [{ kind: 'capture', name: reference, at }] }
      case 'machine':
        return { taints: [{ kind: 'machine', name: reference, at }] }
      case 'keyring':
        return { taints: [{ kind: 'secret', name: reference, store: 'keychain', at }] }
      case 'evaluate':
        return this.#evaluate(reference, given, at)
      case 'shell':
      case 'spawn':
        return this.#spawn(reference, given, at)
      case 'send':
        return this.#send(reference, callee, given, at)
    }
  }

  #read(path: Value, at: number): Value {
    const text = path.text ?? ''
    const secret = secretStoreIn(text)
    if (secret !== undefined) return { text: undefined, taints: [...path.taints, { kind: 'secret', name: secret.name, store: secret.store, at }] }
    return { text: undefined, reference: '.file', taints: path.taints }
  }

  /** Files that were found by a pattern: whatever lies there. */
  #swept(given: readonly Value[], at: number): Value {
    const found = this.#read(given[0] ?? UNKNOWN, at)
    return withTaint(found, { kind: 'file', name: 'every file that fits a pattern', at })
  }

  #decoded(reference: string, given: readonly Value[], at: number): Value {
    const isPlain = reference === 'Buffer.from' && !/base64|hex/i.test(given[1]?.text ?? '')
    const text = decodeCall(reference, given, this.#inflate)
    if (isPlain) return { text, taints: mergeTaints(given) }
    const taint: Taint = { kind: 'decoded', name: reference.slice(reference.lastIndexOf('.') + 1), at }
    return withTaint({ text, taints: mergeTaints(given) }, taint)
  }

  #evaluate(reference: string, given: readonly Value[], at: number): Value {
    // `exec` of a regular expression or a database is somebody else's method.
    const taints = mergeTaints(given)
    if (taints.length > 0) this.#note('run', taints, undefined, at, reference, false)
    const text = given.find((value) => value.text !== undefined)?.text
    if (text !== undefined && text.length > 12) this.#child(text, at, reference, reference.startsWith('exec') || /compile|marshal/.test(reference) ? 'python' : 'javascript')
    return { text, taints }
  }

  #spawn(reference: string, given: readonly Value[], at: number): Value {
    const [program, words] = given
    const line = program?.list !== undefined ? joinWords(program.list) : words?.list !== undefined ? joinWords([program ?? UNKNOWN, ...words.list]) : (program ?? UNKNOWN)
    const text = line.text ?? ''
    const isNetwork = /(?:^|[\s|;&"'(])(?:curl|wget|nc|ncat|telnet|scp|dig|nslookup)\s/.test(text)
    if (isNetwork && line.taints.length > 0 && !/\bnc\s{1,3}-[a-z]{0,4}z/.test(text)) this.#note('send', line.taints, text, at, `${reference} ${text.trim().split(/\s/, 1)[0]}`, false)
    const isProgram = text === '' || text.startsWith(HOLE) || /^\s*(?:\/bin\/)?(?:ba)?sh -c \u0001/.test(text)
    const run = line.taints.filter(({ kind }) => kind === 'decoded' || (kind === 'download' && isProgram))
    if (run.length > 0 && !isNetwork && (program?.list === undefined && words?.list === undefined)) this.#note('run', run, undefined, at, reference, false)
    if (text.replaceAll(HOLE, '').length > 3) this.#child(text.replaceAll(HOLE, '$unknown'), at, reference, 'shell')
    const first = text.trim().split(/\s/, 1)[0] ?? ''
    const captured: Taint[] = /^(?:pbpaste|screencapture|xclip|xsel|wl-paste|scrot)$/.test(first) ? [{ kind: 'capture', name: first, at }] : []
    const listed: Taint[] = /^(?:env|printenv|set)$/.test(text.trim()) ? [taintOfEnvironment(at)] : []
    const machine: Taint[] = /^(?:whoami|hostname|uname|id)$/.test(first) ? [{ kind: 'machine', name: first, at }] : []
    const secret = secretStoreIn(text)
    const read: Taint[] = secret === undefined ? [] : [{ kind: 'secret', name: secret.name, store: secret.store, at }]
    return { taints: [...captured, ...listed, ...machine, ...read] }
  }

  #send(reference: string, callee: Value, given: readonly Value[], at: number): Value {
    const target = given.find(({ text }) => text !== undefined && (text.includes('://') || readAddress(text)?.kind !== undefined && text.includes('.')))
    const headers = new Set(given.flatMap(({ fields }) => [fields?.get('headers'), fields?.get('auth'), fields?.get('env')]))
    const sent = given.flatMap((value) => (value.fields === undefined ? [value] : [...value.fields.values()].filter((field) => !headers.has(field))))
    const rest = given.flatMap((value) => (value.fields === undefined ? [] : [{ taints: restTaints(value) }]))
    const kept = mergeTaints([...headers].flatMap((value) => (value === undefined ? [] : [value]))).filter(({ kind, store }) => kind !== 'variable' && store !== 'agent' && store !== 'dotenv')
    const own = /\.(?:send|sendall|write|request|post|put)$/.test(reference) ? callee.taints.filter(({ kind }) => kind !== 'download') : []
    const taints = mergeTaints([...sent, ...rest, { taints: kept }, { taints: own }])
    const isInAddress = (target?.taints.length ?? 0) > 0
    this.#note('send', taints, target?.text, at, reference, isInAddress)
    return { reference: `${reference}()`, taints: [{ kind: 'download', name: target?.text ?? '', at }] }
  }

  #child(text: string, at: number, reference: string, language: Segment['language']): void {
    if (this.result.children.length < 200) this.result.children.push(derivedFrom(this.#segment, at, text, reference, { language }))
  }

  #note(sink: Flow['sink'], taints: readonly Taint[], target: string | undefined, at: number, via: string, isInAddress: boolean): void {
    if (this.result.flows.length >= 500) return
    const address = target === undefined ? undefined : (findAddresses(target)[0] ?? readAddress(target))
    this.result.flows.push({ sink, taints, address, segment: this.#segment, at, via, isInAddress })
  }
}

/** Any one element of a list: it may read like each of them. */
function eachOf(value: Value): Value {
  const texts = (value.list ?? []).flatMap(({ text }) => (text === undefined ? [] : [text]))
  return { ...value, text: texts.length === 0 ? undefined : texts.join(' ').slice(0, 4096) }
}

/** What an object carries beside its named fields: spread into it, or keyed by something computed. */
function restTaints(value: Value): readonly Taint[] {
  const named = mergeTaints([...(value.fields?.values() ?? [])])
  return value.taints.filter((taint) => !named.includes(taint))
}

function joinWords(words: readonly Value[]): Value {
  return concatenate(words.flatMap((word, index) => (index === 0 ? [word] : [{ text: ' ', taints: [] }, word])))
}

function variable(name: string, at: number): Value {
  return isWatched(name) ? { taints: [{ kind: 'variable', name, at }] } : { text: name === 'HOME' || name === 'USERPROFILE' ? '~' : undefined, taints: [] }
}

function taintOfEnvironment(at: number): Taint {
  return { kind: 'environment', name: 'the whole environment', at }
}

function environment(at: number): Value {
  return { taints: [taintOfEnvironment(at)] }
}
