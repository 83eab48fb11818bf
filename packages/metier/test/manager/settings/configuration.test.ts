import { execFileSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfiguration } from '../../../src/manager/settings/configuration.js'
import { loadSettings } from '../../../src/manager/settings/settings.js'
import type { Diagnostic } from '../../../src/skill/diagnostic.js'
import { LIMITS } from '../../../src/skill/limits.js'
import { asOtherUser } from '../../support/other-user.js'
import { linkTo, temporaryFolder } from '../../support/temporary.js'

function read(text: string) {
  const file = join(temporaryFolder({ 'config.json': text }), 'config.json')
  const diagnostics: Diagnostic[] = []
  const configuration = readConfiguration(file, diagnostics)
  const issues = diagnostics.map(({ code, line, column }) => `${code} ${line}:${column}`)
  expect(diagnostics.every((diagnostic) => diagnostic.file === file)).toBe(true)
  return { configuration, issues }
}

describe('a configuration file', () => {
  test('that is right is taken as it is', () => {
    const configuration = {
      skills: {
        trustedSources: ['clawhub', 'github.com/me/*'],
        disabled: ['a'],
        roots: ['~/more'],
        trustProject: 'ask',
        entries: { pdf: { enabled: true, apiKey: 'x', env: { A: 'b' }, config: { deep: { er: 1 } } } },
      },
      policy: { deny: ['rm', { category: ['network'] }], default: { write: 'allow' } },
      limits: { walkDepth: 3 },
    }
    expect(read(JSON.stringify(configuration))).toEqual({ configuration, issues: [] })
  })

  test('that is not there is empty', () => {
    const diagnostics: Diagnostic[] = []
    expect(readConfiguration('/does/not/exist/config.json', diagnostics)).toEqual({})
    expect(diagnostics).toEqual([])
  })

  test.each([
    ['a comma too many', '{\n  "skills": {\n    "disabled": ["a",]\n  }\n}', 3, 22],
    ['a missing comma', '{\n  "policy": {}\n  "limits": {}\n}', 3, 3],
    ['a missing colon', '{\n  "policy" {}\n}', 2, 12],
    ['a missing value', '{"policy": }', 1, 12],
    ['single quotes', "{\n  'policy': {}\n}", 2, 3],
    ['a comment', '{\n  // no\n}', 2, 3],
    ['an end too early', '{\n  "skills": {', 2, 14],
    ['an empty file', '', 1, 1],
  ])('with %s is reported where it stands', (_, text, line, column) => {
    const { issues } = read(text)
    expect(issues).toEqual([`config_malformed ${line}:${column}`])
  })

  test('with a byte order mark is read', () => {
    expect(read('\ufeff{"policy": {}}')).toEqual({ configuration: { policy: {} }, issues: [] })
  })

  test.each([
    ['a text instead of a list', '{\n  "skills": {\n    "disabled": "a"\n  }\n}', 'config_invalid 3:5'],
    ['a number in a list of texts', '{ "skills": { "roots": [1] } }', 'config_invalid 1:15'],
    ['another word', '{ "skills": { "trustProject": "sometimes" } }', 'config_invalid 1:15'],
    ['a limit below one', '{ "limits": { "walkDepth": 0 } }', 'config_invalid 1:15'],
    ['a limit that is no number', '{ "limits": { "walkDepth": "6" } }', 'config_invalid 1:15'],
    ['a list instead of an object', '{ "skills": [] }', 'config_invalid 1:3'],
    ['a switch that is no switch', '{ "skills": { "entries": { "pdf": { "enabled": 1 } } } }', 'config_invalid 1:37'],
    [
      'variables that are no texts',
      '{ "skills": { "entries": { "pdf": { "env": { "A": 1 } } } } }',
      'config_invalid 1:37',
    ],
    ['a key that nobody knows', '{\n  "skils": {}\n}', 'config_unknown_key 2:3'],
    ['a policy that is a word', '{ "policy": "deny" }', 'config_invalid 1:3'],
    ['a limit that nobody knows', '{ "limits": { "speed": 1 } }', 'config_unknown_key 1:15'],
    ['an array', '[]', 'config_invalid 1:1'],
    ['a text', '"x"', 'config_invalid 1:1'],
    ['nothing', 'null', 'config_invalid 1:1'],
  ])('with %s is told so, and the rest of it counts', (_, text, issue) => {
    expect(read(text).issues).toEqual([issue])
  })

  test('keeps what is right beside what is wrong', () => {
    const { configuration } = read(
      '{ "skills": { "disabled": "a", "roots": ["b"] }, "limits": { "walkDepth": 2, "x": 1 } }',
    )
    expect(configuration).toEqual({ skills: { disabled: ['a'], roots: ['b'] }, limits: { walkDepth: 2 } })
  })

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'the key %s is a key that nobody knows',
    (key) => {
      for (const text of [`{ "${key}": { "a": 1 } }`, `{ "skills": { "${key}": 1 } }`]) {
        expect(read(text).issues).toEqual([expect.stringContaining('config_unknown_key')])
      }
      expect('a' in {}).toBe(false)
    },
  )

  test.each(['__proto__', 'constructor'])('a skill may be called %s', (name) => {
    const { configuration, issues } = read(`{ "skills": { "entries": { "${name}": { "enabled": false } } } }`)
    expect(issues).toEqual([])
    expect(loadSettings({ user: configuration, project: undefined }).disabled).toEqual(new Set([name]))
  })

  test('larger than a megabyte is not read', () => {
    expect(read(`{ "policy": "${'x'.repeat(1024 * 1024)}" }`).issues).toEqual(['config_unreadable 1:1'])
  })

  test('that may not be read is reported', async () => {
    const file = join(temporaryFolder({ 'config.json': '{}' }), 'config.json')
    chmodSync(file, 0)
    const diagnostics: Diagnostic[] = []
    await asOtherUser(async () => readConfiguration(file, diagnostics))
    expect(diagnostics).toMatchObject([{ code: 'config_unreadable', file }])
  })

  test.each([
    ['a folder', (folder: string) => execFileSync('mkdir', [join(folder, 'config.json')])],
    ['a pipe', (folder: string) => execFileSync('mkfifo', [join(folder, 'config.json')])],
    ['an endless device', (folder: string) => execFileSync('ln', ['-s', '/dev/zero', join(folder, 'config.json')])],
  ])('that is %s is reported, and nobody waits for it', (_, make) => {
    const folder = temporaryFolder()
    make(folder)
    const diagnostics: Diagnostic[] = []
    expect(readConfiguration(join(folder, 'config.json'), diagnostics)).toEqual({
      sandbox: 'require',
      skills: { trustedSources: [], requireSignature: ['*'], trustProject: 'ask' },
      policy: { ask: ['*'] },
    })
    expect(diagnostics).toMatchObject([{ code: 'config_unreadable' }])
  })

  test('may be a link, as tools that keep such files make it', () => {
    const folder = temporaryFolder({ 'real.json': '{"policy":{}}', 'config.json': linkTo('real.json') })
    expect(readConfiguration(join(folder, 'config.json'), [])).toEqual({ policy: {} })
  })
})

