import { type Agent, UNCUT } from './agent.js'

/** Longer names of tools are cut without a hash, so two of them may collide. */
export const roo: Agent = {
  id: 'roo',
  title: 'Roo Code',
  folders: {
    project: ['.roo/skills', '.agents/skills'],
    personal: ['~/.roo/skills', '~/.agents/skills'],
    signs: ['~/.roo'],
  },
  client: {
    names: ['roo-code'],
    description: UNCUT,
    toolName: 64,
    prefix: 'mcp--metier--',
    takesFirstPage: true,
  },
}
