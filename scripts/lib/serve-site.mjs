// Serves a directory on loopback while a command runs, and ends with the command's exit code. `{URL}` and
// `{HOST}` in its words are the address.
// Both are in this process tree, so that they can be cut off from every other network together.
//   node scripts/lib/serve-site.mjs DIR COMMAND WORD…
import { spawn } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { join, normalize, resolve, sep } from 'node:path'

const [directory, ...words] = process.argv.slice(2)
const folder = resolve(directory)
const TYPES = { json: 'application/json', zip: 'application/zip', md: 'text/markdown', html: 'text/html' }

const server = createServer((request, response) => {
  const path = decodeURIComponent(new URL(request.url, 'http://x/').pathname)
  const file = join(folder, normalize(path.endsWith('/') ? `${path}index.html` : path))
  if (!file.startsWith(folder + sep) || !statSync(file, { throwIfNoEntry: false })?.isFile()) {
    response.writeHead(404).end()
    return
  }
  const type = TYPES[file.slice(file.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
  response.writeHead(200, { 'content-type': type }).end(readFileSync(file))
})
server.listen(0, '127.0.0.1', () => {
  const host = `127.0.0.1:${server.address().port}`
  const [command, ...rest] = words.map((word) => word.replaceAll('{URL}', `http://${host}`).replaceAll('{HOST}', host))
  const child = spawn(command, rest, { stdio: ['ignore', 'inherit', 'inherit'] })
  child.on('error', (error) => {
    console.error(error.message)
    process.exit(1)
  })
  child.on('close', (code) => process.exit(code ?? 1))
})
