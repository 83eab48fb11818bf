/** Skills in the directories of agents, as a person and a program see it. */

import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { OFFERED } from './offered-skill.js'
import { type Machine, runJson, runMetier, useMetier, writeText } from './run-metier.js'
import { runAtTerminal } from './terminal.js'

const metier = useMetier()
const INSTALL = ['install', 'pdf', '--from', 'local:offered']

/** A machine with Claude Code, which does not read .agents/skills, and Cursor, which does. */
function createMachine(): Machine {
  const machine = metier.create(OFFERED)
  for (const folder of ['.claude', '.cursor']) mkdirSync(join(machine.home, folder))
  return machine
}

const linkOf = ({ home }: Machine) => join(home, '.claude/skills/pdf')
const isLink = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true

describe('metier install --agent', () => {
  test('links for the named agents, in JSON and for a person', async () => {
    const machine = createMachine()
    const path = linkOf(machine)
    const { stdout } = await runMetier(machine, ...INSTALL, '--agent', 'claude-code,cursor')
    expect(stdout).toContain(`  Claude Code: linked in ${path}\n`)
    expect(stdout).toContain(`  Cursor: needs no link, it reads ${machine.home}/.agents/skills\n`)
    expect(readlinkSync(path)).toBe('../../.agents/skills/pdf')
    const again = await runJson(machine, ...INSTALL, '--force')
    expect(again).toMatchObject({ installed: true, links: [{ agent: 'claude-code', path, status: 'linked' }] })
  })

  test('a link or a copy is the same skill, never a shadowed one', async () => {
    const machine = createMachine()
    await runMetier(machine, ...INSTALL, '--agent', 'all')
    expect(await runJson(machine, 'doctor')).toMatchObject({ shadowed: [], summary: { skills: 1 } })
    const lock = join(machine.home, '.agents/skills.lock.json')
    rmSync(linkOf(machine))
    for (const file of ['SKILL.md', 'scripts/run.sh']) {
      writeText(join(linkOf(machine), file), OFFERED[`offered/pdf/${file}` as keyof typeof OFFERED])
    }
    expect(await runJson(machine, 'doctor')).toMatchObject({ shadowed: [{ name: 'pdf' }] })
    writeText(lock, readFileSync(lock, 'utf8').replace('"kind": "link"', '"kind": "copy"'))
    expect(await runJson(machine, 'doctor')).toMatchObject({ shadowed: [], summary: { skills: 1 } })
    expect(await runJson(machine, 'verify')).toMatchObject({ ok: true })
  })

  test('update says which entry it left alone', async () => {
    const machine = createMachine()
    await runMetier(machine, ...INSTALL, '--agent', 'claude-code')
    const update = () => {
      const file = join(machine.project, 'offered/pdf/scripts/run.sh')
      writeText(file, `${readFileSync(file, 'utf8')}echo more\n`)
      return runMetier(machine, 'update', 'pdf')
    }
    expect((await update()).stdout).not.toContain('Claude Code')
    rmSync(linkOf(machine))
    writeText(join(linkOf(machine), 'SKILL.md'), 'mine')
    const left = `warning: Claude Code: left ${linkOf(machine)} as it is: something else has this name\n`
    expect(await update()).toMatchObject({ code: 0, stdout: expect.stringContaining(left) })
    expect(readFileSync(join(linkOf(machine), 'SKILL.md'), 'utf8')).toBe('mine')
  })

  test('uses the configuration without the option, and none with none', async () => {
    const machine = createMachine()
    await runMetier(machine, 'config', 'set', 'skills.agents', 'claude-code')
    await runMetier(machine, ...INSTALL, '--agent', 'none')
    expect(isLink(linkOf(machine))).toBe(false)
    await runMetier(machine, ...INSTALL, '--force')
    expect(isLink(linkOf(machine))).toBe(true)
  })

  test('says that the configuration names an agent that is not known', async () => {
    const machine = createMachine()
    writeText(join(machine.home, '.metier/config.json'), '{ "skills": { "agents": ["claude"] } }')
    const { code, stdout } = await runMetier(machine, ...INSTALL)
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('claude: not linked, this is not'),
    })
  })

  test("a project's configuration has no say", async () => {
    const machine = createMachine()
    writeText(join(machine.project, '.metier/config.json'), '{ "skills": { "agents": ["claude-code"] } }')
    const { stderr } = await runMetier(machine, ...INSTALL)
    expect(stderr).toContain("skills.agents in a project's configuration has no effect")
    expect(isLink(linkOf(machine))).toBe(false)
  })

  test('an unknown agent is a mistake, and nothing is installed', async () => {
    const machine = createMachine()
    const { code, stderr } = await runMetier(machine, ...INSTALL, '--agent', 'claude')
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean: claude-code') })
    expect(existsSync(join(machine.home, '.agents'))).toBe(false)
  })

  test.each([
    ['y', ['claude-code']],
    ['n', []],
  ])('asks once at a terminal: %s', async (typed, remembered) => {
    const machine = createMachine()
    const answers = [['[y/N]', `${typed}\n`]] as const
    const { lines } = await runAtTerminal(machine, INSTALL, { answers, columns: 200 })
    expect(lines.join('\n')).toContain('Claude Code does not read')
    expect(isLink(linkOf(machine))).toBe(typed === 'y')
    const file = join(machine.home, '.metier/config.json')
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ skills: { agents: remembered } })
    expect(lines).toContain(`Remembered in ${file}: skills.agents = ${JSON.stringify(remembered)}`)
    const again = await runAtTerminal(machine, [...INSTALL, '--force'])
    expect(again.lines.join('\n')).not.toContain('[y/N]')
  })

  test('asks only after the scan, and not about a skill that is refused or installed already', async () => {
    const machine = createMachine()
    const skill = join(machine.project, 'offered/pdf/SKILL.md')
    const text = readFileSync(skill, 'utf8')
    writeText(skill, `${text}\n\`\`\`sh\ncurl http://203.0.113.7/data.json\n\`\`\`\n`)
    const refused = await runAtTerminal(machine, INSTALL, { answers: [['[y/N]', 'n\n']], columns: 200 })
    expect(refused.lines.join('\n')).toContain('The scan raised 1 warning')
    expect(refused.lines.join('\n')).not.toContain('does not read')
    writeText(skill, text)
    await runMetier(machine, ...INSTALL)
    const { lines } = await runAtTerminal(machine, INSTALL, { columns: 200 })
    expect(lines.join('\n')).toContain('pdf is already installed in')
    expect(lines.join('\n')).not.toContain('does not read')
  })
})

