/** An MCP server of 2025 whose answer to one method never ends. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { listen } from './listen.js'

const CHUNK = 'A'.repeat(64 * 1024)
const TOOLS = { tools: [{ name: 'act', inputSchema: { type: 'object' } }] }

/** Starts one. `head` is the beginning of the result, up to a text that goes on and on. */
export async function startEndless(endless: string, head: string) {
  let sent = 0
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    if (body === '') return void response.writeHead(405).end()
    const { id, method, params } = JSON.parse(body)
    if (id === undefined) return void response.writeHead(202).end()
    response.setHeader('content-type', 'application/json')
    if (method !== endless) return void response.end(JSON.stringify({ jsonrpc: '2.0', id, ...reply(method, params) }))
    response.write(`{"jsonrpc":"2.0","id":${id},"result":{${head}`)
    const write = () => {
      while (!response.destroyed && response.write(CHUNK)) sent += CHUNK.length
    }
    response.on('drain', write)
    write()
  }
  const { url } = await listen((_, request, response) => void answer(request, response))
  return { url: `${url}/mcp`, sent: () => sent }
}

function reply(method: string, { protocolVersion }: { readonly protocolVersion?: string } = {}): object {
  const serverInfo = { name: 'endless', version: '1' }
  const capabilities = { tools: {}, resources: {} }
  if (method === 'initialize') return { result: { protocolVersion, capabilities, serverInfo } }
  return method === 'tools/list' ? { result: TOOLS } : { error: { code: -32_601, message: 'Method not found' } }
}
