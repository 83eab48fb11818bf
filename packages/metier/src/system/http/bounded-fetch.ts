/**
 * A `fetch` for servers that the user approved: an answer of any size would be kept in memory until it is complete, and
 * a redirect would take secret headers to another host.
 */

import type { HttpFetch } from './http-fetch.js'

const MOST_REDIRECTS = 3

/** Headers for one origin: a sign-in may lead to other hosts, which must not see them. */
export interface OriginHeaders {
  readonly origin: string
  readonly headers: Readonly<Record<string, string>>
}

/** Creates a fetch whose answers end with an error as soon as one message is too large. */
export function createBoundedFetch(most: number, own: OriginHeaders): HttpFetch {
  return async (input, init) => {
    const url = new URL(input)
    const response = await fetchFromOrigin(
      url,
      url.origin === own.origin ? addHeaders(init, own) : init,
      MOST_REDIRECTS,
    )
    const { body, status, statusText, headers } = response
    if (body === null) return response
    const isStream = headers.get('content-type')?.startsWith('text/event-stream') === true
    const bounded = body.pipeThrough(createBound(most, isStream))
    const copy = new Response(bounded, { status, statusText, headers })
    // A copy does not know where it came from.
    Object.defineProperty(copy, 'url', { value: response.url })
    return copy
  }
}

function addHeaders(init: RequestInit | undefined, { headers }: OriginHeaders): RequestInit {
  const all = new Headers(init?.headers)
  for (const [name, value] of Object.entries(headers)) all.set(name, value)
  return { ...init, headers: all }
}

/** Follows redirects that keep the method, and only to the same origin. */
async function fetchFromOrigin(url: URL, init: RequestInit | undefined, left: number): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: 'manual' })
  const location = response.headers.get('location')
  if (location === null || response.status < 300 || response.status > 399) return response
  await response.body?.cancel()
  const next = new URL(location, url)
  if (next.origin !== url.origin) throw new Error(`it redirects to another host: ${next.origin}`)
  if (left === 0) throw new Error('it redirects too often')
  return fetchFromOrigin(next, init, left - 1)
}

const NEWLINE = 10

/** Counts the bytes of a body, or those of each line in a stream of events, where a message is one line. */
function createBound(most: number, isStream: boolean): TransformStream<Uint8Array, Uint8Array> {
  let size = 0
  return new TransformStream({
    transform: (chunk, controller) => {
      const lineEnd = isStream ? chunk.lastIndexOf(NEWLINE) : -1
      const isTooLarge = size + (lineEnd < 0 ? chunk.length : chunk.indexOf(NEWLINE)) > most
      size = lineEnd < 0 ? size + chunk.length : chunk.length - lineEnd - 1
      if (isTooLarge || size > most) controller.error(new Error(`a message is larger than ${most} bytes`))
      else controller.enqueue(chunk)
    },
  })
}
