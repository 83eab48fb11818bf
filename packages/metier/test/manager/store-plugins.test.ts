/** Plugins that a marketplace lists and other sources contain: each is a decision of its own. */

import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startGit } from '../servers/git.js'
import { makeZip } from '../servers/make-archive.js'
import { startNpmRegistry } from '../servers/npm.js'
import { startHost } from '../servers/well-known.js'
import { openManager } from '../support/managing.js'
import { skillText, temporaryFolder } from '../support/temporary.js'

function marketplace(...plugins: readonly object[]): string {
  return JSON.stringify({ name: 'team', owner: { name: 'x' }, plugins })
}

function folderOf(...plugins: readonly object[]): string {
  return temporaryFolder({ '.claude-plugin/marketplace.json': marketplace(...plugins) })
}

async function open(trustedSources: readonly string[], mirror?: string, home = temporaryFolder()) {
  const sources = {
    ...(mirror !== undefined && { mirrors: { 'github.com': mirror } }),
    variables: { PATH: process.env.PATH },
  }
  const config = { skills: { trustedSources: ['local:*', ...trustedSources] } }
  return await openManager({ home, workdir: temporaryFolder(), config, sources })
}

describe('a plugin in a repository', () => {
  const files = {
    'p/.claude-plugin/plugin.json': JSON.stringify({ name: 'own', version: '2.0.0' }),
    'p/skills/pdf/SKILL.md': skillText('pdf'),
    'p/skills/forms/SKILL.md': skillText('forms'),
    'skills/other/SKILL.md': skillText('other'),
  }
  const entry = (more: object) => ({
    name: 'far',
    source: { source: 'git-subdir', url: 'owner/repo', path: './p', ...more },
  })

  test('is installed from there if that source is trusted, at the pinned commit', async () => {
    const server = await startGit(files)
    const sha = server.commit()
    writeFileSync(join(server.folder, 'p/skills/pdf/SKILL.md'), skillText('pdf', 'Does more'))
    server.git('commit', '--quiet', '--all', '--message=second')
    const skills = await open(['github.com/owner/*'], server.url)
    const from = folderOf(entry({ sha }))
    expect(await skills.installSeveral({ from, plugin: 'far' })).toMatchObject({
      installed: 2,
      skills: [{ name: 'forms' }, { name: 'pdf' }],
    })
    const origin = {
      source: `owner/repo#${sha}:p`,
      commit: sha,
      plugin: 'far',
      pluginVersion: '2.0.0',
      marketplace: { name: 'team', source: `local:${from}` },
    }
    expect(await skills.locked()).toMatchObject({
      skills: [
        { name: 'forms', ...origin },
        { name: 'pdf', ...origin },
      ],
    })
  })

  test('follows its marketplace to the next commit, and is restored to the recorded one with its servers', async () => {
    const server = await startGit({
      'skills/pdf/SKILL.md': skillText('pdf'),
      '.mcp.json': JSON.stringify({ search: { command: 'search' } }),
    })
    const at = (sha: string) => marketplace({ name: 'far', source: { source: 'github', repo: 'owner/repo', sha } })
    const from = temporaryFolder({ '.claude-plugin/marketplace.json': at(server.commit()) })
    const home = temporaryFolder()
    const skills = await open(['github.com/owner/*'], server.url, home)
    expect(await skills.installSeveral({ from, plugin: 'far' })).toMatchObject({ installed: 1 })
    rmSync(join(home, '.agents/skills/pdf'), { recursive: true })
    expect(await skills.installFrozen()).toMatchObject({ skills: [{ status: 'restored' }] })
    expect(readFileSync(join(home, '.agents/skills/pdf/tools.json'), 'utf8')).toContain('search')
    writeFileSync(join(server.folder, 'skills/pdf/SKILL.md'), skillText('pdf', 'Does more'))
    server.git('commit', '--quiet', '--all', '--message=second')
    expect(await skills.outdated()).toMatchObject({ outdated: 0 })
    writeFileSync(join(from, '.claude-plugin/marketplace.json'), at(server.commit()))
    expect(await skills.outdated()).toMatchObject({ outdated: 1, skills: [{ plugin: 'far', latest: server.commit() }] })
    expect(await skills.update('pdf')).toMatchObject({ updated: true, changes: [{ path: 'SKILL.md' }] })
    expect(await skills.locked()).toMatchObject({
      skills: [{ source: `owner/repo#${server.commit()}`, plugin: 'far' }],
    })
  })

  test('is not asked for as long as that source is not trusted', async () => {
    const server = await startGit(files)
    const skills = await open([], server.url)
    const refused = await skills.installSeveral({ from: folderOf(entry({})), plugin: 'far' })
    expect(refused).toMatchObject({
      installed: false,
      error: 'untrusted source',
      reason: expect.stringContaining('owner/repo#HEAD:p'),
    })
    expect(server.requests).toEqual([])
  })

  test('a commit that the repository does not have is not replaced by another', async () => {
    const server = await startGit(files)
    const skills = await open(['github.com/owner/*'], server.url)
    const refused = await skills.installSeveral({ from: folderOf(entry({ sha: 'a'.repeat(40) })), plugin: 'far' })
    expect(refused).toMatchObject({ installed: false })
    expect(await skills.locked()).toMatchObject({ skills: [] })
  })
})

