import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { assessEligibility } from '../../src/eligibility/assess.js'
import { readTraits } from '../../src/skill/metadata/metadata.js'
import { captureEnvironment } from '../../src/system/environment.js'

afterEach(() => {
  vi.unstubAllEnvs()
})

test('the machine answers where the host says nothing', () => {
  vi.stubEnv('METIER_TEST_VARIABLE', 'set')
  const environment = captureEnvironment()
  expect(environment.os).toBe(process.platform)
  expect(environment.arch).toBe(process.arch)
  expect(environment.hasVariable('METIER_TEST_VARIABLE')).toBe(true)
  expect(environment.tools).toBeUndefined()
})

test('the host answers where it knows better', () => {
  const environment = captureEnvironment({
    os: 'macOS',
    arch: 'aarch64',
    variables: { TOKEN: 'x' },
    binaries: ['curl'],
    tools: ['exec'],
  })
  expect(environment).toMatchObject({ os: 'darwin', arch: 'arm64' })
  expect(environment.hasBinary('curl')).toBe(true)
  expect(environment.hasBinary('sh')).toBe(false)
  expect(environment.hasVariable('TOKEN')).toBe(true)
  expect(environment.hasVariable('HOME')).toBe(false)
  expect(environment.tools?.has('exec')).toBe(true)
})

test('a variable that is set to nothing is not set', () => {
  const environment = captureEnvironment({ variables: { EMPTY: '', GONE: undefined, SET: '0' } })
  expect(['EMPTY', 'GONE', 'SET', 'constructor'].map((name) => environment.hasVariable(name))).toEqual([
    false,
    false,
    true,
    false,
  ])
})

test('an environment is of one moment, and is captured again on demand', () => {
  vi.stubEnv('METIER_TEST_VARIABLE', '')
  const environment = captureEnvironment({ binaries: ['curl'].values() })
  vi.stubEnv('METIER_TEST_VARIABLE', 'set')
  expect(environment.hasVariable('METIER_TEST_VARIABLE')).toBe(false)
  const later = environment.refresh()
  expect(later.hasVariable('METIER_TEST_VARIABLE')).toBe(true)
  expect(later.hasBinary('curl')).toBe(true)
})

describe('the configuration of the host', () => {
  const config = { browser: { enabled: false }, channels: { discord: { token: 'x' } }, list: [{ on: true }], zero: 0 }

  test.each([
    ['channels.discord', true],
    ['channels.discord.token', true],
    ['channels.slack', false],
    ['channels.discord.token.length', false],
    ['list.0.on', true],
    ['zero', false],
    ['browser.enabled', false],
    ['constructor.name', false],
    ['', false],
  ])('%s is %s', (path, expected) => {
    expect(captureEnvironment({ config }).hasConfig(path)).toBe(expected)
  })

  test('browser.enabled counts as true where nothing is said about it', () => {
    expect(captureEnvironment({}).hasConfig('browser.enabled')).toBe(true)
    expect(captureEnvironment({ config: { browser: {} } }).hasConfig('browser.enabled')).toBe(true)
    expect(captureEnvironment({}).hasConfig('browser.profile')).toBe(false)
  })
})

test('C-34: a skill becomes eligible when its program is installed', async () => {
  const bin = await mkdtemp(join(tmpdir(), 'metier-environment-'))
  try {
    const { requirements } = readTraits({ metadata: { openclaw: { requires: { bins: ['himalaya'] } } } }, undefined)
    const before = captureEnvironment({ variables: { PATH: bin } })
    expect(assessEligibility(requirements, before).reasons).toEqual(['Missing binary: himalaya'])
    await writeFile(join(bin, 'himalaya'), '#!/bin/sh\n', { mode: 0o755 })
    expect(assessEligibility(requirements, before.refresh())).toMatchObject({ eligible: true, reasons: [] })
  } finally {
    await rm(bin, { recursive: true, force: true })
  }
})
