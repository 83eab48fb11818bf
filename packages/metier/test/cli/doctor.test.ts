import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { installProgram, type Machine, runMetier, skillText, useMetier, writeText } from './run-metier.js'

const metier = useMetier()

function createMachine(): Machine {
  const machine = metier.create({
    '.agents/skills/plain/SKILL.md': skillText('plain', 'Does plain things'),
    '.agents/skills/plain/inner/SKILL.md': skillText('inner', 'Lies inside'),
    '.agents/skills/needy/SKILL.md': skillText(
      'needy',
      'Needs a tool',
      'requires: { bins: [no-such-tool] }\ninstall: [{ kind: brew, formula: no-such-tool }]\n',
    ),
    '.agents/skills/misnamed/SKILL.md': skillText('other', 'Has another name'),
  })
  writeText(join(machine.home, '.agents/skills/plain/SKILL.md'), skillText('plain', 'The personal one'))
  return machine
}

async function examine(machine: Machine, ...words: readonly string[]) {
  const { code, stdout } = await runMetier(machine, 'doctor', '--json', ...words)
  return { code, examination: JSON.parse(stdout) }
}

describe('metier doctor', () => {
  test('reports an unknown agent in the configuration, and the command that it gives sets it right', async () => {
    const machine = metier.create()
    const file = join(machine.home, '.metier/config.json')
    writeText(file, '{\n  "skills": { "agents": ["cursor", "claude"] }\n}\n')
    const { code, examination } = await examine(machine)
    expect(code).toBe(1)
    expect(examination).toMatchObject({
      configuration: [{ file, status: 'faulty' }, {}],
      problems: [
        {
          code: 'config_invalid',
          places: [
            {
              file,
              line: 2,
              message: "'skills.agents' has an unknown agent: claude; did you mean claude-code?",
              suggestion: 'metier config set skills.agents cursor claude-code',
            },
          ],
        },
      ],
    })
    await runMetier(machine, 'config', 'set', 'skills.agents', 'cursor', 'claude-code')
    expect((await examine(machine)).code).toBe(0)
  })

  test('tells roots, shadowed, nested, ineligible and disabled skills, and ends well without an error', async () => {
    const machine = createMachine()
    await runMetier(machine, 'disable', 'other')
    const { code, examination } = await examine(machine)
    expect(code).toBe(0)
    expect(examination).toMatchObject({
      ok: true,
      shadowed: [
        {
          name: 'plain',
          path: join(machine.home, '.agents/skills/plain/SKILL.md'),
          shadowedBy: join(machine.project, '.agents/skills/plain/SKILL.md'),
          qualifiedName: 'personal:plain',
        },
      ],
      nested: [join(machine.project, '.agents/skills/plain/inner/SKILL.md')],
      ineligible: [{ name: 'needy', reasons: ['Missing binary: no-such-tool'], fixes: ['brew install no-such-tool'] }],
      disabled: ['other'],
      configuration: [
        { owner: 'user', file: join(machine.home, '.metier/config.json'), status: 'found' },
        { owner: 'project', status: 'missing' },
      ],
      summary: { skills: 3, eligible: 1, ineligible: 1, disabled: 1, shadowed: 1, errors: 0 },
    })
    expect(examination.roots.filter(({ status }: { status: string }) => status === 'found')).toEqual([
      { path: join(machine.project, '.agents/skills'), scope: 'project', status: 'found', skills: 3, broken: 0 },
      { path: join(machine.home, '.agents/skills'), scope: 'personal', status: 'found', skills: 1, broken: 0 },
    ])
  })

  test('groups what is odd by code, errors first, with every place', async () => {
    const machine = createMachine()
    writeText(join(machine.project, '.agents/skills/empty/SKILL.md'), '')
    const { code, examination } = await examine(machine)
    expect(code).toBe(1)
    expect(examination.problems[0]).toMatchObject({
      code: 'description_unavailable',
      severity: 'error',
      count: 1,
      places: [{ file: join(machine.project, '.agents/skills/empty/SKILL.md'), line: 1 }],
    })
    expect(examination.problems).toContainEqual(expect.objectContaining({ code: 'name_mismatch', severity: 'warning' }))
    const path = join(machine.project, '.agents/skills')
    expect(examination.roots).toContainEqual({ path, scope: 'project', status: 'found', skills: 3, broken: 1 })
  })

  test('a mistake in the configuration is an error with its file and line', async () => {
    const machine = createMachine()
    const file = join(machine.home, '.metier/config.json')
    writeText(file, '{\n  "skills": { "disabled": "plain" }\n}\n')
    const { code, stdout } = await runMetier(machine, 'doctor')
    expect(stdout).toContain(`${file}:2:`)
    expect(stdout).toContain('config_invalid')
    expect(stdout).toContain(`  ✗ ${file} (user, has errors)`)
    expect(code).toBe(1)
  })

  test('a configuration that is no JSON is an error, and what it switched off stays off', async () => {
    const machine = createMachine()
    writeText(join(machine.home, '.metier/config.json'), '{ "skills": { "disabled": ["plain"] }')
    const { code, examination } = await examine(machine)
    expect(examination.configuration).toContainEqual(expect.objectContaining({ owner: 'user', status: 'faulty' }))
    expect(examination.problems[0]).toMatchObject({ code: 'config_malformed', severity: 'error' })
    expect({ code, ok: examination.ok }).toEqual({ code: 1, ok: false })
    expect(examination.disabled).toEqual(['plain'])
  })

  test('shows a person what to do about each', async () => {
    const machine = createMachine()
    await runMetier(machine, 'disable', 'other')
    const { stdout, stderr } = await runMetier(machine, 'doctor')
    for (const part of [
      'brew install no-such-tool',
      'metier enable other',
      'metier info personal:plain',
      'name_mismatch',
      'inner/SKILL.md',
      '3 skills: 1 eligible, 1 ineligible, 1 disabled',
    ]) {
      expect(stdout).toContain(part)
    }
    expect(stderr).toBe('')
  })

  test('what nobody approved is told apart from what is switched off, with the command that helps, quoted', async () => {
    const machine = createMachine()
    writeText(join(machine.home, '.agents/skills/od$d/SKILL.md'), skillText('od$d', 'Is oddly called'))
    await runMetier(machine, 'config', 'set', 'skills.trustProject', 'never')
    await runMetier(machine, 'disable', 'od$d')
    const { stdout } = await runMetier(machine, 'doctor')
    expect(stdout).toContain('  plain  Not approved: plain\n    metier approve plain\n')
    expect(stdout).toContain("  od$d  Disabled: od$d\n    metier enable 'od$d'\n")
    expect(stdout).toContain('4 skills: 0 eligible, 0 ineligible, 4 disabled')
    expect((await runMetier(machine, 'list')).stdout).toContain(
      '4 skills: 0 eligible, 0 ineligible, 1 disabled, 3 not approved',
    )
    expect((await runMetier(machine, 'info', 'plain')).stdout).toMatch(/state +not approved/)
  })

  test('a link to a shadowed skill is no further shadowed skill', async () => {
    const machine = metier.create({ '.agents/skills/pdf/SKILL.md': skillText('pdf', "The project's") })
    writeText(join(machine.home, '.agents/skills/pdf/SKILL.md'), skillText('pdf', 'My own'))
    mkdirSync(join(machine.home, '.claude/skills'), { recursive: true })
    symlinkSync('../../.agents/skills/pdf', join(machine.home, '.claude/skills/pdf'))
    const { examination } = await examine(machine)
    expect(examination.shadowed).toMatchObject([{ path: join(machine.home, '.agents/skills/pdf/SKILL.md') }])
    const { stdout } = await runMetier(machine, 'info', join(machine.home, '.claude/skills/pdf'))
    expect(stdout).toContain('My own')
  })

  test('of two roots of one scope, the shadowed skill is reached by its folder', async () => {
    const machine = metier.create({
      '.agents/skills/twin/SKILL.md': skillText('twin', 'The nearer one'),
      '.claude/skills/twin/SKILL.md': skillText('twin', 'The farther one'),
    })
    const folder = join(machine.project, '.claude/skills/twin')
    const { examination } = await examine(machine)
    expect(examination.shadowed).toMatchObject([{ qualifiedName: 'project:twin', reachedBy: folder }])
    const listed = await runMetier(machine, 'list', '--filter', 'shadowed')
    expect([listed.stdout.includes(folder), listed.stdout.includes('metier list')]).toEqual([true, false])
    expect((await runMetier(machine, 'info', folder)).stdout).toContain(`call it     ${folder}`)
    expect((await runMetier(machine, 'info', 'twin')).stdout).toContain(`shadows     ${folder}`)
    expect((await runMetier(machine, 'doctor')).stdout).toContain(`metier info ${folder}\n`)
    expect((await runMetier(machine, 'info', folder)).stdout).toContain('The farther one')
  })

  test('shows every fix that this machine can run, and how to set a variable', async () => {
    const metadata = {
      requires: { bins: ['tool-a', 'tool-b'], env: ['SOME_TOKEN'] },
      install: [
        { kind: 'brew', formula: 'tool-a', bins: ['tool-a'] },
        { kind: 'node', package: 'tool-a', bins: ['tool-a'] },
        { kind: 'node', package: 'tool-b', bins: ['tool-b'] },
      ],
    }
    const more = `metadata: ${JSON.stringify({ openclaw: metadata })}\n`
    const machine = metier.create({ '.agents/skills/needy/SKILL.md': skillText('needy', 'Needs things', more) })
    installProgram(machine, 'npm')
    const { stdout } = await runMetier(machine, 'doctor')
    expect(stdout).toContain('    npm install -g tool-a\n    npm install -g tool-b\n    export SOME_TOKEN=…\n')
    expect(stdout).not.toContain('brew')
  })

  test('where no command of the skill can be run here, a package manager that is here is guessed at', async () => {
    const machine = createMachine()
    installProgram(machine, 'apt')
    const { stdout } = await runMetier(machine, 'doctor')
    expect(stdout).toContain('    apt install no-such-tool  # a guess: the skill does not name a package\n')
    expect(stdout).toContain('    brew install no-such-tool  # brew is not installed\n')
  })

  test('without any root it says where was looked and what to make', async () => {
    const machine = metier.create()
    const { code, stdout } = await runMetier(machine, 'doctor')
    expect(stdout).toContain(join(machine.project, '.claude/skills'))
    expect(stdout).not.toContain('✗')
    expect(stdout).toContain('  Create one: metier new my-skill --in .agents/skills\n')
    expect(code).toBe(0)
  })

  test('a root that was named and is not there is told, an empty one is found', async () => {
    const machine = metier.create()
    mkdirSync(join(machine.project, 'empty'))
    const { examination } = await examine(machine, '--root', 'gone', '--root', 'empty')
    expect(examination.roots.map(({ status }: { status: string }) => status)).toEqual(['missing', 'found'])
    expect(examination.problems).toMatchObject([{ code: 'root_missing', count: 1 }])
  })

  test.each([
    ['made on the first run, in use on the second', (_: string) => undefined, 'current'],
    ['renewed where it was damaged', (file: string) => writeText(file, 'METIERIXgarbage'), 'renewed'],
  ])('the index is %s', async (_, change, status) => {
    const machine = createMachine()
    const first = (await examine(machine)).examination.index
    expect(first.status).toBe('made')
    change(first.file)
    expect((await examine(machine)).examination.index).toEqual({ file: first.file, status })
  })

  test('an index that cannot be written is told, and stops nobody', async () => {
    const machine = createMachine()
    writeText(machine.variables.XDG_CACHE_HOME ?? '', 'a file where the folder should be')
    expect((await examine(machine)).examination.index.status).toBe('unwritable')
    const { code, stdout, stderr } = await runMetier(machine, 'list')
    expect(stdout).toContain('3 skills')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  })

  test('what differs from the lock is told with the files and what to do, and is no error', async () => {
    const machine = metier.create({
      'offered/pdf/SKILL.md': skillText('pdf', 'Reads PDF files'),
      'offered/csv/SKILL.md': skillText('csv', 'Reads CSV files'),
    })
    for (const name of ['pdf', 'csv']) await runMetier(machine, 'install', name, '--from', 'local:offered')
    const changed = join(machine.home, '.agents/skills/pdf')
    writeText(join(changed, 'SKILL.md'), skillText('pdf', 'Does something else'))
    const { code, examination } = await examine(machine)
    const drifted = [
      { name: 'pdf', path: changed, status: 'changed', changed: ['SKILL.md'], fix: 'metier install --frozen pdf' },
    ]
    expect({ code, installed: examination.installed }).toEqual({
      code: 0,
      installed: { skills: 2, drifted, revoked: [], errors: [] },
    })
    const { stdout } = await runMetier(machine, 'doctor')
    expect(stdout).toContain('pdf differs from the lockfile: SKILL.md')
    expect(stdout).toContain('metier install --frozen pdf\n')
  })

  test('a lock that cannot be read is an error', async () => {
    const machine = createMachine()
    const lock = join(machine.home, '.agents/skills.lock.json')
    writeText(lock, '<<<<<<< mine\n')
    const { code, examination } = await examine(machine)
    expect({ code, ok: examination.ok }).toEqual({ code: 1, ok: false })
    expect(examination).toMatchObject({
      installed: { errors: [expect.stringContaining(lock)] },
      summary: { errors: 1 },
    })
  })
})
