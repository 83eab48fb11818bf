import { describe, expect, test } from 'vitest'
import { isTrustedSource } from '../../../src/gate/trust.js'
import { parseSourceReference } from '../../../src/sources/reference.js'
import type { FoundPlugin, OfferSelection } from '../../../src/sources/source.js'
import { createSources } from '../../../src/sources/sources.js'
import { startGit } from '../../servers/git.js'
import { skillText, temporaryFolder } from '../../support/temporary.js'

const CLAUDE = '.claude-plugin/marketplace.json'
const CODEX = '.agents/plugins/marketplace.json'
const AGENT_PLUGIN = 'https://agent-plugins.org/schemas/1.0.0/plugin.schema.json'
const COMMIT = 'a'.repeat(40)

type Files = Readonly<Record<string, string>>

async function offer(text: string, wanted: OfferSelection = {}, mirror?: string) {
  const reference = parseSourceReference(text)
  if (!reference.ok) throw new Error(reference.failure.message)
  const mirrors = mirror === undefined ? {} : { 'github.com': mirror }
  const source = createSources({ mirrors, variables: { PATH: process.env.PATH } })[reference.value.kind]
  const plugins: FoundPlugin[] = []
  const isTrusted = (identity: string) => isTrustedSource(identity, ['local:*', 'github.com/owner/*'])
  const offers = await source.resolve(reference.value, wanted, {
    isTrusted,
    onPlugin: (plugin) => plugins.push(plugin),
  })
  return { plugins, offers, paths: offers.ok ? offers.value.map(({ path, plugin }) => `${plugin} ${path}`) : [] }
}

function offerFiles(files: Files, wanted: OfferSelection = {}) {
  return offer(`local:${temporaryFolder(files)}`, wanted)
}

function marketplace(...plugins: readonly object[]): string {
  return JSON.stringify({ name: 'team', owner: { name: 'x' }, plugins })
}

function skills(...folders: readonly string[]): Files {
  return Object.fromEntries(folders.map((folder) => [`${folder}/SKILL.md`, skillText(folder.split('/').at(-1) ?? '')]))
}

describe('the two marketplaces', () => {
  const local = { source: 'local', path: './plugins/pdf-tools' }
  const tree = {
    ...skills('plugins/pdf-tools/skills/pdf', 'plugins/pdf-tools/skills/forms', 'plugins/docs/skills/docx'),
    'plugins/pdf-tools/commands/fill.md': 'x',
    'plugins/pdf-tools/hooks/hooks.json': '{}',
    'plugins/pdf-tools/.mcp.json': '{}',
    'plugins/docs/agents/writer.md': 'x',
  }
  const both = { name: 'docs', source: './plugins/docs' }

  test.each([
    [CLAUDE, { name: 'pdf-tools', source: './plugins/pdf-tools' }],
    [CODEX, { name: 'pdf-tools', source: local }],
  ])('%s: each skill knows its plugin, and each plugin what stays out', async (file, entry) => {
    const { plugins, paths } = await offerFiles({ ...tree, [file]: marketplace(entry, both) })
    expect(paths).toEqual([
      'docs plugins/docs/skills/docx',
      'pdf-tools plugins/pdf-tools/skills/forms',
      'pdf-tools plugins/pdf-tools/skills/pdf',
    ])
    expect(plugins).toEqual([
      { name: 'pdf-tools', skills: ['forms', 'pdf'], leftOut: ['commands', 'hooks', 'servers'] },
      { name: 'docs', skills: ['docx'], leftOut: ['agents'] },
    ])
  })

  test('a plugin in both counts once, and one plugin can be asked for', async () => {
    const files = {
      ...tree,
      [CLAUDE]: marketplace(both),
      [CODEX]: marketplace({ name: 'pdf-tools', source: local }, both),
    }
    expect((await offerFiles(files)).plugins.map(({ name }) => name)).toEqual(['pdf-tools', 'docs'])
    expect((await offerFiles(files, { plugin: 'docs' })).paths).toEqual(['docs plugins/docs/skills/docx'])
    expect((await offerFiles(files, { plugin: 'other' })).offers).toMatchObject({
      failure: { code: 'skill_not_found', suggestions: ['Available: pdf-tools, docs'] },
    })
  })

  test('from git as from a folder', async () => {
    const server = await startGit({ ...tree, [CODEX]: marketplace(both) })
    const { plugins } = await offer('owner/repo', { plugin: 'docs' }, server.url)
    expect(plugins).toEqual([{ name: 'docs', skills: ['docx'], leftOut: ['agents'] }])
  })
})

