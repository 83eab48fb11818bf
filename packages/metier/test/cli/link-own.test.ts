/** Links of skills that were not installed: a directory in .agents/skills that no lockfile entry knows. */

import { existsSync, lstatSync, mkdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { SkillManager } from '../../src/index.js'
import { skillText } from '../support/temporary.js'
import { OFFERED } from './offered-skill.js'
import { type Machine, runJson, runMetier, useMetier, writeText } from './run-metier.js'

const metier = useMetier()
const LINK = ['link', 'notes', '--agent', 'claude-code']
const UNLINK = ['unlink', ...LINK.slice(1)]

/** A project with a hand-written skill. Claude Code does not read .agents/skills. */
function createMachine(): Machine {
  const machine = metier.create({ ...OFFERED, '.agents/skills/notes/SKILL.md': skillText('notes') })
  mkdirSync(join(machine.home, '.claude'))
  return machine
}

const linkOf = ({ project }: Machine) => join(project, '.claude/skills/notes')
const folderOf = ({ project }: Machine) => join(project, '.agents/skills/notes')
const lockOf = ({ project }: Machine) => join(project, '.agents/skills.lock.json')
const readLock = (machine: Machine) => JSON.parse(readFileSync(lockOf(machine), 'utf8'))
const isThere = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined

test('link and unlink work by name, twice, and the lockfile has links but no entry', async () => {
  const machine = createMachine()
  for (let time = 0; time < 2; time++) {
    expect(await runJson(machine, ...LINK)).toMatchObject({
      ok: true,
      skills: [{ name: 'notes', scope: 'project', outcomes: [{ path: linkOf(machine), status: 'linked' }] }],
    })
  }
  expect(readlinkSync(linkOf(machine))).toBe('../../.agents/skills/notes')
  expect(readLock(machine)).toEqual({
    version: 1,
    skills: {},
    links: { notes: [{ agent: 'claude-code', kind: 'link' }] },
  })
  expect(await runJson(machine, 'doctor')).toMatchObject({ shadowed: [], installed: { skills: 0, drifted: [] } })
  expect(await runJson(machine, 'info', 'notes')).toMatchObject({
    seenBy: [{ agent: 'claude-code', sees: true, how: 'link' }],
  })
  writeText(join(folderOf(machine), 'SKILL.md'), skillText('notes', 'Edited'))
  expect(await runJson(machine, 'verify')).toMatchObject({ ok: true, skills: [{ status: 'unmanaged' }] })
  expect(await runJson(machine, ...UNLINK)).toMatchObject({ ok: true, skills: [{ outcomes: [{ status: 'removed' }] }] })
  expect(isThere(linkOf(machine))).toBe(false)
  expect(isThere(folderOf(machine))).toBe(true)
  expect(readLock(machine)).toEqual({ version: 1, skills: {} })
})

test('a whole project has installed and hand-written skills', async () => {
  const machine = createMachine()
  await runMetier(machine, 'install', 'pdf', '--from', 'local:offered', '--project')
  const linked = await runJson(machine, 'link', '--agent', 'claude-code')
  expect(linked).toMatchObject({ ok: true, skills: [{ name: 'pdf' }, { name: 'notes' }] })
  const { skills, links } = readLock(machine)
  expect({ skills: Object.keys(skills), links: Object.keys(links) }).toEqual({ skills: ['pdf'], links: ['notes'] })
  await runMetier(machine, 'unlink', '--agent', 'all')
  expect(isThere(linkOf(machine))).toBe(false)
})

test('a recorded copy is the same skill, never a shadowed one', async () => {
  const machine = createMachine()
  await runMetier(machine, ...LINK)
  rmSync(linkOf(machine))
  writeText(join(linkOf(machine), 'SKILL.md'), readFileSync(join(folderOf(machine), 'SKILL.md'), 'utf8'))
  expect(await runJson(machine, 'doctor')).toMatchObject({ shadowed: [{ name: 'notes' }] })
  writeText(lockOf(machine), readFileSync(lockOf(machine), 'utf8').replace('"kind": "link"', '"kind": "copy"'))
  expect(await runJson(machine, 'doctor')).toMatchObject({ shadowed: [], installed: { drifted: [] } })
})

test('info and doctor name the command', async () => {
  const machine = createMachine()
  expect((await runMetier(machine, 'info', 'notes')).stdout).toContain('metier link notes --agent claude-code')
  expect(await runJson(machine, 'doctor')).toMatchObject({
    agents: [{ fixes: ['metier link notes --agent claude-code --project'] }],
  })
})

test.each([
  ['missing', (_: string) => undefined, 'for Claude Code: missing'],
  ['broken', (path: string) => symlinkSync('/nowhere', path), 'leads nowhere'],
  ['replaced', (path: string) => writeText(join(path, 'SKILL.md'), 'mine'), 'was replaced or changed'],
])('a link that is %s is drift', async (_, replace, words) => {
  const machine = createMachine()
  await runMetier(machine, ...LINK)
  rmSync(linkOf(machine))
  replace(linkOf(machine))
  const { code, stdout } = await runMetier(machine, 'verify')
  expect({ code, stdout }).toMatchObject({ code: 1, stdout: expect.stringContaining(words) })
  expect(stdout).toContain('metier link notes --agent claude-code --project')
  expect(await runJson(machine, 'doctor')).toMatchObject({
    installed: { skills: 0, drifted: [{ name: 'notes', status: 'unlinked' }] },
  })
  expect((await runMetier(machine, ...LINK, '--force')).code).toBe(0)
  expect(await runJson(machine, 'verify')).toMatchObject({ ok: true })
})

test('if the skill is removed by hand, its link is drift, and unlink removes it', async () => {
  const machine = createMachine()
  await runMetier(machine, ...LINK)
  rmSync(folderOf(machine), { recursive: true })
  const { code, stdout } = await runMetier(machine, 'verify')
  expect({ code, stdout }).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("the skill's directory is missing"),
  })
  expect(stdout).toContain('metier unlink notes --agent claude-code --project')
  expect(await runJson(machine, 'doctor')).toMatchObject({ installed: { drifted: [{ status: 'unlinked' }] } })
  expect((await runMetier(machine, 'doctor')).stdout).toContain('notes left a link for an agent: ')
  expect((await runMetier(machine, ...LINK)).stderr).toContain('metier unlink notes --agent all')
  expect((await runMetier(machine, ...UNLINK)).code).toBe(0)
  expect(isThere(linkOf(machine))).toBe(false)
  expect(await runJson(machine, 'verify')).toMatchObject({ ok: true, skills: [] })
})

