import type { Agent } from './agent.js'

export const windsurf: Agent = {
  id: 'windsurf',
  title: 'Windsurf',
  folders: {
    project: ['.windsurf/skills'],
    personal: ['~/.codeium/windsurf/skills'],
    signs: ['~/.codeium/windsurf'],
  },
  client: {
    names: ['windsurf'],
    tools: 100,
    followsChanges: true,
  },
}