describe('a project’s configuration may narrow, never widen', () => {
  function settle(user: object, project: object) {
    const file = join(temporaryFolder({ 'config.json': JSON.stringify(project) }), 'config.json')
    const settings = loadSettings({ user, project: file })
    return { ...settings, ignored: settings.diagnostics.map(({ code, message }) => [code, message.split(' ')[0]]) }
  }

  test('without any configuration the defaults hold', () => {
    expect(loadSettings({ user: undefined, project: undefined })).toMatchObject({
      trustedSources: ['clawhub', 'local:*'],
      disabled: new Set(),
      roots: [],
      trustProject: 'always',
      sandbox: 'auto',
      limits: LIMITS,
      diagnostics: [],
    })
  })

  test.each([
    ['auto', 'require', 'require', []],
    ['off', 'auto', 'auto', []],
    ['require', 'auto', 'require', [['config_widening_ignored', 'sandbox']]],
    ['auto', 'off', 'auto', [['config_widening_ignored', 'sandbox']]],
    [undefined, 'off', 'auto', [['config_widening_ignored', 'sandbox']]],
  ] as const)('it may tighten the sandbox, not loosen it: %s and %s make %s', (own, shared, sandbox, ignored) => {
    expect(settle({ ...(own !== undefined && { sandbox: own }) }, { sandbox: shared })).toMatchObject({
      sandbox,
      ignored,
    })
  })

  test('it may switch skills off, not on', () => {
    const user = { skills: { disabled: ['a'], entries: { b: { enabled: false } } } }
    const project = {
      skills: { disabled: ['c'], entries: { a: { enabled: true }, b: { enabled: true }, d: { enabled: false } } },
    }
    expect(settle(user, project).disabled).toEqual(new Set(['a', 'b', 'c', 'd']))
  })

  test('it may trust fewer sources, not others', () => {
    const project = { skills: { trustedSources: ['clawhub', 'github.com/evil/*'] } }
    const { trustedSources, ignored } = settle({}, project)
    expect(trustedSources).toEqual(['clawhub'])
    expect(ignored).toEqual([['config_widening_ignored', 'skills.trustedSources']])
  })

  test('where it names no source that its user trusts, it says that none is left', () => {
    const { trustedSources, diagnostics } = settle({}, { skills: { trustedSources: ['evil.example'] } })
    expect(trustedSources).toEqual([])
    expect(diagnostics).toMatchObject([
      {
        code: 'config_widening_ignored',
        message: expect.stringContaining('so no source is trusted here'),
        suggestion: 'If you trust it, run: metier trust evil.example',
      },
    ])
  })

  test.each([
    ['always', 'never', 'never', 0],
    ['always', 'ask', 'ask', 0],
    ['ask', 'always', 'ask', 1],
    ['never', 'always', 'never', 1],
    ['never', 'never', 'never', 0],
  ])('it may trust itself less, not more: %s and %s make %s', (own, shared, settled, count) => {
    const { trustProject, ignored } = settle({ skills: { trustProject: own } }, { skills: { trustProject: shared } })
    expect([trustProject, ignored.length]).toEqual([settled, count])
  })

  test('it may lower limits, not raise them', () => {
    const { limits, ignored } = settle({ limits: { walkEntries: 10 } }, { limits: { walkDepth: 2, walkEntries: 20 } })
    expect([limits.walkDepth, limits.walkEntries]).toEqual([2, 10])
    expect(ignored).toEqual([['config_widening_ignored', 'limits.walkEntries']])
  })

  test('it has no say in roots, keys and variables', () => {
    const project = { skills: { roots: ['/etc'], entries: { pdf: { apiKey: 'x', env: { A: 'b' } } } } }
    const { roots, entries, ignored } = settle({}, project)
    expect([roots, [...entries]]).toEqual([[], []])
    expect(ignored.map(([, key]) => key)).toEqual(['skills.roots', 'skills.entries'])
  })

  test('it may require signatures of more sources, not bring the keys', () => {
    const user = { skills: { requireSignature: ['clawhub'], trustedKeys: [{ key: 'AA==' }] } }
    const project = { skills: { requireSignature: ['clawhub', 'local:*'], trustedKeys: [{ key: 'AQ==' }] } }
    const { requireSignature, trustedKeys, ignored } = settle(user, project)
    expect(requireSignature).toEqual(['clawhub', 'local:*'])
    expect(trustedKeys).toEqual([{ key: 'AA==' }])
    expect(ignored).toEqual([['config_widening_ignored', 'skills.trustedKeys']])
  })

  test('what is ignored is reported with its line', () => {
    const text = '{\n  "skills": {\n    "roots": ["/etc"]\n  }\n}'
    const file = join(temporaryFolder({ 'config.json': text }), 'config.json')
    const { diagnostics } = loadSettings({ user: {}, project: file })
    expect(diagnostics).toMatchObject([{ code: 'config_widening_ignored', file, line: 3, column: 5 }])
  })
})
