/** The one way to the hub. It never throws: what went wrong is part of the outcome. */

import type { HubAnswered, HubEndpoint, HubInput } from './api.js'
import { noteLost, noteSignedOut } from './connection.js'

export interface HubProblem {
  readonly code: 'refused' | 'server_lost'
  /** 0 if there was no answer. */
  readonly status: number
  readonly message: string
  readonly suggestions: readonly string[]
}

export type HubOutcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: HubProblem }

/** No other site can send it; the hub asks for it with a cookie. */
const HEADERS = { 'x-metier-hub': '1' }

export async function ask<Name extends HubEndpoint>(
  name: Name,
  input: HubInput<Name>,
  signal?: AbortSignal,
): Promise<HubOutcome<HubAnswered<Name>>> {
  const { method, url, body } = composeRequest(name, input)
  try {
    const response = await fetch(url, {
      method,
      credentials: 'same-origin',
      headers: body === undefined ? HEADERS : { ...HEADERS, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body }),
      ...(signal === undefined ? {} : { signal }),
    })
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
    const answer: unknown = isJson ? await response.json() : await response.text()
    if (response.ok) return { ok: true, value: answer as HubAnswered<Name> }
    // Signing in is refused with 401 too, and says why itself.
    const isSignedOut = response.status === 401 && name !== 'POST /api/hub/v1/session'
    if (isSignedOut) noteSignedOut()
    return { ok: false, problem: isSignedOut ? SIGNED_OUT : readProblem(answer, response) }
  } catch {
    if (signal?.aborted !== true) noteLost()
    return { ok: false, problem: LOST }
  }
}

const LOST: HubProblem = {
  code: 'server_lost',
  status: 0,
  message: 'The hub does not answer.',
  suggestions: ['Check your connection. This page tries again by itself.'],
}

const SIGNED_OUT: HubProblem = {
  code: 'refused',
  status: 401,
  message: 'You are not signed in.',
  suggestions: ['Your token was revoked or has expired. Sign in with another one.'],
}

/** Refusals are plain sentences; a few have a JSON body with one. */
function readProblem(answer: unknown, response: Response): HubProblem {
  const { status } = response
  const message = typeof answer === 'string' && answer !== '' ? answer : messageIn(answer)
  return {
    code: 'refused',
    status,
    message: message ?? `The hub answered with status ${status}.`,
    suggestions: suggest(response),
  }
}

/** What to do next. */
function suggest({ status, headers, url }: Response): readonly string[] {
  switch (status) {
    case 403:
      return ['Sign in with a token that may do this, or ask an administrator of the hub.']
    case 404:
      return url.includes('/members/')
        ? ['Check the name. Administrators make new users on the page /admin.']
        : ['Check the name. Only members of its owner see a private skill.']
    case 429:
      return [`Try again in ${headers.get('retry-after') ?? '60'} seconds.`]
    default:
      if (status < 500) return []
      return [
        `Try again. If it happens again, give the administrator this request id: ${headers.get('x-request-id') ?? 'none'}`,
      ]
  }
}

function messageIn(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('message' in answer)) return undefined
  return typeof answer.message === 'string' ? answer.message : undefined
}

interface ComposedRequest {
  readonly method: string
  readonly url: string
  readonly body: string | undefined
}

/** Puts each part of the input where the endpoint has it: in the path, the query, or the body. */
export function composeRequest(name: string, input: object): ComposedRequest {
  const [method = 'GET', place = '/'] = name.split(' ')
  const [pattern = '/', asked = ''] = place.split('?')
  const left = new Map(Object.entries(input).filter(([, value]) => value !== undefined))
  const take = (key: string) => {
    const value = left.get(key)
    left.delete(key)
    return value
  }
  const path = pattern.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(take(key) ?? '')))
  const hasBody = method === 'POST' || method === 'PUT'
  const keys = hasBody ? asked.split('&').filter((key) => left.has(key)) : [...left.keys()]
  const query = new URLSearchParams(keys.map((key) => [key, String(take(key))])).toString()
  return {
    method,
    url: query === '' ? path : `${path}?${query}`,
    body: hasBody ? JSON.stringify(Object.fromEntries(left)) : undefined,
  }
}
