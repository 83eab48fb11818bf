// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are the placeholders of plugins
import { describe, expect, test } from 'vitest'
import { CLAUDE, type Files, marketplace, offerFiles, skills } from './offering.js'

const PLACE = 'plugins/tools'

/** The servers that the skill `pdf` of one plugin brings. */
async function bring(servers: object, more: Files = {}) {
  const files = {
    [CLAUDE]: marketplace({ name: 'tools', source: `./${PLACE}` }),
    [`${PLACE}/.mcp.json`]: JSON.stringify({ mcpServers: servers }),
    ...skills(`${PLACE}/skills/pdf`),
    ...more,
  }
  const { offers, plugins } = await offerFiles(files)
  return { servers: offers.ok ? offers.value[0]?.servers : offers, plugins }
}

describe('a server that only needs programs and addresses', () => {
  test.each([
    ['a program', { command: 'npx', args: ['-y', 'x@1'] }, { command: 'npx', args: ['-y', 'x@1'] }],
    ['a variable', { command: 'x', env: { TOKEN: '${TOKEN}' } }, { command: 'x', env: ['TOKEN'] }],
    ['a variable to fill in', { command: 'x', env: { TOKEN: '' } }, { command: 'x', env: ['TOKEN'] }],
    ['a fixed value', { command: 'x', env: { MODE: 'read' } }, { command: 'x', set: { MODE: 'read' } }],
    ['an address', { type: 'http', url: 'https://a.example/mcp' }, { url: 'https://a.example/mcp' }],
    ['an address here', { url: 'http://127.0.0.1:80/mcp' }, { url: 'http://127.0.0.1:80/mcp' }],
  ])('is brought: %s', async (_, server, entry) => {
    expect((await bring({ s: server })).servers).toEqual([{ name: 's', entry }])
  })

  test.each([
    ['a file of the skill', ['${CLAUDE_PLUGIN_ROOT}/skills/pdf/server.mjs'], ['./server.mjs']],
    ['a file of the skill by a path', ['./skills/pdf/server.mjs'], ['./server.mjs']],
    [
      'an option with such a file',
      ['./skills/pdf/server.mjs', '--in=${PLUGIN_ROOT}/skills/pdf/SKILL.md'],
      ['./server.mjs', '--in=./SKILL.md'],
    ],
  ])('runs %s', async (_, args, placed) => {
    const file = { [`${PLACE}/skills/pdf/server.mjs`]: '' }
    const { servers } = await bring({ s: { command: 'node', args } }, file)
    expect(servers).toEqual([{ name: 's', entry: { command: 'node', args: placed } }])
  })
})

test.each([
  ['a file of the plugin', { command: 'node', args: ['${CLAUDE_PLUGIN_ROOT}/server.mjs'] }, 'files'],
  ['a program of the plugin', { command: '${CLAUDE_PLUGIN_ROOT}/bin/run' }, 'files'],
  ['the root of the plugin', { command: 'x', args: ['${CLAUDE_PLUGIN_ROOT}'] }, 'files'],
  ['a file of the plugin without a path', { command: 'node', args: ['server.mjs'] }, 'files'],
  ['a path that leaves', { command: 'node', args: ['${CLAUDE_PLUGIN_ROOT}/../../x.mjs'] }, 'files'],
  ['an absolute path', { command: 'node', args: ['/etc/x.mjs'] }, 'files'],
  ['an absolute program', { command: '/bin/sh', args: ['-c', 'x'] }, 'files'],
  ['a shell that reads its input', { command: 'sh' }, 'files'],
  ['a data directory', { command: 'x', args: ['${CLAUDE_PLUGIN_DATA}/a'] }, 'placeholder'],
  ['a setting', { command: 'x', args: ['${user_config.key}'] }, 'placeholder'],
  ['a variable in the address', { url: 'https://${HOST}/mcp' }, 'placeholder'],
  ['another directory', { command: 'x', cwd: '${CLAUDE_PLUGIN_ROOT}/srv' }, 'directory'],
  ['an absolute directory', { command: 'x', cwd: '/' }, 'directory'],
  ['a loader', { command: 'x', env: { LD_PRELOAD: '/x.so' } }, 'variables'],
  ['options of Node', { command: 'x', env: { NODE_OPTIONS: '--require ./x' } }, 'variables'],
  ['a search path', { command: 'x', env: { path: '/tmp' } }, 'variables'],
  ['another variable', { command: 'x', env: { TOKEN: '${AWS_SECRET}' } }, 'variables'],
  ['a variable that is a number', { command: 'x', env: { A: 1 } }, 'invalid'],
  ['no program', { command: 7 }, 'invalid'],
  ['arguments that are a text', { command: 'x', args: '-y' }, 'invalid'],
  ['a list', [], 'invalid'],
  ['headers', { url: 'https://a.example', headers: { authorization: 'x' } }, 'headers'],
  ['a password in the address', { url: 'https://a:b@a.example' }, 'address'],
  ['a file address', { url: 'file:///etc/passwd' }, 'address'],
  ['server-sent events', { type: 'sse', url: 'https://a.example' }, 'transport'],
])('a server is left out with the reason: %s', async (_, server, refusal) => {
  const { servers, plugins } = await bring({ s: server }, { [`${PLACE}/server.mjs`]: '', [`${PLACE}/bin/run`]: '' })
  expect(servers).toEqual([{ name: 's', refusal }])
  expect(plugins).toMatchObject([{ skills: ['pdf'], servers: [{ name: 's', refusal }] }])
})

