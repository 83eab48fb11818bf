// `metier mcp install CLIENT`: what is shown, and what the client's configuration is afterwards.
import { metier, scenario, tree } from '../steps.mjs'

const FILES = {
  'claude-code': '.claude.json',
  codex: '.codex/config.toml',
  cursor: '.cursor/mcp.json',
  vscode: '.config/Code/User/mcp.json',
  gemini: '.gemini/settings.json',
}

function existing(path) {
  return path.endsWith('toml') ? '# mine\nmodel = "x"\n' : '{\n  "mine": 1 // yes\n}\n'
}

const EACH = Object.entries(FILES).flatMap(([client, path]) => [
  scenario(
    `clients/${client}`,
    { programs: ['metier'] },
    metier('mcp', 'install', client),
    tree('home'),
    metier('mcp', 'uninstall', client),
    tree('home'),
  ),
  scenario(
    `clients/${client}-existing`,
    { programs: ['metier'], home: { [path]: existing(path) } },
    metier('mcp', 'install', client, '--json'),
    tree('home'),
    metier('mcp', 'install', client),
    metier('mcp', 'uninstall', client),
    tree('home'),
  ),
])

export const CLIENTS = [
  ...EACH,
  scenario(
    'clients/print',
    { programs: ['metier'] },
    metier('mcp', 'install', 'codex', '--print'),
    metier('mcp', 'install', 'cursor', '--print', '--json'),
    tree('home'),
  ),
  scenario(
    'clients/project',
    { programs: ['metier'], project: { 'mine/x/SKILL.md': 'x\n' } },
    metier(
      'mcp',
      'install',
      'cursor',
      '--project',
      '--profile',
      'all',
      '--delivery',
      'dispatch',
      '--strict',
      '--root',
      'mine',
    ),
    tree('project'),
  ),
  scenario('clients/not-on-path', {}, metier('mcp', 'install', 'gemini', '--print')),
  scenario(
    'clients/misuse',
    {},
    metier('mcp', 'install'),
    metier('mcp', 'install', 'emacs'),
    metier('mcp', 'uninstall', 'codex'),
    metier('mcp', 'remove', 'codex', '--json'),
  ),
  scenario(
    'clients/broken',
    { programs: ['metier'], home: { '.cursor/mcp.json': '{ "mcpServers": [' } },
    metier('mcp', 'install', 'cursor'),
    metier('mcp', 'install', 'cursor', '--json'),
    tree('home'),
  ),
]
