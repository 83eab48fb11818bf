import type { Agent } from './agent.js'

export const kiroCli: Agent = {
  id: 'kiro-cli',
  title: 'Kiro',
  folders: {
    project: ['.kiro/skills'],
    personal: ['~/.kiro/skills'],
    signs: ['~/.kiro'],
  },
  client: {
    names: ['q-dev-cli'],
  },
}
