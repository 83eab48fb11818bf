/** A plugin is a unit: updated, removed and shown as one. */

import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Machine, runJson, runMetier, skillText, useMetier, writeText } from './run-metier.js'
import { runAtTerminal } from './terminal.js'

const metier = useMetier()
const MARKETPLACE = 'team/.claude-plugin/marketplace.json'

function marketplace(version: string): string {
  return JSON.stringify({
    name: 'team',
    plugins: [
      { name: 'pdf-tools', version, source: './plugins/pdf-tools' },
      { name: 'docs', source: './plugins/docs' },
    ],
  })
}

const SKILLS = 'team/plugins/pdf-tools/skills'
const FILES = {
  [MARKETPLACE]: marketplace('1.0.0'),
  [`${SKILLS}/pdf/SKILL.md`]: skillText('pdf', 'Reads PDF files'),
  [`${SKILLS}/forms/SKILL.md`]: skillText('forms', 'Fills in forms'),
  [`${SKILLS}/same/SKILL.md`]: skillText('same', 'Stays as it is'),
  'team/plugins/docs/skills/docx/SKILL.md': skillText('docx', 'Reads documents'),
}

async function create(...options: readonly string[]): Promise<Machine> {
  const machine = metier.create(FILES)
  await runMetier(machine, 'install', './team', '--plugin', 'pdf-tools', ...options)
  return machine
}

/** The next version: one skill changed, one is gone, one is new. */
function release(machine: Machine): void {
  writeText(join(machine.project, MARKETPLACE), marketplace('2.0.0'))
  writeText(join(machine.project, SKILLS, 'pdf/SKILL.md'), skillText('pdf', 'Reads PDF files, fast'))
  writeText(join(machine.project, SKILLS, 'sign/SKILL.md'), skillText('sign', 'Signs files'))
  rmSync(join(machine.project, SKILLS, 'forms'), { recursive: true })
}

const installed = (machine: Machine, skill: string) => join(machine.home, '.agents/skills', skill, 'SKILL.md')
const lockOf = (machine: Machine) =>
  JSON.parse(readFileSync(join(machine.home, '.agents/skills.lock.json'), 'utf8')).skills

describe('update --plugin', () => {
  test('updates every skill, removes one that is gone, names a new one, and says how to undo it', async () => {
    const machine = await create()
    release(machine)
    const { code, stdout } = await runMetier(machine, 'update', '--plugin', 'pdf-tools')
    expect(code).toBe(0)
    expect(stdout).toContain('forms: the plugin no longer has it; removed')
    expect(stdout).toContain('pdf-tools 1.0.0 → 2.0.0: 2 updated, 1 removed')
    expect(stdout).toMatch(/Not installed: sign\. To install:\n {2}metier install \S+ sign --plugin pdf-tools\n/)
    expect(stdout).toContain('metier rollback pdf\n')
    expect(stdout).toContain('metier rollback forms\n')
    expect(readFileSync(installed(machine, 'pdf'), 'utf8')).toContain('fast')
    expect(existsSync(installed(machine, 'forms'))).toBe(false)
    expect(lockOf(machine)).toMatchObject({ pdf: { pluginVersion: '2.0.0' }, same: { pluginVersion: '2.0.0' } })
    expect((await runMetier(machine, 'rollback', 'forms')).code).toBe(0)
    expect(lockOf(machine).forms).toMatchObject({ plugin: 'pdf-tools', pluginVersion: '1.0.0' })
  })

  test('the command that it shows for a new skill installs only that one', async () => {
    const machine = await create()
    release(machine)
    const { stdout } = await runMetier(machine, 'update', '--plugin', 'pdf-tools')
    const [, source = ''] = /metier install (\S+) sign/.exec(stdout) ?? []
    expect((await runMetier(machine, 'install', source, 'sign', '--plugin', 'pdf-tools')).stdout).toContain(
      '1 installed',
    )
    expect(lockOf(machine).sign).toMatchObject({ plugin: 'pdf-tools', pluginVersion: '2.0.0' })
    const unknown = await runMetier(machine, 'install', source, 'docx', '--plugin', 'pdf-tools')
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining("'pdf-tools' has no skill 'docx'")])
  })

  test('changes nothing the second time', async () => {
    const machine = await create()
    release(machine)
    await runMetier(machine, 'update', '--plugin', 'pdf-tools')
    expect(await runJson(machine, 'update', '--plugin', 'pdf-tools')).toMatchObject({
      plugin: 'pdf-tools',
      from: '2.0.0',
      to: '2.0.0',
      updated: 0,
      removed: 0,
      added: ['sign'],
    })
  })

  test('keeps a skill that is gone if it was edited or is pinned', async () => {
    const machine = await create()
    writeText(installed(machine, 'forms'), skillText('forms', 'Fills in my forms'))
    release(machine)
    expect(await runJson(machine, 'update', '--plugin', 'pdf-tools')).toMatchObject({
      gone: [{ name: 'forms', removed: false, reason: 'edited' }],
    })
    await runMetier(machine, 'install', '--frozen')
    await runMetier(machine, 'lock', '--pin', 'forms')
    expect((await runMetier(machine, 'update', '--plugin', 'pdf-tools', '--force')).stdout).toContain(
      'forms: the plugin no longer has it; kept, because it is pinned',
    )
    expect(existsSync(installed(machine, 'forms'))).toBe(true)
  })

  test('an edited skill fails, the others are updated', async () => {
    const machine = await create()
    writeText(installed(machine, 'pdf'), skillText('pdf', 'Mine'))
    release(machine)
    const { code, stdout, stderr } = await runMetier(machine, 'update', '--plugin', 'pdf-tools')
    expect([code, stdout]).toEqual([1, expect.stringContaining('1 updated, 1 removed, 1 failed')])
    expect(stderr).toContain('1 of 3 skills could not be updated')
    expect(stderr).toContain('metier update pdf --force')
    expect((await runMetier(machine, 'update', '--plugin', 'pdf-tools', '--force')).code).toBe(0)
  })

  test('--diff shows the changes and removes nothing', async () => {
    const machine = await create()
    release(machine)
    const { stdout } = await runMetier(machine, 'update', '--plugin', 'pdf-tools', '--diff')
    expect(stdout).toContain('forms: the plugin no longer has it; would be removed\n')
    expect(stdout).toContain(': 1 would be updated, 1 unchanged, 1 would be removed\n')
    expect(stdout).toContain('Nothing was changed. To apply these changes: metier update --plugin pdf-tools\n')
    expect(await runJson(machine, 'update', '--plugin', 'pdf-tools', '--diff')).toMatchObject({
      gone: [{ name: 'forms', removed: false, reason: 'only shown' }],
    })
    expect(existsSync(installed(machine, 'forms'))).toBe(true)
    const asked = await runAtTerminal(machine, ['update', '--plugin', 'pdf-tools', '--diff'], {
      answers: [
        ["changes to 'forms'?", 'y\n'],
        ["changes to 'pdf'?", 'y\n'],
      ],
    })
    expect(asked.code).toBe(0)
    expect(existsSync(installed(machine, 'forms'))).toBe(false)
  })

  test('a source that no longer has the plugin removes nothing', async () => {
    const machine = await create()
    writeText(join(machine.project, MARKETPLACE), JSON.stringify({ name: 'team', plugins: [] }))
    const { code, stderr } = await runMetier(machine, 'update', '--plugin', 'pdf-tools')
    expect([code, stderr]).toEqual([1, expect.stringContaining("has no skills of a plugin 'pdf-tools'")])
    expect(existsSync(installed(machine, 'pdf'))).toBe(true)
  })

  test('a plugin that now comes from a source without trust changes nothing', async () => {
    const machine = await create()
    const plugins = [{ name: 'pdf-tools', source: { source: 'github', repo: 'evil/repo' } }]
    writeText(join(machine.project, MARKETPLACE), JSON.stringify({ name: 'team', plugins }))
    const { code, stderr } = await runMetier(machine, 'update', '--plugin', 'pdf-tools')
    expect([code, stderr]).toEqual([1, expect.stringContaining('comes from evil/repo, which is not trusted')])
  })
})

