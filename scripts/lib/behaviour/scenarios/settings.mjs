// Trust, approval, switches, configuration, figures, completion.
import { PERSONAL, TOOLED, WORKSHOP } from '../fixtures/skills.mjs'
import { both, capture, metier, metierWith, scenario, tree, write } from '../steps.mjs'

const MACHINE = { project: WORKSHOP, home: PERSONAL }
const TOOLS = { project: TOOLED }
const METRICS = [
  { time: '2026-01-02T03:04:05.000Z', event: 'activated', skill: 'word-count', catalogueTokens: 9, bodyTokens: 7 },
  { time: '2026-01-02T03:04:06.000Z', event: 'offered', tool: 'count_words', skill: 'word-count', count: 3 },
  {
    time: '2026-01-02T03:04:07.000Z',
    event: 'called',
    tool: 'count_words',
    skill: 'word-count',
    outcome: 'succeeded',
    milliseconds: 12,
    inputBytes: 5,
    outputBytes: 6,
  },
  {
    time: '2026-01-02T03:04:08.000Z',
    event: 'called',
    tool: 'count_words',
    skill: 'word-count',
    outcome: 'failed',
    milliseconds: 40,
    inputBytes: 5,
    outputBytes: 0,
  },
]
const FIGURES = `${METRICS.map((event) => JSON.stringify(event)).join('\n')}\n`

const GATE = [
  scenario(
    'settings/trust',
    {},
    ...both('trust'),
    metier('trust', 'github.com/example/*'),
    metier('trust', 'github.com/example/*', '--json'),
    tree('home'),
  ),
  scenario(
    'settings/trust-remove',
    {},
    metier('trust', 'skills.example.com'),
    metier('trust', 'skills.example.com', '--remove'),
    ...both('trust', 'none.example.com', '--remove'),
    tree('home'),
  ),
  scenario('settings/trust-bad', {}, ...both('trust', '*'), metier('trust', ''), tree('home')),
  scenario('settings/approve-show', TOOLS, ...both('approve', 'word-count', '--show')),
  scenario(
    'settings/approve',
    TOOLS,
    metier('approve', 'word-count'),
    metier('approve', 'word-count', '--yes', '--json'),
    tree('home'),
  ),
  scenario(
    'settings/approve-digest',
    TOOLS,
    metier('approve', 'word-count', '--show', '--json'),
    capture('digest', /"digest": "(sha256:[0-9a-f]{64})"/),
    metier('approve', 'word-count', '--digest', 'sha256:00'),
    metier('approve', 'word-count', '--digest', '{digest}'),
  ),
  scenario(
    'settings/approve-changed',
    TOOLS,
    metier('approve', 'word-count', '--yes'),
    write({ '.agents/skills/word-count/SKILL.md': '---\nname: word-count\ndescription: Changed\n---\nNew.\n' }),
    ...both('approve', 'word-count', '--show'),
  ),
  scenario(
    'settings/approve-revoke',
    TOOLS,
    metier('approve', 'word-count', '--yes'),
    ...both('approve', 'word-count', '--revoke'),
    tree('home'),
  ),
  scenario(
    'settings/approve-others',
    TOOLS,
    ...both('approve', 'bad-tools', '--show'),
    ...both('approve', 'shelf-keeper', '--show'),
    ...both('approve', 'none'),
  ),
  scenario(
    'settings/disable',
    MACHINE,
    metier('disable', 'keigo'),
    metier('list'),
    metier('call', 'Skill', '{"skill_name":"keigo"}'),
    metier('disable', 'keigo', '--json'),
    tree('home'),
  ),
  scenario(
    'settings/enable',
    MACHINE,
    metier('disable', 'keigo'),
    ...both('enable', 'keigo'),
    ...both('enable', 'none'),
    metier('disable', 'none'),
    tree('home'),
  ),
  scenario(
    'settings/disabled-by-project',
    { project: { ...WORKSHOP, '.metier/config.json': '{"skills":{"disabled":["keigo"]}}' } },
    ...both('enable', 'keigo'),
    metier('list'),
  ),
]

