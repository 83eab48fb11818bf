/** The commands of a client against a published site on a static server. */

import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { type Machine, runJson, runMetier, useMetier, writeText } from '../cli/run-metier.js'
import type { LoopbackServer, Reply } from '../servers/listen.js'
import { serveSite } from '../servers/static-site.js'
import { createKey } from '../support/signing.js'

const metier = useMetier()
const INDEX = '.well-known/agent-skills/index.json'

const skillText = (name: string, description: string, more = '') =>
  `---\nname: ${name}\ndescription: ${description}\n${more}---\nDo it.\n`
const PDF = 'Fills in PDF forms. Use it for documents.'

interface Team {
  readonly machine: Machine
  readonly site: string
  readonly server: LoopbackServer
  /** Answers a path differently from the site. */
  readonly answers: Map<string, Reply>
}

/** A machine that trusts a site with two skills. */
async function createTeam(): Promise<Team> {
  const machine = metier.create({
    'skills/pdf/SKILL.md': skillText('pdf', PDF, 'version: 1.0.0\n'),
    'skills/pdf/scripts/fill.sh': 'echo fill\n',
    'skills/notes/SKILL.md': skillText('notes', 'Takes notes in a meeting.'),
  })
  const answers = new Map<string, Reply>()
  const site = join(dirname(machine.project), 'site')
  await publish(machine)
  const server = await serveSite(site, (path) => answers.get(path))
  await runMetier(machine, 'trust', server.host)
  return { machine, site, server, answers }
}

async function publish(machine: Machine): Promise<void> {
  expect(await runMetier(machine, 'publish', 'skills', '--out', '../site')).toMatchObject({ code: 0 })
}

/** Publishes version 1.1.0 of pdf. */
async function publishNewer({ machine }: Team): Promise<void> {
  writeText(join(machine.project, 'skills/pdf/SKILL.md'), skillText('pdf', PDF, 'version: 1.1.0\n'))
  await publish(machine)
}

const installed = ({ machine }: Team, path: string) => join(machine.home, '.agents/skills', path)
const entryOf = (site: string, name: string) =>
  JSON.parse(readFileSync(join(site, INDEX), 'utf8')).skills.find((skill: { name: string }) => skill.name === name)
