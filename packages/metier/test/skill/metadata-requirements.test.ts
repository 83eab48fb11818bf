import { describe, expect, test } from 'vitest'
import { assessEligibility, type Environment } from '../../src/eligibility/assess.js'
import { readRequirements, readTraits } from '../../src/skill/metadata/metadata.js'
import { NO_REQUIREMENTS, type Requirements } from '../../src/skill/metadata/requirements.js'

interface Reading {
  readonly requirements: Requirements
  readonly issues: readonly (readonly [string, string])[]
}

function read(frontmatter: Readonly<Record<string, unknown>>): Reading {
  const issues: [string, string][] = []
  const { requirements } = readTraits(frontmatter, undefined, (code, pointer) => issues.push([code, pointer]))
  return { requirements, issues }
}

/** A machine on which everything is there. */
const EVERYTHING: Environment = {
  os: 'linux',
  arch: 'x64',
  hasBinary: () => true,
  hasVariable: () => true,
  hasConfig: () => true,
}

describe('where requirements stand', () => {
  const requires = { bins: ['curl'], env: ['API_KEY'] }

  test.each([
    ['metadata.openclaw', { metadata: { openclaw: { requires } } }],
    ['metadata.clawdbot', { metadata: { clawdbot: { requires } } }],
    ['metadata.clawdis', { metadata: { clawdis: { requires } } }],
    ['metadata.moltbot', { metadata: { moltbot: { requires } } }],
    ['metadata itself', { metadata: { requires } }],
    ['a namespace at the top level', { clawdis: { requires } }],
    ['a key with a dot', { 'metadata.openclaw': { requires } }],
    ['the top level', { requires }],
    ['metadata as a text of JSON', { metadata: JSON.stringify({ openclaw: { requires } }) }],
    [
      'metadata as a text with a trailing comma',
      { metadata: '{"openclaw":{"requires":{"bins":["curl"],"env":["API_KEY"],},},}' },
    ],
    ['a namespace as a text of JSON', { metadata: { openclaw: JSON.stringify({ requires }) } }],
    ['requires as a text of JSON', { metadata: { openclaw: { requires: JSON.stringify(requires) } } }],
  ])('%s', (_, frontmatter) => {
    expect(read(frontmatter)).toEqual({
      requirements: { ...NO_REQUIREMENTS, bins: ['curl'], env: ['API_KEY'] },
      issues: [],
    })
  })

  test('a skill without requirements shares one object', () => {
    expect(read({ name: 'a', metadata: { openclaw: { emoji: '🌤️', requires: { bins: [] } } } }).requirements).toBe(
      NO_REQUIREMENTS,
    )
    expect(readRequirements({ metadata: null }, undefined).requirements).toBe(NO_REQUIREMENTS)
  })

  test('of several namespaces the first one counts, key by key, whatever their order, and they are reported', () => {
    const metadata = {
      moltbot: { requires: { bins: ['b'] }, primaryEnv: 'KEY' },
      openclaw: { requires: { bins: ['a'] } },
    }
    const { requirements, issues } = read({ metadata })
    expect(requirements).toMatchObject({ bins: ['a'], primaryEnv: 'KEY' })
    expect(issues).toEqual([['metadata_namespaces', '/metadata']])
  })
})

