/** Turns outcomes into HTTP responses. Errors are plain sentences, as ClawHub clients expect them. */

import type { Refusal, RefusalCode } from '../outcome.js'
import type { HubAnswer } from './route.js'

const STATUS: Readonly<Record<RefusalCode, number>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  too_large: 413,
  unsupported: 415,
  blocked: 422,
  pending: 423,
  rate_limited: 429,
  unavailable: 503,
}

/** On every answer. */
export const SAFE_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}

/** A closed hub: a cache that several people share would answer those who have no token. */
export function forbidSharing(headers: Headers): void {
  const cache = headers.get('cache-control') ?? ''
  if (!/\b(?:private|no-store)\b/.test(cache)) headers.set('cache-control', 'private, no-cache')
}

const TEXT = 'text/plain; charset=utf-8'

export function toRefusalResponse({ code, message, json }: Refusal): Response {
  const status = STATUS[code]
  const headers = new Headers({ 'cache-control': 'no-store' })
  if (code === 'unauthenticated') headers.set('www-authenticate', 'Bearer')
  if (code === 'unavailable') headers.set('retry-after', '1')
  if (json !== undefined) return Response.json(json, { status, headers })
  headers.set('content-type', TEXT)
  return new Response(message, { status, headers })
}

export function toResponse({ status = 200, json, text, bytes, headers = {} }: HubAnswer): Response {
  const own = { 'cache-control': 'no-store', ...headers }
  if (json !== undefined) return Response.json(json, { status, headers: own })
  if (bytes !== undefined)
    return new Response(bytes, { status, headers: { ...own, 'content-length': String(bytes.length) } })
  return new Response(text ?? null, { status, headers: { 'content-type': TEXT, ...own } })
}