test('a plugin in a package is installed from the registry of the user', async () => {
  const registry = await startNpmRegistry({
    tools: { '1.0.0': { files: { 'skills/pdf/SKILL.md': skillText('pdf') } } },
  })
  const home = temporaryFolder({ '.npmrc': `registry=${registry.url}` })
  const skills = await open([registry.host], undefined, home)
  const from = folderOf({ name: 'far', version: '3', source: { source: 'npm', package: 'tools', version: '^1' } })
  expect(await skills.installSeveral({ from, plugin: 'far' })).toMatchObject({ installed: 1 })
  expect(await skills.locked()).toMatchObject({
    skills: [{ source: 'npm:tools@^1', version: '1.0.0', plugin: 'far', pluginVersion: '3' }],
  })
})

describe('an archive with a digest', () => {
  const zip = makeZip([{ name: 'p/skills/pdf/SKILL.md', content: skillText('pdf') }])
  const digest = createHash('sha256').update(zip).digest('hex')

  test('is installed, and stays fixed', async () => {
    const server = await startHost({ '/a.zip': zip })
    const skills = await open([server.host])
    const from = `${server.url}/a.zip#sha256=${digest}`
    expect(await skills.installSeveral({ from })).toMatchObject({ installed: 1 })
    expect(await skills.locked()).toMatchObject({ skills: [{ source: from }] })
    expect(await skills.update('pdf')).toMatchObject({ updated: false })
  })

  test('is refused if its bytes have another one, whatever its address ends with', async () => {
    const server = await startHost({ '/download': zip })
    const skills = await open([server.host])
    const install = (sha256: string) => skills.installSeveral({ from: `${server.url}/download#sha256=${sha256}` })
    expect(await install('b'.repeat(64))).toMatchObject({ installed: false, code: 'integrity_mismatch' })
    expect(await install('b')).toMatchObject({ installed: false, reason: expect.stringContaining('64 hexadecimal') })
    expect(await install(digest)).toMatchObject({ installed: 1 })
  })
})

describe('a marketplace that is one file at a URL', () => {
  const listed = marketplace(
    { name: 'far', source: { source: 'github', repo: 'owner/repo' } },
    { name: 'near', source: './plugins/near' },
  )

  test('installs the plugins of other sources, and refuses paths that would lead nowhere', async () => {
    const git = await startGit({ 'skills/pdf/SKILL.md': skillText('pdf') })
    const server = await startHost({ '/team/marketplace.json': listed })
    const skills = await open([server.host, 'github.com/owner/*'], git.url)
    const from = `${server.url}/team/marketplace.json`
    expect(await skills.installSeveral({ from, plugin: 'near' })).toMatchObject({ code: 'skill_not_found' })
    expect(await skills.installSeveral({ from, plugin: 'far' })).toMatchObject({ installed: 1 })
    expect(await skills.locked()).toMatchObject({
      skills: [{ source: 'owner/repo', plugin: 'far', marketplace: { name: 'team', source: from } }],
    })
  })

  test('is not fetched from a host that is not trusted', async () => {
    const server = await startHost({ '/marketplace.json': listed })
    const skills = await open([])
    expect(await skills.installSeveral({ from: `${server.url}/marketplace.json` })).toMatchObject({
      error: 'untrusted source',
    })
    expect(server.requests).toEqual([])
  })

  test.each([
    ['no JSON', 'x'],
    ['a page', '<html></html>'],
    ['no plugins', '{"name":"x"}'],
    ['too long', ' '.repeat(1024 * 1024 + 1)],
  ])('is refused if it is %s', async (_, body) => {
    const server = await startHost({ '/marketplace.json': body })
    const skills = await open([server.host])
    expect(await skills.installSeveral({ from: `${server.url}/marketplace.json` })).toMatchObject({ installed: false })
  })
})
