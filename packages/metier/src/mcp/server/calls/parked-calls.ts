/**
 * Calls that wait for their client. Since 2026 a server cannot send requests: it answers with its questions, and the
 * client calls again with the replies. A call of a skill's tool goes on where it was, and nothing runs twice.
 */

import { randomBytes } from 'node:crypto'
import type { InputRequests } from '@modelcontextprotocol/server'
import { LIMITS } from '../../../skill/limits.js'
import type { ClientQuestion, ClientReplies, ClientReply } from '../../../workspace/tools/tool-client.js'

/** What a call ends with: a result, or questions. */
export type CallOutcome = object

/** One request of a client: the call itself, or its continuation. */
export interface CallRound {
  readonly principal: string
  /** Aborted when the client cancels the request. */
  readonly signal: AbortSignal
  /** The replies that came with the request. */
  readonly replies: Readonly<Record<string, unknown>>
}

/** A call whose rounds are requests of the client. */
interface ParkableCall<Round extends CallRound> {
  /** The request that is open now; undefined while the call waits for the next one. */
  readonly round: () => Round | undefined
  /** Aborted when the client cancels, or does not come back. */
  readonly signal: AbortSignal
  ask(questions: Readonly<Record<string, ClientQuestion>>, signal: AbortSignal): Promise<ClientReplies>
}

/** The calls of all clients that wait. */
export interface ParkedCalls<Round extends CallRound> {
  /** Starts a call. Its outcome may be questions, with the state by which the client continues. */
  start(round: Round, work: (call: ParkableCall<Round>) => Promise<CallOutcome>): Promise<CallOutcome>
  /** Continues a call; undefined if there is no such call, or it belongs to another principal. */
  resume(state: string, round: Round): Promise<CallOutcome> | undefined
  readonly size: number
  close(): void
}

/** How many calls may wait, and for how long. */
export interface ParkingLimits {
  readonly most?: number
  readonly milliseconds?: number
}

const MOST = 1_000

/** Creates an empty collection. */
export function createParkedCalls<Round extends CallRound>(limits: ParkingLimits = {}): ParkedCalls<Round> {
  const { most = MOST, milliseconds = LIMITS.clientAnswerSeconds * 1_000 } = limits
  // In the order in which they began to wait.
  const parked = new Map<string, Parked<Round>>()
  const park = (call: WaitingCall<Round>, principal: string): string => {
    const [oldest] = parked
    if (parked.size >= most && oldest !== undefined) drop(oldest[0])
    const state = `call-${randomBytes(24).toString('base64url')}`
    // A call that waits must not keep the process alive.
    const timer = setTimeout(() => drop(state), milliseconds).unref()
    parked.set(state, { call, principal, timer })
    return state
  }
  const drop = (state: string) => take(state)?.call.giveUp()
  const take = (state: string): Parked<Round> | undefined => {
    const found = parked.get(state)
    parked.delete(state)
    clearTimeout(found?.timer)
    return found
  }
  return {
    start: (round, work) => {
      const call = createCall<Round>((waiting) => park(waiting, round.principal))
      const outcome = call.enter(round)
      call.run(work)
      return outcome
    },
    resume: (state, round) => {
      if (parked.get(state)?.principal !== round.principal) return undefined
      return take(state)?.call.enter(round)
    },
    get size() {
      return parked.size
    },
    close: () => {
      for (const state of [...parked.keys()]) drop(state)
    },
  }
}

interface Parked<Round extends CallRound> {
  readonly call: WaitingCall<Round>
  readonly principal: string
  readonly timer: NodeJS.Timeout
}

interface WaitingCall<Round extends CallRound> {
  /** Makes a request the open one. Resolves with what to answer it with. */
  enter(round: Round): Promise<CallOutcome>
  giveUp(): void
}

interface StartedCall<Round extends CallRound> extends WaitingCall<Round> {
  run(work: (call: ParkableCall<Round>) => Promise<CallOutcome>): void
}

interface OpenQuestion {
  readonly question: ClientQuestion
  readonly settle: (reply: ClientReply) => void
}

interface OpenRound<Round extends CallRound> {
  readonly round: Round
  readonly answer: (outcome: Promise<CallOutcome>) => void
}

function createCall<Round extends CallRound>(park: (call: WaitingCall<Round>) => string): StartedCall<Round> {
  const stopping = new AbortController()
  const open = new Map<string, OpenQuestion>()
  let current: OpenRound<Round> | undefined
  let finished: Promise<CallOutcome> | undefined
  let collecting: NodeJS.Timeout | undefined
  const answer = (outcome: Promise<CallOutcome>) => {
    const { answer: settle } = current ?? {}
    current = undefined
    settle?.(outcome)
  }
  /** Answers the open request with the questions, if nothing else happens first. */
  const flush = () => {
    if (current === undefined || open.size === 0) return
    const requests = Array.from(open, ([key, { question }]) => [key, question] as const)
    const inputRequests = Object.fromEntries(requests) as InputRequests
    answer(Promise.resolve({ resultType: 'input_required', inputRequests, requestState: park(call) }))
  }
  const flushSoon = () => {
    clearTimeout(collecting)
    collecting = setTimeout(flush, COLLECTING_MILLISECONDS)
  }
  const call: StartedCall<Round> = {
    enter: (round) =>
      new Promise((resolve) => {
        current = { round, answer: resolve }
        round.signal.addEventListener('abort', () => current?.round === round && stopping.abort(), { once: true })
        takeReplies(open, round.replies)
        if (finished !== undefined) answer(finished)
        else if (open.size > 0) flushSoon()
      }),
    giveUp: () => {
      stopping.abort()
      for (const { settle } of open.values()) settle(NO_ANSWER)
      open.clear()
    },
    run: (work) => {
      const ask: ParkableCall<Round>['ask'] = (questions, signal) => {
        const asked = Object.entries(questions).map(([key, question]) => askOne(open, key, question, signal))
        flushSoon()
        return Promise.all(asked).then(Object.fromEntries)
      }
      finished = undefined
      const outcome = work({ round: () => current?.round, signal: stopping.signal, ask })
      const end = () => {
        finished = outcome
        answer(outcome)
      }
      outcome.then(end, end)
    },
  }
  return call
}

/** A server of 2025 sends its questions one by one; those that it sends together go to the client in one round. */
const COLLECTING_MILLISECONDS = 50

const NO_ANSWER: ClientReply = { ok: false, code: -1, message: 'The client did not come back with an answer' }
const CANCELLED: ClientReply = { ok: false, code: -1, message: 'The question was cancelled' }

/** Resolves with the key of the question and its reply. */
function askOne(
  open: Map<string, OpenQuestion>,
  wanted: string,
  question: ClientQuestion,
  signal: AbortSignal,
): Promise<readonly [string, ClientReply]> {
  let key = wanted
  for (let number = 2; open.has(key); number++) key = `${wanted}-${number}`
  return new Promise((resolve) => {
    const settle = (reply: ClientReply) => {
      open.delete(key)
      signal.removeEventListener('abort', cancel)
      resolve([wanted, reply])
    }
    const cancel = () => settle(CANCELLED)
    open.set(key, { question, settle })
    if (signal.aborted) cancel()
    else signal.addEventListener('abort', cancel, { once: true })
  })
}

function takeReplies(open: ReadonlyMap<string, OpenQuestion>, replies: Readonly<Record<string, unknown>>): void {
  for (const [key, { settle }] of [...open]) {
    const result = Object.hasOwn(replies, key) ? replies[key] : undefined
    if (typeof result === 'object' && result !== null) settle({ ok: true, result: { ...result } })
  }
}
