import { describe, expect, test } from 'vitest'
import {
  assessEligibility,
  type Environment,
  isEligible,
  missingObject,
  requiresObject,
  type SkillSettings,
} from '../../src/eligibility/assess.js'
import { NO_REQUIREMENTS, type Requirements, UNREADABLE } from '../../src/skill/metadata/requirements.js'

const LINUX: Environment = {
  os: 'linux',
  arch: 'x64',
  hasBinary: (name) => name === 'curl',
  hasVariable: (name) => name === 'HOME',
  hasConfig: (path) => path === 'browser.enabled',
}

function requiring(requirements: Partial<Requirements>): Requirements {
  return { ...NO_REQUIREMENTS, ...requirements }
}

function reasonsFor(requirements: Partial<Requirements>, environment = LINUX): readonly string[] {
  return assessEligibility(requiring(requirements), environment).reasons
}

test('C-10: a skill whose requirements are met has no reasons, and all such skills share one answer', () => {
  const met = assessEligibility(requiring({ bins: ['curl'], env: ['HOME'], os: ['linux', 'darwin'] }), LINUX)
  expect(met).toMatchObject({ eligible: true, reasons: [] })
  expect(assessEligibility(NO_REQUIREMENTS, LINUX)).toBe(met)
})

describe('reasons', () => {
  test.each<[string, Partial<Requirements>, readonly string[]]>([
    ['C-11', { bins: ['ffmpeg', 'curl', 'jq'] }, ['Missing binary: ffmpeg', 'Missing binary: jq']],
    ['what cannot be read', { bins: [UNREADABLE] }, ['Requirements could not be parsed']],
    ['one of several programs', { anyBins: ['node', 'bun'] }, ['Missing one of: node, bun']],
    ['variables', { env: ['API_KEY'] }, ['Missing environment variable: API_KEY']],
    ['settings', { config: ['channels.discord'] }, ['Missing config: channels.discord']],
    ['C-12', { os: ['darwin'] }, ['Requires macOS (current: linux)']],
    ['two systems', { os: ['darwin', 'win32'] }, ['Requires macOS or Windows (current: linux)']],
    ['three systems', { os: ['darwin', 'win32', 'freebsd'] }, ['Requires macOS, Windows or FreeBSD (current: linux)']],
    ['a system that nobody knows', { os: ['Amiga'] }, ['Requires Amiga (current: linux)']],
    ['processors', { arch: ['arm64'] }, ['Requires arm64 (current: x64)']],
  ])('%s: %j', (_, requirements, reasons) => {
    expect(reasonsFor(requirements)).toEqual(reasons)
  })

  test('several kinds are told one after the other', () => {
    expect(reasonsFor({ bins: ['jq'], anyBins: ['node', 'bun'], env: ['KEY'], config: ['x.y'] })).toEqual([
      'Missing binary: jq',
      'Missing one of: node, bun',
      'Missing environment variable: KEY',
      'Missing config: x.y',
    ])
  })

  test('C-12: on the wrong system that is the only reason, although all that is missing is listed', () => {
    const { missing, reasons } = assessEligibility(requiring({ bins: ['memo'], os: ['darwin'] }), LINUX)
    expect(reasons).toEqual(['Requires macOS (current: linux)'])
    expect(missingObject(missing)).toEqual({ bins: ['memo'], env: [], os: ['darwin'] })
  })

  test('one of several programs is enough', () => {
    expect(reasonsFor({ anyBins: ['bun', 'curl'] })).toEqual([])
  })

  test('tools and skills are judged only where the host knows them', () => {
    const requirements = { tools: ['exec'], skills: ['pdf'] }
    expect(reasonsFor(requirements)).toEqual([])
    const host: Environment = { ...LINUX, tools: new Set(['browser']), hasSkill: (name) => name === 'docx' }
    expect(reasonsFor(requirements, host)).toEqual(['Missing tool: exec', 'Missing skill: pdf'])
    expect(reasonsFor({ tools: ['browser'], skills: ['docx'] }, host)).toEqual([])
  })

  test('names of systems and processors mean the same however the host spells them', () => {
    expect(reasonsFor({ os: ['darwin'], arch: ['arm64'] }, { ...LINUX, os: 'macOS', arch: 'aarch64' })).toEqual([])
  })
})

