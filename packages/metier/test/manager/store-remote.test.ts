/** The whole way from a registry and a repository on loopback into a root, and back to what a lock says. */

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { SkillManagerOptions } from '../../src/index.js'
import { type ClawhubSkill, startClawhub } from '../servers/clawhub.js'
import { startGit } from '../servers/git.js'
import { openManager } from '../support/managing.js'
import { skillText, temporaryFolder } from '../support/temporary.js'

const PDF: ClawhubSkill = {
  slug: 'pdf',
  files: { 'SKILL.md': skillText('pdf'), 'scripts/run.sh': 'echo 1\n' },
  versions: ['1.0.0', '1.2.0'],
}

async function openPlace(options: SkillManagerOptions) {
  const place = temporaryFolder()
  const [home, workdir] = [join(place, 'home'), join(place, 'work')]
  for (const folder of [home, workdir]) mkdirSync(folder)
  return { home, workdir, root: join(home, '.agents/skills'), skills: await openManager({ home, workdir, ...options }) }
}

async function openRegistry(skill: ClawhubSkill, options: SkillManagerOptions = {}) {
  const server = await startClawhub([skill])
  const http = { wait: async () => undefined }
  return { server, ...(await openPlace({ sources: { registry: server.url, variables: {}, http }, ...options })) }
}

test('a skill of a registry is installed in a version, found outdated, updated, and restored from the lock', async () => {
  const { skills, root } = await openRegistry(PDF)
  expect(await skills.install({ skill: 'pdf@1.0.0', from: 'clawhub' })).toMatchObject({ installed: true, name: 'pdf' })
  expect(await skills.locked()).toMatchObject({ skills: [{ name: 'pdf', source: 'clawhub', version: '1.0.0' }] })
  expect(await skills.outdated()).toMatchObject({ outdated: 1, skills: [{ current: '1.0.0', latest: '1.2.0' }] })
  expect(await skills.update('pdf')).toMatchObject({
    updated: true,
    from: { version: '1.0.0' },
    to: { version: '1.2.0' },
  })
  expect(await skills.update('pdf')).toMatchObject({ updated: false, reason: 'up to date' })
  rmSync(root, { recursive: true })
  expect(await skills.installFrozen()).toMatchObject({ installed: true, skills: [{ name: 'pdf', status: 'restored' }] })
  expect(await skills.verify()).toMatchObject({ ok: true, skills: [{ name: 'pdf', status: 'ok' }] })
})

test('a version in the source is what was installed, and no pin; a tag is followed', async () => {
  const tagged = { ...PDF, tags: { stable: '1.0.0' } }
  const { skills, root } = await openRegistry(tagged)
  expect(await skills.install({ skill: 'pdf', from: 'clawhub:pdf@1.0.0' })).toMatchObject({ installed: true })
  expect(await skills.locked()).toMatchObject({ skills: [{ source: 'clawhub:pdf', version: '1.0.0' }] })
  const lock = join(root, '../skills.lock.json')
  const recorded = readFileSync(lock, 'utf8')
  // As it was recorded before.
  writeFileSync(lock, recorded.replace('"clawhub:pdf"', '"clawhub:pdf@1.0.0"'))
  expect(await skills.outdated()).toMatchObject({ outdated: 1, skills: [{ current: '1.0.0', latest: '1.2.0' }] })
  expect(await skills.update('pdf')).toMatchObject({ updated: true, to: { version: '1.2.0' } })
  expect(await skills.outdated()).toMatchObject({ outdated: 0, skills: [{ source: 'clawhub:pdf', latest: '1.2.0' }] })
  await skills.install({ skill: 'pdf', from: 'clawhub:pdf@stable', force: true })
  expect(await skills.outdated()).toMatchObject({ skills: [{ source: 'clawhub:pdf@stable', latest: '1.0.0' }] })
})