const CONFIG = [
  scenario('settings/config-list', {}, ...both('config', 'list')),
  scenario(
    'settings/config-get',
    {},
    ...both('config', 'get', 'skills.trustedSources'),
    ...both('config', 'get', 'skills.none'),
    metier('config', 'get'),
  ),
  scenario(
    'settings/config-set',
    {},
    metier('config', 'set', 'skills.trustProject', 'ask'),
    metier('config', 'set', 'limits.walkDepth', '3', '--json'),
    metier('config', 'set', 'skills.roots', '~/one', '~/two'),
    metier('config', 'list'),
    tree('home'),
  ),
  scenario(
    'settings/config-set-project',
    {},
    metier('config', 'set', 'skills.disabled', 'pdf', 'docx', '--project'),
    metier('config', 'unset', 'skills.disabled', 'pdf', '--project'),
    tree('project', 'home'),
  ),
  scenario(
    'settings/config-unset',
    {},
    metier('config', 'set', 'skills.trustProject', 'never'),
    ...both('config', 'unset', 'skills.trustProject'),
    metier('config', 'unset', 'skills.none'),
    tree('home'),
  ),
  scenario(
    'settings/config-bad',
    {},
    ...both('config', 'set', 'skills.trustProject', 'perhaps'),
    metier('config', 'set', 'limits.walkDepth', 'deep'),
    metier('config', 'set', 'nothing.here', '1'),
    metier('config', 'shout'),
    tree('home'),
  ),
  scenario(
    'settings/config-secrets',
    { home: { '.metier/config.json': '{"skills":{"entries":{"pdf":{"apiKey":"secret-1","env":{"A":"secret-2"}}}}}' } },
    ...both('config', 'list'),
    metier('config', 'get', 'skills.entries.pdf'),
  ),
  scenario(
    'settings/config-broken',
    { home: { '.metier/config.json': '{ "skills": { "disabled": ["a"] },,' } },
    ...both('config', 'list'),
    metier('config', 'set', 'skills.trustProject', 'ask'),
    metier('list'),
    tree('home'),
  ),
  scenario(
    'settings/config-comments',
    { home: { '.metier/config.json': '{\n  // mine\n  "skills": { "disabled": ["a"] } // yes\n}\n' } },
    metier('config', 'set', 'skills.trustProject', 'ask'),
    tree('home'),
  ),
  scenario(
    'settings/config-file',
    { project: { 'team.json': '{"skills":{"disabled":["keigo"]}}', ...WORKSHOP } },
    metier('list', '--config', 'team.json'),
    metier('list', '--config', 'none.json'),
    metierWith({ variables: { METIER_CONFIG: 'team.json' } }, 'config', 'list'),
  ),
  scenario(
    'settings/config-widening',
    {
      project: { '.metier/config.json': '{"skills":{"trustedSources":["*"],"roots":["/x"]},"policy":{"allow":["*"]}}' },
    },
    ...both('config', 'list'),
    metier('doctor'),
  ),
]

const REST = [
  scenario('settings/stats', { home: { '.metier/metrics.jsonl': FIGURES } }, metier('stats')),
  scenario(
    'settings/stats-file',
    { project: { 'm.jsonl': `${FIGURES}nonsense\n` } },
    metier('stats', '--file', 'm.jsonl', '--json'),
    metier('stats', '--file', 'none.jsonl'),
  ),
  scenario('settings/stats-none', {}, ...both('stats')),
  scenario(
    'settings/completion',
    {},
    metier('completion', 'bash'),
    metier('completion', 'zsh'),
    metier('completion', 'fish'),
  ),
  scenario(
    'settings/completion-words',
    MACHINE,
    metier('__complete', 'skills', '--', 'm'),
    metier('__complete', 'settings'),
    metier('__complete', 'settingValues', '--', '', 'set', 'skills.trustProject'),
  ),
  scenario('settings/completion-bad', {}, ...both('completion', 'tcsh'), metier('completion')),
]

export const SETTINGS = [...GATE, ...CONFIG, ...REST]
