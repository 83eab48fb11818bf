import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Machine, runJson, runMetier, skillText, useMetier, writeText } from './run-metier.js'

const metier = useMetier()

function createMachine(): Machine {
  const machine = metier.create({
    '.agents/skills/beta/SKILL.md': skillText('beta', 'Second'),
    '.agents/skills/group/alpha/SKILL.md': skillText(
      'alpha',
      'First',
      'metadata: {"openclaw":{"requires":{"bins":["no-such-tool"]}}}\n',
    ),
    '.agents/skills/odd/SKILL.md': skillText('Odd_Name', 'Third'),
  })
  writeText(join(machine.home, '.agents/skills/beta/SKILL.md'), skillText('beta', 'The personal one'))
  writeText(join(machine.home, '.agents/skills/gamma/SKILL.md'), skillText('gamma', 'Fourth'))
  writeText(join(machine.home, '.metier/config.json'), '{"skills":{"disabled":["gamma"]}}')
  return machine
}

async function names(machine: Machine, ...options: readonly string[]): Promise<readonly unknown[]> {
  const { stdout } = await runMetier(machine, 'list', ...options, '--json')
  const { count, skills } = JSON.parse(stdout) as { count: number; skills: { name: string }[] }
  expect(skills).toHaveLength(count)
  return skills.map(({ name }) => name)
}

describe('metier list', () => {
  test.each([
    ['eligible', ['beta', 'Odd_Name']],
    ['ineligible', ['alpha', 'gamma']],
    ['disabled', ['gamma']],
    ['shadowed', ['beta']],
    ['flagged', ['Odd_Name']],
  ])('--filter %s gives %j', async (filter, expected) => {
    const found = await names(createMachine(), '--filter', filter)
    expect([...found].sort()).toEqual([...expected].sort())
  })

  test('--filter eligible and --eligible are the same', async () => {
    const machine = createMachine()
    expect(await names(machine, '--filter', 'eligible')).toEqual(await names(machine, '--eligible'))
    expect((await runMetier(machine, 'list', '--eligible', '--filter', 'disabled')).code).toBe(2)
  })

  test.each([
    ['name', ['Odd_Name', 'alpha', 'beta', 'gamma']],
    ['scope', ['Odd_Name', 'alpha', 'beta', 'gamma']],
    ['state', ['Odd_Name', 'beta', 'alpha', 'gamma']],
  ])('--sort %s gives %j', async (order, expected) => {
    expect(await names(createMachine(), '--sort', order)).toEqual(expected)
  })

  test('--scope keeps one scope, also together with --eligible', async () => {
    const machine = createMachine()
    expect(await names(machine, '--scope', 'personal')).toEqual(['gamma'])
    expect(await names(machine, '--scope', 'project', '--ineligible')).toEqual(['alpha'])
  })

  test('C-5: items carry the fields of the contract and no other, whatever is chosen', async () => {
    const { stdout } = await runMetier(createMachine(), 'list', '--filter', 'disabled', '--json')
    expect(JSON.parse(stdout)).toEqual({
      count: 1,
      skills: [{ name: 'gamma', description: 'Fourth', eligible: false }],
    })
  })

  test('counts are grouped by state and scope', async () => {
    const { stdout } = await runMetier(createMachine(), 'list')
    expect(stdout.trimEnd().split('\n').slice(-3)).toEqual([
      '4 skills: 2 eligible, 1 ineligible, 1 disabled',
      '3 project, 1 personal',
      expect.stringContaining('1 skill is shadowed by nearer ones'),
    ])
  })

  test("a project's skill that its user disabled alone is counted as disabled, not as one that lacks something", async () => {
    const machine = createMachine()
    writeText(join(machine.home, '.metier/config.json'), '{"skills":{"disabled":["project:beta"]}}')
    const { stdout } = await runMetier(machine, 'list')
    expect(stdout).toMatch(/^beta +- /m)
    expect(stdout).toContain('4 skills: 2 eligible, 1 ineligible, 1 disabled')
  })

  test('a skill that waits for approval is counted as such, with the command', async () => {
    const machine = metier.create({ '.agents/skills/pdf/SKILL.md': skillText('pdf', 'Reads PDF files') })
    writeText(join(machine.home, '.metier/config.json'), '{"skills":{"trustProject":"ask"}}')
    const { stdout, stderr } = await runMetier(machine, 'list')
    expect(stdout).toContain('1 skill: 0 eligible, 0 ineligible, 1 not approved')
    expect(stdout).not.toContain('disabled')
    expect(stderr).toContain("Not approved: pdf. Run 'metier approve pdf'")
  })

  test('a plain list and info name the skills that nearer ones hide', async () => {
    const machine = createMachine()
    const plain = await runMetier(machine, 'list')
    expect(plain.stdout).toContain(
      "1 skill is shadowed by nearer ones with the same name. Run 'metier list --filter shadowed' to see them.\n",
    )
    expect((await runMetier(machine, 'info', 'beta')).stdout).toMatch(/^shadows +personal:beta$/m)
    expect(await runJson(machine, 'info', 'beta')).toMatchObject({ shadows: ['personal:beta'] })
    const shadowed = await runMetier(machine, 'list', '--filter', 'shadowed')
    expect(shadowed.stdout).toMatch(/personal:beta +- /)
  })

  test('shadowed skills are shown by the name that reaches them', async () => {
    const { stdout } = await runMetier(createMachine(), 'list', '--filter', 'shadowed')
    expect(stdout).toContain('personal:beta')
    expect(stdout).toContain('1 skill shadowed by nearer ones')
  })

  test('--tree shows the folders, and the name where it is another', async () => {
    const machine = createMachine()
    const { stdout } = await runMetier(machine, 'list', '--tree', '--scope', 'project')
    expect(stdout.split('\n').slice(0, 5)).toEqual([
      `${join(machine.project, '.agents/skills')} (project)`,
      '├── group/',
      '│   └── ✗ alpha  First',
      '├── ✓ beta  Second',
      '└── ✓ odd (Odd_Name)  Third',
    ])
  })

  test('where nothing is of that kind, it says so beside the empty answer', async () => {
    const machine = metier.create({ '.agents/skills/beta/SKILL.md': skillText('beta', 'Second') })
    const { code, stdout, stderr } = await runMetier(machine, 'list', '--filter', 'disabled')
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
    expect(stderr).toContain('metier list')
  })
})

