import { type Agent, UNCUT } from './agent.js'

export const opencode: Agent = {
  id: 'opencode',
  title: 'OpenCode',
  folders: {
    project: ['.opencode/skills', '.opencode/skill', '.claude/skills', '.agents/skills'],
    personal: [
      '$XDG_CONFIG_HOME/opencode/skills',
      '$XDG_CONFIG_HOME/opencode/skill',
      '~/.claude/skills',
      '~/.agents/skills',
    ],
    signs: ['$XDG_CONFIG_HOME/opencode'],
  },
  client: {
    names: ['opencode'],
    description: UNCUT,
    prefix: 'metier_',
    followsChanges: true,
  },
}
