/** What agents and tools read in a project and act on: a skill's program must neither read nor change it. */

import { PROJECT_FOLDERS } from './skill-folders.js'

/** Directories that other things share: only the agent's part of them counts. */
const SHARED: ReadonlySet<string> = new Set(['.github'])

/** Agents' own directories and files, which may have tokens and other skills. Relative to a project's directory. */
export const AGENT_CONFIGURATION: readonly string[] = [
  ...new Set(PROJECT_FOLDERS.map(({ path }) => topOf(path))),
  '.aider.conf.yml',
  '.amazonq',
  '.amp',
  '.mcp.json',
  '.roomodes',
  '.zed',
  'mcp.json',
]

function topOf(path: string): string {
  const [first = path] = path.split('/')
  return SHARED.has(first) ? path : first
}

/** Instructions and hooks that are run or obeyed later: visible, but never written. */
export const OBEYED_FILES: readonly string[] = [
  '.cursorrules',
  '.envrc',
  '.git/config',
  '.git/hooks',
  '.git/info',
  '.github/copilot-instructions.md',
  '.github/hooks',
  '.github/workflows',
  '.gitmodules',
  '.husky',
  '.idea',
  '.vscode',
  '.windsurfrules',
  'AGENTS.md',
  'CLAUDE.local.md',
  'CLAUDE.md',
  'GEMINI.md',
  'MEMORY.md',
  'lefthook.yml',
]
