/** Whatever a manifest contains, reading it ends with a value. */

import { expect, test } from 'vitest'
import { succeed } from '../../../src/skill/failure.js'
import { describePlugins, pluginOf, readDeclaredSkills } from '../../../src/sources/plugins/plugin-skills.js'
import { AGENT_PLUGIN, AGENT_SERVERS, CLAUDE } from './offering.js'

const ODD: readonly unknown[] = [
  null,
  0,
  true,
  '',
  'x',
  '../x',
  [],
  [null, [], {}],
  {},
  { a: null },
  { source: null },
  { source: 'archive', url: {} },
  { source: 'npm', package: [] },
  { source: 'github', repo: 7, sha: {} },
  { source: 'git-subdir', url: null, path: [] },
  { command: null, args: [null], env: { A: null }, cwd: [] },
  { s: { url: 7, headers: [] }, t: { type: 'stdio', command: 'x', args: {} }, u: { type: {} } },
  JSON.parse('{"__proto__":{"command":"x"},"constructor":{"type":"stdio"}}'),
  'x'.repeat(100_000),
]

const FIELDS = [
  ...['name', 'version', 'source', 'skills', 'mcpServers', 'policy', 'author', 'keywords', 'extensions'],
  ...['metadata', 'plugins', '$schema', 'owner', '__proto__'],
]

/** Each file of a plugin, with one field of an odd value. */
function manifestsWith(field: string, value: unknown): readonly Readonly<Record<string, string>>[] {
  const odd = (base: object) =>
    JSON.stringify(base).replace(/\}$/, `,${JSON.stringify(field)}:${JSON.stringify(value)}}`)
  const entry = odd({ name: 'a', source: './p' })
  const listed = JSON.stringify({ name: 'team', plugins: [{ name: 'a', source: './p' }] })
  return [
    { [CLAUDE]: odd({ name: 'team', plugins: [] }) },
    { [CLAUDE]: `{"name":"team","plugins":[${entry}]}` },
    { [CLAUDE]: listed, 'p/.claude-plugin/plugin.json': odd({ name: 'a' }) },
    { [CLAUDE]: listed, 'p/.mcp.json': odd({ x: 1 }) },
    { [CLAUDE]: listed, 'p/plugin.json': odd({ $schema: AGENT_PLUGIN, name: 'a' }) },
    {
      [CLAUDE]: listed,
      'p/plugin.json': JSON.stringify({ $schema: AGENT_PLUGIN, name: 'a' }),
      'p/mcp.json': odd({ $schema: AGENT_SERVERS }),
    },
    { 'plugin.json': odd({ $schema: AGENT_PLUGIN, name: 'a' }) },
  ]
}

test.each(FIELDS)('no value of %s is too odd', async (field) => {
  for (const files of ODD.flatMap((value) => manifestsWith(field, value))) {
    const read = async (paths: readonly string[]) =>
      succeed(
        new Map(paths.flatMap((path) => (Object.hasOwn(files, path) ? [[path, files[path] ?? ''] as const] : []))),
      )
    const declared = await readDeclaredSkills({ read })
    if (!declared.ok) {
      expect(declared.failure.code).toBe('skill_invalid')
      continue
    }
    const paths = ['p/skills/pdf/SKILL.md']
    const offer = pluginOf(declared.value, { folder: 'p/skills/pdf', paths, listFiles: () => ['SKILL.md'] })
    const plugins = describePlugins(declared.value, paths, () => [{ name: 'pdf', findings: [], ...offer }])
    expect(JSON.parse(JSON.stringify(plugins))).toEqual(plugins)
    for (const server of offer.servers ?? []) expect('entry' in server || server.refusal.length > 0).toBe(true)
  }
})
