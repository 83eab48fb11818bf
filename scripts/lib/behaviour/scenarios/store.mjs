// What is installed: install, update, remove, rollback, verify, lock, outdated, each with the files that it leaves.

import { makeTarGz, makeZip } from '../archives.mjs'
import { offeredIn } from '../fixtures/offered.mjs'
import { PERSONAL, skillText, WORKSHOP } from '../fixtures/skills.mjs'
import { both, capture, erase, metier, scenario, tree, write } from '../steps.mjs'

const MACHINE = { project: offeredIn('offered') }
const INSTALL = metier('install', 'letter', '--from', 'local:offered')
const NEWER = {
  'offered/letter/SKILL.md': skillText('letter', 'Writes formal letters and notes.', { more: 'version: 1.2.0\n' }),
}

const ARRIVING = [
  scenario('store/install', MACHINE, INSTALL, tree('home')),
  scenario('store/install-json', MACHINE, metier('install', 'letter', '--from', 'local:offered', '--json')),
  scenario(
    'store/install-needy',
    MACHINE,
    ...both('install', 'stamp', '--from', 'local:offered', '--force'),
    metier('check', 'stamp'),
  ),
  scenario(
    'store/install-project',
    MACHINE,
    metier('install', 'letter', '--from', 'local:offered', '--project'),
    tree('project', 'home'),
  ),
  scenario('store/install-exists', MACHINE, INSTALL, ...both('install', 'letter', '--from', 'local:offered')),
  scenario(
    'store/install-force',
    MACHINE,
    INSTALL,
    write(NEWER),
    metier('install', 'letter', '--from', 'local:offered', '--force'),
    tree('home'),
  ),
  scenario(
    'store/install-several',
    MACHINE,
    ...both('install', 'letter', 'stamp', '--from', 'local:offered'),
    metier('lock'),
  ),
  scenario('store/install-all', MACHINE, metier('install', '--all', '--from', 'local:offered'), tree('home')),
  scenario('store/install-all-json', MACHINE, metier('install', '--all', '--from', 'local:offered', '--json')),
  scenario('store/install-warned', MACHINE, ...both('install', 'setup-guide', '--from', 'local:offered'), tree('home')),
  scenario(
    'store/install-warned-yes',
    MACHINE,
    metier('install', 'setup-guide', '--from', 'local:offered', '--yes'),
    tree('home'),
  ),
  scenario(
    'store/install-accept',
    MACHINE,
    metier('install', 'setup-guide', '--from', 'local:offered', '--json'),
    capture('digest', /(sha256:[0-9a-f]{64})/),
    metier('install', 'setup-guide', '--from', 'local:offered', '--accept', 'sha256:00'),
    metier('install', 'setup-guide', '--from', 'local:offered', '--accept', '{digest}'),
  ),
  scenario(
    'store/install-blocked',
    MACHINE,
    ...both('install', 'leaky', '--from', 'local:offered'),
    metier('install', 'leaky', '--from', 'local:offered', '--yes'),
    tree('home'),
  ),
  scenario(
    'store/install-allow-rule',
    MACHINE,
    metier('install', 'leaky', '--from', 'local:offered', '--json'),
    capture('digest', /(sha256:[0-9a-f]{64})/),
    metier('install', 'leaky', '--from', 'local:offered', '--allow-rule', 'SK-EX001', '--digest', '{digest}', '--yes'),
    metier('install', 'leaky', '--from', 'local:offered', '--allow-rule', 'SK-EX001'),
    tree('home'),
  ),
  scenario(
    'store/install-unknown',
    MACHINE,
    ...both('install', 'lettre', '--from', 'local:offered'),
    ...both('install', 'x', '--from', 'local:nowhere'),
  ),
  scenario('store/install-untrusted', MACHINE, ...both('install', 'atlas', '--from', 'github.com/example/skills')),
  scenario(
    'store/install-bad-source',
    MACHINE,
    ...both('install', 'a', '--from', 'file:///etc'),
    metier('install', 'a', '--from', ''),
  ),
  scenario('store/install-no-source', MACHINE, ...both('install', 'letter'), metier('install')),
  scenario(
    'store/install-archive',
    {
      project: {
        'letter.zip': makeZip({ 'SKILL.md': skillText('letter', 'From a zip.') }),
        'atlas.tgz': makeTarGz({ 'atlas/SKILL.md': skillText('atlas', 'From a tar.') }),
        'broken.zip': 'PK',
      },
    },
    metier('install', 'letter', '--from', 'local:letter.zip'),
    metier('install', 'atlas', '--from', 'local:atlas.tgz', '--json'),
    metier('install', 'broken', '--from', 'local:broken.zip'),
    tree('home'),
  ),
  scenario(
    'store/install-settings',
    {
      project: {
        'offered/cfg/SKILL.md': skillText('cfg', 'Has settings.'),
        'offered/cfg/.claude/settings.json': '{}\n',
      },
    },
    metier('install', 'cfg', '--from', 'local:offered'),
    tree('home'),
  ),
  scenario(
    'store/install-shadowing',
    { project: { ...WORKSHOP, ...offeredIn('offered') }, home: PERSONAL },
    metier('install', 'letter', '--from', 'local:offered'),
    metier('list'),
  ),
]

