/** The layouts that Claude Code and Codex document, as their programs get them: by URL, and by a clone over plain HTTP. */

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { locateElsewhere } from '../../src/sources/plugins/plugin-source.js'
import { type Machine, runMetier, skillText, useMetier, writeText } from '../cli/run-metier.js'
import { serveSite } from '../servers/static-site.js'
import { fetchFrom } from '../sources/fetching.js'

const metier = useMetier()
const readJson = (...parts: readonly string[]) => JSON.parse(readFileSync(join(...parts), 'utf8'))

/** The site is served by this process, so git must not block it. */
async function clone(url: string, target: string): Promise<void> {
  const env = { ...process.env, HOME: dirname(target), GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0' }
  await promisify(execFile)('git', ['clone', '-q', url, target], { env })
}

async function publishTeam(machine: Machine): Promise<string> {
  const site = join(dirname(machine.project), 'site')
  const words = ['publish', 'skills', '--out', site, '--name', 'team', '--base-url', 'https://skills.example.com/']
  expect(await runMetier(machine, ...words)).toMatchObject({ code: 0 })
  return site
}

const createTeam = () =>
  metier.create({
    'skills/pdf/SKILL.md': skillText('pdf', 'Fills in PDF forms.', 'version: 1.0.0\n'),
    'skills/pdf/scripts/fill.sh': 'echo fill\n',
    'skills/notes/SKILL.md': skillText('notes', 'Takes notes.'),
  })

test('git clones the plugins over plain HTTP, and again after the next publication', async () => {
  const machine = createTeam()
  const site = await publishTeam(machine)
  const server = await serveSite(site)
  const [first, second] = ['first', 'second'].map((name) => join(dirname(machine.project), name)) as [string, string]
  await clone(`${server.url}/plugins.git`, first)
  const path = 'plugins/team/skills/pdf/SKILL.md'
  expect(readFileSync(join(first, path), 'utf8')).toContain('version: 1.0.0')
  writeText(join(machine.project, 'skills/pdf/SKILL.md'), skillText('pdf', 'Fills in forms.', 'version: 2.0.0\n'))
  await publishTeam(machine)
  await clone(`${server.url}/plugins.git`, second)
  expect(readFileSync(join(second, path), 'utf8')).toContain('version: 2.0.0')
}, 60_000)

test('a clone has the catalogs of Claude Code and Codex, and both lead to a plugin with every skill', async () => {
  const machine = createTeam()
  const server = await serveSite(await publishTeam(machine))
  const folder = join(dirname(machine.project), 'clone')
  await clone(`${server.url}/plugins.git`, folder)

  const claude = readJson(folder, '.claude-plugin/marketplace.json')
  expect(claude).toMatchObject({ name: 'team', owner: { name: 'team' }, plugins: [{ name: 'team' }] })
  // Relative to the directory that contains .claude-plugin.
  expect(claude.plugins[0].source).toBe('./plugins/team')

  const codex = readJson(folder, '.agents/plugins/marketplace.json')
  expect(codex).toEqual({
    name: 'team',
    interface: { displayName: 'team' },
    plugins: [
      {
        name: 'team',
        source: { source: 'local', path: './plugins/team' },
        policy: { installation: 'AVAILABLE', authentication: 'ON_INSTALL' },
        category: 'skills',
      },
    ],
  })

  const plugin = join(folder, 'plugins/team')
  const [ofClaude, ofAgents] = ['.claude-plugin/plugin.json', 'plugin.json'].map((path) => readJson(plugin, path))
  expect(ofAgents).toEqual({ $schema: 'https://agent-plugins.org/schemas/1.0.0/plugin.schema.json', ...ofClaude })
  expect(ofClaude).toMatchObject({ name: 'team', version: claude.plugins[0].version })
  for (const name of ['pdf', 'notes']) expect(existsSync(join(plugin, 'skills', name, 'SKILL.md'))).toBe(true)
  expect(statSync(join(plugin, 'skills/pdf/scripts/fill.sh')).isFile()).toBe(true)

  const { offers } = await fetchFrom(`local:${folder}`)
  expect(offers.ok && offers.value.map(({ name, plugin: of }) => [name, of]).toSorted()).toEqual([
    ['notes', 'team'],
    ['pdf', 'team'],
  ])
})

test('the catalog by URL names an archive with its digest, and the whole manifest', async () => {
  const machine = createTeam()
  const site = await publishTeam(machine)
  const { plugins, owner } = readJson(site, 'marketplace.json')
  const [{ source, strict, version, name, description }] = plugins
  expect({ owner, strict, name }).toEqual({ owner: { name: 'team' }, strict: false, name: 'team' })
  expect(version).toMatch(/^0\.0\.0-x[0-9a-f]{16}$/)
  expect(description).toContain('2 skills: notes, pdf')
  expect(source).toMatchObject({
    source: 'archive',
    url: expect.stringMatching(/^https:\/\/skills\.example\.com\/plugins\//),
  })
  // Our own reader follows it, because its digest is fixed.
  expect(locateElsewhere(source)).toEqual({ text: `${source.url}#sha256=${source.sha256}`, isPinned: true })
  const archive = join(site, new URL(source.url).pathname)
  expect(createHash('sha256').update(readFileSync(archive)).digest('hex')).toBe(source.sha256)
  const { bundle, offers } = await fetchFrom(`local:${archive}`)
  expect(offers.ok && offers.value.map((offer) => offer.name).toSorted()).toEqual(['notes', 'pdf'])
  expect(bundle?.ok).toBe(true)
})
