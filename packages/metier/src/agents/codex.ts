import { type Agent, UNCUT } from './agent.js'

/**
 * Reads every directory from the project root down to the working directory. A linked SKILL.md is ignored, a linked
 * directory is not.
 */
export const codex: Agent = {
  id: 'codex',
  title: 'Codex',
  folders: {
    project: ['.agents/skills', '.codex/skills'],
    personal: ['~/.agents/skills', '$CODEX_HOME/skills'],
    admin: ['/etc/codex/skills'],
    signs: ['$CODEX_HOME', '/etc/codex'],
  },
  client: {
    names: ['codex'],
    description: UNCUT,
    toolName: 128,
    prefix: 'mcp__metier__',
    tools: 2048,
    isDeferring: true,
    takesFirstPage: true,
    failsAtQuestions: true,
  },
}
