// Stands in for a client that has activated a skill: the suite knows nothing of skills, so the proxy activates one in each
// conversation before the suite's first call. Everything else passes through it as it is.
import { createServer, request as send } from 'node:http'

/** The conversation of every request without a session. */
const SHARED = 'conformance-of-the-gateway'

/** Listens on a free port in front of `url`. */
export async function startActivatingProxy(url, skill) {
  const activation = { name: 'activate_skill', arguments: { name: skill } }
  const server = createServer((request, response) => {
    const session = request.headers['mcp-session-id']
    const headers = { ...request.headers, ...(session === undefined && { 'metier-session': SHARED }) }
    const upstream = send(url, { method: request.method, headers, path: request.url }, async (answer) => {
      const begun = answer.headers['mcp-session-id']
      if (session === undefined && begun !== undefined) await activate(url, { 'mcp-session-id': begun }, activation)
      response.writeHead(answer.statusCode, answer.headers)
      response.flushHeaders()
      answer.pipe(response)
    })
    upstream.once('error', () => response.destroy())
    response.once('close', () => upstream.destroy())
    request.pipe(upstream)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  await activate(url, { 'metier-session': SHARED, ...STANDARD }, { ...activation, _meta: ENVELOPE })
  return {
    url: `http://127.0.0.1:${server.address().port}/mcp`,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const VERSION = '2026-07-28'
const STANDARD = { 'mcp-protocol-version': VERSION, 'mcp-method': 'tools/call', 'mcp-name': 'activate_skill' }
const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientInfo': { name: 'conformance-of-the-gateway', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': { sampling: {}, elicitation: {}, roots: {} },
}

async function activate(url, headers, params) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 'activation', method: 'tools/call', params }),
  })
  const text = await response.text()
  if (!response.ok || /"isError":true|"error":\{/.test(text)) throw new Error(`the skill is not active: ${text}`)
}
