/** Sends events to every open page, as server-sent events. A page that reads too slowly is dropped; it connects again by itself. */

import type { DashboardEvent } from '../api/events.js'
import type { HideHome } from '../http/hide-home.js'

export interface EventHub {
  /** Sends an event to every open page. */
  send(event: DashboardEvent): void
  /** The stream of a new page. It starts with the given event. */
  open(first: DashboardEvent): ReadableStream<Uint8Array>
  readonly pages: number
  close(): void
}

/** Bytes that wait for one page. Beyond that it is dropped. */
const MOST_WAITING = 1024 * 1024
const MOST_PAGES = 32
/** A comment, so that a connection without a reader is noticed. */
const HEARTBEAT = new TextEncoder().encode(':\n\n')
const HEARTBEAT_MILLISECONDS = 15_000

type Page = ReadableStreamDefaultController<Uint8Array>

export function createEventHub(hideHome: HideHome): EventHub {
  const pages = new Set<Page>()
  const encoder = new TextEncoder()
  const encode = (event: DashboardEvent) =>
    encoder.encode(`event: ${event.type}\ndata: ${JSON.stringify(hideHome(event))}\n\n`)
  const drop = (page: Page) => {
    if (!pages.delete(page)) return
    page.close()
  }
  const push = (page: Page, bytes: Uint8Array) => {
    page.enqueue(bytes)
    if ((page.desiredSize ?? 0) < 0) drop(page)
  }
  const sendBytes = (bytes: Uint8Array) => {
    for (const page of [...pages]) push(page, bytes)
  }
  const heartbeat = setInterval(() => sendBytes(HEARTBEAT), HEARTBEAT_MILLISECONDS).unref()
  return {
    send: (event) => {
      if (pages.size > 0) sendBytes(encode(event))
    },
    open: (first) => {
      let own: Page | undefined
      return new ReadableStream<Uint8Array>(
        {
          start: (page) => {
            own = page
            pages.add(page)
            page.enqueue(encode(first))
            const [oldest] = pages
            if (pages.size > MOST_PAGES && oldest !== undefined) drop(oldest)
          },
          cancel: () => {
            if (own !== undefined) pages.delete(own)
          },
        },
        new ByteLengthQueuingStrategy({ highWaterMark: MOST_WAITING }),
      )
    },
    get pages() {
      return pages.size
    },
    close: () => {
      clearInterval(heartbeat)
      for (const page of [...pages]) drop(page)
    },
  }
}
