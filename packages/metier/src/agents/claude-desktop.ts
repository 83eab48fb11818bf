import type { Agent } from './agent.js'

export const claudeDesktop: Agent = {
  id: 'claude-desktop',
  title: 'Claude Desktop',
  client: {
    names: ['claude-ai'],
  },
}