describe('how requirements are spelt', () => {
  test.each<[string, unknown, Partial<Requirements>]>([
    ['a single text', { bins: 'curl' }, { bins: ['curl'] }],
    ['a comma-separated text', { bins: 'curl, jq' }, { bins: ['curl', 'jq'] }],
    ['a plain list of programs', ['curl', 'jq'], { bins: ['curl', 'jq'] }],
    ['a plain text', 'curl', { bins: ['curl'] }],
    ['one of several programs', { anyBins: ['node', 'bun'] }, { anyBins: ['node', 'bun'] }],
    ['repeated names', { bins: ['curl', 'curl'] }, { bins: ['curl'] }],
    ['blank and empty entries', { bins: ['', ' ', null, 'curl'] }, { bins: ['curl'] }],
    ['settings of the host', { config: ['browser.enabled'] }, { config: ['browser.enabled'] }],
    ['systems and processors', { os: 'darwin', arch: ['aarch64'] }, { os: ['darwin'], arch: ['arm64'] }],
    ['tools and skills', { tools: ['exec'], skills: ['pdf'] }, { tools: ['exec'], skills: ['pdf'] }],
    ['declared variables', { env: [{ name: 'A' }, { name: 'B', required: false }] }, { env: ['A'] }],
    ['a credential', { env: ['KEY'], primaryEnv: 'KEY' }, { env: ['KEY'], primaryEnv: 'KEY' }],
  ])('%s', (_, requires, expected) => {
    const { requirements, issues } = read({ metadata: { openclaw: { requires } } })
    expect(requirements).toEqual({ ...NO_REQUIREMENTS, ...expected })
    expect(issues).toEqual([])
  })

  test.each<[string, Readonly<Record<string, unknown>>, readonly string[]]>([
    ['a list of names', { env: ['A', 'B'] }, ['A', 'B']],
    [
      'declarations',
      {
        envVars: [
          { name: 'A', required: true },
          { name: 'B', required: 'false' },
        ],
      },
      ['A'],
    ],
    ['a mapping from name to description', { env: { A: 'the key of the service' } }, ['A']],
    ['a mapping from name to declaration', { env: { A: { required: true }, B: { default: 'x' } } }, ['A']],
    ['config.requiredEnv', { config: { requiredEnv: ['A'], stateDirs: ['.cache'] } }, ['A']],
  ])('variables beside requires: %s', (_, block, env) => {
    expect(read({ metadata: { clawdbot: block } })).toEqual({ requirements: { ...NO_REQUIREMENTS, env }, issues: [] })
  })

  test('a number is the name that its author wrote', () => {
    const frontmatter = { requires: { bins: [7] } }
    expect(readRequirements(frontmatter, new Map([['/requires/bins/0', '7.0']])).requirements.bins).toEqual(['7.0'])
  })

  test.each([
    ['macos', 'darwin'],
    ['Mac', 'darwin'],
    ['OSX', 'darwin'],
    ['windows', 'win32'],
    ['win', 'win32'],
    ['Linux', 'linux'],
    ['win32', 'win32'],
  ])('the system %s is %s', (written, os) => {
    expect(read({ os: [written] })).toEqual({ requirements: { ...NO_REQUIREMENTS, os: [os] }, issues: [] })
  })

  test('a system that nobody knows is kept and reported', () => {
    const { requirements, issues } = read({ metadata: { openclaw: { os: ['linux', 'Amiga'] } } })
    expect(requirements.os).toEqual(['linux', 'Amiga'])
    expect(issues).toEqual([['os_unknown', '/metadata/openclaw/os/1']])
  })

  test('always is kept beside the requirements that it switches off, which is reported', () => {
    const { requirements, issues } = read({ metadata: { clawdbot: { always: true, requires: { bins: ['curl'] } } } })
    expect(requirements).toMatchObject({ always: true, bins: ['curl'] })
    expect(issues).toEqual([['always_with_requirements', '/metadata/clawdbot/always']])
    expect(read({ always: true, os: ['darwin'] }).issues).toEqual([])
  })
})

