// Every tool as a model calls it, with every action and every kind of failure.
import { offeredIn } from '../fixtures/offered.mjs'
import { BROKEN, PERSONAL, skillText, TOOLED, WORKSHOP } from '../fixtures/skills.mjs'
import { addToPath, forbid, metier, metierWith, scenario, tree } from '../steps.mjs'

const MACHINE = { project: { ...WORKSHOP, ...TOOLED, ...offeredIn('offered') }, home: PERSONAL }
const FOLDER = {
  project: {
    ...BROKEN,
    'skills/loud/SKILL.MD': skillText('loud', 'Has an upper-case name.'),
    'skills/empty/notes.txt': 'no main file\n',
    'skills/huge/SKILL.md': `${skillText('huge', 'Is too large.')}${'x'.repeat(1024 * 1024)}`,
    'skills/bytes/SKILL.md': Buffer.from([0x2d, 0x2d, 0x2d, 0x0a, 0xff, 0xfe, 0x0a]),
    'skills/linked/SKILL.md': { link: '../../outside.md' },
    'outside.md': skillText('linked', 'Lies outside.'),
    'skills/a-file': 'not a folder\n',
  },
}

/** A call of a tool with an input. */
function call(tool, input, ...words) {
  return metier('call', tool, JSON.stringify(input), ...words)
}

/** One step for each input. */
function calls(tool, inputs, ...words) {
  return inputs.map((input) => call(tool, input, ...words))
}

const WAVE = [
  scenario('call/wave', MACHINE, ...calls('Skill', [{ skill_name: 'meeting-notes' }, { skill_name: 'keigo' }])),
  scenario(
    'call/wave-unknown',
    MACHINE,
    ...calls('Skill', [{ skill_name: 'meeting-note' }, { skill_name: '' }, {}, { skill_name: 1 }]),
  ),
  scenario(
    'call/wave-ineligible',
    MACHINE,
    ...calls('Skill', [{ skill_name: 'video-clips' }, { skill_name: 'desk-reminders' }, { skill_name: 'quick-math' }]),
  ),
  scenario('call/wave-extra', MACHINE, call('Skill', { skill_name: 'keigo', more: 1 })),
  scenario(
    'call/wave-broken',
    FOLDER,
    ...calls(
      'Skill',
      [{ skill_name: 'open-quote' }, { skill_name: 'Wrong_Name' }, { skill_name: 'no-description' }],
      '--root',
      'skills',
    ),
  ),
  scenario(
    'call/wave-strict',
    FOLDER,
    ...calls('Skill', [{ skill_name: 'other-name' }, { skill_name: 'too-long' }], '--root', 'skills', '--strict'),
  ),
  scenario('call/wave-none', {}, call('Skill', { skill_name: 'anything' })),
]

const NEOVATE = [
  scenario('call/neovate', MACHINE, ...calls('skill', [{ skill: '  meeting-notes  ' }, { skill: 'video-clips' }])),
  scenario(
    'call/neovate-unknown',
    MACHINE,
    ...calls('skill', [{ skill: ' none ' }, { skill: '' }, {}, { skill: 1 }, 'text']),
  ),
]

const GET = [
  scenario(
    'call/get-skill',
    FOLDER,
    ...calls(
      'get_skill',
      [{ skill_name: 'fine' }, { skill_name: 'loud' }, { skill_name: 'open-quote' }],
      '--root',
      'skills',
    ),
  ),
  scenario(
    'call/get-skill-bad-name',
    FOLDER,
    ...calls(
      'get_skill',
      ['../x', 'a/b', 'a\\b', 'a..b', '', '.', 'a\0b'].map((skill_name) => ({ skill_name })),
      '--root',
      'skills',
    ),
  ),
  scenario(
    'call/get-skill-bad-file',
    FOLDER,
    ...calls(
      'get_skill',
      ['none', 'empty', 'huge', 'bytes', 'linked', 'a-file'].map((skill_name) => ({ skill_name })),
      '--root',
      'skills',
    ),
  ),
  scenario(
    'call/get-skill-bad-input',
    FOLDER,
    ...calls('get_skill', [{}, { skill_name: 1 }, [], null], '--root', 'skills'),
  ),
]