const digestOf = (bytes: string) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`

test('install, outdated, update and remove, with the versions of the frontmatter', async () => {
  const team = await createTeam()
  const { machine, server, site } = team
  expect(await runMetier(machine, 'install', 'pdf', '--from', server.url)).toMatchObject({ code: 0 })
  expect(readFileSync(installed(team, 'pdf/scripts/fill.sh'), 'utf8')).toBe('echo fill\n')
  const lock = JSON.parse(readFileSync(join(machine.home, '.agents/skills.lock.json'), 'utf8'))
  const { url, digest, content } = entryOf(site, 'pdf')
  expect(lock.skills.pdf).toMatchObject({
    source: server.url,
    version: '1.0.0',
    artifact: { kind: 'archive', url: `${server.url}/.well-known/agent-skills/${url}`, digest },
    digest: content,
  })
  expect(await runJson(machine, 'outdated')).toMatchObject({ skills: [{ status: 'current', current: '1.0.0' }] })
  await publishNewer(team)
  const { stdout } = await runMetier(machine, 'outdated')
  expect(stdout).toContain('1.0.0 → 1.1.0')
  expect(await runMetier(machine, 'update', '--yes')).toMatchObject({ code: 0 })
  expect(readFileSync(installed(team, 'pdf/SKILL.md'), 'utf8')).toContain('version: 1.1.0')
  expect(await runMetier(machine, 'verify')).toMatchObject({ code: 0 })
  expect(await runMetier(machine, 'remove', 'pdf')).toMatchObject({ code: 0 })
  expect(existsSync(installed(team, 'pdf'))).toBe(false)
}, 60_000)

test('a skill that is current needs its index and nothing else', async () => {
  const { machine, server } = await createTeam()
  await runMetier(machine, 'install', 'notes', '--from', server.url)
  server.requests.length = 0
  expect(await runJson(machine, 'outdated')).toMatchObject({ skills: [{ name: 'notes', status: 'current' }] })
  expect(new Set(server.requests)).toEqual(new Set([`/${INDEX}`]))
})

test('search reads the list of a site on this machine, and audit its skills', async () => {
  const { machine, server } = await createTeam()
  server.requests.length = 0
  const found = await runMetier(machine, 'search', 'fill', 'in', 'forms', '--from', server.url)
  expect(found.stdout).toMatch(/^pdf .*version 1\.0\.0/s)
  expect(found.stdout).not.toContain('notes')
  expect(found.stderr).toContain(`metier install pdf --from ${server.url}`)
  expect(server.requests).toEqual([`/${INDEX}`])
  expect(await runJson(machine, 'search', 'quaternions', '--from', server.url)).toMatchObject({ count: 0 })
  expect(await runJson(machine, 'audit', server.url)).toMatchObject({ summary: { skills: 2, block: 0 } })
})

test('an archive that was moved is named, with the digest that it should have', async () => {
  const { machine, server, site } = await createTeam()
  const { url, digest } = entryOf(site, 'pdf')
  rmSync(join(site, '.well-known/agent-skills', url))
  const { code, stderr } = await runMetier(machine, 'install', 'pdf', '--from', server.url)
  expect(code).toBe(1)
  expect(stderr).toContain(`has no file at /.well-known/agent-skills/${url}`)
  expect(stderr).toContain(`Expected ${digest}, received nothing`)
})

test('a changed archive is an integrity failure that names both digests', async () => {
  const { machine, server, site, answers } = await createTeam()
  const { url, digest } = entryOf(site, 'pdf')
  answers.set(`/.well-known/agent-skills/${url}`, { body: 'other bytes' })
  const { code, stderr } = await runMetier(machine, 'install', 'pdf', '--from', server.url)
  expect(code).toBe(1)
  expect(stderr).toContain(`Expected ${digest}, received ${digestOf('other bytes')}\n`)
  const { hint } = (await runJson(machine, 'install', 'pdf', '--from', server.url)) as { readonly hint: string }
  expect(hint).toContain(`received ${digestOf('other bytes')}. Its index may be`)
  expect(existsSync(join(machine.home, '.agents/skills/pdf'))).toBe(false)
})

test('a lockfile restores its version after a newer one was published, and after the skill was withdrawn', async () => {
  const team = await createTeam()
  const { machine, server, site } = team
  await runMetier(machine, 'install', 'pdf', '--from', server.url)
  const { url } = entryOf(site, 'pdf')
  await publishNewer(team)
  // As on another machine: neither the skill nor the copies that the store keeps.
  const forget = () => rmSync(installed(team, ''), { recursive: true })
  forget()
  expect(await runMetier(machine, 'install', '--frozen')).toMatchObject({ code: 0 })
  expect(readFileSync(installed(team, 'pdf/SKILL.md'), 'utf8')).toContain('version: 1.0.0')
  rmSync(join(machine.project, 'skills/pdf'), { recursive: true })
  await publish(machine)
  forget()
  expect(await runMetier(machine, 'install', '--frozen')).toMatchObject({ code: 0 })
  rmSync(join(site, dirname(INDEX), url))
  forget()
  expect(await runMetier(machine, 'install', '--frozen')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("no skill 'pdf'"),
  })
}, 60_000)

test('a lockfile cannot lead to another place of a host of which only a part is trusted', async () => {
  const team = await createTeam()
  const { machine, site } = team
  const host = await serveSite(join(site, '..'))
  await runMetier(machine, 'trust', `${host.host}/site`)
  expect(await runMetier(machine, 'install', 'pdf', '--from', `${host.url}/site`)).toMatchObject({ code: 0 })
  const file = join(machine.home, '.agents/skills.lock.json')
  const lock = JSON.parse(readFileSync(file, 'utf8'))
  expect(lock.skills.pdf.artifact.url).toContain(`${host.url}/site/.well-known/agent-skills/a/pdf-`)
  lock.skills.pdf.artifact.url = `${host.url}/site/../other/evil.zip`
  writeText(file, JSON.stringify(lock))
  rmSync(installed(team, ''), { recursive: true })
  host.requests.length = 0
  // The index of the source leads to the same bytes.
  expect(await runMetier(machine, 'install', '--frozen')).toMatchObject({ code: 0 })
  expect(host.requests.filter((path) => path.includes('evil'))).toEqual([])
})

test('a lockfile and a source that differ name both digests', async () => {
  const team = await createTeam()
  const { machine, server, site, answers } = team
  await runMetier(machine, 'install', 'pdf', '--from', server.url)
  const { url, digest, content } = entryOf(site, 'pdf')
  rmSync(installed(team, ''), { recursive: true })
  answers.set(`/.well-known/agent-skills/${url}`, { body: 'x' })
  const changed = await runMetier(machine, 'install', '--frozen')
  expect(changed).toMatchObject({ code: 1 })
  expect(changed.stderr).toContain(`Expected ${digest}, received ${digestOf('x')}`)
  // The archive was moved away, and another version took its place in the index.
  await publishNewer(team)
  answers.set(`/.well-known/agent-skills/${url}`, { status: 404 })
  const moved = await runMetier(machine, 'install', '--frozen')
  expect(moved.stderr).toContain(`Expected ${content}, received ${entryOf(site, 'pdf').content}`)
}, 60_000)

test('a host that had digests is not believed without them', async () => {
  const team = await createTeam()
  const { machine, server, answers } = team
  await runMetier(machine, 'install', 'pdf', '--from', server.url)
  answers.set(`/${INDEX}`, { status: 404 })
  const outdated = await runMetier(machine, 'outdated')
  expect(outdated.stdout + outdated.stderr).toContain('publishes no digests any more')
  for (const words of [['update'], ['install', 'notes', '--from', server.url]]) {
    const { code, stdout, stderr } = await runMetier(machine, ...words, '--yes')
    expect(stdout + stderr).toContain('publishes no digests any more')
    expect(code).toBe(1)
  }
  expect(existsSync(installed(team, 'notes'))).toBe(false)
}, 60_000)

test('signatures travel with the site: required, checked again at an update, and at a publication', async () => {
  const team = await createTeam()
  const { machine, server } = team
  const { privateKey, publicKey } = createKey()
  writeText(join(machine.project, 'key.pem'), String(privateKey.export({ type: 'pkcs8', format: 'pem' })))
  writeText(join(machine.project, 'signer.pem'), String(publicKey.export({ type: 'spki', format: 'pem' })))
  await runMetier(machine, 'config', 'set', 'skills.requireSignature', JSON.stringify([server.host]))
  expect(await runMetier(machine, 'install', 'pdf', '--from', server.url)).toMatchObject({ code: 1 })
  await runMetier(machine, 'trust', 'key:signer.pem')
  const release = async (version: string) => {
    writeText(join(machine.project, 'skills/pdf/SKILL.md'), skillText('pdf', PDF, `version: ${version}\n`))
    expect(await runMetier(machine, 'sign', 'skills/pdf', '--key', 'key.pem')).toMatchObject({ code: 0 })
    await publish(machine)
  }
  await release('1.1.0')
  expect(await runMetier(machine, 'install', 'pdf', '--from', server.url)).toMatchObject({ code: 0 })
  const lockOf = () => JSON.parse(readFileSync(join(machine.home, '.agents/skills.lock.json'), 'utf8')).skills.pdf
  expect(lockOf()).toMatchObject({ version: '1.1.0', signedBy: expect.anything() })
  await release('1.2.0')
  expect(await runMetier(machine, 'update', 'pdf', '--yes')).toMatchObject({ code: 0 })
  expect(lockOf()).toMatchObject({ version: '1.2.0', signedBy: expect.anything() })
  expect(await runMetier(machine, 'verify')).toMatchObject({ code: 0 })
  // Signed before the last change: what would be published does not match its signature.
  writeText(join(machine.project, 'skills/pdf/SKILL.md'), skillText('pdf', PDF, 'version: 1.3.0\n'))
  const refused = await runMetier(machine, 'publish', 'skills', '--out', '../site')
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Sign it again: metier sign skills/pdf --key FILE'),
  })
})