describe('metier link and unlink', () => {
  test('without a name, the skills of the project are meant', async () => {
    const machine = createMachine()
    await runMetier(machine, ...INSTALL, '--project')
    const path = join(machine.project, '.claude/skills/pdf')
    expect(await runJson(machine, 'link', '--agent', 'claude-code')).toMatchObject({
      ok: true,
      skills: [{ name: 'pdf', scope: 'project', outcomes: [{ path, status: 'linked' }] }],
    })
    expect(readlinkSync(path)).toBe('../../.agents/skills/pdf')
    expect(isLink(linkOf(machine))).toBe(false)
    expect(await runJson(machine, 'unlink', '--agent', 'all')).toMatchObject({ ok: true })
    expect(isLink(path)).toBe(false)
  })

  test('all removes links of agents that are not installed any more', async () => {
    const machine = createMachine()
    mkdirSync(join(machine.project, '.continue'))
    await runMetier(machine, ...INSTALL, '--project', '--agent', 'continue')
    const path = join(machine.project, '.continue/skills/pdf')
    expect(isLink(path)).toBe(true)
    await runMetier(machine, 'unlink', '--agent', 'all')
    expect(isLink(path)).toBe(false)
  })

  test('an entry that is not ours stays, and the command exits with 1', async () => {
    const machine = createMachine()
    await runMetier(machine, ...INSTALL)
    mkdirSync(join(machine.home, '.claude/skills'))
    symlinkSync('/nowhere', linkOf(machine))
    const { code, stdout } = await runMetier(machine, 'link', 'pdf', '--agent', 'claude-code')
    expect(code).toBe(1)
    expect(stdout).toContain('it is a link that leads nowhere')
    expect(readlinkSync(linkOf(machine))).toBe('/nowhere')
  })

  describe('over a skill of the same name', () => {
    const LINK = ['link', 'pdf', '--agent', 'claude-code']

    async function createBlocked(): Promise<Machine> {
      const machine = createMachine()
      await runMetier(machine, ...INSTALL)
      writeText(join(linkOf(machine), 'SKILL.md'), 'mine')
      return machine
    }

    test('without a terminal it refuses and names the option', async () => {
      const machine = await createBlocked()
      const { code, stdout } = await runMetier(machine, ...LINK)
      expect(code).toBe(1)
      expect(stdout).toContain('metier link pdf --agent claude-code --force')
      expect(await runJson(machine, ...LINK)).toMatchObject({ ok: false })
      expect(readFileSync(join(linkOf(machine), 'SKILL.md'), 'utf8')).toBe('mine')
    })

    test('--force keeps it, and unlink brings it back', async () => {
      const machine = await createBlocked()
      const { code, stdout } = await runMetier(machine, ...LINK, '--force')
      expect({ code, isLink: isLink(linkOf(machine)) }).toEqual({ code: 0, isLink: true })
      expect(stdout).toContain(`the entry that it replaced is kept in ${machine.home}/.claude/.metier-kept-pdf-1`)
      expect((await runMetier(machine, 'unlink', ...LINK.slice(1))).stdout).toContain('is back')
      expect(readFileSync(join(linkOf(machine), 'SKILL.md'), 'utf8')).toBe('mine')
    })

    test.each([
      ['', false],
      ['n', false],
      ['y', true],
    ])('a terminal shows it and asks, no by default: %j', async (typed, isReplaced) => {
      const machine = await createBlocked()
      const answers = [['[y/N]', `${typed}\n`]] as const
      const { code, lines } = await runAtTerminal(machine, LINK, { answers, columns: 200 })
      expect(lines.join('\n')).toContain('directory with SKILL.md')
      expect({ code, isLink: isLink(linkOf(machine)) }).toEqual({ code: isReplaced ? 0 : 1, isLink: isReplaced })
    })
  })

  test.each([
    [['link', 'pdf'], 2],
    [['link', 'nothing', '--agent', 'all'], 1],
    [['link', '--agent', 'all'], 1],
  ])('%s is refused', async (words, code) => {
    expect((await runMetier(createMachine(), ...words)).code).toBe(code)
  })
})

