import type { Agent } from './agent.js'

export const chatgpt: Agent = {
  id: 'chatgpt',
  title: 'ChatGPT',
  client: {
    names: ['chatgpt'],
  },
}
