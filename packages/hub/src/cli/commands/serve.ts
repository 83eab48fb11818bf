/** `metier-hub serve`. */

import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { type HttpBindings, serve } from '@hono/node-server'
import { createHub } from '../../create-hub.js'
import { createJournal, describeError } from '../../http/journal.js'
import { type CommandIo, DATA_OPTION, type HubCommand } from '../command.js'
import { withDatabase } from '../open-hub.js'
import { VERSION } from '../version.js'

export const serveCommand: HubCommand = {
  name: 'serve',
  summary: 'Serve the registry until Ctrl-C',
  options: {
    port: {
      type: 'string',
      value: 'PORT',
      description: 'The port, 7400 by default; 0 chooses a free one (METIER_HUB_PORT)',
    },
    host: {
      type: 'string',
      value: 'HOST',
      description: 'The address to listen on, 127.0.0.1 by default (METIER_HUB_HOST)',
    },
    ...DATA_OPTION,
  },
  run: (input, io) => {
    const journal = createJournal(io.report)
    return withDatabase(
      input,
      io,
      async ({ database, configuration }) => {
        const hub = await createHub({
          version: VERSION,
          database,
          configuration,
          journal,
          // The build puts the pages beside the program.
          pages: join(import.meta.dirname, 'pages'),
          remoteAddress: (c) => (c.env as HttpBindings).incoming.socket.remoteAddress ?? 'unknown',
        })
        const listening = await listen(hub.app.fetch, configuration)
        if (!listening.ok) {
          await hub.close()
          // It was made all the same, and is never shown again.
          if (hub.madeToken !== undefined) io.print(describeToken(hub.madeToken))
          io.report(`error: ${listening.message}\n`)
          return 1
        }
        const { server, address } = listening
        introduce(io, configuration.publicUrl ?? address, hub.madeToken, database.kind)
        if (configuration.publicUrl === undefined && isEveryAddress(configuration.host)) io.print(OTHER_MACHINES)
        await untilAborted(io.signal)
        io.print('Finishing requests; press Ctrl-C again to stop at once\n')
        await closeServer(server, hub.endStreams)
        await hub.close()
        return 0
      },
      {
        creates: true,
        findObstacle,
        // Programs read stderr: while it serves, every line of it is JSON.
        note: io.print,
        onWarning: (error) => journal.write('warning', 'database', describeError(error)),
      },
    )
  },
}

interface Address {
  readonly host: string
  readonly port: number
}

type Listening =
  | { readonly ok: true; readonly server: Server; readonly address: string }
  | { readonly ok: false; readonly message: string }

async function listen(fetch: Parameters<typeof serve>[0]['fetch'], { host, port }: Address): Promise<Listening> {
  const server = serve({ fetch, hostname: host, port, overrideGlobalObjects: false }) as Server
  try {
    if (!server.listening) await once(server, 'listening')
  } catch (error) {
    return { ok: false, message: describeBusy(error, { host, port }) }
  }
  const bound = server.address() as AddressInfo
  return { ok: true, server, address: `http://${openable(host)}:${bound.port}` }
}

/** Every address is none that a browser or client can open. */
function openable(host: string): string {
  if (isEveryAddress(host)) return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

function isEveryAddress(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

function describeBusy(error: unknown, { host, port }: Address): string {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Choose another one with --port, or 0 for a free one.`
  return `Cannot listen on ${host}:${port} (${code ?? String(error)})`
}

/** Tries the port: a first start that fails would have made a database, and shown a token that is shown once. */
async function findObstacle({ host, port }: Address): Promise<string | undefined> {
  const probe = createServer()
  try {
    probe.listen(port, host)
    await once(probe, 'listening')
    probe.close()
    await once(probe, 'close')
    return undefined
  } catch (error) {
    return describeBusy(error, { host, port })
  }
}

function introduce({ print }: CommandIo, address: string, madeToken: string | undefined, kind: string): void {
  print(
    `Metier Hub on ${kind === 'PGlite' ? 'its embedded database' : kind}\n\n  Pages   ${address}\n  MCP     ${address}/mcp\n  API     ${address}/openapi.json\n\n`,
  )
  if (madeToken !== undefined) {
    print(describeToken(madeToken))
    print(`Sign in on this machine:  metier login ${address}\n`)
  }
  print(`Install from it:          metier install NAME --from clawhub+${address}\n`)
}

const OTHER_MACHINES =
  "Other machines reach it by this machine's name. Set METIER_HUB_URL to the address that they use, with https.\n"

function describeToken(token: string): string {
  return `The administrator's token, which is shown only now:\n\n  ${token}\n\n`
}

async function untilAborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}

const FINISH_MILLISECONDS = 30_000
/** Answers of MCP take far less; only those who listen still have one open then. */
const STREAM_MILLISECONDS = 2000

/** Takes no new connections, and waits for uploads that are on their way. */
async function closeServer(server: Server, endStreams: () => Promise<void>): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeIdleConnections()
  const streams = setTimeout(() => void endStreams(), STREAM_MILLISECONDS)
  const timer = setTimeout(() => server.closeAllConnections(), FINISH_MILLISECONDS)
  await closed
  clearTimeout(streams)
  clearTimeout(timer)
}
