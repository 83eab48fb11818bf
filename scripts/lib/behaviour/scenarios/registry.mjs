// What is found and what can be used: list, info, check, reload, search, prompt, tools, doctor.
import { BROKEN, PERSONAL, SUSPECT, TOOLED, WORKSHOP } from '../fixtures/skills.mjs'
import { addToPath, both, metier, metierWith, scenario, write } from '../steps.mjs'

const MACHINE = { project: WORKSHOP, home: PERSONAL }
const FULL = { project: { ...WORKSHOP, ...TOOLED, ...BROKEN, ...SUSPECT }, home: PERSONAL }

/** The same command as text and as JSON. */
const LIST = [
  scenario('registry/list', MACHINE, ...both('list')),
  scenario('registry/list-eligible', MACHINE, ...both('list', '--eligible')),
  scenario('registry/list-ineligible', MACHINE, ...both('list', '--ineligible')),
  scenario('registry/list-verbose', MACHINE, ...both('list', '--verbose')),
  scenario('registry/list-tree', MACHINE, ...both('list', '--tree')),
  scenario('registry/list-shadowed', MACHINE, ...both('list', '--filter', 'shadowed')),
  scenario('registry/list-disabled', MACHINE, metier('disable', 'keigo'), ...both('list', '--filter', 'disabled')),
  scenario('registry/list-flagged', FULL, ...both('list', '--root', 'skills', '--filter', 'flagged')),
  scenario('registry/list-sorted', MACHINE, metier('list', '--sort', 'name'), metier('list', '--sort', 'state')),
  scenario('registry/list-scope', MACHINE, metier('list', '--scope', 'personal'), metier('list', '--scope', 'project')),
  scenario('registry/list-strict', FULL, ...both('list', '--root', 'skills', '--strict')),
  scenario('registry/list-broken', FULL, ...both('list', '--root', 'skills')),
  scenario('registry/list-none', {}, ...both('list')),
  scenario('registry/list-two-roots', FULL, ...both('list', '--root', 'suspect', '--root', '.claude/skills')),
  scenario('registry/list-workdir', FULL, metier('list', '--workdir', 'skills'), metier('list', '--workdir', 'none')),
]

const ONE = [
  scenario('registry/info', MACHINE, ...both('info', 'meeting-notes')),
  scenario('registry/info-ineligible', MACHINE, ...both('info', 'video-clips')),
  scenario('registry/info-qualified', MACHINE, ...both('info', 'personal:meeting-notes')),
  scenario('registry/info-tools', FULL, ...both('info', 'word-count')),
  scenario('registry/info-unknown', MACHINE, ...both('info', 'meeting-note')),
  scenario('registry/check-eligible', MACHINE, ...both('check', 'meeting-notes')),
  scenario('registry/check-missing', MACHINE, ...both('check', 'video-clips')),
  scenario('registry/check-system', MACHINE, ...both('check', 'desk-reminders')),
  scenario('registry/check-one-of', MACHINE, ...both('check', 'page-saver')),
  scenario('registry/check-unknown', MACHINE, ...both('check', 'nothing-like-it')),
  scenario(
    'registry/check-package-managers',
    { ...MACHINE, programs: ['cargo', 'brew'], variables: { CLIP_TOKEN: 'x' } },
    ...both('check', 'video-clips'),
  ),
  scenario('registry/check-broken', FULL, ...both('check', 'open-quote', '--root', 'skills')),
]

const LATER = [
  scenario(
    'registry/reload',
    MACHINE,
    metier('list'),
    addToPath('clipcut'),
    metierWith({ variables: { CLIP_TOKEN: 'x' } }, 'reload'),
    metier('reload', '--json'),
  ),
  scenario(
    'registry/reload-new-skill',
    MACHINE,
    metier('list'),
    write({ '.agents/skills/added/SKILL.md': '---\nname: added\ndescription: Came later\n---\n' }),
    ...both('reload'),
  ),
  scenario('registry/search', MACHINE, ...both('search', 'notes', 'meeting')),
  scenario('registry/search-limit', MACHINE, ...both('search', 'clip', '--limit', '1')),
  scenario('registry/search-slip', MACHINE, metier('search', 'metting'), metier('search', '手紙')),
  scenario('registry/search-none', MACHINE, ...both('search', 'zeppelin')),
  scenario('registry/prompt', MACHINE, ...both('prompt')),
  scenario('registry/prompt-budget', MACHINE, ...both('prompt', '--budget', '60')),
  scenario('registry/prompt-none', {}, ...both('prompt')),
  scenario('registry/tools', MACHINE, metier('tools'), metier('tools', '--format', 'openai')),
  scenario(
    'registry/tools-formats',
    MACHINE,
    metier('tools', '--format', 'anthropic'),
    metier('tools', '--format', 'mcp'),
  ),
  scenario('registry/tools-none', {}, metier('tools', '--json')),
  scenario('registry/doctor', MACHINE, ...both('doctor')),
  scenario('registry/doctor-trouble', FULL, write({ '.metier/config.json': '{ "skills": 1, }' }), ...both('doctor')),
  scenario('registry/doctor-broken', FULL, ...both('doctor', '--root', 'skills', '--root', 'none')),
]

export const REGISTRY = [...LIST, ...ONE, ...LATER]
