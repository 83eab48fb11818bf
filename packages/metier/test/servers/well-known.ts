/** A host that publishes skills below `.well-known`, in either format. */

import { createHash } from 'node:crypto'
import { type LoopbackServer, listen, type Reply } from './listen.js'

export const SCHEMA = 'https://schemas.example.com/discovery/0.2.0/schema.json'

export function digestOf(bytes: string | Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`
}

/** Serves these bodies by their paths, and nothing else. */
export async function startHost(
  pages: Readonly<Record<string, Reply | object | string | Uint8Array>>,
): Promise<LoopbackServer> {
  return await listen((path) => {
    const page = pages[path]
    if (page === undefined) return { status: 404, body: 'Not found' }
    if (typeof page === 'string' || page instanceof Uint8Array) return { body: page }
    return 'body' in page || 'status' in page ? (page as Reply) : { body: page }
  })
}
