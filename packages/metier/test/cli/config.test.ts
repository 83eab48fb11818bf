import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runJson, runMetier, skillText, useMetier, writeText } from './run-metier.js'

const metier = useMetier()

describe('metier config', () => {
  test('list gives every setting that holds, with where it comes from', async () => {
    const machine = metier.create({ '.metier/config.json': '{"limits":{"walkDepth":3}}' })
    writeText(join(machine.home, '.metier/config.json'), '{"skills":{"trustProject":"ask"}}')
    const { stdout } = await runMetier(machine, 'config', 'list', '--json')
    const { files, settings } = JSON.parse(stdout) as { files: unknown; settings: readonly unknown[] }
    expect(files).toEqual({
      user: join(machine.home, '.metier/config.json'),
      project: join(machine.project, '.metier/config.json'),
    })
    expect(settings).toContainEqual({ key: 'skills.trustProject', value: 'ask', from: 'user' })
    expect(settings).toContainEqual({ key: 'limits.walkDepth', value: 3, from: 'project' })
    expect(settings).toContainEqual({ key: 'skills.disabled', value: [], from: 'default' })
  })

  test('list gives every key that the schema knows', async () => {
    const machine = metier.create({ '.metier/config.json': '{"skills":{"registries":{"other":"https://x.example"}}}' })
    await runMetier(machine, 'config', 'set', 'skills.registries.team', 'https://team.example')
    const { stdout } = await runMetier(machine, 'config', 'list', '--json')
    const { settings } = JSON.parse(stdout) as { settings: readonly { readonly key: string }[] }
    expect(settings).toContainEqual({ key: 'skills.registries', value: { team: 'https://team.example' }, from: 'user' })
    const schema = readFileSync(new URL('../../schemas/config.schema.json', import.meta.url), 'utf8')
    const known = Object.keys(JSON.parse(schema).properties.skills.properties).filter((key) => key !== 'entries')
    expect(settings.map(({ key }) => key)).toEqual(expect.arrayContaining(known.map((key) => `skills.${key}`)))
    const one = await runMetier(machine, 'config', 'get', 'skills.registries.team')
    expect(one.stdout).toBe('https://team.example\n')
  })

  test('set writes one setting, get reads it, unset takes it away; the rest of the file stays', async () => {
    const machine = metier.create()
    const file = join(machine.home, '.metier/config.json')
    writeText(file, '{"$schema":"x","skills":{"disabled":["a"]}}')
    expect((await runMetier(machine, 'config', 'set', 'skills.trustProject', 'never')).code).toBe(0)
    expect((await runMetier(machine, 'config', 'get', 'skills.trustProject')).stdout).toBe('never\n')
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      $schema: 'x',
      skills: { disabled: ['a'], trustProject: 'never' },
    })
    await runMetier(machine, 'config', 'unset', 'skills.trustProject')
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ $schema: 'x', skills: { disabled: ['a'] } })
  })

  test.each([
    [['skills.roots', '/a'], ['/a']],
    [
      ['skills.roots', '/a', '/b'],
      ['/a', '/b'],
    ],
    [['skills.roots', '["/a"]'], ['/a']],
    [['limits.walkDepth', '4'], 4],
    [['skills.entries."a.b".enabled', 'false'], false],
  ])('set %j keeps %j', async (words, value) => {
    const machine = metier.create()
    const { code, stdout } = await runMetier(machine, 'config', 'set', ...words, '--json')
    expect(JSON.parse(stdout)).toMatchObject({ key: words[0], value })
    expect(code).toBe(0)
    expect(statSync(join(machine.home, '.metier/config.json')).mode & 0o777).toBe(0o600)
  })

  test.each([
    [['set', 'skills.trustProject', 'sometimes']],
    [['set', 'skills.nothing', '1']],
    [['set', 'limits.walkDepth', 'deep']],
    [['set', '__proto__.polluted', 'true']],
    [['set', 'skills.roots']],
    [['unset', 'foo.bar']],
    [['unset', 'skills.nothing']],
    [['unset', '.']],
    [['get']],
    [['list', 'more']],
  ])('%j is a misuse, and nothing is written', async (words) => {
    const machine = metier.create()
    expect((await runMetier(machine, 'config', ...words)).code).toBe(2)
    expect(existsSync(join(machine.home, '.metier'))).toBe(false)
  })

  test('a wrong value of a right key suggests no other key', async () => {
    const { code, stderr } = await runMetier(metier.create(), 'config', 'set', 'skills.trustProject', 'maybe')
    expect({ code, isDoubted: stderr.includes('Did you mean') }).toEqual({ code: 2, isDoubted: false })
  })

  test('a root is stored as an absolute path', async () => {
    const machine = metier.create({ 'more/a/SKILL.md': skillText('a', 'Does it') })
    await runMetier(machine, 'config', 'set', 'skills.roots', './more')
    expect(await runJson(machine, 'config', 'get', 'skills.roots')).toMatchObject({
      value: [join(machine.project, 'more')],
    })
    expect((await runMetier(machine, 'list')).stdout).toContain('1 skill')
  })

  test('a source that is trusted by default is removed as the hint says', async () => {
    const machine = metier.create()
    const { stderr } = await runMetier(machine, 'config', 'unset', 'skills.trustedSources', 'clawhub')
    expect(stderr).toContain('metier trust clawhub --remove')
    expect(await runMetier(machine, 'trust', 'clawhub', '--remove')).toMatchObject({ code: 0 })
  })

  test('get of an unknown key names the nearest', async () => {
    const { code, stderr } = await runMetier(metier.create(), 'config', 'get', 'skills.trustProjct')
    expect(code).toBe(1)
    expect(stderr).toContain('Did you mean: skills.trustProject')
  })

  test('set of one does, too', async () => {
    const { code, stderr } = await runMetier(metier.create(), 'config', 'set', 'skills.disabld', 'pdf')
    expect(code).toBe(2)
    expect(stderr).toContain('Did you mean: skills.disabled')
  })

  test('unset of one does, too, but removes a mistyped key that is in the file', async () => {
    const machine = metier.create()
    const { stderr } = await runMetier(machine, 'config', 'unset', 'skills.disabld')
    expect(stderr).toContain('Did you mean: skills.disabled')
    const file = join(machine.home, '.metier/config.json')
    writeText(file, '{"skills":{"disabld":[],"disabled":[]}}')
    expect((await runMetier(machine, 'config', 'unset', 'skills.disabld')).code).toBe(0)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ skills: { disabled: [] } })
  })

  test('unset of a setting that is not set says so and writes nothing', async () => {
    const machine = metier.create()
    const { code, stdout } = await runMetier(machine, 'config', 'unset', 'skills.entries.pdf.enabled')
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `skills.entries.pdf.enabled is not set (${join(machine.home, '.metier/config.json')})\n`,
    })
    expect(existsSync(join(machine.home, '.metier'))).toBe(false)
  })

  test('unset of the last key of an object removes the object, and no other', async () => {
    const machine = metier.create()
    const file = join(machine.home, '.metier/config.json')
    writeText(file, '{"skills":{"entries":{"pdf":{"enabled":true}}},"limits":{}}')
    await runMetier(machine, 'config', 'unset', 'skills.entries.pdf.enabled')
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ limits: {} })
  })

  test('set refuses an unknown agent, names the one that was meant, and writes nothing', async () => {
    const machine = metier.create()
    const { code, stderr } = await runMetier(machine, 'config', 'set', 'skills.agents', 'claude')
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/^error: unknown agent: claude\nDid you mean: claude-code\n/),
    })
    expect((await runMetier(machine, 'config', 'set', 'skills.agents', 'cursor', 'zzzzzz')).code).toBe(2)
    expect(existsSync(join(machine.home, '.metier'))).toBe(false)
    expect((await runMetier(machine, 'config', 'set', 'skills.agents', 'claude-code', 'all')).code).toBe(0)
    expect((await runMetier(machine, 'config', 'set', 'skills.agents', 'none')).code).toBe(0)
  })

  test('secrets are kept and never shown', async () => {
    const machine = metier.create()
    const set = await runMetier(machine, 'config', 'set', 'skills.entries.pdf.apiKey', 'top-secret')
    const list = await runMetier(machine, 'config', 'list')
    const get = await runMetier(machine, 'config', 'get', 'skills.entries.pdf', '--json')
    expect([set, list, get].map(({ stdout, stderr }) => (stdout + stderr).includes('top-secret'))).toEqual([
      false,
      false,
      false,
    ])
    expect(readFileSync(join(machine.home, '.metier/config.json'), 'utf8')).toContain('top-secret')
  })

  test('--project writes to the project, and says what has no effect there', async () => {
    const machine = metier.create()
    const { stderr } = await runMetier(machine, 'config', 'set', 'skills.roots', '/a', '--project')
    expect(JSON.parse(readFileSync(join(machine.project, '.metier/config.json'), 'utf8'))).toEqual({
      skills: { roots: ['/a'] },
    })
    expect(stderr).toContain('has no effect')
  })

  test('--project refuses sources of which the user trusts none, because none would be left', async () => {
    const machine = metier.create()
    const words = ['config', 'set', 'skills.trustedSources', 'evil.example', '--project']
    const { code, stderr } = await runMetier(machine, ...words)
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `error: a project can only narrow your trusted sources, and you do not trust evil.example
Your trusted sources: clawhub, local:*
To trust them, run: metier trust evil.example
`,
    })
    expect(existsSync(join(machine.project, '.metier/config.json'))).toBe(false)
    expect((await runMetier(machine, 'trust')).stdout).toBe('clawhub\nlocal:*\n')
    await runMetier(machine, 'trust', 'evil.example')
    expect((await runMetier(machine, ...words)).code).toBe(0)
    expect((await runMetier(machine, 'trust')).stdout).toBe('evil.example\n')
  })

  test('--project narrows the sources to some of the trusted ones, or to none, and says which have no effect', async () => {
    const machine = metier.create()
    const words = ['config', 'set', 'skills.trustedSources', '--project']
    const some = await runMetier(machine, ...words, 'clawhub', 'evil.example')
    expect([some.code, some.stderr]).toEqual([0, expect.stringContaining("which has no effect: 'evil.example'")])
    expect((await runMetier(machine, 'trust')).stdout).toBe('clawhub\n')
    const none = await runMetier(machine, ...words, '[]')
    expect([none.code, none.stderr]).toEqual([0, ''])
    expect((await runMetier(machine, 'trust')).stdout).toBe('')
  })

  test('unset takes single values out of a list', async () => {
    const machine = metier.create()
    const file = join(machine.home, '.metier/config.json')
    writeText(file, '{"skills":{"disabled":["a","b","c"]}}')
    const { stdout } = await runMetier(machine, 'config', 'unset', 'skills.disabled', 'a', 'c', '--json')
    expect(JSON.parse(stdout)).toEqual({ key: 'skills.disabled', value: ['b'], file })
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ skills: { disabled: ['b'] } })
    const absent = await runMetier(machine, 'config', 'unset', 'skills.disabled', 'a')
    expect([absent.code, absent.stderr]).toEqual([1, expect.stringContaining("'a' is not in skills.disabled in")])
    await runMetier(machine, 'config', 'set', 'skills.trustProject', 'ask')
    expect((await runMetier(machine, 'config', 'unset', 'skills.trustProject', 'ask')).code).toBe(2)
  })

  test.each([
    [['list']],
    [['get', 'skills.roots']],
    [['get', 'skills.none']],
    [['set', 'skills.trustProject', 'ask']],
    [['unset', 'skills.trustProject']],
  ])('%j tells of a mistake with its file and line, as other commands do', async (words) => {
    const machine = metier.create()
    const file = join(machine.home, '.metier/config.json')
    writeText(file, '{\n  "nope": 1\n}\n')
    const { stderr } = await runMetier(machine, 'config', ...words)
    expect(stderr).toContain(`warning: ${file}:2:3 'nope' is not a setting`)
  })
})

