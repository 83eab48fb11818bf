/** One server for a host that has its own transport. */

import type { McpServer } from '@modelcontextprotocol/server'
import { loadSdk } from '../sdk.js'
import { introduce } from './build-server.js'
import { createConnection } from './connection.js'
import { createOffering } from './offering.js'
import type { McpServerOptions } from './options.js'

/**
 * Creates a server of the MCP SDK over the skills of a manager. Connect it to a transport of yours. When the connection
 * closes, everything that was started for it ends; close the manager yourself.
 *
 * @example
 * import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
 * import { SkillManager } from 'metier'
 * import { createMcpServer } from 'metier/mcp'
 *
 * const mcp = await createMcpServer({ skillManager: new SkillManager() })
 * await mcp.connect(new StdioServerTransport())
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