test('install refuses the name; with --force the links belong to the installed skill', async () => {
  const machine = createMachine()
  writeText(join(machine.project, '.agents/skills/pdf/SKILL.md'), skillText('pdf'))
  await runMetier(machine, 'link', 'pdf', '--agent', 'claude-code')
  const install = ['install', 'pdf', '--from', 'local:offered', '--project']
  expect((await runMetier(machine, ...install)).stderr).toContain('skill exists')
  expect(readLock(machine).links).toEqual({ pdf: [{ agent: 'claude-code', kind: 'link' }] })
  expect(await runJson(machine, ...install, '--force')).toMatchObject({ installed: true })
  const { skills, links } = readLock(machine)
  expect(links).toBeUndefined()
  expect(skills.pdf.links).toEqual([{ agent: 'claude-code', kind: 'link' }])
  expect(await runJson(machine, 'verify')).toMatchObject({ skills: [{ name: 'notes' }, { name: 'pdf', status: 'ok' }] })
})

test('a directory that leads out of the root is refused, and nothing is written', async () => {
  const machine = createMachine()
  const outside = join(machine.home, 'outside')
  writeText(join(outside, 'SKILL.md'), skillText('notes'))
  rmSync(folderOf(machine), { recursive: true })
  symlinkSync(outside, folderOf(machine))
  const { code, stderr } = await runMetier(machine, ...LINK, '--project')
  expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('is a link to another directory') })
  expect([lockOf(machine), linkOf(machine)].filter(isThere)).toEqual([])
})

test.each([
  ['{ "../notes": [] }', 'invalid links'],
  ['{ "notes": [{ "agent": "claude-code", "kind": "file" }] }', 'invalid links'],
])('a lockfile with links %s is refused', async (links, words) => {
  const machine = createMachine()
  writeText(lockOf(machine), `{ "version": 1, "skills": {}, "links": ${links} }`)
  expect((await runMetier(machine, ...LINK, '--project')).stderr).toContain(words)
  expect(existsSync(dirname(linkOf(machine)))).toBe(false)
})

test('SkillManager links and unlinks it', async () => {
  const machine = createMachine()
  const skills = await SkillManager.open({ workdir: machine.project, home: machine.home })
  expect(await skills.link('notes', { agents: ['claude-code'] })).toMatchObject({ ok: true })
  expect(isThere(linkOf(machine))).toBe(true)
  expect(await skills.unlink('notes', { agents: ['claude-code'] })).toMatchObject({ ok: true })
  expect(isThere(linkOf(machine))).toBe(false)
  await skills.close()
})
