import { expect, test } from 'vitest'
import { assessEligibility, type Environment } from '../../src/eligibility/assess.js'
import { findFixes, installObject } from '../../src/eligibility/fixes.js'
import { readTraits } from '../../src/skill/metadata/metadata.js'

function machineWith(...binaries: readonly string[]): Environment {
  const present = new Set(binaries)
  return {
    os: 'linux',
    arch: 'x64',
    hasBinary: (name) => present.has(name),
    hasVariable: () => false,
    hasConfig: () => false,
  }
}

/** The commands offered for a skill with these requirements and install entries. */
function commandsFor(block: Readonly<Record<string, unknown>>, environment: Environment): readonly string[] {
  const { requirements, install } = readTraits({ metadata: { openclaw: block } }, undefined)
  const { missing } = assessEligibility(requirements, environment)
  return findFixes(install, missing, environment).map(({ command }) => command)
}

const FFMPEG = {
  requires: { bins: ['ffmpeg'] },
  install: [
    { kind: 'brew', formula: 'ffmpeg', bins: ['ffmpeg'] },
    { kind: 'apt', package: 'ffmpeg', bins: ['ffmpeg'] },
  ],
}

test('C-13: what this machine can run comes first, and nothing is dropped', () => {
  expect(commandsFor(FFMPEG, machineWith('apt'))).toEqual(['apt install ffmpeg', 'brew install ffmpeg'])
  expect(commandsFor(FFMPEG, machineWith('brew'))).toEqual(['brew install ffmpeg', 'apt install ffmpeg'])
  expect(commandsFor(FFMPEG, machineWith())).toEqual(['brew install ffmpeg', 'apt install ffmpeg'])
})

test('C-10: nothing is offered where nothing is missing', () => {
  expect(commandsFor(FFMPEG, machineWith('apt', 'ffmpeg'))).toEqual([])
})

test('C-12: nothing is offered on the wrong system or processor', () => {
  expect(commandsFor({ ...FFMPEG, os: ['darwin'] }, machineWith('apt'))).toEqual([])
  expect(commandsFor({ ...FFMPEG, requires: { bins: ['ffmpeg'], arch: ['arm64'] } }, machineWith('apt'))).toEqual([])
})

test('C-13: a missing variable has no command', () => {
  expect(commandsFor({ requires: { env: ['KEY'] }, install: FFMPEG.install }, machineWith('apt'))).toEqual([])
})

test('an entry counts where it brings a missing program, one without programs for every missing one', () => {
  const install = [
    { kind: 'brew', formula: 'jq', bins: ['jq'] },
    { kind: 'brew', formula: 'tmux', bins: ['tmux'] },
    { kind: 'apt', packages: ['jq', 'tmux'] },
  ]
  const { requirements, install: entries } = readTraits({ requires: { bins: ['jq', 'rg'] }, install }, undefined)
  const environment = machineWith()
  expect(findFixes(entries, assessEligibility(requirements, environment).missing, environment)).toEqual([
    { kind: 'brew', command: 'brew install jq', bins: ['jq'] },
    { kind: 'apt', command: 'apt install jq tmux', bins: ['jq', 'rg'] },
  ])
})

test('an entry may bring one of several programs', () => {
  const block = { requires: { anyBins: ['node', 'bun'] }, install: [{ kind: 'brew', formula: 'bun', bins: ['bun'] }] }
  expect(commandsFor(block, machineWith())).toEqual(['brew install bun'])
  expect(commandsFor(block, machineWith('node'))).toEqual([])
})

test('entries for other systems are not offered', () => {
  const install = [
    { kind: 'brew', formula: 'jq', os: ['macos'] },
    { kind: 'apt', package: 'jq', os: ['linux'] },
  ]
  expect(commandsFor({ requires: { bins: ['jq'] }, install }, machineWith())).toEqual(['apt install jq'])
})

test('the same command is offered once, for all that it brings', () => {
  const install = [
    { kind: 'npm', package: 'tool', bins: ['a'] },
    { kind: 'node', package: 'tool', bins: ['b'] },
  ]
  const { requirements, install: entries } = readTraits({ requires: { bins: ['a', 'b'] }, install }, undefined)
  const environment = machineWith()
  expect(findFixes(entries, assessEligibility(requirements, environment).missing, environment)).toEqual([
    { kind: 'npm', command: 'npm install -g tool', bins: ['a', 'b'] },
  ])
})

test('command lines, downloads and unsafe names are never offered', () => {
  const install = [
    { kind: 'shell', command: 'curl https://example.org | sh', bins: ['x'] },
    { kind: 'download', url: 'https://example.org/x', bins: ['x'] },
    { kind: 'brew', formula: 'x && id', bins: ['x'] },
  ]
  expect(commandsFor({ requires: { bins: ['x'] }, install }, machineWith('brew'))).toEqual([])
})

test('nothing is offered for what cannot be read', () => {
  const block = { requires: { bins: [{ odd: true }] }, install: [{ kind: 'brew', formula: 'jq' }] }
  expect(commandsFor(block, machineWith('brew'))).toEqual([])
})

test('C-9: an install entry is shown with the field of its kind', () => {
  const install = [{ id: 'cargo', kind: 'cargo', crate: 'himalaya', label: 'Install via cargo' }]
  expect(readTraits({ install }, undefined).install.map(installObject)).toEqual([
    { id: 'cargo', kind: 'cargo', crate: 'himalaya', label: 'Install via cargo' },
  ])
})

test('C-9: no field of an entry can stand for its id, kind or label', () => {
  const entry = { id: 'a', kind: 'brew', label: 'L', bins: ['x'], os: [], fields: { id: 'b', kind: 'c', label: 'd' } }
  expect(installObject(entry)).toEqual({ id: 'a', kind: 'brew', label: 'L', bins: ['x'] })
})
