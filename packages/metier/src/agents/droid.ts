import type { Agent } from './agent.js'

export const droid: Agent = {
  id: 'droid',
  title: 'Factory Droid',
  folders: {
    project: ['.factory/skills', '.agent/skills'],
    personal: ['~/.factory/skills'],
    signs: ['~/.factory'],
  },
  client: {
    names: ['factory-cli'],
  },
}
