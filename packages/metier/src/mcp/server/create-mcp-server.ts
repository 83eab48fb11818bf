/** One server for a host that brings its own transport. */

import { loadSdk } from '../sdk.js'
import { createConnection } from './connection.js'
import type { McpSkillServer } from './host-types.js'
import { introduce } from './introduce.js'
import { createOffering } from './offering.js'
import type { McpServerOptions } from './options.js'

/**
 * An MCP server with the skills of a manager, to connect to a transport. Everything it started ends with its connection; the
 * manager stays the caller's to close.
 *
 * @example
 * const mcp = await createMcpServer({ skillManager })
 * await mcp.connect(transport)
 */
export async function createMcpServer(options: McpServerOptions): Promise<McpSkillServer> {
  const sdk = await loadSdk()
  const offering = createOffering(sdk, options)
  const introduction = introduce(sdk, options)
  const connection = createConnection(introduction, async () => offering, 'host')
  const mcp = connection.build()
  mcp.server.onclose = () => {
    connection
      .close()
      .then(() => offering.close())
      .catch(introduction.reportError)
  }
  return mcp
}