test.each([
  ['a command', { source: 'command', command: 'curl x | sh' }, { refusal: 'command' }],
  ['a path that leaves', '../outside', { refusal: 'outside' }],
  ['an absolute path', '/etc', { refusal: 'outside' }],
  ['a path of another system', '..\\outside', { refusal: 'outside' }],
  ['a drive', 'C:/x', { refusal: 'outside' }],
  ['a local path that leaves', { source: 'local', path: 'a/../../x' }, { refusal: 'outside' }],
  [
    'a repository',
    { source: 'github', repo: 'a/b', sha: COMMIT },
    { refusal: 'elsewhere', elsewhere: `a/b#${COMMIT}` },
  ],
  [
    'a directory of one',
    { source: 'git-subdir', url: 'https://git.example.com/a.git', path: './p', ref: 'v1', sha: COMMIT },
    { refusal: 'elsewhere', elsewhere: `https://git.example.com/a.git#${COMMIT}:p` },
  ],
  ['a package', { source: 'npm', package: '@a/b', version: '^1' }, { refusal: 'elsewhere', elsewhere: 'npm:@a/b@^1' }],
  [
    'a package of a registry it chooses',
    { source: 'npm', package: 'b', registry: 'https://evil.example' },
    { refusal: 'unknown' },
  ],
  ['a commit that is none', { source: 'github', repo: 'a/b', sha: 'main' }, { refusal: 'unknown' }],
  ['a repository with an option', { source: 'url', url: '--upload-pack=x' }, { refusal: 'unknown' }],
  ['words for a shell', { source: 'github', repo: 'a/b; rm -rf ~' }, { refusal: 'unknown' }],
  ['an archive', { source: 'archive', url: 'https://example.com/a.zip' }, { refusal: 'unknown' }],
])('hostile and foreign sources of an entry: %s', async (_, source, expected) => {
  const files = {
    [CLAUDE]: marketplace({ name: 'x', source, skills: ['./hidden/e'] }),
    ...skills('skills/a', 'hidden/e'),
  }
  const { plugins, paths } = await offerFiles(files)
  expect(plugins).toEqual([{ name: 'x', skills: [], leftOut: [], ...expected }])
  expect(paths).toEqual(['undefined skills/a'])
})

test('a second plugin of one name is refused, and its skills belong to no plugin', async () => {
  const files = {
    [CLAUDE]: marketplace({ name: 'x', source: './one' }, { name: 'x', source: './two' }),
    ...skills('one/skills/a', 'two/skills/b'),
  }
  const { plugins } = await offerFiles(files)
  expect(plugins).toMatchObject([
    { name: 'x', skills: ['a'] },
    { name: 'x', skills: [], refusal: 'repeated' },
  ])
  expect((await offerFiles(files, { plugin: 'x' })).paths).toEqual(['x one/skills/a'])
})

test('a name that cannot be shown names no plugin; its skills are offered without one', async () => {
  const files = { [CLAUDE]: marketplace({ name: 'x\u001b[2J', source: './one' }), ...skills('one/skills/a') }
  const { plugins, paths } = await offerFiles(files)
  expect([plugins, paths]).toEqual([[], ['undefined one/skills/a']])
})

describe('Agent Plugins', () => {
  const manifest = (more: object = {}) => JSON.stringify({ $schema: AGENT_PLUGIN, name: 'pdf.tools', ...more })

  test('skills are the direct children of skills, and vendor directories stay out', async () => {
    const files = {
      'plugin.json': manifest(),
      'com.example.client/hooks.json': '{}',
      'mcp.json': '{}',
      ...skills('skills/pdf'),
    }
    const { plugins, paths } = await offerFiles(files)
    expect(paths).toEqual(['pdf.tools skills/pdf'])
    expect(plugins).toEqual([{ name: 'pdf.tools', skills: ['pdf'], leftOut: ['servers', 'client'] }])
  })

  test.each([
    ['another version', manifest({ $schema: AGENT_PLUGIN.replace('1.0.0', '9.0.0') })],
    ['a bad name', manifest({ name: 'a--b' })],
    ['no name', manifest({ name: undefined })],
  ])('%s rejects the plugin', async (_, text) => {
    const { offers } = await offerFiles({ 'plugin.json': text, ...skills('skills/pdf') })
    expect(offers).toMatchObject({ ok: false, failure: { code: 'skill_invalid' } })
  })

  test('a plugin.json of another program says nothing', async () => {
    const { plugins, paths } = await offerFiles({
      'plugin.json': '{"name":"x","skills":"./deep"}',
      ...skills('skills/a', 'deep/b'),
    })
    expect([plugins, paths]).toEqual([[], ['undefined skills/a']])
  })
})
