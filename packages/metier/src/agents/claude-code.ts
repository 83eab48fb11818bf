import type { Agent } from './agent.js'

/** On Windows it does not resolve junctions when a session starts. */
export const claudeCode: Agent = {
  id: 'claude-code',
  title: 'Claude Code',
  folders: {
    project: ['.claude/skills'],
    personal: ['$CLAUDE_CONFIG_DIR/skills'],
    signs: ['$CLAUDE_CONFIG_DIR'],
    copiesOn: ['win32'],
    isCreatedInProjects: true,
  },
  client: {
    names: ['claude-code'],
    description: 4096,
    instructions: 4096,
    before: { version: '2.1.326', description: 2048, instructions: 2048 },
    toolName: 64,
    prefix: 'mcp__metier__',
    isDeferring: true,
    showsMarked: true,
    followsChanges: true,
  },
}
