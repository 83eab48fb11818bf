// A skill's own tools at the command line, named sets, what a client shows, and what a source offers.
import { offeredIn } from '../fixtures/offered.mjs'
import { PERSONAL, TOOLED, WORKSHOP } from '../fixtures/skills.mjs'
import { both, metier, scenario, tree } from '../steps.mjs'

const TOOLS = { project: TOOLED }
const MACHINE = { project: { ...WORKSHOP, ...TOOLED, ...offeredIn('offered') }, home: PERSONAL }
const TEXT = JSON.stringify({ text: 'one two three' })
const SHELF = JSON.stringify({ order: 'up' })

const RUN = [
  scenario('run/unapproved', TOOLS, ...both('run', 'word-count', 'count_words', TEXT)),
  scenario(
    'run/approved',
    TOOLS,
    metier('approve', 'word-count', '--yes'),
    ...both('run', 'word-count', 'count_words', TEXT),
    ...both('run', 'word-count', 'count_words', '{}'),
    metier('run', 'word-count', 'count_words', '{'),
  ),
  scenario(
    'run/allow',
    TOOLS,
    metier('approve', 'word-count', '--yes'),
    metier('approve', 'shelf-keeper', '--yes'),
    ...both('run', 'shelf-keeper', 'sort_shelf', SHELF),
    ...both('run', 'shelf-keeper', 'sort_shelf', SHELF, '--allow', 'execute'),
    ...both('run', 'shelf-keeper', 'break_shelf', '{}'),
  ),
  scenario(
    'run/unknown',
    TOOLS,
    ...both('run', 'word-count', 'count_word'),
    ...both('run', 'word-counts', 'count_words'),
    ...both('run', 'bad-tools', 'anything'),
  ),
]

const TOOLS_OF_SKILL = [
  scenario('tools/skill', TOOLS, ...both('tools', '--skill', 'word-count')),
  scenario('tools/skill-openai', TOOLS, metier('tools', '--skill', 'shelf-keeper', '--format', 'openai')),
  scenario('tools/skill-broken', TOOLS, ...both('tools', '--skill', 'bad-tools')),
  scenario('tools/skill-unknown', TOOLS, ...both('tools', '--skill', 'nowhere')),
]

const SETS = [
  scenario('sets/none', MACHINE, ...both('sets'), ...both('sets', 'writing'), metier('list', '--set', 'writing')),
  scenario(
    'sets/change',
    MACHINE,
    ...both('sets', 'writing', '--add', 'meeting-notes', '--add', 'word-*'),
    ...both('sets'),
    metier('list', '--set', 'writing'),
    metier('sets', 'writing', '--remove', 'word-*'),
    ...both('sets', 'writing'),
    tree('home'),
  ),
]

const CLIENTS = ['claude-code', 'codex', 'nowhere']
const PROMPT = CLIENTS.map((client) =>
  scenario(`prompt/client-${client}`, MACHINE, ...both('prompt', '--client', client)),
)

const OFFERS = [
  scenario('install/list', MACHINE, ...both('install', './offered', '--list'), tree('home')),
  scenario('install/list-nothing', MACHINE, ...both('install', './nowhere', '--list')),
  scenario('install/list-named', MACHINE, metier('install', './offered', 'pdf', '--list')),
]

export const WORKING = [...RUN, ...TOOLS_OF_SKILL, ...SETS, ...PROMPT, ...OFFERS]
