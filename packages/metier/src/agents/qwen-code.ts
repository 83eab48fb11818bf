import { type Agent, UNCUT } from './agent.js'

export const qwenCode: Agent = {
  id: 'qwen-code',
  title: 'Qwen Code',
  folders: {
    project: ['.qwen/skills', '.agents/skills'],
    personal: ['~/.qwen/skills', '~/.agents/skills'],
    signs: ['~/.qwen'],
  },
  client: {
    names: ['qwen-cli-mcp-client'],
    description: UNCUT,
    isDeferring: true,
  },
}
