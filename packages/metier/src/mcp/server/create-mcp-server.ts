/** One server for a host that has its own transport. */

import { loadSdk } from '../sdk.js'
import { introduce } from './build-server.js'
import { createConnection } from './connection.js'
import type { McpSkillServer } from './host-types.js'
import { describeSkills } from './instructions.js'
import { createOffering } from './offering.js'
import type { McpServerOptions } from './options.js'

/**
 * Creates an MCP server over the skills of a manager. Connect it to a transport of any MCP SDK. When the connection closes,
 * everything that was started for it ends; close the manager yourself.
 *
 * @example
 * import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
 * import { SkillManager } from 'metier'
 * import { createMcpServer } from 'metier/mcp'
 *
 * const mcp = await createMcpServer({ skillManager: new SkillManager() })
 * await mcp.connect(new StdioServerTransport())
 */
export async function createMcpServer(options: McpServerOptions): Promise<McpSkillServer> {
  const sdk = await loadSdk()
  const offering = createOffering(sdk, options)
  const introduction = introduce(sdk, options)
  const connection = createConnection(introduction, async () => offering, 'host')
  const mcp = connection.build(await describeSkills(introduction, async () => offering))
  mcp.server.onclose = () => {
    connection
      .close()
      .then(() => offering.close())
      .catch(introduction.reportError)
  }
  return mcp
}
