// The floor of a download: a server of the same library that answers every request with the same bytes.
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

const bytes = new Uint8Array(Number(process.argv[2]))
const app = new Hono()
app.get('*', () => new Response(bytes, { headers: { 'content-type': 'application/zip' } }))
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0, overrideGlobalObjects: false }, ({ port }) => {
  process.stdout.write(`http://127.0.0.1:${port}\n`)
})
