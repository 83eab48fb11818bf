/** Turns the outcome of a route into a response. */

import { createHash } from 'node:crypto'
import type { HideHome } from './hide-home.js'
import { PROBLEM_STATUS, type RequestProblem, type RouteOutcome, toProblemView } from './problem.js'

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
/** Longer answers are not sent again if the page has them. */
const LEAST_TAGGED = 64 * 1024

export function toResponse(outcome: RouteOutcome<unknown>, hideHome: HideHome, knownTag: string | undefined): Response {
  if (!outcome.ok) return toProblemResponse(outcome.failure, hideHome)
  const { body, tag } = write(outcome.value, hideHome)
  if (tag === undefined) return new Response(body, { headers: JSON_HEADERS })
  // `no-cache` lets the page keep the answer, and ask whether it is still right.
  const headers = { ...JSON_HEADERS, 'cache-control': 'no-cache', etag: tag }
  return tag === knownTag ? new Response(null, { status: 304, headers }) : new Response(body, { headers })
}

interface WrittenAnswer {
  readonly body: string
  /** Undefined for a short one. */
  readonly tag: string | undefined
}

/** Large answers that are given again, such as the table of skills, are written once. */
const written = new WeakMap<object, WrittenAnswer>()

function write(value: unknown, hideHome: HideHome): WrittenAnswer {
  const key = typeof value === 'object' && value !== null ? value : undefined
  const known = key && written.get(key)
  if (known !== undefined) return known
  const body = JSON.stringify(hideHome(value))
  if (body.length < LEAST_TAGGED) return { body, tag: undefined }
  const answer = { body, tag: `"${createHash('sha1').update(body).digest('base64url')}"` }
  if (key !== undefined) written.set(key, answer)
  return answer
}

export function toProblemResponse(problem: RequestProblem, hideHome: HideHome): Response {
  const status = PROBLEM_STATUS[problem.code]
  return new Response(JSON.stringify(hideHome(toProblemView(problem))), { status, headers: JSON_HEADERS })
}
