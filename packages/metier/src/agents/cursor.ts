import type { Agent } from './agent.js'

/** The name of the server and the name of the tool share the limit; longer ones are dropped. */
export const cursor: Agent = {
  id: 'cursor',
  title: 'Cursor',
  folders: {
    project: ['.agents/skills', '.cursor/skills', '.claude/skills', '.codex/skills'],
    personal: ['~/.cursor/skills', '~/.agents/skills', '~/.claude/skills', '~/.codex/skills'],
    signs: ['~/.cursor'],
  },
  client: {
    names: ['cursor'],
    toolName: 60,
    prefix: 'metier',
    tools: 40,
    isDeferring: true,
    followsChanges: true,
    takesFirstPage: true,
  },
}