test('a registry by its address needs trust, and is asked again by an update and by the lock', async () => {
  const server = await startClawhub([PDF])
  const { skills, root } = await openPlace({ sources: { variables: {} } })
  const from = `clawhub+${server.url}`
  expect(await skills.install({ skill: '@owner/pdf@1.0.0', from })).toMatchObject({ error: 'untrusted source' })
  expect(server.requests).toEqual([])
  expect(await skills.trust(from)).toMatchObject({ trusted: true, source: server.host })
  expect(await skills.install({ skill: '@owner/pdf@1.0.0', from })).toMatchObject({ installed: true })
  expect(await skills.locked()).toMatchObject({ skills: [{ name: '@owner/pdf', source: from, version: '1.0.0' }] })
  expect(await skills.outdated()).toMatchObject({ outdated: 1, skills: [{ current: '1.0.0', latest: '1.2.0' }] })
  expect(await skills.update('@owner/pdf')).toMatchObject({ updated: true, to: { version: '1.2.0' } })
  rmSync(root, { recursive: true })
  expect(await skills.installFrozen()).toMatchObject({ installed: true, skills: [{ status: 'restored' }] })
})

test('a host that publishes no list of skills may be a registry: how to say so is told', async () => {
  const server = await startClawhub([PDF])
  const { skills } = await openPlace({ sources: { variables: {} } })
  await skills.trust(server.host)
  const refused = await skills.install({ skill: 'pdf', from: server.url })
  expect(refused).toMatchObject({ installed: false, hint: expect.stringContaining(`clawhub+${server.url}`) })
})

test('a skill with an owner goes below its owner', async () => {
  const { skills, root } = await openRegistry(PDF)
  const path = join(root, '@owner/pdf/SKILL.md')
  expect(await skills.install({ skill: '@owner/pdf', from: 'clawhub' })).toMatchObject({ name: 'pdf', path })
  expect(await skills.update('@owner/pdf')).toMatchObject({ updated: false, reason: 'up to date' })
})

test('a skill that was named without its owner stays that of its owner', async () => {
  const listed = [{ ...PDF, owner: 'ann' }]
  const server = await startClawhub(listed)
  const http = { wait: async () => undefined }
  const { skills } = await openPlace({ sources: { registry: server.url, variables: {}, http } })
  await skills.install({ skill: 'pdf@1.0.0', from: 'clawhub' })
  listed.push({ ...PDF, owner: 'other', versions: ['9.0.0'] })
  expect(await skills.outdated()).toMatchObject({ skills: [{ current: '1.0.0', latest: '1.2.0' }] })
  expect(await skills.verify()).toMatchObject({ ok: true, skills: [{ name: 'pdf', status: 'ok' }] })
  expect(await skills.update('pdf')).toMatchObject({ updated: true, to: { version: '1.2.0' } })
  listed.shift()
  expect(await skills.update('pdf')).toMatchObject({ updated: false, code: 'integrity_mismatch' })
})

test('what the registry suspects needs consent, and what it calls malware is never installed', async () => {
  const suspected = await openRegistry({ ...PDF, moderation: { isSuspicious: true, verdict: 'suspicious' } })
  const refused = await suspected.skills.install({ skill: 'pdf', from: 'clawhub', force: true })
  expect(refused).toMatchObject({ installed: false, error: 'dangerous pattern detected' })
  const several = await suspected.skills.installSeveral({ skills: ['pdf'], from: 'clawhub', force: true })
  const [row] = 'skills' in several ? several.skills : []
  expect(row).toMatchObject({ installed: false, severity: 'warn', findings: [{ severity: 'warn' }] })
  const accept = row !== undefined && 'digest' in row ? row.digest : undefined
  expect(await suspected.skills.install({ skill: 'pdf', from: 'clawhub', accept })).toMatchObject({ installed: true })
  const malware = await openRegistry({ ...PDF, moderation: { isMalwareBlocked: true } }, { approve: () => true })
  expect(await malware.skills.install({ skill: 'pdf', from: 'clawhub', force: true })).toMatchObject({
    installed: false,
    code: 'scan_blocked',
  })
})

