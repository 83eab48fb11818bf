// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are the placeholders of plugins
import { describe, expect, test } from 'vitest'
import { AGENT_PLUGIN, AGENT_SERVERS, CODEX, marketplace, offerFiles, skills } from './offering.js'

describe('Agent Plugins', () => {
  const manifest = (more: object = {}) => JSON.stringify({ $schema: AGENT_PLUGIN, name: 'pdf.tools', ...more })

  test('skills are the direct children of skills, and vendor directories stay out', async () => {
    const files = {
      'plugin.json': manifest(),
      'com.example.client/hooks.json': '{}',
      ...skills('skills/pdf'),
    }
    const { plugins, paths } = await offerFiles(files)
    expect(paths).toEqual(['pdf.tools skills/pdf'])
    expect(plugins).toEqual([{ name: 'pdf.tools', skills: ['pdf'], leftOut: ['client'] }])
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

  test('a skill deeper than that is none', async () => {
    const files = { 'plugin.json': manifest(), ...skills('skills/pdf', 'skills/group/forms') }
    expect((await offerFiles(files)).paths).toEqual(['pdf.tools skills/pdf'])
    expect((await offerFiles(files, { isFullDepth: true })).paths).toEqual(['pdf.tools skills/pdf'])
  })

  test('a version that cannot be shown is none', async () => {
    const files = { 'plugin.json': manifest({ version: '1\u001b[2J' }), ...skills('skills/pdf') }
    expect((await offerFiles(files)).plugins[0]).not.toHaveProperty('version')
  })

  test('an unknown field is reported, and the plugin stays', async () => {
    const { plugins, paths } = await offerFiles({ 'plugin.json': manifest({ hooks: {} }), ...skills('skills/pdf') })
    expect(paths).toEqual(['pdf.tools skills/pdf'])
    expect(plugins).toMatchObject([{ problems: [{ file: 'plugin.json', pointer: '/hooks', kind: 'unknown_field' }] }])
  })

  test('extensions that are no object are reported, and the plugin stays', async () => {
    const { plugins } = await offerFiles({ 'plugin.json': manifest({ extensions: 7 }), ...skills('skills/pdf') })
    expect(plugins).toMatchObject([{ skills: ['pdf'], problems: [{ pointer: '/extensions', expected: 'object' }] }])
  })

  test.each([
    ['a version', { version: 1 }, '/version: must be a string'],
    ['an author', { author: 'Ada' }, '/author: must be an object'],
    ['a field of the author', { author: { name: 'Ada', email: [] } }, '/author/email: must be a string'],
    ['keywords', { keywords: ['a', 7] }, '/keywords: must be an array of strings'],
    ['a name', { name: { a: 1 } }, '/name: must be a string'],
  ])('%s of another type rejects the plugin, with the path', async (_, more, message) => {
    const { offers } = await offerFiles({ 'plugin.json': manifest(more), ...skills('skills/pdf') })
    expect(offers).toMatchObject({ failure: { code: 'skill_invalid', message: expect.stringContaining(message) } })
  })

  test('a further field of the author rejects the plugin', async () => {
    const files = { 'plugin.json': manifest({ author: { name: 'Ada', phone: '1' } }), ...skills('skills/pdf') }
    expect((await offerFiles(files)).offers).toMatchObject({ failure: { code: 'skill_invalid' } })
  })

  test('a rejected plugin of a marketplace offers nothing, and the others stay', async () => {
    const files = {
      [CODEX]: marketplace({ name: 'bad', source: './plugins/bad' }, { name: 'good', source: './plugins/good' }),
      'plugins/bad/plugin.json': manifest({ version: 7 }),
      'plugins/good/plugin.json': manifest({ name: 'good', version: '1.2.0' }),
      ...skills('plugins/bad/skills/a', 'plugins/good/skills/b'),
    }
    const { plugins, paths, offers } = await offerFiles(files)
    expect(paths).toEqual(['good plugins/good/skills/b'])
    expect(plugins).toMatchObject([
      {
        name: 'bad',
        skills: [],
        refusal: 'invalid',
        problems: [{ file: 'plugins/bad/plugin.json', pointer: '/version' }],
      },
      { name: 'good', version: '1.2.0', skills: ['b'] },
    ])
    expect(offers).toMatchObject({ value: [{ pluginVersion: '1.2.0', marketplace: { name: 'team' } }] })
  })

  const server = { type: 'stdio', command: 'npx', args: ['-y', 'search@1.0.0'] }
  const servers = (value: object) => JSON.stringify({ $schema: AGENT_SERVERS, ...value })

  test.each([
    ['is not JSON', '{', { kind: 'not_json' }],
    ['has no schema', JSON.stringify({ mcpServers: {} }), { pointer: '/$schema', kind: 'missing_field' }],
    ['is of another version', servers({ $schema: `${AGENT_SERVERS}x`, mcpServers: {} }), { kind: 'invalid_value' }],
    ['has no servers', servers({}), { pointer: '/mcpServers', kind: 'missing_field' }],
    ['has a list of servers', servers({ mcpServers: [] }), { pointer: '/mcpServers', kind: 'wrong_type' }],
    ['has a further field', servers({ mcpServers: {}, x: 1 }), { pointer: '/x', kind: 'unknown_field' }],
  ])('an mcp.json that %s gives no servers, and the skills stay', async (_, text, problem) => {
    const files = { 'plugin.json': manifest(), 'mcp.json': text, ...skills('skills/pdf') }
    const { plugins } = await offerFiles(files)
    expect(plugins).toMatchObject([{ skills: ['pdf'], problems: [{ file: 'mcp.json', ...problem }] }])
    expect(plugins[0]?.servers).toBeUndefined()
  })

  test('only mcp.json counts, neither inline servers nor those of another client', async () => {
    const files = {
      'plugin.json': manifest({ mcpServers: { inline: server } }),
      'mcp.json': servers({ mcpServers: { search: server } }),
      '.mcp.json': JSON.stringify({ mcpServers: { other: server } }),
      ...skills('skills/pdf'),
    }
    const { offers } = await offerFiles(files)
    const entry = { command: 'npx', args: ['-y', 'search@1.0.0'] }
    expect(offers).toMatchObject({ value: [{ servers: [{ name: 'search', entry }] }] })
  })

  test.each([
    ['no type', { command: 'npx' }, 'invalid'],
    ['a further field', { ...server, timeout: 3 }, 'invalid'],
    ['a command line', { ...server, command: 'npx -y x' }, 'invalid'],
    ['a placeholder as the program', { ...server, command: '${PLUGIN_ROOT}/x' }, 'invalid'],
    ['a name of the client', { ...server, env: { PLUGIN_ROOT: '/' } }, 'invalid'],
    ['server-sent events', { type: 'sse', url: 'https://a.example' }, 'transport'],
    ['an open address', { type: 'streamable-http', url: 'http://a.example' }, 'address'],
  ])('one bad server is left out, the others stay: %s', async (_, bad, refusal) => {
    const files = {
      'plugin.json': manifest(),
      'mcp.json': servers({ mcpServers: { bad, search: server } }),
      ...skills('skills/pdf'),
    }
    expect((await offerFiles(files)).plugins).toMatchObject([
      { servers: [{ name: 'bad', refusal }, { name: 'search' }] },
    ])
  })
})
