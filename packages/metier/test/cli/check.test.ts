import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  installProgram,
  type Machine,
  plainAndNeedy,
  runJson,
  runMetier,
  skillText,
  useMetier,
  writeText,
} from './run-metier.js'

const metier = useMetier()

function createMachine(): Machine {
  return metier.create(plainAndNeedy())
}

describe('metier check', () => {
  test('C-10…C-13: --json gives name, eligible, reasons and fixes, and nothing else', async () => {
    const machine = createMachine()
    expect(await runJson(machine, 'check', 'needy')).toEqual({
      name: 'needy',
      eligible: false,
      reasons: ['Missing binary: no-such-tool'],
      fixes: ['brew install no-such-tool'],
    })
    expect(await runJson(machine, 'check', 'plain')).toEqual({ name: 'plain', eligible: true, reasons: [], fixes: [] })
  })

  test('shows a person reasons and commands to copy', async () => {
    const machine = createMachine()
    installProgram(machine, 'brew')
    const { code, stdout } = await runMetier(machine, 'check', 'needy')
    expect(stdout).toContain('  Missing binary: no-such-tool\n')
    expect(stdout).toContain('\n  brew install no-such-tool\n')
    expect(code).toBe(0)
  })

  test('says of a command whose package manager is not here that it is not', async () => {
    const { stdout } = await runMetier(createMachine(), 'check', 'needy')
    expect(stdout).toContain('\n  brew install no-such-tool  # brew is not installed\n')
  })

  test('shows what is wrong with a skill that can be used: its SKILL.md and its tools', async () => {
    const machine = metier.create({
      '.agents/skills/broken/SKILL.md': '---\nname: [broken\n: : x\n',
      '.agents/skills/six/SKILL.md': skillText('six', 'Counts to six'),
      '.agents/skills/six/tools.yaml': 'tools:\n- name: foo\n  descriptoin: x\n',
    })
    const broken = await runMetier(machine, 'check', 'broken')
    expect(broken.stdout).toContain('warning: Its SKILL.md has ')
    expect(broken.stdout).toMatch(/ {2}SKILL\.md:1:1 The frontmatter is not closed/)
    expect(broken.stdout).toMatch(/\n {2}metier validate .*\.agents\/skills\/broken\n/)
    const six = await runMetier(machine, 'check', 'six')
    expect(six.stdout).toContain('✓ six can be used here\n  warning: Its tools cannot be used: tools.yaml is invalid\n')
    expect(six.stdout).toContain('  tools.yaml:3:3 ')
    // C-10: the contract's fields, and nothing else.
    expect(await runJson(machine, 'check', 'six')).toEqual({ name: 'six', eligible: true, reasons: [], fixes: [] })
  })

  test('warns of a tool whose program is not here, though the skill can be used as text', async () => {
    const machine = metier.create({
      '.agents/skills/shout/SKILL.md': skillText('shout', 'Shouts'),
      '.agents/skills/shout/tools.yaml': 'tools:\n- { name: shout, description: Shouts, run: [no-such-tool, a] }\n',
    })
    const { stdout, code } = await runMetier(machine, 'check', 'shout')
    expect(stdout).toContain('✓ shout can be used here\n  warning: Some of its tools cannot start here:\n')
    expect(stdout).toMatch(/\n {2}tools\.yaml:2:\d+ the program 'no-such-tool' is not on PATH here\n/)
    expect(code).toBe(0)
    expect(await runJson(machine, 'check', 'shout')).toMatchObject({ eligible: true })
  })

  test('says that tools wait for an approval, or lost it because a file changed', async () => {
    const script = join('.agents/skills/count/scripts/count.mjs')
    const machine = metier.create({
      '.agents/skills/count/SKILL.md': skillText('count', 'Counts'),
      '.agents/skills/count/tools.yaml':
        'tools:\n- { name: count, description: Counts, run: [node, scripts/count.mjs], category: read }\n',
      [script]: 'console.log(1)\n',
    })
    installProgram(machine, 'node')
    const check = async () => (await runMetier(machine, 'check', 'count')).stdout
    const advice = '  metier approve count\n'
    expect(await check()).toBe(`✓ count can be used here\n  warning: Its tools need your approval:\n${advice}`)
    await runMetier(machine, 'approve', 'count', '--yes')
    expect(await check()).toBe('✓ count can be used here\n')
    writeText(join(machine.project, script), 'console.log(2)\n')
    expect(await check()).toContain(`warning: Its files changed since you approved its tools:\n${advice}`)
  })

  test('info --json has the guesses that the text shows', async () => {
    const machine = createMachine()
    installProgram(machine, 'apt')
    expect(await runJson(machine, 'info', 'needy')).toMatchObject({
      fixes: ['brew install no-such-tool'],
      suggestedFixes: [
        {
          command: 'apt install no-such-tool',
          remark: expect.stringContaining('a guess'),
          provides: ['no-such-tool'],
        },
        { command: 'brew install no-such-tool', remark: 'brew is not installed' },
      ],
    })
  })

  test('names a download, which is no command', async () => {
    const machine = createMachine()
    const entry = { kind: 'download', url: 'https://downloads.example/tool.tar.gz' }
    const metadata = `metadata: ${JSON.stringify({ openclaw: { requires: { bins: ['no-such-tool'] }, install: [entry] } })}\n`
    writeText(join(machine.project, '.agents/skills/fetched/SKILL.md'), skillText('fetched', 'Fetched', metadata))
    const { stdout } = await runMetier(machine, 'check', 'fetched')
    expect(stdout).toContain('Downloads named by the skill:\n  https://downloads.example/tool.tar.gz\n')
  })

  test('suggests no variable on a machine that the skill is not for', async () => {
    const machine = createMachine()
    const metadata = 'metadata: {"openclaw":{"os":["plan9"],"requires":{"env":["KEY"]}}}\n'
    writeText(join(machine.project, '.agents/skills/far/SKILL.md'), skillText('far', 'Far', metadata))
    const { stdout } = await runMetier(machine, 'check', 'far')
    expect(stdout).toContain('Requires plan9')
    expect(stdout).not.toContain('export')
  })

  test('an unknown skill is refused with what to type next', async () => {
    const { code, stdout, stderr } = await runMetier(createMachine(), 'check', 'nedy')
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toBe("error: skill not found: nedy\nDid you mean: needy\nRun 'metier list' to see all skills.\n")
  })

  test.each([
    ['personal', '', 'skills.entries.cfg.config.channels.slack'],
    ['personal', 'skillKey: my.key, ', `skills.entries."my.key".config.channels.slack`],
    ['project', '', 'skills.entries.project:cfg.config.channels.slack'],
    ['project', 'skillKey: my.key, ', 'skills.entries.project:cfg.config.channels.slack'],
  ])('a setting that a %s skill (%s) lacks comes by the command that is shown', async (scope, more, key) => {
    const name = 'cfg'
    const needs = `metadata: { openclaw: { ${more}requires: { config: [channels.slack] } } }\n`
    const machine = metier.create({})
    const folder = scope === 'project' ? machine.project : machine.home
    writeText(join(folder, '.agents/skills/cfg/SKILL.md'), skillText(name, 'Needs a setting', needs))
    expect(await runJson(machine, 'check', name)).toEqual({
      name,
      eligible: false,
      reasons: ['Missing config: channels.slack'],
      fixes: [],
    })
    const command = `metier config set ${key.includes('"') ? `'${key}'` : key} …`
    expect((await runMetier(machine, 'check', name)).stdout).toContain(`To fix it, try:\n  ${command}\n`)
    expect((await runMetier(machine, 'info', name)).stdout).toContain(`fixes       ${command}\n`)
    await runMetier(machine, 'config', 'set', key, 'true')
    expect(await runJson(machine, 'check', name)).toMatchObject({ eligible: true })
  })
})
