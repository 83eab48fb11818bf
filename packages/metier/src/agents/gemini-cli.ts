import { type Agent, UNCUT } from './agent.js'

/** Project skills count in a trusted directory only. */
export const geminiCli: Agent = {
  id: 'gemini-cli',
  title: 'Gemini CLI',
  folders: {
    project: ['.gemini/skills', '.agents/skills'],
    personal: ['~/.gemini/skills', '~/.agents/skills'],
    signs: ['~/.gemini'],
  },
  client: {
    names: ['gemini-cli'],
    description: UNCUT,
    toolName: 63,
    prefix: 'mcp_metier_',
    followsChanges: true,
    takesFirstPage: true,
  },
}