describe('remove --plugin', () => {
  test('removes its skills and no others, and says how to undo it', async () => {
    const machine = await create()
    await runMetier(machine, 'install', './team', '--plugin', 'docs')
    const { code, stdout } = await runMetier(machine, 'remove', '--plugin', 'pdf-tools')
    expect([code, stdout]).toEqual([0, expect.stringContaining('Removed 3 of 3 skills of pdf-tools: forms, pdf, same')])
    expect(stdout).toContain('metier rollback same\n')
    expect(Object.keys(lockOf(machine))).toEqual(['docx'])
    expect(await runJson(machine, 'remove', '--plugin', 'docs')).toMatchObject({ plugin: 'docs', removed: 1 })
  })

  test('the project and the user are told apart', async () => {
    const machine = await create()
    await runMetier(machine, 'install', './team', '--plugin', 'pdf-tools', '--project')
    const { code, stderr } = await runMetier(machine, 'remove', '--plugin', 'pdf-tools')
    expect([code, stderr]).toEqual([1, expect.stringContaining('metier remove --plugin pdf-tools --project')])
    expect((await runMetier(machine, 'remove', '--plugin', 'pdf-tools', '--personal')).code).toBe(0)
    expect(existsSync(join(machine.project, '.agents/skills/pdf'))).toBe(true)
  })
})

test.each(['update', 'remove'])('%s: two plugins of one name are not one', async (command) => {
  const other = JSON.stringify({ name: 'other', plugins: [{ name: 'pdf-tools', source: './p' }] })
  const machine = metier.create({
    ...FILES,
    'other/.claude-plugin/marketplace.json': other,
    'other/p/skills/stamp/SKILL.md': skillText('stamp', 'Stamps files'),
  })
  for (const from of ['./team', './other']) await runMetier(machine, 'install', from, '--plugin', 'pdf-tools')
  const { code, stderr } = await runMetier(machine, command, '--plugin', 'pdf-tools')
  expect([code, stderr]).toEqual([1, expect.stringContaining('was installed from 2 sources')])
  expect(stderr).toContain('Name the skills instead: forms, pdf, same, stamp')
})

test.each(['update', 'remove'])('%s: an unknown plugin, and a name next to it', async (command) => {
  const machine = await create()
  const unknown = await runMetier(machine, command, '--plugin', 'pdf')
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('Installed plugins: pdf-tools')])
  expect((await runMetier(machine, command, 'pdf', '--plugin', 'pdf-tools')).code).toBe(2)
})

test('outdated names the plugin and the command that updates it', async () => {
  const machine = await create()
  writeText(join(machine.project, SKILLS, 'pdf/SKILL.md'), skillText('pdf', 'Reads more'))
  const { stdout } = await runMetier(machine, 'outdated')
  expect(stdout).toMatch(/pdf +outdated .*\(plugin pdf-tools\)/)
  expect(stdout).toContain('metier update --plugin pdf-tools')
  expect(await runJson(machine, 'outdated')).toMatchObject({ outdated: 1, skills: [{ plugin: 'pdf-tools' }, {}, {}] })
})
