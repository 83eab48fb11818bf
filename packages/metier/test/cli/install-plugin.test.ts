import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runMetier, skillText, useMetier } from './run-metier.js'

const metier = useMetier()
const FILES = {
  'team/.claude-plugin/marketplace.json': JSON.stringify({
    name: 'team',
    plugins: [
      { name: 'pdf-tools', source: './plugins/pdf-tools' },
      { name: 'docs', source: './plugins/docs' },
      { name: 'runner', source: { source: 'command', command: 'sh x' } },
      { name: 'far', source: { source: 'github', repo: 'other/repo' } },
    ],
  }),
  'team/plugins/pdf-tools/skills/pdf/SKILL.md': skillText('pdf', 'Reads PDF files'),
  'team/plugins/pdf-tools/skills/forms/SKILL.md': skillText('forms', 'Fills in forms'),
  'team/plugins/pdf-tools/hooks/hooks.json': '{}',
  'team/plugins/docs/skills/docx/SKILL.md': skillText('docx', 'Reads documents'),
}

test('--list shows the plugins, their skills, and what is left out or refused', async () => {
  const { stdout } = await runMetier(metier.create(FILES), 'install', './team', '--list')
  expect(stdout).toContain('pdf-tools: 2 skills (forms, pdf)')
  expect(stdout).toContain('left out: hooks and settings (they would run without being asked)')
  expect(stdout).toContain('runner: refused: its source is a command to run')
  expect(stdout).toContain('far: comes from another source, which needs your trust\n    metier install other/repo')
})

test('without a name and a terminal, the plugins are named with their skills, and commands that work', async () => {
  const machine = metier.create(FILES)
  const { code, stderr } = await runMetier(machine, 'install', './team')
  expect(code).toBe(1)
  expect(stderr).toContain('Plugins:\n  pdf-tools: 2 skills (forms, pdf)\n  docs: 1 skill (docx)\n')
  expect(stderr).toContain(
    '\n  metier install --from ./team --plugin pdf-tools\n  metier install --from ./team --list\n',
  )
  const { stdout } = await runMetier(machine, 'install', './team', '--json')
  expect(JSON.parse(stdout)).toMatchObject({ installed: false, plugins: [{ name: 'pdf-tools' }, {}, {}, {}] })
  expect(await runMetier(machine, 'install', '--from', './team', '--plugin', 'pdf-tools')).toMatchObject({ code: 0 })
})

test('the plugins of a large marketplace are cut', async () => {
  const names = Array.from({ length: 13 }, (_, index) => `plugin-${index}`)
  const plugins = names.map((name) => ({ name, source: `./plugins/${name}` }))
  const skills = names.map((name) => [`many/plugins/${name}/skills/of-${name}/SKILL.md`, skillText(`of-${name}`, 'x')])
  const machine = metier.create({
    'many/.claude-plugin/marketplace.json': JSON.stringify({ name: 'many', plugins }),
    ...Object.fromEntries(skills),
  })
  expect((await runMetier(machine, 'install', './many')).stderr).toMatch(/plugin-9: .*\n {2}and 3 more\n/)
})

test('--plugin installs every skill of one plugin, and the lockfile remembers it', async () => {
  const machine = metier.create(FILES)
  const { code, stdout } = await runMetier(machine, 'install', './team', '--plugin', 'pdf-tools')
  expect([code, stdout]).toEqual([0, expect.stringContaining('2 installed')])
  const lock = JSON.parse(readFileSync(join(machine.home, '.agents/skills.lock.json'), 'utf8'))
  expect(lock.skills).toMatchObject({ pdf: { plugin: 'pdf-tools' }, forms: { plugin: 'pdf-tools' } })
  expect(existsSync(join(machine.home, '.agents/skills/docx'))).toBe(false)
})

test('--plugin with a plugin from elsewhere asks for trust in that source, and fetches nothing', async () => {
  const { code, stderr } = await runMetier(metier.create(FILES), 'install', './team', '--plugin', 'far')
  expect(code).toBe(1)
  expect(stderr).toContain("the plugin 'far' comes from other/repo, which is not trusted")
  expect(stderr).toContain('metier trust github.com/other/repo')
})

test('--list of a marketplace whose plugins all come from elsewhere lists them with their commands', async () => {
  const sha = 'a'.repeat(40)
  const machine = metier.create({
    'far/.claude-plugin/marketplace.json': JSON.stringify({
      name: 'far',
      plugins: [
        { name: 'one', source: { source: 'github', repo: 'other/one', sha } },
        { name: 'two', source: { source: 'npm', package: 'two' } },
      ],
    }),
  })
  const { code, stdout } = await runMetier(machine, 'install', './far', '--list')
  expect(code).toBe(0)
  expect(stdout).toContain('0 skills')
  expect(stdout).toContain(
    `one: comes from another source, which needs your trust\n    metier install 'other/one#${sha}'`,
  )
  expect(stdout).toContain('metier install npm:two\n    not pinned: it may change at any time')
  for (const words of [[], ['--all']]) {
    const { code: refused, stderr } = await runMetier(machine, 'install', './far', ...words)
    expect([refused, stderr]).toEqual([1, expect.stringContaining('The plugins of ./far come from other sources')])
    expect(stderr).toContain('metier install ./far --plugin NAME')
  }
})

test('--list names the mistakes in a manifest', async () => {
  const files = {
    'team/.claude-plugin/marketplace.json': '{"plugins":[7]}',
    'team/a/SKILL.md': skillText('a', 'Does a'),
  }
  const { code, stdout } = await runMetier(metier.create(files), 'install', './team', '--list')
  expect([code, stdout]).toEqual([
    0,
    expect.stringContaining('problem: .claude-plugin/marketplace.json at /plugins/0: must be an object'),
  ])
})