const SKILLS = [
  scenario(
    'call/skills-list',
    MACHINE,
    ...calls('skills', [
      { action: 'list' },
      { action: 'list', filter: 'eligible' },
      { action: 'list', filter: 'ineligible', verbose: true },
      { action: 'list', filter: 'odd' },
    ]),
  ),
  scenario(
    'call/skills-info',
    MACHINE,
    ...calls('skills', [
      { action: 'info', skill: 'video-clips' },
      { action: 'info', skill: 'meeting-notes' },
      { action: 'info', skill: 'foo' },
      { action: 'info' },
    ]),
  ),
  scenario(
    'call/skills-check',
    MACHINE,
    ...calls('skills', [
      { action: 'check', skill: 'video-clips' },
      { action: 'check', skill: 'desk-reminders' },
      { action: 'check', skill: 'keigo' },
      { action: 'check', skill: 'foo' },
      { action: 'check' },
    ]),
  ),
  scenario(
    'call/skills-bad-action',
    MACHINE,
    ...calls('skills', [{ action: 'foo' }, {}, { action: 1 }, { action: '' }]),
  ),
  scenario(
    'call/skills-install',
    MACHINE,
    ...calls('skills', [
      { action: 'install', skill: 'letter', from: 'local:offered' },
      { action: 'install', skill: 'letter', from: 'local:offered' },
      { action: 'install', skill: 'letter', from: 'local:offered', force: true },
      { action: 'install', skill: 'stamp', from: 'local:offered' },
    ]),
    tree('home'),
  ),
  scenario(
    'call/skills-install-refused',
    MACHINE,
    ...calls('skills', [
      { action: 'install', skill: 'leaky', from: 'local:offered' },
      { action: 'install', skill: 'setup-guide', from: 'local:offered' },
      { action: 'install', skill: 'x', from: 'github.com/example/x' },
      { action: 'install', skill: 'x' },
      { action: 'install', from: 'clawhub' },
      { action: 'install', skill: 'none', from: 'local:offered' },
    ]),
  ),
  scenario(
    'call/skills-reload',
    MACHINE,
    metier('list', '--json'),
    addToPath('clipcut'),
    call('skills', { action: 'reload' }),
  ),
  scenario(
    'call/skills-search',
    MACHINE,
    ...calls('skills', [
      { action: 'search', query: 'words' },
      { action: 'search', query: 'zeppelin' },
      { action: 'search' },
    ]),
  ),
  scenario(
    'call/skills-switch',
    MACHINE,
    ...calls('skills', [
      { action: 'disable', skill: 'keigo' },
      { action: 'list', filter: 'eligible' },
      { action: 'enable', skill: 'keigo' },
      { action: 'enable', skill: 'none' },
      { action: 'disable' },
    ]),
  ),
  scenario(
    'call/skills-trust',
    MACHINE,
    ...calls('skills', [{ action: 'trust', source: 'github.com/a/*' }, { action: 'trust' }]),
    tree('home'),
  ),
  scenario(
    'call/skills-audit',
    MACHINE,
    ...calls('skills', [
      { action: 'audit', skill: 'word-count' },
      { action: 'audit', skill: 'none' },
      { action: 'audit' },
    ]),
  ),
  scenario(
    'call/skills-store',
    MACHINE,
    metier('install', 'letter', '--from', 'local:offered'),
    ...calls('skills', [
      { action: 'verify' },
      { action: 'update', skill: 'letter' },
      { action: 'remove', skill: 'letter' },
      { action: 'rollback', skill: 'letter' },
      { action: 'remove', skill: 'none' },
      { action: 'update', skill: 'none' },
    ]),
  ),
]

const ACTIVATE = [
  scenario(
    'call/activate',
    MACHINE,
    ...calls('activate_skill', [{ name: 'meeting-notes', arguments: 'of Monday' }, { name: 'word-count' }]),
  ),
  scenario(
    'call/activate-refused',
    MACHINE,
    ...calls('activate_skill', [
      { name: 'video-clips' },
      { name: 'meetin-notes' },
      { name: 'quick-math' },
      {},
      { name: 1 },
    ]),
  ),
  scenario(
    'call/read-file',
    MACHINE,
    ...calls('read_skill_file', [
      { name: 'meeting-notes' },
      { name: 'meeting-notes', path: 'references/layout.md' },
      { name: 'meeting-notes', path: 'SKILL.md', start_line: 2, end_line: 3 },
    ]),
  ),
  scenario(
    'call/read-file-refused',
    MACHINE,
    ...calls('read_skill_file', [
      { name: 'meeting-notes', path: '../video-clips/SKILL.md' },
      { name: 'meeting-notes', path: 'none.md' },
      { name: 'meeting-notes', path: 'SKILL.md', start_line: 99 },
      { name: 'none' },
      {},
      { name: 'keigo', path: '/etc/passwd' },
      { name: 'keigo', start_line: 0 },
    ]),
  ),
]

const DENIED = { isOther: true }

const OTHER = [
  scenario(
    'call/unreadable',
    MACHINE,
    forbid('.agents/skills/wish-sorter/SKILL.md'),
    metierWith(DENIED, 'call', 'get_skill', '{"skill_name":"wish-sorter"}'),
    metierWith(DENIED, 'call', 'Skill', '{"skill_name":"wish-sorter"}'),
    metierWith(DENIED, 'list'),
  ),
  scenario('call/unknown-tool', MACHINE, call('Skil', {}), call('Skil', {}, '--json')),
  scenario(
    'call/bad-json',
    MACHINE,
    metier('call', 'Skill', '{"skill_name":'),
    metier('call', 'Skill'),
    metier('call', 'Skill', '"text"', '--json'),
  ),
]

export const CALLS = [...WAVE, ...NEOVATE, ...GET, ...SKILLS, ...ACTIVATE, ...OTHER]
