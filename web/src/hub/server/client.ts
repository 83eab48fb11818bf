/** The one way to the hub. It never throws: what went wrong is part of the outcome. */

import type { HubAnswered, HubEndpoint, HubInput } from './api.js'

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
    return { ok: false, problem: readProblem(answer, response.status) }
  } catch {
    return { ok: false, problem: LOST }
  }
}

const LOST: HubProblem = {
  code: 'server_lost',
  status: 0,
  message: 'The hub does not answer.',
  suggestions: ['Check your connection, then try again.'],
}

/** Refusals are plain sentences; a few have a JSON body with one. */
function readProblem(answer: unknown, status: number): HubProblem {
  const suggestions = status === 401 ? ['Sign in with a token.'] : []
  const message = typeof answer === 'string' && answer !== '' ? answer : messageIn(answer)
  return { code: 'refused', status, message: message ?? `The hub answered with status ${status}.`, suggestions }
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
