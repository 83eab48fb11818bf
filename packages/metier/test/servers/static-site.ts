/** A directory as a plain web server serves it: GET, no lists of directories, nothing outside. */

import { readFileSync, statSync } from 'node:fs'
import { join, normalize, sep } from 'node:path'
import { type LoopbackServer, listen, type Reply } from './listen.js'

const TYPES: Readonly<Record<string, string>> = {
  json: 'application/json',
  zip: 'application/zip',
  md: 'text/markdown',
  html: 'text/html',
}

/** `alter` may answer a path differently from the file. */
export function serveSite(
  folder: string,
  alter: (path: string) => Reply | undefined = () => undefined,
): Promise<LoopbackServer> {
  return listen((address) => {
    const path = decodeURIComponent(new URL(address, 'http://x/').pathname)
    return alter(path) ?? readPage(folder, path)
  })
}

function readPage(folder: string, path: string): Reply {
  const file = join(folder, normalize(path.endsWith('/') ? `${path}index.html` : path))
  const isInside = file.startsWith(folder + sep)
  if (!isInside || !statSync(file, { throwIfNoEntry: false })?.isFile()) return { status: 404, body: 'Not found' }
  const type = TYPES[/\.(\w+)$/.exec(file)?.[1] ?? ''] ?? 'application/octet-stream'
  return { headers: { 'content-type': type }, body: new Uint8Array(readFileSync(file)) }
}
