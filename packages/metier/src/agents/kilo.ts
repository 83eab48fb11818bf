import type { Agent } from './agent.js'

export const kilo: Agent = {
  id: 'kilo',
  title: 'Kilo Code',
  folders: {
    project: ['.kilo/skills'],
    personal: ['~/.kilo/skills'],
    signs: ['~/.kilo', '~/.kilocode'],
  },
  client: {
    names: ['kilo-code'],
  },
}
