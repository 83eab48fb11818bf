import type { Agent } from './agent.js'

/** The names of the server and of the tool share the limit; how Cursor joins them is not known. Longer ones are dropped. */
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
    prefixLength: 'metier'.length,
    tools: 40,
    isDeferring: true,
    followsChanges: true,
    takesFirstPage: true,
  },
}
