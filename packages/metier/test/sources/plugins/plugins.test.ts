import { describe, expect, test } from 'vitest'
import { startGit } from '../../servers/git.js'
import { CLAUDE, CODEX, marketplace, offer, offerFiles, skills } from './offering.js'

const COMMIT = 'a'.repeat(40)
const DIGEST = 'b'.repeat(64)
const TEAM = { name: 'team' }

function archive(url: string, sha256?: string) {
  return { source: 'archive', url, ...(sha256 !== undefined && { sha256 }) }
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
      { name: 'pdf-tools', marketplace: TEAM, skills: ['forms', 'pdf'], leftOut: ['commands', 'hooks'] },
      { name: 'docs', marketplace: TEAM, skills: ['docx'], leftOut: ['agents'] },
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
    expect(plugins).toEqual([{ name: 'docs', marketplace: TEAM, skills: ['docx'], leftOut: ['agents'] }])
  })
})

test.each(['.github/plugin/marketplace.json', '.plugin/marketplace.json'])(
  '%s, the marketplace of Copilot, is read too',
  async (file) => {
    const files = { [file]: marketplace({ name: 'docs', source: './docs' }), ...skills('docs/skills/docx') }
    expect((await offerFiles(files)).paths).toEqual(['docs docs/skills/docx'])
  },
)

test.each([
  '.codex-plugin/plugin.json',
  '.claude-plugin/plugin.json',
  '.github/plugin/plugin.json',
  '.plugin/plugin.json',
])('%s makes the whole source a plugin', async (file) => {
  const files = { [file]: JSON.stringify({ name: 'docs', version: '1.0.0' }), ...skills('skills/docx') }
  const { paths, offers } = await offerFiles(files)
  expect(paths).toEqual(['docs skills/docx'])
  expect(offers).toMatchObject({ value: [{ pluginVersion: '1.0.0' }] })
})

