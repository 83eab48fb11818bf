import { createHash } from 'node:crypto'
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startClawhub } from '../servers/clawhub.js'
import { runJson, runMetier, skillText, useMetier } from './run-metier.js'

const metier = useMetier()

interface Locked {
  readonly skills: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

function readLock(folder: string): Locked {
  return JSON.parse(readFileSync(join(folder, 'skills.lock.json'), 'utf8')) as Locked
}

const TEXT = skillText('pdf', 'Reads PDF files')
const HASH = createHash('sha256').update('SKILL.md').update(TEXT).digest('hex')

describe('metier migrate', () => {
  test('a skill that was edited since another installer brought it is recorded as edited', async () => {
    const skills = { pdf: { source: 'owner/repo', sourceType: 'github', computedHash: HASH } }
    const machine = metier.create({
      'skills-lock.json': JSON.stringify({ version: 1, skills }),
      '.agents/skills/pdf/SKILL.md': `${TEXT}Edited by hand\n`,
    })
    expect((await runMetier(machine, 'migrate')).code).toBe(0)
    expect(readLock(join(machine.project, '.agents')).skills.pdf).toMatchObject({ editedFrom: null })
    const { code, stdout } = await runMetier(machine, 'verify', '--project', '--json')
    expect([code, JSON.parse(stdout)]).toMatchObject([1, { ok: false, skills: [{ name: 'pdf', status: 'edited' }] }])
  })

  test('skills-lock.json: a repository, its folder, and whether the files are still the same', async () => {
    const lock = {
      version: 1,
      skills: {
        pdf: {
          source: 'owner/repo',
          sourceType: 'github',
          ref: 'main',
          skillPath: 'skills/pdf/SKILL.md',
          computedHash: HASH,
        },
      },
    }
    const machine = metier.create({ 'skills-lock.json': JSON.stringify(lock), '.agents/skills/pdf/SKILL.md': TEXT })
    const { code, stdout } = await runMetier(machine, 'migrate', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      dryRun: false,
      skills: [{ name: 'pdf', client: 'skills', migrated: true, isUnchanged: true, verdict: 'pass' }],
    })
    expect(readLock(join(machine.project, '.agents')).skills.pdf).toMatchObject({
      source: 'github.com/owner/repo#main',
      path: 'skills/pdf',
      version: null,
      approval: null,
      files: [{ path: 'SKILL.md', size: TEXT.length }],
    })
  })

  test('.clawhub/lock.json: version, time and pin of a folder named skills', async () => {
    const lock = {
      version: 1,
      skills: { '@owner/pdf': { version: '1.2.3', installedAt: 1_730_000_000_000, pinned: true } },
    }
    const machine = metier.create({ '.clawhub/lock.json': JSON.stringify(lock), 'skills/@owner/pdf/SKILL.md': TEXT })
    await runMetier(machine, 'migrate')
    expect(readLock(machine.project).skills['@owner/pdf']).toMatchObject({
      source: 'clawhub',
      version: '1.2.3',
      installedAt: '2024-10-27T03:33:20.000Z',
      pinned: true,
    })
  })

  test('origin.json: another registry is recorded so that it can be asked again', async () => {
    const server = await startClawhub([{ slug: 'pdf', files: { 'SKILL.md': TEXT }, versions: ['1.0.0', '1.2.0'] }])
    const origin = { version: 1, registry: `${server.url}/`, slug: 'pdf', installedVersion: '1.0.0', installedAt: 1 }
    const machine = metier.create({
      '.agents/skills/pdf/SKILL.md': TEXT,
      '.agents/skills/pdf/.clawhub/origin.json': JSON.stringify(origin),
    })
    await runMetier(machine, 'migrate')
    const source = `clawhub+${server.url}`
    expect(readLock(join(machine.project, '.agents')).skills.pdf).toMatchObject({ source, version: '1.0.0' })
    await runMetier(machine, 'trust', server.host)
    const { stdout } = await runMetier(machine, 'outdated', '--json')
    expect(JSON.parse(stdout)).toMatchObject({ outdated: 1, skills: [{ name: 'pdf', latest: '1.2.0' }] })
  })

  test('.openskills.json: a repository or a folder', async () => {
    const record = {
      source: 'a/b/pdf',
      sourceType: 'git',
      repoUrl: 'https://github.com/a/b',
      subpath: 'pdf',
      installedAt: '2026-01-02T03:04:05.000Z',
    }
    const machine = metier.create({
      '.claude/skills/pdf/SKILL.md': TEXT,
      '.claude/skills/pdf/.openskills.json': JSON.stringify(record),
      '.claude/skills/own/SKILL.md': skillText('own', 'Own'),
      '.claude/skills/own/.openskills.json': JSON.stringify({ sourceType: 'local', localPath: '/src/own' }),
    })
    await runMetier(machine, 'migrate')
    expect(readLock(join(machine.project, '.claude')).skills).toMatchObject({
      pdf: { source: 'https://github.com/a/b', path: 'pdf', installedAt: '2026-01-02T03:04:05.000Z' },
      own: { source: 'local:/src/own', path: null },
    })
  })

  test('a second time there is nothing to do', async () => {
    const machine = metier.create({
      '.agents/skills/pdf/SKILL.md': TEXT,
      '.agents/skills/pdf/.openskills.json': JSON.stringify({ sourceType: 'git', repoUrl: 'https://github.com/a/b' }),
    })
    await runMetier(machine, 'migrate')
    const before = readFileSync(join(machine.project, '.agents/skills.lock.json'), 'utf8')
    const { stdout } = await runMetier(machine, 'migrate')
    expect(stdout).toBe('Nothing to import\n')
    expect(readFileSync(join(machine.project, '.agents/skills.lock.json'), 'utf8')).toBe(before)
  })

  test('what no lock names is left alone, and so are links', async () => {
    const lock = { version: 1, skills: { pdf: { source: 'a/b', sourceType: 'github' } } }
    const machine = metier.create({
      'skills-lock.json': JSON.stringify(lock),
      '.agents/skills/own/SKILL.md': TEXT,
      'real/SKILL.md': TEXT,
    })
    symlinkSync(join(machine.project, 'real'), join(machine.project, '.agents/skills/pdf'))
    const { stdout } = await runMetier(machine, 'migrate', '--json')
    const { skills } = JSON.parse(stdout) as { skills: { name: string; migrated: boolean }[] }
    expect(skills.map(({ name, migrated }) => [name, migrated])).toEqual([
      ['own', false],
      ['pdf', false],
    ])
    expect(existsSync(join(machine.project, '.agents/skills.lock.json'))).toBe(false)
  })

  test('links to what is taken over, as installers make them for other agents, are no fault', async () => {
    const record = { source: '/elsewhere', sourceType: 'local', localPath: '/elsewhere/pdf' }
    const machine = metier.create({
      '.agents/skills/pdf/SKILL.md': TEXT,
      '.agents/skills/pdf/.openskills.json': JSON.stringify(record),
      '.claude/skills/keep': '',
    })
    symlinkSync('../../.agents/skills/pdf', join(machine.project, '.claude/skills/pdf'))
    const { stdout } = await runMetier(machine, 'migrate')
    expect(stdout).not.toContain('✗')
    expect(stdout).toContain('1 link to them skipped')
    expect(existsSync(join(machine.project, '.claude/skills.lock.json'))).toBe(false)
  })

  test('links that Metier made are not counted, nor is a skills directory that is no root; others are named', async () => {
    const offered = Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [
        `.agents/skills/own-${at + 10}/SKILL.md`,
        skillText(`own-${at + 10}`, 'x'),
      ]),
    )
    const machine = metier.create({
      ...offered,
      'skills/published/SKILL.md': skillText('published', 'Is offered to others'),
      'offered/pdf/SKILL.md': TEXT,
    })
    await runMetier(machine, 'install', 'pdf', '--from', 'local:offered', '--project', '--agent', 'claude-code')
    expect(existsSync(join(machine.project, '.claude/skills/pdf/SKILL.md'))).toBe(true)
    const { code, stdout } = await runMetier(machine, 'migrate')
    const named = Array.from({ length: 10 }, (_, at) => `own-${at + 10}`).join(', ')
    expect([code, stdout]).toEqual([0, `Nothing to import\n12 skills of unknown origin skipped: ${named} and 2 more\n`])
  })

  test('--dry-run writes nothing', async () => {
    const machine = metier.create({
      '.agents/skills/pdf/SKILL.md': TEXT,
      '.agents/skills/pdf/.openskills.json': JSON.stringify({ sourceType: 'git', repoUrl: 'https://github.com/a/b' }),
    })
    expect((await runMetier(machine, 'migrate', '--dry-run')).stdout).toContain('1 skill would be imported')
    expect(existsSync(join(machine.project, '.agents/skills.lock.json'))).toBe(false)
    expect(existsSync(join(machine.project, '.agents/skills/.metier-store'))).toBe(false)
  })

  test.each([
    ['{', 1, 'it is not valid JSON'],
    ['{\n  "version": 1,\n  bad', 3, 'it is not valid JSON'],
    ['{\n<<<<<<< HEAD\n', 2, 'it has unresolved merge conflicts'],
    ['[]', null, 'it is not a JSON object'],
    ['{"version":1}', null, 'it has no valid list of skills'],
  ])('a lock that says %j is told of with its line, and ends with 1', async (text, line, why) => {
    const machine = metier.create({ 'skills-lock.json': text, '.agents/skills/pdf/SKILL.md': TEXT })
    const { code, stdout } = await runMetier(machine, 'migrate', '--json')
    const file = join(machine.project, 'skills-lock.json')
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      skills: [{ name: 'pdf', migrated: false }],
      problems: [{ file, line, message: expect.stringContaining(why) }],
    })
    const { stderr } = await runMetier(machine, 'migrate')
    expect(stderr).toContain(`warning: ${file}${line === null ? '' : `:${line}`}: ${why}`)
  })

  test("ClawHub's lock and what lies in a skill are told of as well, and the rest is taken over", async () => {
    const machine = metier.create({
      '.clawhub/lock.json': '<<<<<<< HEAD',
      'skills/pdf/SKILL.md': TEXT,
      'skills/pdf/.openskills.json': '{bad',
      'skills/own/SKILL.md': skillText('own', 'Own'),
      'skills/own/.openskills.json': JSON.stringify({ sourceType: 'local', localPath: '/src/own' }),
    })
    const { code, stdout } = await runMetier(machine, 'migrate', '--json')
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      skills: [
        { name: 'own', migrated: true },
        { name: 'pdf', migrated: false },
      ],
      problems: [
        { file: join(machine.project, '.clawhub/lock.json'), line: 1 },
        { file: join(machine.project, 'skills/pdf/.openskills.json'), line: 1 },
      ],
    })
  })

  test('an entry whose folder is nowhere, or that is not understood, is told of', async () => {
    const skills = {
      gone: { source: 'a/b', sourceType: 'github' },
      odd: 'x',
      pdf: { source: 'a/b', sourceType: 'github' },
    }
    const machine = metier.create({
      'skills-lock.json': JSON.stringify({ version: 1, skills }),
      '.claude/skills/pdf/SKILL.md': TEXT,
    })
    const { code, stdout } = await runMetier(machine, 'migrate', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      skills: [{ name: 'pdf', migrated: true }],
      problems: [
        { file: join(machine.project, 'skills-lock.json'), message: expect.stringContaining("'gone' was not found") },
        { message: expect.stringContaining("'odd' has an invalid entry") },
      ],
    })
  })

  test('a folder that no command looks into is named with the option that does', async () => {
    const record = JSON.stringify({ sourceType: 'local', localPath: '/src/pdf' })
    const machine = metier.create({
      'team/pdf/SKILL.md': TEXT,
      'team/pdf/.openskills.json': record,
    })
    const { stderr } = await runMetier(machine, 'migrate', '--root', 'team')
    expect(stderr).toContain('metier list --root team\n')
    expect(stderr.match(/--root/g)).toHaveLength(1)
  })

  test('a plain skills folder is a root afterwards', async () => {
    const record = JSON.stringify({ sourceType: 'local', localPath: '/src/pdf' })
    const machine = metier.create({ 'skills/pdf/SKILL.md': TEXT, 'skills/pdf/.openskills.json': record })
    expect(await runJson(machine, 'list')).toMatchObject({ skills: [] })
    expect((await runMetier(machine, 'migrate')).stderr).toBe('')
    expect(await runJson(machine, 'list')).toMatchObject({ skills: [{ name: 'pdf' }] })
  })
})