test('a change of the project leaves nothing for git but its configuration', async () => {
  const machine = metier.create()
  await runMetier(machine, 'config', 'set', 'skills.disabled', 'pdf', '--project')
  const git = (...words: string[]) => execFileSync('git', words, { cwd: machine.project, encoding: 'utf8' })
  git('init', '-q')
  git('add', '-A')
  expect(git('diff', '--cached', '--name-only').trim()).toBe('.metier/config.json')
})

describe('completion of metier config', () => {
  const complete = async (...words: readonly string[]) =>
    (await runMetier(metier.create(), '__complete', ...words)).stdout.trim().split('\n')

  test('set offers every setting of the JSON Schema, also one that has no value yet', async () => {
    const keys = await complete('settings', '', 'set')
    for (const key of ['reviewer.model', 'policy.default.write', 'skills.trustProject', 'limits.walkDepth', 'sets']) {
      expect(keys).toContain(key)
    }
    expect(keys).not.toContain('$schema')
    expect(new Set(keys).size).toBe(keys.length)
    expect(await complete('settings', '', 'get')).not.toContain('reviewer.model')
  })

  test.each([
    ['reviewer.kind', ['openai', 'anthropic', 'command', 'sampling']],
    ['skills.trustProject', ['always', 'ask', 'never']],
    ['sandbox', ['auto', 'require', 'off']],
    ['skills.nodeModules', ['true', 'false']],
    ['reviewer.model', ['']],
  ])('the values of %s are those of the schema', async (key, values) => {
    expect(await complete('settingValues', '', 'set', key)).toEqual(values)
  })
})
