import type { Agent } from './agent.js'

/** The library for TypeScript, as an MCP client: it connects for the list of tools and for every call. */
export const googleAdk: Agent = {
  id: 'google-adk',
  title: 'Google ADK',
  client: {
    names: ['mcpclient'],
    opensSessionPerCall: true,
  },
}
