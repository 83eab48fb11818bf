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
  '.crush.json',
  '.mcp.json',
  '.roomodes',
  '.zed',
  'crush.json',
  'mcp.json',
  'opencode.json',
  'opencode.jsonc',
]

function topOf(path: string): string {
  const [first = path] = path.split('/')
  return SHARED.has(first) ? path : first
}

/** Instructions and hooks that are run or obeyed later: visible, but never written. */
export const OBEYED_FILES: readonly string[] = [
  '.cursorrules',
  '.devcontainer',
  '.devcontainer.json',
  '.envrc',
  // Each can name programs that git starts, even for `git status`.
  '.git/commondir',
  '.git/config',
  '.git/config.worktree',
  '.git/hooks',
  '.git/info',
  '.git/modules',
  '.git/worktrees',
  '.github/agents',
  '.github/chatmodes',
  '.github/copilot-instructions.md',
  '.github/hooks',
  '.github/instructions',
  '.github/prompts',
  '.github/workflows',
  '.gitmodules',
  '.goosehints',
  '.husky',
  '.idea',
  '.mise.toml',
  '.pre-commit-config.yaml',
  '.rules',
  '.vscode',
  '.windsurfrules',
  'AGENT.md',
  'AGENTS.md',
  'AGENTS.override.md',
  'CLAUDE.local.md',
  'CLAUDE.md',
  'CRUSH.md',
  'GEMINI.md',
  'MEMORY.md',
  'QWEN.md',
  'lefthook.yml',
  'mise.toml',
]
