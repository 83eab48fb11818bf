// Skills from elsewhere: a registry, a well-known index, an address, a git repository; and other installers' locks.
import { NEXT_ATLAS } from '../fixtures/offered.mjs'
import { skillText } from '../fixtures/skills.mjs'
import { both, commit, metier, metierWith, scenario, tree } from '../steps.mjs'

const SERVED = { serves: true }
const TRUST = metier('trust', '{host}')
const REPOSITORY = 'git+{server}/owner/repo'

const REGISTRY = [
  scenario('remote/search', SERVED, ...both('search', 'garden', '--from', 'clawhub')),
  scenario(
    'remote/search-none',
    SERVED,
    ...both('search', 'zeppelin', '--from', 'clawhub'),
    metier('search', 'a', '--from', 'nobody'),
  ),
  scenario('remote/clawhub', SERVED, metier('install', 'garden', '--from', 'clawhub'), tree('home')),
  scenario(
    'remote/clawhub-json',
    SERVED,
    metier('install', '@bob/garden-tools', '--from', 'clawhub', '--json'),
    metier('lock', '--json'),
  ),
  scenario(
    'remote/clawhub-version',
    SERVED,
    metier('install', 'garden', '--from', 'clawhub:garden@1.0.0'),
    ...both('outdated'),
    metier('update', 'garden'),
    metier('rollback', 'garden'),
  ),
  scenario(
    'remote/clawhub-unknown',
    SERVED,
    ...both('install', 'none', '--from', 'clawhub'),
    metier('install', 'garden', '--from', 'clawhub:garden@9.9.9'),
  ),
  scenario('remote/clawhub-moderated', SERVED, ...both('install', 'weed', '--from', 'clawhub')),
  scenario(
    'remote/clawhub-address',
    SERVED,
    ...both('install', 'garden', '--from', 'clawhub+{server}'),
    TRUST,
    metier('install', 'garden', '--from', 'clawhub+{server}'),
  ),
  scenario(
    'remote/registry-down',
    { serves: true },
    metierWith({ variables: { CLAWHUB_REGISTRY: 'http://127.0.0.1:1' } }, 'search', 'a', '--from', 'clawhub'),
  ),
]

const HOSTS = [
  scenario(
    'remote/well-known',
    SERVED,
    ...both('install', 'letter', '--from', '{server}'),
    TRUST,
    metier('install', 'letter', '--from', '{server}'),
    tree('home'),
  ),
  scenario(
    'remote/well-known-tampered',
    SERVED,
    TRUST,
    ...both('install', 'tampered', '--from', '{server}'),
    metier('install', 'none', '--from', '{server}'),
  ),
  scenario(
    'remote/address-zip',
    SERVED,
    TRUST,
    metier('install', 'letter', '--from', '{server}/files/letter.zip'),
    metier('lock'),
  ),
  scenario(
    'remote/address-file',
    SERVED,
    TRUST,
    ...both('install', '--from', '{server}/files/letter/SKILL.md'),
    metier('install', 'letter', '--from', '{server}/files/letter/SKILL.md', '--json'),
  ),
  scenario(
    'remote/address-broken',
    SERVED,
    TRUST,
    ...both('install', 'letter', '--from', '{server}/files/broken.zip'),
    metier('install', 'letter', '--from', '{server}/files/none.zip'),
  ),
  scenario(
    'remote/git',
    SERVED,
    ...both('install', 'atlas', '--from', REPOSITORY),
    TRUST,
    metier('install', 'atlas', '--from', REPOSITORY),
    tree('home'),
  ),
  scenario(
    'remote/git-update',
    SERVED,
    TRUST,
    metier('install', 'atlas', '--from', REPOSITORY),
    commit(NEXT_ATLAS),
    ...both('outdated'),
    metier('update', 'atlas'),
    metier('lock', 'atlas'),
  ),
  scenario(
    'remote/git-ref',
    SERVED,
    commit(NEXT_ATLAS),
    TRUST,
    metier('install', 'atlas', '--from', `${REPOSITORY}#v1.0.0:skills/atlas`, '--json'),
    metier('install', 'ledger', '--from', `${REPOSITORY}#none`),
  ),
  scenario(
    'remote/git-all',
    SERVED,
    TRUST,
    metier('install', '--all', '--from', REPOSITORY, '--project'),
    tree('project'),
  ),
  scenario(
    'remote/advice',
    SERVED,
    metier('trust', REPOSITORY),
    metier('install', 'atlas', '--from', REPOSITORY),
    metier('trust', 'clawhub+{server}'),
    metier('install', 'garden', '--from', 'clawhub+{server}'),
    tree('home'),
  ),
]

const TEXT = skillText('pdf', 'Reads PDF files.')
const SKILLS_LOCK = {
  version: 1,
  skills: {
    pdf: {
      source: 'owner/repo',
      sourceType: 'github',
      ref: 'main',
      skillPath: 'skills/pdf/SKILL.md',
      computedHash: '00',
    },
  },
}
const CLAWHUB_LOCK = {
  version: 1,
  skills: { '@owner/pdf': { version: '1.2.3', installedAt: 1_730_000_000_000, pinned: true } },
}
const OPENSKILLS = {
  source: 'a/b/pdf',
  sourceType: 'git',
  repoUrl: 'https://github.com/a/b',
  subpath: 'pdf',
  installedAt: '2026-01-02T03:04:05.000Z',
}

const FOREIGN = {
  project: {
    'skills-lock.json': JSON.stringify(SKILLS_LOCK),
    '.agents/skills/pdf/SKILL.md': TEXT,
    '.clawhub/lock.json': JSON.stringify(CLAWHUB_LOCK),
    'skills/@owner/pdf/SKILL.md': TEXT,
    '.claude/skills/pdf/SKILL.md': TEXT,
    '.claude/skills/pdf/.openskills.json': JSON.stringify(OPENSKILLS),
  },
}

const MIGRATE = [
  scenario(
    'migrate/all',
    FOREIGN,
    metier('migrate', '--dry-run'),
    metier('migrate'),
    metier('migrate'),
    tree('project'),
  ),
  scenario('migrate/json', FOREIGN, metier('migrate', '--dry-run', '--json'), metier('migrate', '--json')),
  scenario('migrate/broken', { project: { ...FOREIGN.project, 'skills-lock.json': '{' } }, ...both('migrate')),
  scenario('migrate/none', {}, ...both('migrate')),
]

export const REMOTE = [...REGISTRY, ...HOSTS, ...MIGRATE]
