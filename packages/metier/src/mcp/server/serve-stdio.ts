/** MCP on standard input and output: one client, one conversation, until the client goes. */

import type { Transport } from '@modelcontextprotocol/server'
import { loadSdk } from '../sdk.js'
import { createConnection } from './connection.js'
import type { McpTransport } from './host-types.js'
import { type IntroductionOptions, introduce } from './introduce.js'
import type { ServerOffer } from './offering.js'
import type { McpServerOptions } from './options.js'

export interface StdioService {
  /** Resolves when the client has gone and everything started for it has ended. */
  readonly closed: Promise<void>
  close(): Promise<void>
}

export interface ServeStdioOptions extends McpServerOptions {
  /** Instead of the process's own input and output. */
  readonly transport?: McpTransport
}

/** Serves one client of either protocol era; the first answer does not wait for the registry. */
export async function serveMcpOverStdio(options: ServeStdioOptions): Promise<StdioService> {
  return serveLazily(options, async () => options)
}

/** The same for who has nothing at hand yet: what is served is asked for when the client asks for something. */
export async function serveLazily(
  options: IntroductionOptions & Pick<ServeStdioOptions, 'transport'>,
  open: () => Promise<McpServerOptions>,
): Promise<StdioService> {
  const [sdk, { serveStdio, StdioServerTransport }] = await Promise.all([
    loadSdk(),
    import('@modelcontextprotocol/server/stdio'),
  ])
  const introduction = introduce(sdk, options)
  let offering: Promise<ServerOffer> | undefined
  const openOffering = () => {
    offering ??= Promise.all([import('./offering.js'), open()])
      .then(([{ createOffering }, given]) => createOffering(sdk, given))
      .catch((error: unknown) => {
        // The next request may find what this one did not.
        offering = undefined
        throw error
      })
    return offering
  }
  const connection = createConnection(introduction, openOffering, 'stdio')
  const transport: Transport = options.transport ?? new StdioServerTransport()
  const gone = whenClosed(transport)
  const build = () => {
    const mcp = connection.build()
    // Looking around begins when the client has its first answer, not before.
    mcp.server.oninitialized = () => connection.prepare()
    return mcp
  }
  const handle = serveStdio(build, { transport, onerror: introduction.reportError })
  const closed = gone.then(async () => {
    await connection.close()
    await (await offering)?.close()
  })
  return {
    closed,
    close: async () => {
      await handle.close()
      await closed
    },
  }
}

/** The SDK tells nobody that a client has gone before it said anything; its transport is closed in any case. */
function whenClosed(transport: Transport): Promise<void> {
  return new Promise((resolve) => {
    const close = transport.close.bind(transport)
    transport.close = async () => {
      await close()
      resolve()
    }
    const { onclose } = transport
    transport.onclose = () => {
      onclose?.()
      resolve()
    }
  })
}
