/** One server for a host that brings its own transport. */

import type { McpServer } from '@modelcontextprotocol/server'
import { loadSdk } from '../sdk.js'
import { introduce } from './build-server.js'
import { createConnection } from './connection.js'
import { createOffering } from './offering.js'
import type { McpServerOptions } from './options.js'

/**
 * A server of the MCP SDK with the skills of a manager: connect it to a transport. What it started ends with its connection;
 * the manager stays the caller's to close.
 *
 * @example
 * const mcp = await createMcpServer({ skillManager })
 * await mcp.connect(transport)
 */
export async function createMcpServer(options: McpServerOptions): Promise<McpServer> {
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
