import type { Agent } from './agent.js'

export const amp: Agent = {
  id: 'amp',
  title: 'Amp',
  folders: {
    project: ['.agents/skills'],
    personal: ['$XDG_CONFIG_HOME/agents/skills'],
    signs: ['$XDG_CONFIG_HOME/amp'],
  },
  client: {
    names: ['amp-mcp-client'],
  },
}