describe('one tree for every client', () => {
  const manifest = { name: 'pdf-tools', version: '1.2.0', author: { name: 'Ada' } }
  const tree = {
    [CLAUDE]: JSON.stringify({
      name: 'team',
      owner: { name: 'Ada' },
      metadata: { pluginRoot: './plugins' },
      plugins: [{ name: 'pdf-tools', source: 'pdf-tools', category: 'documents', strict: true }],
    }),
    [CODEX]: JSON.stringify({
      name: 'team',
      interface: { displayName: 'Team skills' },
      plugins: [
        {
          name: 'pdf-tools',
          source: { source: 'local', path: './plugins/pdf-tools' },
          policy: { installation: 'AVAILABLE', authentication: 'ON_INSTALL' },
        },
        { name: 'held', source: './plugins/held', policy: { installation: 'NOT_AVAILABLE' } },
      ],
    }),
    'plugins/pdf-tools/plugin.json': JSON.stringify({
      $schema: 'https://agent-plugins.org/schemas/1.0.0/plugin.schema.json',
      ...manifest,
    }),
    'plugins/pdf-tools/.claude-plugin/plugin.json': JSON.stringify({ ...manifest, dependencies: ['other@team'] }),
    ...skills('plugins/pdf-tools/skills/pdf'),
  }

  test('has one plugin, once, with its version', async () => {
    const { plugins, paths } = await offerFiles(tree)
    expect(paths).toEqual(['pdf-tools plugins/pdf-tools/skills/pdf'])
    expect(plugins).toEqual([
      { name: 'pdf-tools', version: '1.2.0', marketplace: TEAM, skills: ['pdf'], leftOut: [] },
      { name: 'held', marketplace: TEAM, skills: [], leftOut: [], refusal: 'unavailable' },
    ])
  })

  test("without the common manifest, the client's own counts", async () => {
    const { 'plugins/pdf-tools/plugin.json': _, ...others } = tree
    expect((await offerFiles(others)).plugins).toMatchObject([
      { name: 'pdf-tools', version: '1.2.0', leftOut: ['dependencies'] },
      { name: 'held' },
    ])
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
    { refusal: 'elsewhere', elsewhere: `a/b#${COMMIT}`, isPinned: true },
  ],
  [
    'a directory of one',
    { source: 'git-subdir', url: 'https://git.example.com/a.git', path: './p', ref: 'v1', sha: COMMIT },
    { refusal: 'elsewhere', elsewhere: `https://git.example.com/a.git#${COMMIT}:p`, isPinned: true },
  ],
  [
    'an address that does not look like a repository',
    { source: 'url', url: 'https://git.example.com/a', ref: 'v1' },
    { refusal: 'elsewhere', elsewhere: 'git+https://git.example.com/a#v1', isPinned: false },
  ],
  [
    'a package',
    { source: 'npm', package: '@a/b', version: '^1' },
    { refusal: 'elsewhere', elsewhere: 'npm:@a/b@^1', isPinned: false },
  ],
  [
    'an archive with a digest',
    { source: 'archive', url: 'https://example.com/a.zip', sha256: DIGEST },
    { refusal: 'elsewhere', elsewhere: `https://example.com/a.zip#sha256=${DIGEST}`, isPinned: true },
  ],
  [
    'an archive without one',
    { source: 'archive', url: 'https://example.com/a.zip' },
    { refusal: 'elsewhere', elsewhere: 'https://example.com/a.zip', isPinned: false },
  ],
  [
    'a package of a registry it chooses',
    { source: 'npm', package: 'b', registry: 'https://evil.example' },
    { refusal: 'unknown' },
  ],
  ['a commit that is none', { source: 'github', repo: 'a/b', sha: 'main' }, { refusal: 'unknown' }],
  ['a repository with an option', { source: 'url', url: '--upload-pack=x' }, { refusal: 'unknown' }],
  ['words for a shell', { source: 'github', repo: 'a/b; rm -rf ~' }, { refusal: 'unknown' }],
  ['an archive with a digest that is none', archive('https://example.com/a.zip', 'x'), { refusal: 'unknown' }],
  ['an archive that is not encrypted', archive('http://example.com/a.zip'), { refusal: 'unknown' }],
  ['an archive on this machine', archive('https://127.0.0.1/a.zip'), { refusal: 'unknown' }],
  ['an archive in the network here', archive('https://169.254.169.254/a.zip'), { refusal: 'unknown' }],
  ['an archive by another name of this machine', archive('https://localhost/a.zip'), { refusal: 'unknown' }],
  ['an archive with a password', archive('https://a:b@example.com/a.zip'), { refusal: 'unknown' }],
  ['a file', { source: 'url', url: 'file:///etc' }, { refusal: 'unknown' }],
  ['a repository that is not encrypted', { source: 'url', url: 'http://example.com/a.git' }, { refusal: 'unknown' }],
  ['a helper program of git', { source: 'url', url: 'ext::sh' }, { refusal: 'unknown' }],
  ['an option of ssh', { source: 'url', url: 'ssh://-oProxyCommand/x' }, { refusal: 'unknown' }],
  ['a user that is an option of ssh', { source: 'url', url: 'ssh://-o@host/x' }, { refusal: 'unknown' }],
  ['a branch that is an option', { source: 'github', repo: 'a/b', ref: '--upload-pack=x' }, { refusal: 'unknown' }],
  ['a directory that leaves', { source: 'git-subdir', url: 'a/b', path: '../x' }, { refusal: 'unknown' }],
  ['a directory of another system', { source: 'git-subdir', url: 'a/b', path: 'x\\y' }, { refusal: 'unknown' }],
  ['no source', 7, { refusal: 'unknown' }],
  ['a path that hides', './../x', { refusal: 'outside' }],
  ["git's own files", './.git/hooks', { refusal: 'outside' }],
  ["git's own files in capitals", { source: 'local', path: 'x/.GIT' }, { refusal: 'outside' }],
  ['a file address as a path', 'file:///etc', { refusal: 'outside' }],
])('hostile and foreign sources of an entry: %s', async (_, source, expected) => {
  const files = {
    [CLAUDE]: marketplace({ name: 'x', source, skills: ['./hidden/e'] }),
    ...skills('skills/a', 'hidden/e'),
  }
  const { plugins, paths } = await offerFiles(files)
  expect(plugins).toEqual([{ name: 'x', marketplace: TEAM, skills: [], leftOut: [], ...expected }])
  expect(paths).toEqual(['undefined skills/a'])
})

test('plugins that share the root have the skills that they name, and no others', async () => {
  const files = {
    [CLAUDE]: marketplace(
      { name: 'documents', source: './', strict: false, skills: ['./skills/pdf', './skills/docx'] },
      { name: 'examples', source: './', strict: false, skills: ['./skills/art'] },
    ),
    ...skills('skills/pdf', 'skills/docx', 'skills/art', 'skills/loose'),
  }
  expect((await offerFiles(files)).paths).toEqual([
    'examples skills/art',
    'documents skills/docx',
    'undefined skills/loose',
    'documents skills/pdf',
  ])
  expect((await offerFiles(files, { plugin: 'examples' })).paths).toEqual(['examples skills/art'])
})

test('a source that is one plugin offers the skills of the plugin, not those for its own development', async () => {
  const listed = { name: 'far', marketplace: TEAM }
  const files = { ...skills('skills/pdf', '.claude/skills/release'), 'skills/pdf/x': '' }
  expect((await offerFiles(files, { listed })).paths).toEqual(['far skills/pdf'])
  expect((await offerFiles(skills('pdf', 'docx'), { listed })).paths).toEqual(['far docx', 'far pdf'])
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