describe('a skill without frontmatter', () => {
  const files = {
    '.agents/skills/plain/SKILL.md': '# Weather\n\nTells the weather.\n',
    '.agents/skills/ok/SKILL.md': skillText('ok', 'Fine'),
  }

  test('is offered, and marked', async () => {
    const machine = metier.create(files)
    for (const start of ['cold', 'warm']) {
      const { stdout } = await runMetier(machine, 'list')
      expect(stdout.match(/^plain\s+(\S)/m)?.[1], start).toBe('?')
      expect(stdout.match(/^ok\s+(\S)/m)?.[1], start).toBe('✓')
      expect(stdout).toContain('2 skills: 2 eligible, 0 ineligible\n')
      expect(stdout).toContain('? 1 without frontmatter; name and description are guesses\n')
    }
    expect((await runMetier(machine, 'list', '--tree')).stdout).toContain('? plain')
    expect(await runJson(machine, 'list')).toMatchObject({
      skills: [{ name: 'ok' }, { name: 'plain', eligible: true }],
    })
  })

  test('is left out in strict mode, and that is said', async () => {
    const machine = metier.create(files)
    const { stdout, stderr } = await runMetier(machine, 'list', '--strict')
    expect(stdout).not.toContain('plain')
    expect(stderr).toContain('1 skill or directory could not be loaded')
  })
})
