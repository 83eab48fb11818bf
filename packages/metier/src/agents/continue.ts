import { type Agent, UNCUT } from './agent.js'

export const continueAgent: Agent = {
  id: 'continue',
  title: 'Continue',
  folders: {
    project: ['.continue/skills', '.claude/skills'],
    personal: ['~/.continue/skills'],
    signs: ['./.continue', '~/.continue'],
  },
  client: {
    names: ['continue-client', 'continue-cli-client'],
    description: UNCUT,
    instructions: 0,
    takesFirstPage: true,
  },
}
