/** Where a host's own MCP SDK and our copy of it meet. They need not be of one version, and types must not ask for either. */

/** A transport of any MCP SDK. */
export interface McpTransport {
  start(): Promise<void>
  send(message: object, options?: object): Promise<void>
  close(): Promise<void>
}

/** An MCP server that a host connects to a transport. */
export interface McpSkillServer {
  connect(transport: McpTransport): Promise<void>
  close(): Promise<void>
  isConnected(): boolean
}
