// What `metier mcp` is measured against: a server on the same SDK that offers nothing.
import { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'

serveStdio(() => new McpServer({ name: 'empty', version: '1.0.0' }, { capabilities: { tools: {} } }))
