/** Serves the built files of the pages, from one directory. */

import { extname } from 'node:path'
import { openContained, readUpTo } from '../../system/files/contained-file.js'

/** A file to send. */
interface Asset {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly headers: Readonly<Record<string, string>>
}

export interface Assets {
  /** The file at a path below the directory; undefined if there is none. */
  read(path: string, acceptedEncodings: string): Promise<Asset | undefined>
}

const LARGEST = 8 * 1024 * 1024
const MOST_KEPT = 200
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.json': 'application/json',
}
/** The name of a file below `assets` changes with its content. */
const HASHED = 'public, max-age=31536000, immutable'
const COMPRESSIONS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

export function createAssets(directory: string): Assets {
  const kept = new Map<string, Promise<Uint8Array<ArrayBuffer> | undefined>>()
  const readOnce = (path: string) => {
    // Only files that never change are kept.
    if (!path.startsWith('assets/')) return readFile(directory, path)
    const known = kept.get(path) ?? readFile(directory, path)
    if (kept.size < MOST_KEPT) kept.set(path, known)
    return known
  }
  const readCompressed = async (path: string, accepted: string) => {
    for (const [encoding, ending] of COMPRESSIONS) {
      const bytes = accepted.includes(encoding) ? await readOnce(`${path}${ending}`) : undefined
      if (bytes !== undefined) return { bytes, more: { 'content-encoding': encoding } }
    }
    return undefined
  }
  return {
    read: async (path, acceptedEncodings) => {
      const type = TYPES[extname(path)]
      if (type === undefined) return undefined
      const plain = async () => ({ bytes: await readOnce(path), more: {} })
      const { bytes, more } = (await readCompressed(path, acceptedEncodings)) ?? (await plain())
      const cache = path.startsWith('assets/') ? HASHED : 'no-cache'
      const headers = { 'content-type': type, 'cache-control': cache, vary: 'accept-encoding' }
      return bytes && { bytes, headers: { ...headers, ...more } }
    },
  }
}

async function readFile(directory: string, path: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const opened = await openContained(directory, path)
  if (typeof opened === 'string' || opened.kind !== 'file') return undefined
  try {
    const bytes = await readUpTo(opened.handle, opened.size, LARGEST)
    return bytes.length > LARGEST ? undefined : new Uint8Array(bytes)
  } finally {
    await opened.handle.close()
  }
}
