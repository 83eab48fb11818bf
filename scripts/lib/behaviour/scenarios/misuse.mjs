// Words that make no sense, and a machine that does not play along.
import { PERSONAL, WORKSHOP } from '../fixtures/skills.mjs'
import { both, metier, metierWith, scenario, tree } from '../steps.mjs'

const MACHINE = { project: WORKSHOP, home: PERSONAL }

export const MISUSE = [
  scenario('misuse/unknown-command', MACHINE, ...both('lst'), ...both('zeppelin'), metier('help', 'lst')),
  scenario('misuse/unknown-option', MACHINE, ...both('list', '--eligble'), metier('list', '-x'), metier('--nope')),
  scenario('misuse/too-many-words', MACHINE, ...both('list', 'foo'), metier('info', 'a', 'b')),
  scenario('misuse/missing-words', MACHINE, ...both('info'), metier('search'), metier('approve'), metier('run')),
  scenario(
    'misuse/bad-values',
    MACHINE,
    ...both('list', '--filter', 'odd'),
    metier('search', 'a', '--limit', 'x'),
    metier('prompt', '--budget', '-1'),
    metier('tools', '--format', 'xml'),
  ),
  scenario(
    'misuse/missing-value',
    MACHINE,
    metier('list', '--root'),
    metier('list', '--workdir'),
    metier('install', '--from'),
  ),
  scenario(
    'misuse/contradiction',
    MACHINE,
    ...both('list', '--eligible', '--ineligible'),
    metier('audit', 'x', '--sarif', '--json'),
    metier('approve', 'x', '--show', '--revoke'),
  ),
  scenario('misuse/missing-root', MACHINE, ...both('list', '--root', 'none'), metier('check', 'x', '--root', 'none')),
  scenario('misuse/empty-words', MACHINE, metier(''), metier('info', ''), metier('list', '--root', '')),
  scenario('misuse/no-home', MACHINE, metierWith({ variables: { HOME: '/nowhere/at/all' } }, 'list')),
  scenario(
    'misuse/home-is-a-file',
    { project: { ...WORKSHOP, file: 'x\n' } },
    metierWith({ variables: { HOME: './file' } }, 'disable', 'keigo'),
    tree('home'),
  ),
  scenario('misuse/help-of-nothing', MACHINE, ...both('help', 'zeppelin'), metier('help', 'list', 'info')),
]