test('names that cannot be shown or used are left out, and so is the seventeenth server', async () => {
  const { servers: odd } = await bring(JSON.parse('{"a b":{"command":"x"},"__proto__":{"command":"x"}}'))
  expect(odd).toMatchObject([{ refusal: 'name' }, { refusal: 'name' }])
  const many = Object.fromEntries(Array.from({ length: 17 }, (_, at) => [`s${at}`, { command: 'x' }]))
  const { servers } = await bring(many)
  expect(Array.isArray(servers) && servers.filter((server) => 'refusal' in server)).toEqual([
    { name: 's16', refusal: 'too_many' },
  ])
})

describe('where a client looks for the servers', () => {
  const server = { command: 'x' }

  test.each([
    ['the manifest', { mcpServers: { a: server } }, {}],
    ['a file that the manifest names', { mcpServers: './config/mcp.json' }, { 'config/mcp.json': { a: server } }],
    ['a list of both', { mcpServers: ['./config/mcp.json'] }, { 'config/mcp.json': { mcpServers: { a: server } } }],
  ])('%s, and the usual file', async (_, manifest, files) => {
    const written = Object.entries({ '.claude-plugin/plugin.json': { name: 'tools', ...manifest }, ...files })
    const more = Object.fromEntries(written.map(([path, value]) => [`${PLACE}/${path}`, JSON.stringify(value)]))
    const { servers } = await bring({ b: server }, more)
    expect(servers).toMatchObject([{ name: 'a' }, { name: 'b' }])
  })

  test('a bundle is never installed, and a file outside is never read', async () => {
    const manifest = JSON.stringify({ mcpServers: ['./x.mcpb', 'https://a.example/y.mcpb', '../../secret.json'] })
    const { servers } = await bring(
      {},
      {
        [`${PLACE}/.claude-plugin/plugin.json`]: manifest,
        'secret.json': JSON.stringify({ hidden: server }),
      },
    )
    expect(servers).toEqual([
      { name: 'x.mcpb', refusal: 'bundle' },
      { name: 'y.mcpb', refusal: 'bundle' },
    ])
  })

  test.each([
    ['no JSON', '{', { pointer: '', kind: 'not_json' }],
    ['another type', '{"mcpServers":[1]}', { pointer: '/mcpServers', kind: 'wrong_type' }],
  ])('a file with %s is reported', async (_, text, problem) => {
    const { plugins } = await bring({}, { [`${PLACE}/.mcp.json`]: text })
    expect(plugins).toMatchObject([{ problems: [{ file: `${PLACE}/.mcp.json`, ...problem }] }])
  })

  test('fields of other types in a manifest are ignored and reported', async () => {
    const manifest = JSON.stringify({ name: 1, version: {}, skills: 3, mcpServers: 4 })
    const { plugins } = await bring({}, { [`${PLACE}/.claude-plugin/plugin.json`]: manifest })
    const pointers = plugins[0]?.problems?.map(({ pointer }) => pointer)
    expect([plugins[0]?.skills, pointers]).toEqual([['pdf'], ['/name', '/version', '/skills', '/mcpServers']])
  })
})
