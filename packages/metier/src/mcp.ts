/** `metier/mcp`: the skills of a manager for any MCP client. */

export { createSkillsHost } from './mcp/host/create-skills-host.js'
export type {
  HostedSkill,
  ServerSkillList,
  SkillServerAddress,
  SkillsHost,
  SkillsHostOptions,
} from './mcp/host/skills-host-types.js'
export { createMcpServer } from './mcp/server/create-mcp-server.js'
export type { McpSkillServer, McpTransport } from './mcp/server/host-types.js'
export {
  type HttpLimits,
  type HttpService,
  type ServeHttpOptions,
  serveMcpOverHttp,
} from './mcp/server/http/serve-http.js'
export type { McpServerOptions } from './mcp/server/options.js'
export type { ToolProfile } from './mcp/server/profiles.js'
export { type ServeStdioOptions, type StdioService, serveMcpOverStdio } from './mcp/server/serve-stdio.js'
export type { EntryRefusal, RefusedEntry } from './sources/mcp/skill-connection.js'
export type { Delivery } from './tools/workspace-tools.js'
