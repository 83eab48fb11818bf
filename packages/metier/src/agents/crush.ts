import type { Agent } from './agent.js'

export const crush: Agent = {
  id: 'crush',
  title: 'Crush',
  folders: {
    project: ['.crush/skills', '.agents/skills'],
    personal: ['~/.config/crush/skills', '~/.config/agents/skills', '~/.agents/skills', '~/.claude/skills'],
    signs: ['~/.config/crush'],
  },
  client: {
    names: ['crush'],
  },
}
