// Help of every command, as text and as JSON, and the version.
import { metier, scenario, terminal } from '../steps.mjs'

const COMMANDS = [
  'approve',
  'audit',
  'call',
  'check',
  'completion',
  'config',
  'disable',
  'doctor',
  'enable',
  'help',
  'info',
  'install',
  'list',
  'lock',
  'mcp',
  'migrate',
  'new',
  'outdated',
  'prompt',
  'reload',
  'remove',
  'rollback',
  'search',
  'serve',
  'stats',
  'test',
  'tools',
  'trust',
  'update',
  'validate',
  'verify',
]

export const HELP = [
  scenario('help/overview', {}, metier(), metier('--help'), metier('help'), metier('help', '--json')),
  scenario('help/version', {}, metier('--version'), metier('-V', '--json'), metier('list', '--version')),
  ...COMMANDS.map((name) => scenario(`help/${name}`, {}, metier(name, '--help'), metier('help', name, '--json'))),
]

export const HELP_WIDTHS = [
  scenario('terminal/help', {}, terminal(60, '--help'), terminal(120, '--help')),
  scenario('terminal/help-install', {}, terminal(50, 'install', '--help'), terminal(80, 'help', 'install')),
  scenario('terminal/help-serve', {}, terminal(72, 'serve', '--help')),
]
