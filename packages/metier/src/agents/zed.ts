import { type Agent, UNCUT } from './agent.js'

/** Project skills count in a trusted worktree only. */
export const zed: Agent = {
  id: 'zed',
  title: 'Zed',
  folders: {
    project: ['.agents/skills'],
    personal: ['~/.agents/skills'],
    signs: ['$XDG_CONFIG_HOME/zed', '~/AppData/Roaming/Zed', '$FLATPAK_XDG_CONFIG_HOME/zed'],
  },
  client: {
    names: ['zed'],
    description: UNCUT,
    instructions: 0,
    toolName: 64,
    followsChanges: true,
    takesFirstPage: true,
  },
}