test('a registry that is gone says so and changes nothing', async () => {
  const { skills, root, server } = await openRegistry(PDF)
  await skills.install({ skill: 'pdf', from: 'clawhub' })
  const before = readFileSync(join(root, '../skills.lock.json'), 'utf8')
  const gone = await openPlace({ sources: { registry: `${server.url}/nowhere`, variables: {} } })
  expect(await gone.skills.install({ skill: 'mail', from: 'clawhub' })).toMatchObject({ installed: false })
  expect(readFileSync(join(root, '../skills.lock.json'), 'utf8')).toBe(before)
})

test('a skill of a repository is recorded by its commit, updated to the next one, and restored to the recorded one', async () => {
  const server = await startGit({ 'skills/pdf/SKILL.md': skillText('pdf'), 'skills/pdf/a.txt': '1' })
  const first = server.commit()
  const { skills, root } = await openPlace({
    sources: { mirrors: { 'github.com': server.url }, variables: { PATH: process.env.PATH } },
    config: { skills: { trustedSources: ['github.com/owner/*'] } },
  })
  const from = 'github.com/owner/repo'
  expect(await skills.install({ skill: 'pdf', from })).toMatchObject({ installed: true })
  expect(await skills.locked()).toMatchObject({ skills: [{ source: from, commit: first, path: 'skills/pdf' }] })
  const lock = join(root, '../skills.lock.json')
  const recorded = readFileSync(lock, 'utf8')
  writeFileSync(join(server.folder, 'skills/pdf/a.txt'), '2')
  server.git('commit', '--quiet', '--all', '--message=second')
  expect(await skills.update('pdf')).toMatchObject({ updated: true, changes: [{ path: 'a.txt', change: 'changed' }] })
  writeFileSync(lock, recorded)
  expect(await skills.installFrozen()).toMatchObject({ installed: true, skills: [{ status: 'restored' }] })
  expect(readFileSync(join(root, 'pdf/a.txt'), 'utf8')).toBe('1')
})

test('several skills of a repository are installed at once, and a commit about one leaves the other current', async () => {
  const server = await startGit({ 'skills/pdf/SKILL.md': skillText('pdf'), 'skills/docx/SKILL.md': skillText('docx') })
  const { skills } = await openPlace({
    sources: { mirrors: { 'github.com': server.url }, variables: { PATH: process.env.PATH } },
    config: { skills: { trustedSources: ['github.com/owner/*'] } },
  })
  const from = 'github.com/owner/repo'
  expect(await skills.installSeveral({ from })).toMatchObject({
    installed: 2,
    skills: [
      { name: 'docx', installed: true },
      { name: 'pdf', installed: true },
    ],
  })
  writeFileSync(join(server.folder, 'skills/pdf/SKILL.md'), skillText('pdf', 'Does more'))
  server.git('commit', '--quiet', '--all', '--message=second')
  expect(await skills.outdated()).toMatchObject({
    outdated: 1,
    skills: [
      { name: 'docx', status: 'current' },
      { name: 'pdf', status: 'outdated', latest: server.commit() },
    ],
  })
  expect(await skills.updateAll()).toMatchObject({ updated: 1, skills: [{ reason: 'up to date' }, { updated: true }] })
})

test.each([1, 4])('the commit is fetched once for %i skills of a repository', async (count) => {
  const names = Array.from({ length: count }, (_, at) => `skill-${at}`)
  const files = Object.fromEntries(names.map((name) => [`skills/${name}/SKILL.md`, skillText(name)]))
  const server = await startGit(files, false)
  const { skills } = await openPlace({
    sources: { mirrors: { 'github.com': server.url }, variables: { PATH: process.env.PATH } },
    config: { skills: { trustedSources: ['github.com/owner/*'] } },
  })
  expect(await skills.installSeveral({ from: 'github.com/owner/repo' })).toMatchObject({ installed: count })
  expect(server.requests.filter((path) => path.endsWith('/git-upload-pack'))).toHaveLength(1)
})
