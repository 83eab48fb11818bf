/** The hub in a browser: the same index for the address of every page, and the files that it loads. */

import type { Context, Hono } from 'hono'
import type { PageFile, PageFiles } from './page-files.js'

/** Addresses that the pages know. `web/src/hub/router` reads them. */
const PAGES = [
  '/',
  '/skills/:slug',
  '/skills/:owner/:slug',
  '/moderation',
  '/owners',
  '/tokens',
  '/admin',
  '/device',
  '/sign-in',
] as const

/** Adds nothing if the pages were not built. */
export function addPages(app: Hono, files: PageFiles): void {
  const index = files.get('/index.html')
  if (index === undefined) return
  for (const path of PAGES) app.get(path, (c) => send(c, index))
  for (const [path, file] of files) app.get(path, (c) => send(c, file))
}

function send(c: Context, { plain, gzipped, headers }: PageFile): Response {
  if (c.req.header('if-none-match') === headers.etag) return new Response(null, { status: 304, headers })
  const isPacked = /\bgzip\b/.test(c.req.header('accept-encoding') ?? '')
  if (!isPacked) return new Response(plain, { headers })
  return new Response(gzipped, { headers: { ...headers, 'content-encoding': 'gzip' } })
}