test('a project that git checked out without links is recognised, and link repairs it', async () => {
  const machine = createMachine()
  await runMetier(machine, ...INSTALL, '--project', '--agent', 'claude-code')
  const git = (...words: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...words], { cwd: machine.project })
  git('init', '-q')
  git('add', '.agents', '.claude')
  git('commit', '-qm', 'skills')
  const path = join(machine.project, '.claude/skills/pdf')
  rmSync(path)
  git('-c', 'core.symlinks=false', 'checkout', '--', '.claude')
  expect(readFileSync(path, 'utf8')).toBe('../../.agents/skills/pdf')
  const words = 'git checked the link out as a text file'
  const verified = await runMetier(machine, 'verify')
  expect({ code: verified.code, stdout: verified.stdout }).toMatchObject({
    code: 1,
    stdout: expect.stringContaining(words),
  })
  expect(verified.stdout).toContain('git config core.symlinks true')
  expect(verified.stdout).toContain('metier link pdf --agent claude-code --project')
  const doctor = await runMetier(machine, 'doctor')
  expect(doctor.stdout).toContain(words)
  expect(doctor.stdout).toContain('metier link pdf --agent claude-code --project')
  expect(await runJson(machine, 'info', 'pdf')).toMatchObject({
    seenBy: [{ agent: 'claude-code', reason: 'flattened' }, { agent: 'cursor' }],
  })
  expect((await runMetier(machine, 'link', 'pdf', '--agent', 'claude-code', '--project')).code).toBe(0)
  expect(await runJson(machine, 'verify')).toMatchObject({ ok: true })
})

describe('who sees a skill', () => {
  test('info shows the directory, or why not and what to run', async () => {
    const machine = createMachine()
    await runMetier(machine, ...INSTALL)
    const root = join(machine.home, '.agents/skills')
    expect(await runJson(machine, 'info', 'pdf')).toMatchObject({
      seenBy: [
        { agent: 'claude-code', sees: false, reason: 'not_linked' },
        { agent: 'cursor', sees: true, how: 'root', folder: root },
      ],
    })
    const { stdout } = await runMetier(machine, 'info', 'pdf')
    expect(stdout).toContain('metier link pdf --agent claude-code')
    await runMetier(machine, 'link', 'pdf', '--agent', 'claude-code')
    const own = join(machine.home, '.claude/skills')
    expect(await runJson(machine, 'info', 'pdf')).toMatchObject({
      seenBy: [
        { agent: 'claude-code', sees: true, how: 'link', folder: own },
        { agent: 'cursor', sees: true, how: 'root', folder: root, also: [own] },
      ],
    })
  })

  test('doctor counts for each agent, and names duplicates and missing links', async () => {
    const machine = createMachine()
    await runMetier(machine, ...INSTALL)
    expect(await runJson(machine, 'doctor')).toMatchObject({
      agents: [
        { agent: 'claude-code', sees: 0, unseen: ['pdf'], twice: [] },
        { agent: 'cursor', sees: 1, unseen: [], twice: [] },
      ],
    })
    await runMetier(machine, 'link', 'pdf', '--agent', 'claude-code')
    expect(await runJson(machine, 'doctor')).toMatchObject({
      agents: [
        { sees: 1, unseen: [] },
        { agent: 'cursor', twice: ['pdf'] },
      ],
    })
    rmSync(linkOf(machine))
    expect(await runJson(machine, 'doctor')).toMatchObject({ installed: { drifted: [{ status: 'unlinked' }] } })
    const { code, stdout } = await runMetier(machine, 'verify')
    expect({ code, stdout }).toMatchObject({ code: 1, stdout: expect.stringContaining('for Claude Code: missing') })
    expect(stdout).toContain('metier link pdf --agent claude-code --personal')
  })
})
