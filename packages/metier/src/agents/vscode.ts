import type { Agent } from './agent.js'

export const vscode: Agent = {
  id: 'vscode',
  title: 'VS Code',
  folders: {
    project: ['.github/skills', '.agents/skills', '.claude/skills'],
    personal: ['~/.copilot/skills', '~/.agents/skills', '~/.claude/skills'],
    signs: ['$XDG_CONFIG_HOME/Code/User', '~/Library/Application Support/Code/User', '~/AppData/Roaming/Code/User'],
  },
  client: {
    names: ['visual-studio-code', 'code-oss'],
    tools: 128,
    followsChanges: true,
  },
}
