import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Machine, plainAndNeedy, runJson, runMetier, skillText, useMetier, writeText } from './run-metier.js'

const metier = useMetier()

function createMachine(): Machine {
  return metier.create(plainAndNeedy())
}

describe('metier list', () => {
  test('C-5, C-6: --json gives the count and the skills with exactly the fields of the contract', async () => {
    expect(await runJson(createMachine(), 'list')).toEqual({
      count: 2,
      skills: [
        { name: 'needy', emoji: '🔧', description: 'Needs a tool', eligible: false },
        { name: 'plain', description: 'Does plain things', eligible: true },
      ],
    })
  })

  test.each([
    ['--eligible', ['plain']],
    ['--ineligible', ['needy']],
  ])('C-4: %s shows those and counts only them', async (option, names) => {
    const listed = (await runJson(createMachine(), 'list', option)) as { count: number; skills: { name: string }[] }
    expect(listed.skills.map(({ name }) => name)).toEqual(names)
    expect(listed.count).toBe(1)
  })

  test('C-7: --verbose adds the SKILL.md and what is required', async () => {
    const machine = createMachine()
    expect(await runJson(machine, 'list', '--verbose', '--eligible')).toMatchObject({
      skills: [
        {
          path: join(machine.project, '.agents/skills/plain/SKILL.md'),
          requires: { bins: [], env: [], os: [] },
        },
      ],
    })
  })

  test('shows a person a line a skill and the counts below', async () => {
    const { code, stdout, stderr } = await runMetier(createMachine(), 'list')
    expect(stdout.split('\n')).toEqual([
      'NAME      SCOPE    DESCRIPTION',
      'needy  ✗  project  Needs a tool',
      'plain  ✓  project  Does plain things',
      '',
      '2 skills: 1 eligible, 1 ineligible',
      '',
    ])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  })

  test('--eligible and --ineligible exclude each other', async () => {
    const { code, stdout, stderr } = await runMetier(createMachine(), 'list', '--eligible', '--ineligible')
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain('--eligible cannot be used with --ineligible')
  })

  test('without any skill it says where to look next, beside the answer', async () => {
    const { code, stdout, stderr } = await runMetier(metier.create(), 'list')
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
    expect(stderr).toContain('metier doctor')
  })

  test('what cannot be loaded is not left out silently', async () => {
    const machine = createMachine()
    mkdirSync(join(machine.project, '.agents/skills/odd/SKILL.md'), { recursive: true })
    const { code, stdout, stderr } = await runMetier(machine, 'list')
    expect(stdout).toContain('2 skills: 1 eligible, 1 ineligible')
    expect(stderr).toBe("1 skill or directory could not be loaded. Run 'metier doctor' to see why.\n")
    expect(code).toBe(0)
  })

  test('--root replaces the default roots and counts as project scope', async () => {
    const machine = createMachine()
    writeText(join(machine.project, 'more/only/SKILL.md'), skillText('only', 'The only one'))
    const { stdout } = await runMetier(machine, 'list', '--root', 'more')
    expect(stdout).toContain('only  ✓  project  The only one')
    expect(stdout).not.toContain('plain')
  })

  test.each([
    ['--root', 'gone', 'does not exist'],
    ['--root', '.agents/skills/plain/SKILL.md', 'is not a directory'],
    ['--config', 'gone.json', 'does not exist'],
    ['--workdir', 'nowhere', 'does not exist'],
  ])('%s that is not there is a misuse', async (option, path, what) => {
    const machine = createMachine()
    const { code, stdout } = await runMetier(machine, 'list', option, path, '--json')
    expect(JSON.parse(stdout)).toEqual({ error: `${option} ${join(machine.project, path)} ${what}` })
    expect(code).toBe(2)
  })

  test('--workdir acts as if started there, for the paths of other options too', async () => {
    const machine = createMachine()
    mkdirSync(join(machine.project, 'elsewhere'))
    writeText(join(machine.project, 'elsewhere/own/only/SKILL.md'), skillText('only', 'The only one'))
    expect(await runJson(machine, 'list', '--workdir', 'elsewhere', '--root', 'own')).toMatchObject({ count: 1 })
  })

  test('--strict leaves out what is not conformant', async () => {
    const machine = createMachine()
    writeText(join(machine.project, '.agents/skills/other/SKILL.md'), skillText('Another_Name', 'Odd'))
    expect(await runJson(machine, 'list')).toMatchObject({ count: 3 })
    expect(await runJson(machine, 'list', '--strict')).toMatchObject({ count: 2 })
  })
})

