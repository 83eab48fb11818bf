import { type Agent, UNCUT } from './agent.js'

export const goose: Agent = {
  id: 'goose',
  title: 'Goose',
  folders: {
    project: ['.goose/skills', '.claude/skills', '.agents/skills'],
    personal: ['~/.agents/skills', '$XDG_CONFIG_HOME/goose/skills', '~/.claude/skills', '~/.config/agents/skills'],
    signs: ['$XDG_CONFIG_HOME/goose'],
  },
  client: {
    names: ['goose'],
    description: UNCUT,
    prefix: 'metier__',
    tools: 25,
  },
}
