/** A server on loopback that answers JSON with JSON, or with a stream of events. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface Listening {
  readonly url: string
  close(): Promise<void>
}

/** A list is sent as server-sent events, anything else as JSON. */
export type Answer = (path: string, body: Record<string, unknown>) => object

export async function listen(answer: Answer): Promise<Listening> {
  const server = createServer(async (request, response) => {
    const { status, reply } = attempt(answer, request.url ?? '', await text(request))
    if (Array.isArray(reply)) {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end([...reply.map((part) => JSON.stringify(part)), '[DONE]'].map((data) => `data: ${data}\n\n`).join(''))
      return
    }
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(reply))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function attempt(answer: Answer, path: string, body: string): { status: number; reply: object } {
  try {
    return { status: 200, reply: answer(path, JSON.parse(body)) }
  } catch (error) {
    return { status: 400, reply: { error: { message: String(error), type: 'invalid_request_error' } } }
  }
}