describe('always', () => {
  test('skips every requirement but the system', () => {
    const all = { bins: ['x'], anyBins: ['y'], env: ['Z'], config: ['c'], arch: ['arm64'], tools: ['t'], always: true }
    expect(assessEligibility(requiring(all), { ...LINUX, tools: new Set() }).eligible).toBe(true)
    expect(reasonsFor({ ...all, os: ['darwin'] })).toEqual(['Requires macOS (current: linux)'])
  })
})

describe('settings of a skill', () => {
  const requirements = requiring({ env: ['TOKEN', 'OTHER'], primaryEnv: 'TOKEN' })

  test.each<[string, SkillSettings, readonly string[]]>([
    ['nothing', {}, ['TOKEN', 'OTHER']],
    ['an apiKey stands for the primary variable', { apiKey: 'secret' }, ['OTHER']],
    ['a reference to a secret does too', { apiKey: { source: 'keychain' } }, ['OTHER']],
    ['an empty apiKey does not', { apiKey: '' }, ['TOKEN', 'OTHER']],
    ['variables of its own', { env: { OTHER: 'x' } }, ['TOKEN']],
    ['variables set to nothing are not set', { env: { OTHER: '' } }, ['TOKEN', 'OTHER']],
    ['both', { apiKey: 'secret', env: { OTHER: 'x' } }, []],
  ])('%s', (_, settings, env) => {
    expect(assessEligibility(requirements, LINUX, settings).missing.env).toEqual(env)
    expect(isEligible(requirements, LINUX, settings)).toBe(env.length === 0)
  })

  test('an apiKey stands for no other variable, nor for what every object has', () => {
    expect(assessEligibility(requiring({ env: ['TOKEN'] }), LINUX, { apiKey: 'secret' }).eligible).toBe(false)
    expect(assessEligibility(requiring({ env: ['constructor'] }), LINUX, { env: {} }).eligible).toBe(false)
  })
})

test('a name that cannot be one is missing whatever the environment says', () => {
  const everything: Environment = { ...LINUX, hasBinary: () => true, hasVariable: () => true }
  expect(reasonsFor({ bins: ['../sh', 'curl'], env: ['A=B'] }, everything)).toEqual([
    'Missing binary: ../sh',
    'Missing environment variable: A=B',
  ])
})

describe('objects', () => {
  test('C-7, C-8: programs, variables and systems are always there, in this order', () => {
    expect(JSON.stringify(requiresObject(requiring({ bins: ['curl'] })))).toBe('{"bins":["curl"],"env":[],"os":[]}')
    expect(JSON.stringify(missingObject(assessEligibility(NO_REQUIREMENTS, LINUX).missing))).toBe(
      '{"bins":[],"env":[],"os":[]}',
    )
  })

  test('C-8: other kinds appear only where they say something', () => {
    const requirements = requiring({ anyBins: ['a'], config: ['b'], arch: ['x64'], tools: ['t'], skills: ['s'] })
    expect(Object.keys(requiresObject(requirements))).toEqual([
      'bins',
      'env',
      'os',
      'anyBins',
      'config',
      'arch',
      'tools',
      'skills',
    ])
  })
})

describe('settings of the skill itself', () => {
  const requirements = requiring({ config: ['channels.slack'] })

  test.each<[unknown, boolean]>([
    [{ channels: { slack: true } }, true],
    [{ channels: { slack: { token: 'x' } } }, true],
    [{ channels: { slack: false } }, false],
    [{ channels: {} }, false],
    [{ 'channels.slack': true }, false],
    [undefined, false],
  ])('skills.entries.<key>.config of %j counts as set: %s', (config, eligible) => {
    expect(isEligible(requirements, LINUX, { config })).toBe(eligible)
    expect(assessEligibility(requirements, LINUX, { config }).missing.config).toEqual(
      eligible ? [] : ['channels.slack'],
    )
  })

  test('stand beside what the host has', () => {
    expect(isEligible(requiring({ config: ['browser.enabled'] }), LINUX, { config: {} })).toBe(true)
  })
})