describe('metier info', () => {
  test('C-8, C-9: --json begins with exactly the fields of the contract', async () => {
    const machine = createMachine()
    const document = (await runJson(machine, 'info', 'needy')) as object
    expect(Object.fromEntries(Object.entries(document).slice(0, 8))).toEqual({
      name: 'needy',
      emoji: '🔧',
      description: 'Needs a tool',
      eligible: false,
      path: join(machine.project, '.agents/skills/needy/SKILL.md'),
      requires: { bins: ['no-such-tool'], env: [], os: [] },
      missing: { bins: ['no-such-tool'], env: [], os: [] },
      install: [{ id: 'brew', kind: 'brew', formula: 'no-such-tool', label: 'Install it' }],
    })
  })

  test('shows a person what it is, where it lies, why it cannot be used and what would help', async () => {
    const { stdout } = await runMetier(createMachine(), 'info', 'needy')
    for (const part of [
      'needy',
      'Needs a tool',
      'project',
      'SKILL.md',
      'Missing binary: no-such-tool',
      'brew install no-such-tool',
    ]) {
      expect(stdout).toContain(part)
    }
  })

  test('a shadowed skill is shown by its qualified name', async () => {
    const machine = createMachine()
    writeText(join(machine.home, '.agents/skills/plain/SKILL.md'), skillText('plain', 'The personal one'))
    const { stdout } = await runMetier(machine, 'info', 'personal:plain')
    expect(stdout).toContain('The personal one')
    expect(stdout).toContain(`shadowed by ${join(machine.project, '.agents/skills/plain/SKILL.md')}`)
  })

  test('C-16: an unknown skill is exactly an error in JSON, with the nearest names on stderr', async () => {
    const { code, stdout, stderr } = await runMetier(createMachine(), 'info', 'palin', '--json')
    expect(JSON.parse(stdout)).toEqual({ error: 'skill not found: palin' })
    expect(stderr).toContain('Did you mean: plain')
    expect(code).toBe(1)
  })

  test.each(['info', 'check', 'enable', 'disable'])('C-17: %s without a name is misused', async (command) => {
    const { code, stdout } = await runMetier(createMachine(), command, '--json')
    expect(JSON.parse(stdout)).toEqual({ error: `skill name required for '${command}' action` })
    expect(code).toBe(2)
  })
})

test.each([
  ['cannot be loaded', '', []],
  ['is refused by --strict', skillText('Odd_Name', 'Odd'), ['--strict']],
])('a skill that is there but %s is explained, with the command that tells more', async (_, text, options) => {
  const machine = createMachine()
  writeText(join(machine.project, '.agents/skills/broken/SKILL.md'), text)
  const { code, stdout, stderr } = await runMetier(machine, 'info', 'broken', '--json', ...options)
  expect(JSON.parse(stdout)).toEqual({ error: 'skill not found: broken' })
  expect(stderr).toContain('The skill exists but could not be loaded')
  expect(stderr).toContain(`See all its problems: metier validate ${join(machine.project, '.agents/skills/broken')}\n`)
  expect(code).toBe(1)
})

