/** The built pages: a fixed set of files, read once at the start, so that no request ever names a path on disk. */

import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

/** A file as it is sent. */
export interface PageFile {
  readonly plain: Uint8Array<ArrayBuffer>
  readonly gzipped: Uint8Array<ArrayBuffer>
  readonly headers: Readonly<Record<string, string>>
}

/** By the path of the request: `/index.html`, `/assets/main-1a2b3c.js`. */
export type PageFiles = ReadonlyMap<string, PageFile>

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}
const compress = promisify(gzip)

/** The files of a directory and of its `assets`; none if the pages were not built. */
export async function readPageFiles(directory: string): Promise<PageFiles> {
  const own = await listFiles(directory, '/')
  const assets = await listFiles(join(directory, 'assets'), '/assets/')
  return new Map(await Promise.all([...own, ...assets].map(readPageFile)))
}

interface ListedPage {
  readonly path: string
  readonly file: string
}

async function listFiles(directory: string, prefix: string): Promise<readonly ListedPage[]> {
  const names = await readdir(directory).catch(() => [])
  return names
    .filter((name) => extname(name) in TYPES)
    .map((name) => ({ path: `${prefix}${name}`, file: join(directory, name) }))
}

async function readPageFile({ path, file }: ListedPage): Promise<readonly [string, PageFile]> {
  const plain = new Uint8Array(await readFile(file))
  const headers = {
    'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
    // The name of a file below `assets` changes with its content.
    'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: `"${createHash('sha256').update(plain).digest('hex').slice(0, 32)}"`,
    vary: 'accept-encoding',
  }
  return [path, { plain, gzipped: new Uint8Array(await compress(plain)), headers }]
}
