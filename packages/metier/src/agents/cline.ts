import { type Agent, UNCUT } from './agent.js'

export const cline: Agent = {
  id: 'cline',
  title: 'Cline',
  folders: {
    project: ['.agents/skills', '.cline/skills', '.clinerules/skills', '.claude/skills'],
    personal: ['~/.cline/skills', '~/.agents/skills'],
    signs: ['~/.cline'],
  },
  client: {
    names: ['cline', '@cline/core'],
    description: UNCUT,
    instructions: 0,
    toolName: 64,
    followsChanges: true,
    takesFirstPage: true,
  },
}
