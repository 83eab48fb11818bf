/** MCP on standard input and output: one client and one conversation, until the client disconnects. */

import type { Transport } from '@modelcontextprotocol/server'
import { loadSdk } from '../sdk.js'
import { type Introduction, type IntroductionOptions, introduce } from './build-server.js'
import { createConnection, type OpenConversations } from './connection.js'
import type { McpTransport } from './host-types.js'
import { type DescribedSkills, describeSkills } from './instructions.js'
import type { ServerOffer } from './offering.js'
import type { McpServerOptions } from './options.js'

/** A server that serves one client. */
export interface StdioService {
  /** Resolves when the client has disconnected and everything that was started for it has ended. */
  readonly closed: Promise<void>
  /** Disconnects the client and ends everything that was started for it. */
  close(): Promise<void>
}

/** Options of `serveMcpOverStdio`. */
export interface ServeStdioOptions extends McpServerOptions {
  /** A transport in place of the process's input and output. */
  readonly transport?: McpTransport
}

/**
 * Serves one MCP client on standard input and output. The first answer lists the skills, so it waits for their discovery.
 *
 * @example
 * import { SkillManager } from 'metier'
 * import { serveMcpOverStdio } from 'metier/mcp'
 *
 * const service = await serveMcpOverStdio({ skillManager: new SkillManager() })
 * await service.closed
 */
export async function serveMcpOverStdio(options: ServeStdioOptions): Promise<StdioService> {
  return serveLazily(options, async () => options)
}

/** Serves a client before the options exist: its first request asks for them. `onUse` is called when a client is ready to use it. */
export async function serveLazily(
  options: IntroductionOptions & Pick<ServeStdioOptions, 'transport'> & { readonly onUse?: () => void },
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
        // Let the next request try again.
        offering = undefined
        throw error
      })
    return offering
  }
  const connection = createConnection(introduction, openOffering, 'stdio', openProcessConversation)
  const transport: Transport = options.transport ?? new StdioServerTransport()
  const gone = whenClosed(transport)
  // Before anything is read: a client that closes its end right after the first request still gets the answer.
  const instructions = await describeSkills(introduction, async () => openTexts(await open(), introduction))
  const build = () => {
    const mcp = connection.build(instructions)
    mcp.server.oninitialized = () => connection.prepare(options.onUse)
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

/** A process is one conversation. A client that starts one per call continues it by its handle, if there is a place to keep it. */
const openProcessConversation: OpenConversations = async ({ kept }, create) => {
  if (kept === undefined) {
    const { createPinnedConversation } = await import('./conversation.js')
    return createPinnedConversation(create)
  }
  const { createResumedConversation } = await import('./activation/resumed-conversation.js')
  return createResumedConversation(create, kept)
}

/** Loads less than the whole offering, which the first answer does not need. */
async function openTexts(options: McpServerOptions, { tools }: Introduction): Promise<DescribedSkills> {
  const { createCatalogue } = await import('./catalogue.js')
  const { skillManager, skills = [], countUses } = options
  const { instructions } = createCatalogue({ skillManager, skills, tools, countUses })
  return { ready: () => skillManager.ready(), instructions }
}

/** The SDK does not report a client that disconnects before its first request, so listen to the transport. */
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
