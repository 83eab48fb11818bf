/** Sources that withdraw an installed version or warn of it: said plainly, remembered, and nothing is removed. */

import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { SkillManager } from '../../src/index.js'
import { connectPiped, textOf } from '../mcp/clients.js'
import { type ClawhubSkill, startClawhub } from '../servers/clawhub.js'
import type { Reply } from '../servers/listen.js'
import { digestOf, SCHEMA, startHost } from '../servers/well-known.js'
import { type Machine, runMetier, skillText, useMetier, writeText } from './run-metier.js'

const metier = useMetier()
const VERDICTS = '/api/v1/skills/-/security-verdicts'

const PDF: ClawhubSkill = {
  slug: 'pdf',
  files: { 'SKILL.md': skillText('pdf', 'Reads PDF files') },
  versions: ['1.0.0'],
}

/** A registry whose answers can be changed after the installation. */
async function installFromRegistry() {
  const answers: Record<string, Reply | undefined> = {}
  const server = await startClawhub([PDF], { answer: (path) => answers[path.split('?')[0] ?? ''] })
  const created = metier.create()
  const variables = { ...created.variables, CLAWHUB_REGISTRY: server.url }
  const machine: Machine = { ...created, variables }
  const installed = await runMetier(machine, 'install', 'clawhub:pdf', '--yes')
  expect(installed).toMatchObject({ code: 0 })
  server.requests.length = 0
  return { machine, server, answers }
}

async function verify(machine: Machine, ...words: readonly string[]) {
  const { code, stdout } = await runMetier(machine, 'verify', '--json', ...words)
  const { ok, skills } = JSON.parse(stdout) as { ok: boolean; skills: readonly { standing?: object; status: string }[] }
  return { code, ok, status: skills[0]?.status, standing: skills[0]?.standing }
}

function verdict(more: object): Reply {
  const item = { requestedSlug: 'pdf', requestedVersion: '1.0.0', slug: 'pdf', version: '1.0.0', reasons: [], ...more }
  return { body: { schema: 'clawhub.skill.security-verdicts.v1', items: [item] } }
}

