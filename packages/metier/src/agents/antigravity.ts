import type { Agent } from './agent.js'

export const antigravity: Agent = {
  id: 'antigravity',
  title: 'Antigravity',
  folders: {
    project: ['.agents/skills', '.agent/skills'],
    personal: ['~/.gemini/antigravity/skills'],
    signs: ['~/.gemini/antigravity'],
    copiesOn: ['win32'],
  },
  client: {
    names: ['antigravity-client'],
  },
}
