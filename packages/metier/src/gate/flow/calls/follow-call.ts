/** Calls of what a skill does not define itself: well-known ones, methods of known values, and callbacks. */

import { type Callable, isCallable } from '../callable.js'
import { carry, type Method } from '../member.js'
import { isCell, storeField } from '../objects.js'
import type { Expression } from '../program.js'
import { eachOf, listValue, mergeTaints, mix, referenceValue, taintedText, UNKNOWN, type Value } from '../value.js'
import { openArchive } from './archive-effects.js'
import type { CallContext } from './call-context.js'
import { applyCall } from './call-effects.js'
import type { CallMeaning } from './call-meaning.js'
import { applyMethod } from './text-methods.js'

export interface FollowedCall {
  readonly callee: Value
  readonly given: readonly Value[]
  readonly written: readonly Expression[]
  readonly at: number
}

export interface CallTools {
  /** Where the walk is now. */
  readonly context: () => CallContext
  readonly meaningOf: (reference: string) => CallMeaning
  readonly builtIn: (reference: string, call: FollowedCall, carried: readonly Value[]) => Value | undefined
  readonly callOwn: (own: Callable, given: readonly Value[], at: number) => Value
}

const MOST_MAPPED = 512

/** The value of a well-known call; undefined for others. */
export function applyKnown(call: FollowedCall, tools: CallTools): Value | undefined {
  const { callee, given, at } = call
  const reference = callee.reference ?? ''
  const { isBuiltIn, kind } = tools.meaningOf(reference)
  if (!isBuiltIn && kind === undefined) return undefined
  const carried = given.map((value) => carry(value, at))
  const builtIn = isBuiltIn ? tools.builtIn(reference, call, carried) : undefined
  if (builtIn !== undefined || kind === undefined) return builtIn
  const outcome = applyCall({ kind, reference, callee, given: carried, at }, tools.context())
  for (const value of given) if (mayRun(value)) callBack(value, outcome, at, tools)
  return outcome
}

/** A method of something unknown returns what its receiver and arguments carry. */
export function applyUnknown({ callee, given, at }: FollowedCall, tools: CallTools): Value {
  const archive = openArchive(callee.reference ?? '', given)
  if (archive !== undefined) return archive
  const method = methodIn(callee)
  const list = method?.on.list
  if (method?.method === 'map' && list !== undefined) return mapped(list, given[0], at, tools)
  const carried = given.map((value) => carry(value, at))
  const applied =
    runGiven(callee, given, at, tools) ??
    (method === undefined ? undefined : applyMethod(method.method, method.on, carried))
  if (applied !== undefined) return applied
  passOn(callee, method, given, carried, at, tools)
  if (given.some(mayRun))
    callBackAll(given, carried, method === undefined || list === undefined ? callee : eachOf(method.on), at, tools)
  const reference = callee.reference === undefined ? undefined : `${callee.reference}()`
  return referenceValue(reference, undefined, mergeTaints([callee, ...carried]))
}

const RUNS = /(?:^|\.)(?:submit|apply|apply_async|to_thread|run_in_executor|partial|call_soon|run_sync)$/

/** `executor.submit(work, x)` is `work(x)`, somewhere else. */
function runGiven(
  { reference }: Value,
  given: readonly Value[],
  at: number,
  { callOwn }: CallTools,
): Value | undefined {
  if (reference === undefined || !RUNS.test(reference)) return undefined
  const place = given.findIndex(({ callable }) => isCallable(callable))
  const own = given[place]?.callable
  return isCallable(own) ? callOwn(own, given.slice(place + 1), at) : undefined
}

function methodIn({ callable }: Value): Method | undefined {
  return callable !== undefined && 'method' in callable ? (callable as Method) : undefined
}

const LISTENS = /^(?:on|once|addListener|addEventListener|subscribe|prependListener|connect)$/
const EMITS = /^(?:emit|dispatchEvent|publish|dispatch|trigger)$/
const PIPES = /^(?:pipe|pipeTo|pipeline|pipeThrough)$/

/** Values that a stream or an event takes elsewhere. */
function passOn(
  { reference }: Value,
  method: Method | undefined,
  given: readonly Value[],
  carried: readonly Value[],
  at: number,
  tools: CallTools,
): void {
  if (method === undefined) {
    if (reference !== undefined && /(?:^|\.)pipeline$/.test(reference)) pipe(carried, at, tools)
    return
  }
  const [first, second] = given
  const key = `event ${first?.text}`
  if (PIPES.test(method.method)) pipe([method.on, ...carried], at, tools)
  else if (LISTENS.test(method.method) && isCallable(second?.callable) && isCell(method.on))
    storeField(method.on, key, second)
  else if (EMITS.test(method.method)) {
    const listener = method.on.fields?.get(key)?.callable
    if (isCallable(listener)) tools.callOwn(listener, carried.slice(1), at)
  }
}

/** The last of the streams gets what the others carry. */
function pipe(streams: readonly Value[], at: number, { context, meaningOf }: CallTools): void {
  const last = streams.findLast(
    ({ reference }) => reference !== undefined && meaningOf(`${reference}.write`).kind === 'send',
  )
  if (last === undefined) return
  const given = streams.filter((stream) => stream !== last)
  applyCall({ kind: 'send', reference: `${last.reference}.write`, callee: last, given, at }, context())
}

function callBackAll(
  given: readonly Value[],
  carried: readonly Value[],
  on: Value,
  at: number,
  tools: CallTools,
): void {
  const passed = on.text === undefined ? mix([on, ...carried.filter(({ callable }) => callable === undefined)]) : on
  for (const value of given) callBack(value, passed, at, tools)
}

/** Whether a value may be something that is called. */
function mayRun({ callable, reference, fields }: Value): boolean {
  return callable !== undefined || reference !== undefined || fields?.has('target') === true
}

/** A callback is called with what the other value carries: `.then(text => eval(text))`. */
function callBack({ callable, reference = '', fields }: Value, passed: Value, at: number, tools: CallTools): void {
  const { text, taints } = passed
  if (reference !== '' && tools.meaningOf(reference).kind === 'evaluate')
    applyCall(
      { kind: 'evaluate', reference, callee: UNKNOWN, given: [taintedText(text, taints)], at: taints[0]?.at ?? 0 },
      tools.context(),
    )
  if (taints.length === 0 && text === undefined) return
  const own = isCallable(callable) ? callable : fields?.get('target')?.callable
  if (isCallable(own))
    tools.callOwn(
      own,
      own.parameters.map(() => taintedText(text, taints)),
      at,
    )
}

/** `[99, 117].map(code => String.fromCharCode(code))` is a way to write text. */
function mapped(list: readonly Value[], by: Value | undefined, at: number, { context, callOwn }: CallTools): Value {
  const own = by?.callable
  const each = (value: Value, index: number): Value => {
    if (isCallable(own)) return callOwn(own, [value, taintedText(String(index), [])], at)
    return applyCall(
      { kind: 'decode', reference: by?.reference ?? '', callee: UNKNOWN, given: [value], at: 0 },
      context(),
    )
  }
  return listValue(list.slice(0, MOST_MAPPED).map(each))
}
