/** `metier/mcp`: the skills of a manager for any MCP client. */

export { createMcpServer } from './mcp/create-mcp-server.js'
export {
  type HttpLimits,
  type HttpService,
  type ServeHttpOptions,
  serveMcpOverHttp,
} from './mcp/http/serve-http.js'
export type { McpServerOptions } from './mcp/options.js'
export type { Delivery, ToolProfile } from './mcp/profiles.js'
export { type ServeStdioOptions, type StdioService, serveMcpOverStdio } from './mcp/serve-stdio.js'
