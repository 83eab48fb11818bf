// For authors: validate, audit, new, test, ci, publish.

import { makeZip } from '../archives.mjs'
import { BROKEN, SUSPECT, skillText, TOOLED } from '../fixtures/skills.mjs'
import { both, metier, scenario, tree, write } from '../steps.mjs'

const BROKEN_MACHINE = { project: BROKEN }
const SUSPECT_MACHINE = { project: SUSPECT }

const VALIDATE = [
  scenario('validate/all', BROKEN_MACHINE, ...both('validate', 'skills')),
  scenario('validate/strict', BROKEN_MACHINE, metier('validate', 'skills/Wrong_Name', 'skills/fine', '--strict')),
  scenario('validate/fine', BROKEN_MACHINE, ...both('validate', 'skills/fine')),
  scenario('validate/file', BROKEN_MACHINE, metier('validate', 'skills/bare-colon/SKILL.md')),
  scenario('validate/sarif', BROKEN_MACHINE, metier('validate', 'skills', '--sarif')),
  scenario('validate/github', BROKEN_MACHINE, metier('validate', 'skills', '--format', 'github')),
  scenario('validate/fix', BROKEN_MACHINE, metier('validate', 'skills', '--fix'), tree('project')),
  scenario('validate/fix-json', BROKEN_MACHINE, metier('validate', 'skills', '--fix', '--json')),
  scenario('validate/none', BROKEN_MACHINE, ...both('validate', 'nowhere'), metier('validate')),
  scenario('validate/tools', { project: TOOLED }, ...both('validate', '.agents/skills')),
]

const ZIP = makeZip({
  'SKILL.md': SUSPECT['suspect/sync-helper/SKILL.md'],
  'scripts/sync.sh': SUSPECT['suspect/sync-helper/scripts/sync.sh'],
})

const AUDIT = [
  scenario('audit/all', SUSPECT_MACHINE, ...both('audit', 'suspect')),
  scenario('audit/fail-on-warn', SUSPECT_MACHINE, metier('audit', 'suspect/tool-setup', '--fail-on', 'warn')),
  scenario('audit/warn-passes', SUSPECT_MACHINE, ...both('audit', 'suspect/tool-setup')),
  scenario('audit/notes', SUSPECT_MACHINE, metier('audit', 'suspect', '--notes')),
  scenario('audit/quiet', SUSPECT_MACHINE, ...both('audit', 'suspect/quiet')),
  scenario('audit/sarif', SUSPECT_MACHINE, metier('audit', 'suspect', '--sarif')),
  scenario('audit/github', SUSPECT_MACHINE, metier('audit', 'suspect', '--format', 'github')),
  scenario('audit/explain', {}, ...both('audit', '--explain', 'SK-EX001')),
  scenario('audit/explain-unknown', {}, ...both('audit', '--explain', 'SK-XX999')),
  scenario('audit/name', { project: TOOLED }, ...both('audit', 'word-count')),
  scenario('audit/archive', { project: { 'sync.zip': ZIP } }, ...both('audit', 'sync.zip')),
  scenario('audit/source', { serves: true, home: trusting('clawhub') }, ...both('audit', 'clawhub:garden')),
  scenario('audit/unknown', SUSPECT_MACHINE, ...both('audit', 'nowhere')),
]

const CI = [
  scenario('ci/suspect', SUSPECT_MACHINE, ...both('ci', 'suspect')),
  scenario('ci/github', BROKEN_MACHINE, metier('ci', 'skills', '--format', 'github', '--fail-on', 'warn')),
  scenario('ci/gitlab', BROKEN_MACHINE, metier('ci', 'skills', '--gitlab', 'report.json'), tree('project')),
  scenario('publish/blocked', SUSPECT_MACHINE, ...both('publish', 'suspect', '--out', 'site')),
  scenario('publish/dry-run', BROKEN_MACHINE, ...both('publish', 'skills/fine', '--out', 'site', '--dry-run')),
  scenario('publish/written', BROKEN_MACHINE, metier('publish', 'skills/fine', '--out', 'site'), tree('project')),
]

function trusting(...sources) {
  return { '.metier/config.json': JSON.stringify({ skills: { trustedSources: ['local:*', ...sources] } }) }
}

const NEW = [
  scenario('new/plain', {}, metier('new', 'first-skill', '--yes'), tree('project')),
  scenario(
    'new/everything',
    {},
    metier(
      'new',
      'full-skill',
      '--description',
      'Does all. Use it always.',
      '--license',
      'MIT',
      '--scripts',
      '--references',
      '--tools',
      '--evals',
      '--in',
      '.agents/skills',
      '--json',
    ),
    tree('project'),
  ),
  scenario('new/bad-name', {}, ...both('new', 'Bad Name', '--yes'), tree('project')),
  scenario('new/exists', { project: { 'here/SKILL.md': 'x\n' } }, ...both('new', 'here', '--yes'), tree('project')),
  scenario('new/no-terminal', {}, metier('new', 'asks'), tree('project')),
]

const TRIGGERS = JSON.stringify([
  { query: 'plan my garden for spring', should_trigger: true },
  { query: 'file my tax return', should_trigger: false },
  { query: 'write a poem about ships', should_trigger: true },
])

const TESTED = {
  project: {
    'skills/garden/SKILL.md': skillText('garden', 'Plans a garden by season. Use it for beds and borders.'),
    'skills/garden/evals/triggers.json': TRIGGERS,
    'skills/tax/SKILL.md': skillText('tax', 'Files a tax return. Use it before the deadline.'),
    'skills/tax/evals/evals.json': JSON.stringify({
      skill_name: 'tax',
      evals: [{ id: 1, prompt: 'tax return of 2025' }],
    }),
  },
}

const TEST = [
  scenario('test/all', TESTED, ...both('test', 'skills')),
  scenario('test/verbose', TESTED, metier('test', 'skills', '--verbose', '--at-least', '50')),
  scenario('test/one', TESTED, metier('test', 'skills/tax')),
  scenario('test/bad-file', TESTED, write({ 'skills/tax/evals/triggers.json': '[{' }), ...both('test', 'skills')),
  scenario('test/nowhere', TESTED, ...both('test', 'nowhere')),
]

export const AUTHORING = [...VALIDATE, ...AUDIT, ...NEW, ...TEST, ...CI]