const CHANGING = [
  scenario('store/update', MACHINE, INSTALL, write(NEWER), ...both('update', 'letter'), tree('home')),
  scenario(
    'store/update-all',
    MACHINE,
    INSTALL,
    metier('install', 'stamp', '--from', 'local:offered'),
    write(NEWER),
    metier('update'),
    metier('update', '--json'),
  ),
  scenario(
    'store/update-diff',
    MACHINE,
    INSTALL,
    write(NEWER),
    metier('update', 'letter', '--diff'),
    metier('update', 'letter', '--diff', '--yes'),
  ),
  scenario(
    'store/update-changed',
    MACHINE,
    INSTALL,
    write(NEWER),
    write({ '.agents/skills/letter/SKILL.md': 'mine\n' }, 'home'),
    ...both('update', 'letter'),
    metier('update', 'letter', '--force'),
  ),
  scenario('store/update-unknown', MACHINE, ...both('update', 'letter'), metier('update')),
  scenario('store/update-gone', MACHINE, INSTALL, erase('offered'), ...both('update', 'letter')),
  scenario('store/outdated', MACHINE, INSTALL, metier('outdated'), write(NEWER), ...both('outdated')),
  scenario('store/outdated-gone', MACHINE, INSTALL, erase('offered'), ...both('outdated')),
  scenario('store/remove', MACHINE, INSTALL, metier('remove', 'letter'), tree('home')),
  scenario(
    'store/remove-json',
    MACHINE,
    INSTALL,
    metier('remove', 'letter', '--json'),
    metier('remove', 'letter', '--json'),
  ),
  scenario(
    'store/remove-unmanaged',
    { project: WORKSHOP },
    ...both('remove', 'meeting-notes'),
    ...both('remove', 'none'),
  ),
  scenario(
    'store/rollback',
    MACHINE,
    INSTALL,
    write(NEWER),
    metier('update', 'letter'),
    metier('rollback', 'letter'),
    tree('home'),
  ),
  scenario(
    'store/rollback-removed',
    MACHINE,
    INSTALL,
    metier('remove', 'letter'),
    metier('rollback', 'letter', '--json'),
    metier('list'),
  ),
  scenario(
    'store/rollback-to',
    MACHINE,
    INSTALL,
    write(NEWER),
    metier('update', 'letter'),
    metier('rollback', 'letter', '--to', '9.9.9'),
    metier('rollback', 'letter', '--to', '1.1.0'),
  ),
  scenario('store/rollback-none', MACHINE, INSTALL, ...both('rollback', 'letter'), ...both('rollback', 'none')),
]

const KEEPING = [
  scenario('store/verify', MACHINE, INSTALL, ...both('verify')),
  scenario(
    'store/verify-changed',
    MACHINE,
    INSTALL,
    write({ '.agents/skills/letter/SKILL.md': 'mine\n', '.agents/skills/letter/extra.txt': 'x\n' }, 'home'),
    erase('.agents/skills/letter/forms', 'home'),
    ...both('verify'),
  ),
  scenario('store/verify-none', {}, ...both('verify')),
  scenario('store/lock', MACHINE, INSTALL, ...both('lock'), ...both('lock', 'letter'), ...both('lock', 'none')),
  scenario(
    'store/lock-pin',
    MACHINE,
    INSTALL,
    metier('lock', '--pin', 'letter'),
    write(NEWER),
    ...both('update', 'letter'),
    metier('update'),
    metier('lock', '--unpin', 'letter'),
    metier('lock', '--pin', 'none'),
    tree('home'),
  ),
  scenario('store/lock-none', {}, ...both('lock')),
  scenario(
    'store/lock-broken',
    { home: { '.agents/skills.lock.json': '{ "version": 1,' } },
    ...both('lock'),
    ...both('verify'),
    metier('remove', 'letter'),
  ),
  scenario(
    'store/frozen',
    MACHINE,
    INSTALL,
    erase('.agents/skills/letter', 'home'),
    metier('install', '--frozen'),
    tree('home'),
  ),
  scenario(
    'store/frozen-json',
    MACHINE,
    INSTALL,
    erase('.agents/skills', 'home'),
    metier('install', '--frozen', '--json'),
    metier('install', '--frozen'),
  ),
  scenario(
    'store/frozen-changed-source',
    MACHINE,
    INSTALL,
    erase('.agents/skills', 'home'),
    write(NEWER),
    ...both('install', '--frozen'),
  ),
  scenario('store/frozen-none', {}, ...both('install', '--frozen', '--project')),
]

export const STORE = [...ARRIVING, ...CHANGING, ...KEEPING]