describe('metier search', () => {
  test('--json gives count and results with what matched', async () => {
    const found = await runJson(createMachine(), 'search', 'plain', 'things', '--limit', '1')
    expect(found).toMatchObject({
      count: 1,
      results: [
        { name: 'plain', description: 'Does plain things', score: expect.any(Number), matched: expect.any(Array) },
      ],
    })
  })

  test('a shadowed skill is shown as one', async () => {
    const machine = createMachine()
    writeText(join(machine.home, '.agents/skills/plain/SKILL.md'), skillText('plain', 'Does plain things'))
    const { stdout } = await runMetier(machine, 'search', 'plain')
    expect(stdout).toContain(`  shadowed by ${join(machine.project, '.agents/skills/plain/SKILL.md')}\n`)
  })

  test('nothing found is an answer, not a failure', async () => {
    const { code, stdout, stderr } = await runMetier(createMachine(), 'search', 'zyxwv')
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
    expect(stderr).toContain("No skills match 'zyxwv'")
  })

  test('nothing found says what was understood', async () => {
    const machine = createMachine()
    const { stderr } = await runMetier(machine, 'search', 'wo ist die zyxwv')
    expect(stderr).toContain('Searched for: zyxwv; ignored: wo, ist, die (read as German)\n')
    expect(await runJson(machine, 'search', 'where is my zyxwv')).toEqual({
      count: 0,
      results: [],
      understood: { languages: ['en'], words: ['zyxwv'], ignored: ['where', 'is', 'my'] },
    })
  })

  test('a damaged search index is rebuilt, which the next search no longer mentions', async () => {
    const machine = createMachine()
    const place = join(machine.variables.XDG_CACHE_HOME ?? '', 'metier')
    await runMetier(machine, 'search', 'plain')
    const file = readdirSync(place).find((name) => name.startsWith('search-')) ?? ''
    writeFileSync(join(place, file), 'damaged')
    const [first, second] = [await runMetier(machine, 'search', 'plain'), await runMetier(machine, 'search', 'plain')]
    expect(first.stderr).toContain(`The search index ${join(place, file)} was damaged; it was built again`)
    expect([first.stdout, second.stderr]).toEqual([second.stdout, ''])
  })

  test('marks what can be used, and shows a hidden skill by the name that reaches it', async () => {
    const machine = createMachine()
    writeText(join(machine.home, '.agents/skills/plain/SKILL.md'), skillText('plain', 'Does plain things, too'))
    const { stdout } = await runMetier(machine, 'search', 'plain things tool')
    const names = stdout.split('\n').filter((line) => line.includes('  matched: '))
    const marked = names.map((line) => line.slice(0, line.indexOf('  matched')))
    expect(marked.sort()).toEqual(['- personal:plain', '✓ plain', '✗ needy'])
  })
})

describe('metier prompt', () => {
  test('prints the block for a system prompt, and says beside it what was cut', async () => {
    const machine = createMachine()
    const whole = await runMetier(machine, 'prompt')
    expect(whole.stdout).toContain('<name>plain</name>')
    expect(whole.stdout).not.toContain('needy')
    expect(whole.stderr).toBe('')
    const cut = await runMetier(machine, 'prompt', '--budget', '1')
    expect(cut.stderr).toContain('--budget')
  })

  test('shows what the model of an MCP client sees', async () => {
    const machine = createMachine()
    const text = await runMetier(machine, 'prompt', '--client', 'claude-code')
    expect(text.stdout).toMatch(/^Instructions\nSkills are instructions/)
    expect(text.stdout).toContain('\nmcp__metier__activate_skill\nUse a skill: ')
    expect(text.stdout).toContain('\nTools that the model has to search for\n')
    const json = await runJson(machine, 'prompt', '--client', 'zed')
    expect(json).toMatchObject({ client: 'zed', tools: [{ name: 'skills' }, { name: 'activate_skill' }, {}, {}, {}] })
    expect(json).not.toHaveProperty('instructions')
    expect(await runMetier(machine, 'prompt', '--client', 'zed', '--budget', '9')).toMatchObject({ code: 2 })
    expect(await runMetier(machine, 'prompt', '--client', 'nope')).toMatchObject({ code: 2 })
  })

  test('--json gives the block and what became of it', async () => {
    expect(await runJson(createMachine(), 'prompt')).toMatchObject({
      text: expect.stringContaining('<available_skills>'),
      listed: 1,
      left: 0,
    })
  })
})

test('mistakes in the configuration are told on stderr with file, line and column, whatever the command', async () => {
  const machine = createMachine()
  const file = join(machine.home, '.metier/config.json')
  writeText(file, '{\n  "skills": { "disbled": ["plain"] }\n}\n')
  const { code, stdout, stderr } = await runMetier(machine, 'list', '--json')
  expect(JSON.parse(stdout)).toMatchObject({ count: 2 })
  expect(stderr).toMatch(
    /^warning: .*config\.json:2:\d+ 'skills\.disbled' is not a setting\. Read as 'disabled'; fix the spelling\n$/,
  )
  expect(code).toBe(0)
})
