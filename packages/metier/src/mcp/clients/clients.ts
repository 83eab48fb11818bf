/** The clients that can be set up: where each keeps its servers, and in which form. A new client is one entry here. */

import { join } from 'node:path'
import type { ConfigurationEdit, Entry } from './configuration-edit.js'
import { editJson } from './jsonc-edit.js'
import { editToml } from './toml-edit.js'
import { editYaml } from './yaml-edit.js'

/** Where the user's configuration files are. */
interface Whereabouts {
  readonly home: string
  /** The directory of the project's configuration files. */
  readonly project: string
  /** Node's name of the operating system. */
  readonly platform: string
  /** Reads an environment variable. Some clients use one for the path of their configuration. */
  readonly variable: (name: string) => string | undefined
  /** Whether a file exists: some clients have moved theirs. */
  readonly exists: (path: string) => boolean
}

/** How one client is set up. */
export interface ClientSetup {
  readonly title: string
  /** The user's own configuration file. */
  readonly userFile: (whereabouts: Whereabouts) => string
  /** The project's configuration file; left out if the client has none. */
  readonly projectFile?: (whereabouts: Whereabouts) => string
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
const inHome =
  (...path: readonly string[]) =>
  ({ home }: Whereabouts) =>
    join(home, ...path)
const inProject =
  (...path: readonly string[]) =>
  ({ project }: Whereabouts) =>
    join(project, ...path)
const inConfig =
  (...path: readonly string[]) =>
  (whereabouts: Whereabouts) =>
    join(configFolder(whereabouts), ...path)

/** What most clients have in common. */
const USUAL = { section: 'mcpServers', edit: editJson, toEntry: plain } as const

/** The clients by the names that the command line takes. */
export const CLIENTS: Readonly<Record<string, ClientSetup>> = {
  'claude-code': {
    ...USUAL,
    title: 'Claude Code',
    userFile: ({ home, variable }) => join(variable('CLAUDE_CONFIG_DIR') ?? home, '.claude.json'),
    projectFile: inProject('.mcp.json'),
    toEntry: typed,
    next: 'Restart Claude Code, then run /mcp to see the server.',
  },
  'claude-desktop': {
    ...USUAL,
    title: 'Claude Desktop',
    userFile: (whereabouts) => join(applicationFolder(whereabouts), 'Claude', 'claude_desktop_config.json'),
    next: 'Quit Claude Desktop and start it again.',
  },
  codex: {
    title: 'Codex',
    userFile: ({ home, variable }) => join(variable('CODEX_HOME') ?? join(home, '.codex'), 'config.toml'),
    projectFile: inProject('.codex', 'config.toml'),
    section: 'mcp_servers',
    edit: editToml,
    toEntry: plain,
    next: 'Restart Codex, then run /mcp to see the server.',
  },
  cursor: {
    ...USUAL,
    title: 'Cursor',
    userFile: inHome('.cursor', 'mcp.json'),
    projectFile: inProject('.cursor', 'mcp.json'),
    next: 'Enable the server in Settings > MCP.',
  },
  vscode: {
    ...USUAL,
    title: 'VS Code',
    userFile: (whereabouts) => join(applicationFolder(whereabouts), 'Code', 'User', 'mcp.json'),
    projectFile: inProject('.vscode', 'mcp.json'),
    section: 'servers',
    toEntry: typed,
    next: 'Run "MCP: List Servers" and start the server.',
  },
  'gemini-cli': {
    ...USUAL,
    title: 'Gemini CLI',
    userFile: ({ home, variable }) => join(variable('GEMINI_CLI_HOME') ?? home, '.gemini', 'settings.json'),
    projectFile: inProject('.gemini', 'settings.json'),
    next: 'Restart Gemini CLI, then run /mcp to see the server.',
  },
  'qwen-code': {
    ...USUAL,
    title: 'Qwen Code',
    userFile: inHome('.qwen', 'settings.json'),
    projectFile: inProject('.qwen', 'settings.json'),
    next: 'Restart Qwen Code, then run /mcp to see the server.',
  },
  windsurf: {
    ...USUAL,
    title: 'Windsurf',
    userFile: inHome('.codeium', 'windsurf', 'mcp_config.json'),
    next: 'Press Refresh in the MCP panel.',
  },
  zed: {
    ...USUAL,
    title: 'Zed',
    userFile: inConfig('zed', 'settings.json'),
    projectFile: inProject('.zed', 'settings.json'),
    section: 'context_servers',
    next: 'Zed starts the server at once. See the settings of the Agent panel.',
  },
  opencode: {
    ...USUAL,
    title: 'OpenCode',
    userFile: (whereabouts) => jsonOrJsonc(join(configFolder(whereabouts), 'opencode', 'opencode'), whereabouts),
    projectFile: (whereabouts) => jsonOrJsonc(join(whereabouts.project, 'opencode'), whereabouts),
    section: 'mcp',
    toEntry: ({ command, words }) => ({ type: 'local', command: [command, ...words], enabled: true }),
    next: 'Restart OpenCode.',
  },
  cline: {
    ...USUAL,
    title: 'Cline',
    userFile: ({ home, variable }) =>
      variable('CLINE_MCP_SETTINGS_PATH') ??
      join(variable('CLINE_DATA_DIR') ?? join(home, '.cline', 'data'), 'settings', 'cline_mcp_settings.json'),
    next: 'Cline starts the server at once. See its MCP Servers tab.',
  },
  roo: {
    ...USUAL,
    title: 'Roo Code',
    userFile: (whereabouts) =>
      join(
        join(applicationFolder(whereabouts), 'Code', 'User', 'globalStorage'),
        join('rooveterinaryinc.roo-cline', 'settings', 'mcp_settings.json'),
      ),
    projectFile: inProject('.roo', 'mcp.json'),
    next: 'Roo Code starts the server at once. See its MCP Servers tab.',
  },
  continue: {
    ...USUAL,
    title: 'Continue',
    userFile: inHome('.continue', 'mcpServers', 'metier.json'),
    projectFile: inProject('.continue', 'mcpServers', 'metier.json'),
    next: 'Use Continue in agent mode: other modes have no tools.',
  },
  goose: {
    title: 'Goose',
    userFile: (whereabouts) =>
      whereabouts.platform === 'win32'
        ? join(configFolder(whereabouts), 'Block', 'goose', 'config', 'config.yaml')
        : join(configFolder(whereabouts), 'goose', 'config.yaml'),
    section: 'extensions',
    edit: editYaml,
    toEntry: ({ command, words }) => ({
      name: 'metier',
      type: 'stdio',
      cmd: command,
      args: words,
      enabled: true,
      timeout: 300,
    }),
    next: 'Start a new Goose session.',
  },
  'github-copilot': {
    ...USUAL,
    title: 'Copilot CLI',
    userFile: inHome('.copilot', 'mcp-config.json'),
    projectFile: inProject('.github', 'mcp.json'),
    toEntry: ({ command, words }) => ({ type: 'local', command, args: words, tools: ['*'] }),
    next: 'Restart Copilot CLI, then run /mcp to see the server.',
  },
  'kiro-cli': {
    ...USUAL,
    title: 'Kiro',
    userFile: inHome('.kiro', 'settings', 'mcp.json'),
    projectFile: inProject('.kiro', 'settings', 'mcp.json'),
    next: 'In the IDE, Kiro starts the server at once. In the CLI, start a new session.',
  },
  amp: {
    ...USUAL,
    title: 'Amp',
    userFile: (whereabouts) => jsonOrJsonc(join(configFolder(whereabouts), 'amp', 'settings'), whereabouts),
    projectFile: (whereabouts) => jsonOrJsonc(join(whereabouts.project, '.amp', 'settings'), whereabouts),
    section: 'amp.mcpServers',
    next: 'Start a new Amp session. Approve the server if it is in a project.',
  },
  junie: {
    ...USUAL,
    title: 'Junie',
    userFile: inHome('.junie', 'mcp', 'mcp.json'),
    projectFile: inProject('.junie', 'mcp', 'mcp.json'),
    next: 'Start a new Junie session.',
  },
  'lm-studio': {
    ...USUAL,
    title: 'LM Studio',
    userFile: ({ home, exists }) => {
      const files = [join(home, '.lmstudio', 'mcp.json'), join(home, '.cache', 'lm-studio', 'mcp.json')]
      return files.find(exists) ?? join(home, '.lmstudio', 'mcp.json')
    },
    next: 'LM Studio loads the server at once. Enable it in the Program tab.',
  },
}

/** Other names that people type for a client. */
export const CLIENT_ALIASES: Readonly<Record<string, string>> = {
  'copilot-cli': 'github-copilot',
  gemini: 'gemini-cli',
  kiro: 'kiro-cli',
}

/** Where programs for people keep their settings. */
function applicationFolder(whereabouts: Whereabouts): string {
  if (whereabouts.platform === 'darwin') return join(whereabouts.home, 'Library', 'Application Support')
  return configFolder(whereabouts)
}

function configFolder({ home, platform, variable }: Whereabouts): string {
  if (platform === 'win32') return variable('APPDATA') ?? join(home, 'AppData', 'Roaming')
  return variable('XDG_CONFIG_HOME') ?? join(home, '.config')
}

/** Clients that read both names: the one that exists. */
function jsonOrJsonc(path: string, { exists }: Whereabouts): string {
  return exists(`${path}.jsonc`) ? `${path}.jsonc` : `${path}.json`
}