describe('what is odd', () => {
  test.each([
    ['npm', ['left-pad']],
    ['pip', ['requests']],
    ['files', ['~/notes.md']],
    ['ports', [3000]],
  ])('a requirement of the unknown kind %s is reported and not checked', (key, value) => {
    const { requirements, issues } = read({ metadata: { openclaw: { requires: { [key]: value } } } })
    expect(requirements).toBe(NO_REQUIREMENTS)
    expect(issues).toEqual([['requires_unknown', `/metadata/openclaw/requires/${key}`]])
  })

  test.each([
    ['commands', 'bins'],
    ['binaries', 'bins'],
    ['bin', 'bins'],
    ['envs', 'env'],
  ] as const)('%s is understood as %s and reported with the right key', (key, kind) => {
    const suggestions: (string | undefined)[] = []
    const { requirements } = readTraits(
      { requires: { [key]: ['NAME'] } },
      undefined,
      (code, _pointer, _message, suggestion) => {
        if (code === 'requires_unknown') suggestions.push(suggestion)
      },
    )
    expect(requirements[kind]).toEqual(['NAME'])
    expect(suggestions).toEqual([`Rename ${key} to ${kind}`])
  })

  test('a pointer escapes what JSON pointers escape', () => {
    expect(read({ requires: { 'a/b~c': 1 } }).issues).toEqual([['requires_unknown', '/requires/a~1b~0c']])
  })

  test('inside a text of JSON issues are reported at the text', () => {
    const metadata = { openclaw: '{"requires":{"npm":["x"],"bins":["a b"]}}' }
    expect(read({ metadata }).issues).toEqual([
      ['requires_unknown', '/metadata/openclaw'],
      ['requires_malformed', '/metadata/openclaw'],
    ])
  })

  test('entries of config that are mappings are left out with a report', () => {
    const { requirements, issues } = read({ requires: { config: ['browser.enabled', { path: 'x' }] } })
    expect(requirements).toEqual({ ...NO_REQUIREMENTS, config: ['browser.enabled'] })
    expect(issues).toEqual([['requires_malformed', '/requires/config/1']])
  })

  test('of several primary variables the first counts', () => {
    const { requirements, issues } = read({ primaryEnv: ['A', 'B'] })
    expect(requirements.primaryEnv).toBe('A')
    expect(issues).toEqual([['requires_malformed', '/primaryEnv']])
  })

  test('a text that is no JSON says nothing about requirements, and is reported', () => {
    expect(read({ metadata: 'see below' })).toEqual({
      requirements: NO_REQUIREMENTS,
      issues: [['metadata_malformed', '/metadata']],
    })
  })
})

describe('what cannot be read never makes a skill eligible', () => {
  test.each<[string, Readonly<Record<string, unknown>>]>([
    ['metadata that breaks off', { metadata: '{"openclaw":{"requires":{"bins":["curl"]}' }],
    ['a namespace that breaks off', { metadata: { openclaw: '{"requires"' } }],
    ['a namespace that is a list of mappings', { metadata: { openclaw: [{ requires: { bins: ['curl'] } }] } }],
    ['requires that breaks off', { requires: '{"bins"' }],
    ['requires that is a number', { requires: 7 }],
    ['requires that is true', { requires: true }],
    ['bins that is a mapping', { requires: { bins: { curl: true } } }],
    ['a program that is a mapping without a name', { requires: { bins: [{ path: '/bin/sh' }] } }],
    ['a program that is a list', { requires: { anyBins: [['node', 'bun'], 'deno'] } }],
    ['a program with a slash', { requires: { bins: ['../bin/sh'] } }],
    ['a program with a leading dash', { requires: { bins: ['-rf'] } }],
    ['a program with a blank', { requires: { bins: ['Gemini API key'] } }],
    ['a program with a control character', { requires: { bins: ['curl\u0007'] } }],
    ['a program with an invisible character', { requires: { bins: ['cu\u200brl'] } }],
    ['a program whose name is too long', { requires: { bins: ['a'.repeat(129)] } }],
    ['a variable that is none', { requires: { env: ['the API key'] } }],
    ['a tool that is a list', { requires: { tools: [['exec']] } }],
    ['a system that nobody knows', { os: 'Amiga' }],
    ['a system that is a mapping', { os: { darwin: true } }],
  ])('%s', (_, frontmatter) => {
    const { requirements, issues } = read(frontmatter)
    expect(assessEligibility(requirements, EVERYTHING).eligible).toBe(false)
    expect(issues.length).toBeGreaterThan(0)
    expect(readRequirements(frontmatter, undefined).requirements).toEqual(requirements)
  })

  test('its text is kept so that it can be shown: on one line, and not longer than a name', () => {
    const { bins } = read({ requires: { bins: ['a\nb', 'x'.repeat(9000)] } }).requirements
    expect(bins).toEqual(['a\uFFFDb', `${'x'.repeat(127)}…`])
  })
})
