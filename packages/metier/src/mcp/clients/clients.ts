/** The clients that can be set up: where each keeps its servers, and in which form. A new client is one entry here. */

import { join } from 'node:path'
import type { ConfigurationEdit, Entry } from './configuration-edit.js'
import { editJson } from './jsonc-edit.js'
import { editToml } from './toml-edit.js'

/** Where the user's configuration files are. */
interface Whereabouts {
  readonly home: string
  readonly workdir: string
  /** Node's name of the operating system. */
  readonly platform: string
  /** Reads an environment variable. Some clients use one for the path of their configuration. */
  readonly variable: (name: string) => string | undefined
}

/** How one client is set up. */
export interface ClientSetup {
  readonly title: string
  /** The user's own configuration file. */
  readonly userFile: (whereabouts: Whereabouts) => string
  /** The project's configuration file. */
  readonly projectFile: (whereabouts: Whereabouts) => string
  readonly section: string
  readonly edit: ConfigurationEdit
  /** The entry that makes the client start a program. */
  readonly toEntry: (launch: Launch) => Entry['entry']
  /** What is left for the user to do. */
  readonly next: string
}

/** The program that a client starts. */
export interface Launch {
  readonly command: string
  readonly words: readonly string[]
}

const plain = ({ command, words }: Launch) => ({ command, args: words })
const typed = ({ command, words }: Launch) => ({ type: 'stdio', command, args: words })

/** The clients by the names that the command line takes. */
export const CLIENTS: Readonly<Record<string, ClientSetup>> = {
  'claude-code': {
    title: 'Claude Code',
    userFile: ({ home, variable }) => join(variable('CLAUDE_CONFIG_DIR') ?? home, '.claude.json'),
    projectFile: ({ workdir }) => join(workdir, '.mcp.json'),
    section: 'mcpServers',
    edit: editJson,
    toEntry: typed,
    next: 'Restart Claude Code, then run /mcp to see the server.',
  },
  codex: {
    title: 'Codex',
    userFile: ({ home, variable }) => join(variable('CODEX_HOME') ?? join(home, '.codex'), 'config.toml'),
    projectFile: ({ workdir }) => join(workdir, '.codex', 'config.toml'),
    section: 'mcp_servers',
    edit: editToml,
    toEntry: plain,
    next: 'Restart Codex, then run /mcp to see the server.',
  },
  cursor: {
    title: 'Cursor',
    userFile: ({ home }) => join(home, '.cursor', 'mcp.json'),
    projectFile: ({ workdir }) => join(workdir, '.cursor', 'mcp.json'),
    section: 'mcpServers',
    edit: editJson,
    toEntry: plain,
    next: 'Enable the server in Settings > MCP.',
  },
  vscode: {
    title: 'VS Code',
    userFile: (whereabouts) => join(codeFolder(whereabouts), 'mcp.json'),
    projectFile: ({ workdir }) => join(workdir, '.vscode', 'mcp.json'),
    section: 'servers',
    edit: editJson,
    toEntry: typed,
    next: 'Run "MCP: List Servers" and start the server.',
  },
  gemini: {
    title: 'Gemini CLI',
    userFile: ({ home, variable }) => join(variable('GEMINI_CLI_HOME') ?? home, '.gemini', 'settings.json'),
    projectFile: ({ workdir }) => join(workdir, '.gemini', 'settings.json'),
    section: 'mcpServers',
    edit: editJson,
    toEntry: plain,
    next: 'Restart Gemini CLI, then run /mcp to see the server.',
  },
}

function codeFolder({ home, platform, variable }: Whereabouts): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Code', 'User')
  if (platform === 'win32') return join(variable('APPDATA') ?? join(home, 'AppData', 'Roaming'), 'Code', 'User')
  return join(variable('XDG_CONFIG_HOME') ?? join(home, '.config'), 'Code', 'User')
}
