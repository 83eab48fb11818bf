/** Decides who may talk to the dashboard: pages of this server alone, in a browser that was given the printed address. */

import { type RequestProblem, refuseRequest } from './problem.js'
import type { PageSessions } from './sessions.js'

/** The head of a request. */
export interface RequestHead {
  readonly method: string
  readonly path: string
  header(name: string): string | undefined
}

/** The header that no form can send, with the id that a page has given itself. */
export const PAGE_HEADER = 'x-metier-page'
export const PAGE_ID = /^[A-Za-z0-9-]{8,64}$/

/** Why a request is refused; undefined if it is accepted. `hosts` are the names and port that this server has. */
export function findIntrusion(
  head: RequestHead,
  hosts: readonly string[],
  sessions: PageSessions,
): RequestProblem | undefined {
  const host = head.header('host')
  // A site can point its own name at this machine (DNS rebinding); its requests then have that name.
  if (host === undefined || !hosts.includes(host)) return forbid('This host name is not allowed')
  const origin = head.header('origin')
  if (origin !== undefined && origin !== `http://${host}`) return forbid('Requests from other sites are not allowed')
  if (!isFromHere(head)) return forbid('Requests from other sites are not allowed')
  if (!sessions.isKnown(head.header('cookie'))) {
    return refuseRequest('session_missing', 'This page needs the address that the server printed', [
      "Open the address that 'metier serve' printed, with its token",
    ]).failure
  }
  return head.method === 'GET' || head.method === 'HEAD' ? undefined : findForm(head)
}

/** Only a link that opens a page may come from elsewhere: the other site cannot read the answer. */
function isFromHere(head: RequestHead): boolean {
  const site = head.header('sec-fetch-site')
  if (site === undefined || site === 'same-origin' || site === 'none') return true
  return head.method === 'GET' && head.header('sec-fetch-mode') === 'navigate' && !head.path.startsWith('/api/')
}

function findForm(head: RequestHead): RequestProblem | undefined {
  if (!PAGE_ID.test(head.header(PAGE_HEADER) ?? '')) return forbid(`The header ${PAGE_HEADER} is missing`)
  const isJson = /^application\/json(?:;|$)/i.test(head.header('content-type') ?? '')
  return isJson ? undefined : refuseRequest('request_invalid', 'The body must be application/json').failure
}

function forbid(message: string): RequestProblem {
  return refuseRequest('request_forbidden', message, ["Open the address that 'metier serve' printed"]).failure
}