describe('a registry with security verdicts', () => {
  test('what it said last is shown without asking: verify --offline, doctor, info; and nothing is removed', async () => {
    const { machine, server, answers } = await installFromRegistry()
    answers[VERDICTS] = verdict({ decision: 'fail', reasons: ['moderation.malware_blocked'] })
    const { code, stdout } = await runMetier(machine, 'verify')
    expect(code).toBe(1)
    expect(stdout).toContain('flagged: its source says it is malicious')
    expect(stdout).toContain('stay installed and usable. To remove one: metier remove NAME')
    expect(stdout).toContain('To go back to a version that is kept here: metier rollback NAME')
    server.requests.length = 0
    const revocation = { status: 'flagged', verdict: 'malicious' }
    expect(await verify(machine, '--offline')).toMatchObject({ code: 1, standing: revocation })
    const doctor = JSON.parse((await runMetier(machine, 'doctor', '--json')).stdout)
    expect(doctor.installed).toMatchObject({ drifted: [], revoked: [{ name: 'pdf', revocation }] })
    expect((await runMetier(machine, 'doctor')).stdout).toContain('pdf flagged: its source says it is malicious')
    expect(JSON.parse((await runMetier(machine, 'info', 'pdf', '--json')).stdout)).toMatchObject({ revocation })
    expect((await runMetier(machine, 'info', 'pdf')).stdout).toContain('flagged: its source says it is malicious')
    const asked = JSON.stringify({ action: 'info', skill: 'pdf' })
    const called = await runMetier(machine, 'call', 'skills', asked, '--json')
    expect(JSON.parse(called.stdout)).toMatchObject({ name: 'pdf', revocation })
    expect(server.requests).toEqual([])
    expect(existsSync(join(machine.home, '.agents/skills/pdf/SKILL.md'))).toBe(true)
    rmSync(join(machine.home, '.agents/skills/pdf'), { recursive: true })
    const { stdout: missing } = await runMetier(machine, 'verify', '--offline')
    expect(missing).toMatch(/^missing +pdf\n +flagged/)
    expect(missing).not.toContain('stay installed')
  })

  test('a source that fails is named and changes nothing that is known', async () => {
    const { machine, answers } = await installFromRegistry()
    answers[VERDICTS] = { status: 400, body: 'no' }
    const unknown = await verify(machine)
    expect(unknown).toMatchObject({ code: 0, ok: true, standing: { status: 'unknown', error: expect.any(String) } })
    answers[VERDICTS] = verdict({ decision: 'fail', reasons: ['skill.not_found'] })
    await verify(machine)
    answers[VERDICTS] = { body: 'not JSON' }
    const last = { status: 'withdrawn', what: 'skill', askedAt: expect.any(String) }
    expect(await verify(machine)).toMatchObject({ code: 1, standing: { status: 'unknown', last } })
    const { stdout } = await runMetier(machine, 'verify')
    expect(stdout).toContain('its source could not be asked since 20')
    expect(stdout).toContain('withdrawn: its source no longer offers this skill')
    answers[VERDICTS] = verdict({ decision: 'pass' })
    expect(await verify(machine)).toMatchObject({ code: 0, standing: { status: 'offered' } })
    // A damaged note of what was said is ignored.
    const note = join(machine.home, '.agents/skills/.metier-store/standings.json')
    writeFileSync(note, '{"version":1,"skills":{"pdf":{}}}')
    expect(await verify(machine, '--offline')).toMatchObject({ code: 0, standing: undefined })
  })

  test('a skill that a hub does not have may be private: without a login, that is said before anything is removed', async () => {
    const answers: Record<string, Reply | undefined> = {}
    const server = await startClawhub([PDF], { answer: (path) => answers[path.split('?')[0] ?? ''] })
    const machine = metier.create()
    const source = `clawhub+${server.url}`
    await runMetier(machine, 'trust', source)
    expect(await runMetier(machine, 'install', 'pdf', '--from', source, '--yes')).toMatchObject({ code: 0 })
    answers[VERDICTS] = verdict({ decision: 'fail', reasons: ['skill.not_found'] })
    const login = `Or it is private and you are not logged in: metier login ${server.url}`
    expect((await runMetier(machine, 'outdated')).stdout).toContain(login)
    const advised = new RegExp(`metier login ${server.url}[^]*metier remove`)
    for (const path of ['/api/v1/skills/pdf', '/api/v1/download']) answers[path] = { status: 404, body: 'Not found' }
    const verified = await runMetier(machine, 'verify')
    expect(verified.stdout).toContain(login)
    expect(verified.stdout).toMatch(advised)
    rmSync(join(machine.home, '.agents/skills/pdf'), { recursive: true })
    const words = [['install', '--frozen'], ['update'], ['update', 'pdf', '--force'], ['verify']]
    for (const each of words) {
      const { code, stdout, stderr } = await runMetier(machine, ...each)
      expect([code, `${stdout}${stderr}`], each.join(' ')).toEqual([1, expect.stringMatching(advised)])
    }
    const kept = { version: 1, hubs: { [server.url]: { token: 'kept-token-0123456789', handle: 'ann' } } }
    writeText(join(machine.home, '.metier/credentials/hubs.json'), JSON.stringify(kept))
    const known = await runMetier(machine, 'install', '--frozen')
    expect(known.stderr).toContain('metier remove pdf')
    expect(known.stderr).not.toContain('metier login')
  })

  test('what was said about other files does not count', async () => {
    const { machine, answers } = await installFromRegistry()
    answers[VERDICTS] = verdict({ decision: 'fail', reasons: ['skill.not_found'] })
    await verify(machine)
    const from = `local:${writeOffered(machine)}`
    const replaced = await runMetier(machine, 'install', 'pdf', '--from', from, '--force', '--yes')
    expect(replaced).toMatchObject({ code: 0 })
    expect(await verify(machine, '--offline')).toMatchObject({ code: 0, standing: undefined })
    expect(JSON.parse((await runMetier(machine, 'info', 'pdf', '--json')).stdout)).not.toHaveProperty('revocation')
  })

  test('outdated names it, whatever the newest version is', async () => {
    const { machine, answers } = await installFromRegistry()
    answers[VERDICTS] = verdict({ decision: 'fail', reasons: ['version.unavailable'] })
    const { stdout } = await runMetier(machine, 'outdated', '--json')
    const standing = { status: 'withdrawn', what: 'version' }
    expect(JSON.parse(stdout)).toMatchObject({ skills: [{ name: 'pdf', status: 'current', standing }] })
    const text = (await runMetier(machine, 'outdated')).stdout
    expect(text).toContain('pdf withdrawn: its source no longer offers the installed version')
  })
})

test('a well-known host that no longer lists a skill: verify says so, then outdated, doctor and the skills tool of MCP', async () => {
  const text = skillText('pdf', 'Reads PDF files')
  const entry = {
    name: 'pdf',
    type: 'skill-md',
    description: 'Reads PDF files',
    url: '/pdf.md',
    digest: digestOf(text),
  }
  const pages: Record<string, object | string> = { '/pdf.md': text }
  const list = (skills: readonly object[]) => {
    pages['/.well-known/agent-skills/index.json'] = { $schema: SCHEMA, skills }
  }
  list([entry])
  const { url, host } = await startHost(pages)
  const machine = metier.create()
  await runMetier(machine, 'trust', `${host}/*`)
  const installed = await runMetier(machine, 'install', 'pdf', '--from', url, '--yes')
  expect(installed.code, installed.stderr).toBe(0)
  expect(await verify(machine)).toMatchObject({ code: 0, standing: { status: 'offered' } })
  list([])
  const standing = { status: 'withdrawn', what: 'skill' }
  expect(await verify(machine)).toMatchObject({ code: 1, standing })
  expect((await runMetier(machine, 'outdated')).stdout).toContain(
    'pdf withdrawn: its source no longer offers this skill',
  )
  expect((await runMetier(machine, 'doctor')).stdout).toContain('pdf withdrawn: its source no longer offers this skill')
  const skillManager = new SkillManager({ home: machine.home, workdir: machine.project, index: false })
  onTestFinished(() => skillManager.close())
  const client = await connectPiped('2025', { skillManager, watch: false })
  const info = await client.callTool({ name: 'skills', arguments: { action: 'info', skill: 'pdf' } })
  expect(JSON.parse(textOf(info))).toMatchObject({ name: 'pdf', revocation: standing })
})

function writeOffered(machine: Machine): string {
  const folder = join(machine.project, 'offered')
  writeText(join(folder, 'pdf/SKILL.md'), skillText('pdf', 'Another one'))
  return folder
}
