import type { Agent } from './agent.js'

/** A dot or slash in one name breaks every request. */
export const githubCopilot: Agent = {
  id: 'github-copilot',
  title: 'GitHub Copilot',
  folders: {
    project: ['.github/skills', '.agents/skills', '.claude/skills'],
    personal: ['~/.copilot/skills', '~/.agents/skills'],
    signs: ['~/.copilot'],
  },
  client: {
    names: ['github-copilot', 'jetbrains-', 'xcode-copilot'],
    toolName: 128,
  },
}
