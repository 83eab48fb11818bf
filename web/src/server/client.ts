/** The one way to the server, typed by the server's own definition. Types only: no code of the server is in the pages. */
import type { ProblemView } from '@api/common.js'
import type { DashboardApi, EndpointAnswer, EndpointInput, EndpointName } from '@api/endpoints.js'

/** Why there is no answer: the server's problem, or that no server answers. */
export interface Problem extends Omit<ProblemView['error'], 'code'> {
  readonly code: ProblemView['error']['code'] | 'server_lost'
}

export type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: Problem }

export type ReadName = Extract<EndpointName, `GET ${string}`>
export type ActionName = Extract<EndpointName, `POST ${string}`>
export type Input<Name extends keyof DashboardApi> = EndpointInput<Name>
export type Answered<Name extends keyof DashboardApi> = EndpointAnswer<Name>

/** Names this page to the server, which keeps a workspace of the tools playground for each. */
const PAGE = pageId()

/** Sends one request. It never throws: what went wrong is part of the outcome. */
export async function request<Name extends EndpointName>(
  name: Name,
  input: EndpointInput<Name>,
  signal?: AbortSignal,
): Promise<Outcome<EndpointAnswer<Name>>> {
  const [method = 'GET', path = '/'] = name.split(' ')
  try {
    const response = await fetch(method === 'GET' ? path + toQuery(input) : path, {
      method,
      credentials: 'same-origin',
      headers: { 'x-metier-page': PAGE, ...(method === 'GET' ? {} : { 'content-type': 'application/json' }) },
      ...(method === 'GET' ? {} : { body: JSON.stringify(input) }),
      ...(signal === undefined ? {} : { signal }),
    })
    const answer: unknown = await response.json()
    if (response.ok) return { ok: true, value: answer as EndpointAnswer<Name> }
    return { ok: false, problem: readProblem(answer, response.status) }
  } catch {
    return { ok: false, problem: LOST }
  }
}

/** The address of a GET with its input; parameters without a value are left out. */
function toQuery(input: object): string {
  const given = Object.entries(input).filter(([, value]) => value !== undefined)
  if (given.length === 0) return ''
  return `?${new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString()}`
}

const LOST: Problem = {
  code: 'server_lost',
  message: 'The server does not answer.',
  suggestions: ["Start it again with 'metier serve'. This page connects by itself."],
}

/** An answer that is not one of ours still gets a sentence: it may come from a proxy. */
function readProblem(answer: unknown, status: number): Problem {
  if (typeof answer === 'object' && answer !== null && 'error' in answer) {
    const { error } = answer as ProblemView
    if (typeof error?.message === 'string') return { ...error, suggestions: error.suggestions ?? [] }
  }
  return { code: 'internal_error', message: `The server answered with status ${status}.`, suggestions: [] }
}

/** Kept with the tab, so that the workspace survives a reload. */
function pageId(): string {
  const made = crypto.randomUUID().replaceAll('-', '')
  try {
    const kept = window.sessionStorage.getItem('metier.page') ?? made
    window.sessionStorage.setItem('metier.page', kept)
    return kept
  } catch {
    return made
  }
}
