/** Seed 003, the questions that an agent asks the `skills` tool (C-1…C-18, C-33, C-34, C-36). */

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ApprovalRequest } from '../../../src/index.js'
import { skillText, temporaryFolder, writeFiles } from '../../support/temporary.js'
import { startRuntime } from './goclaw.js'
import { Runtime } from './programs/skills-host.js'

const NAMES = ['apple-notes', 'discord', 'himalaya', 'plain', 'video-frames', 'weather']

/** The entries of a list by name. */
async function list(runtime: Runtime, input: object = {}) {
  const { count, skills } = await runtime.call({ action: 'list', ...input })
  if (!Array.isArray(skills)) throw new Error('skills is not a list')
  expect(count).toBe(skills.length)
  const entries: Record<string, Record<string, unknown>> = Object.fromEntries(
    skills.map((skill) => [skill.name, skill]),
  )
  return entries
}

test('C-1: name and description are the document’s', async () => {
  const { runtime } = await startRuntime()
  expect(runtime.skills.name).toBe('skills')
  expect(runtime.skills.description).toBe(
    'Query the skills registry. List available skills, check eligibility, get details and install hints.',
  )
})

test('C-2, C-3, C-4: the schema has the document’s properties and begins its actions as the document does', async () => {
  const { runtime } = await startRuntime()
  const schema = JSON.parse(JSON.stringify(runtime.skills.input_schema))
  expect(schema).toMatchObject({ type: 'object', required: ['action'] })
  const { action, skill, filter, verbose } = schema.properties
  expect(action).toMatchObject({ type: 'string', description: 'Action to perform' })
  expect(action.enum.slice(0, 3)).toEqual(['list', 'info', 'check'])
  expect(action.enum).toEqual(expect.arrayContaining(['install', 'reload']))
  expect(skill.type).toBe('string')
  expect(skill.description).toMatch(/^Skill name \(required for 'info' and 'check' actions\)/)
  expect(filter).toEqual({
    type: 'string',
    enum: ['all', 'eligible', 'ineligible'],
    default: 'all',
    description: "Filter for 'list' action",
  })
  expect(verbose).toEqual({ type: 'boolean', default: false, description: 'Include full details in list output' })
})

test('C-5, C-6: list gives every skill with name, emoji, description and eligible, in this order', async () => {
  const { runtime } = await startRuntime()
  const skills = await list(runtime)
  expect(Object.keys(skills).sort()).toEqual(NAMES)
  expect(JSON.stringify(skills.weather)).toBe(
    '{"name":"weather","emoji":"🌤️","description":"Get current weather and forecasts (no API key required)","eligible":true}',
  )
  expect(JSON.stringify(skills.discord)).toBe(
    '{"name":"discord","emoji":"💬","description":"Control Discord via the discord tool","eligible":true}',
  )
})

test('C-4, C-5: the filter decides what is listed and counted', async () => {
  const { runtime } = await startRuntime()
  expect(Object.keys(await list(runtime, { filter: 'eligible' })).sort()).toEqual(['discord', 'plain', 'weather'])
  expect(Object.keys(await list(runtime, { filter: 'ineligible' })).sort()).toEqual([
    'apple-notes',
    'himalaya',
    'video-frames',
  ])
  expect(await list(runtime, { filter: 'all' })).toEqual(await list(runtime))
})

test('C-7: verbose adds the path of SKILL.md and what is required, empty lists included', async () => {
  const { root, runtime } = await startRuntime()
  const { weather, plain } = await list(runtime, { verbose: true })
  expect(JSON.stringify(weather)).toBe(
    `{"name":"weather","emoji":"🌤️","description":"Get current weather and forecasts (no API key required)","eligible":true,` +
      `"path":${JSON.stringify(join(root, 'weather/SKILL.md'))},"requires":{"bins":["curl"],"env":[],"os":[]}}`,
  )
  expect(plain).toMatchObject({ requires: { bins: [], env: [], os: [] } })
})

test('C-5: list discovers without initialize()', async () => {
  const { options } = await startRuntime()
  expect(Object.keys(await list(Runtime.startLazily(options))).sort()).toEqual(NAMES)
})

test('C-8: info of himalaya says what the document shows', async () => {
  const { root, runtime } = await startRuntime()
  expect(await runtime.call({ action: 'info', skill: 'himalaya' })).toEqual({
    name: 'himalaya',
    emoji: '📧',
    description: 'CLI to manage emails via IMAP/SMTP',
    eligible: false,
    path: join(root, 'himalaya/SKILL.md'),
    requires: { bins: ['himalaya'], env: [], os: [] },
    missing: { bins: ['himalaya'], env: [], os: [] },
    install: [
      { id: 'cargo', kind: 'cargo', crate: 'himalaya', label: 'Install via cargo' },
      { id: 'brew', kind: 'brew', formula: 'himalaya', label: 'Install via Homebrew' },
    ],
  })
})

test('C-8: the fields of info come in the document’s order', async () => {
  const { runtime } = await startRuntime()
  expect(Object.keys(await runtime.call({ action: 'info', skill: 'himalaya' }))).toEqual(
    'name emoji description eligible path requires missing install'.split(' '),
  )
})

test('C-9: the fields of an install option come in the document’s order', async () => {
  const { runtime } = await startRuntime()
  const { install } = await runtime.call({ action: 'info', skill: 'himalaya' })
  expect(JSON.stringify(install)).toBe(
    '[{"id":"cargo","kind":"cargo","crate":"himalaya","label":"Install via cargo"},' +
      '{"id":"brew","kind":"brew","formula":"himalaya","label":"Install via Homebrew"}]',
  )
})

test('C-10, C-11, C-13: check of a skill with a missing program, to the letter', async () => {
  const { runtime } = await startRuntime()
  const answer = await runtime.execute('{"action":"check","skill":"video-frames"}')
  expect(answer).toBe(
    '{"name":"video-frames","eligible":false,"reasons":["Missing binary: ffmpeg"],' +
      '"fixes":["apt install ffmpeg","brew install ffmpeg"]}',
  )
})

test('C-10: check of an eligible skill, to the letter', async () => {
  const { runtime } = await startRuntime()
  const answer = await runtime.execute('{"action":"check","skill":"weather"}')
  expect(answer).toBe('{"name":"weather","eligible":true,"reasons":[],"fixes":[]}')
})

test('C-12: check of a skill for another system, to the letter', async () => {
  const { runtime } = await startRuntime()
  const answer = await runtime.execute('{"action":"check","skill":"apple-notes"}')
  expect(answer).toBe(
    '{"name":"apple-notes","eligible":false,"reasons":["Requires macOS (current: linux)"],"fixes":[]}',
  )
})

test('C-14: the answers come from the registry built at startup', async () => {
  const { root, runtime } = await startRuntime()
  rmSync(join(root, 'plain'), { recursive: true })
  writeFiles(root, { 'fresh/SKILL.md': skillText('fresh') })
  expect(await runtime.call({ action: 'info', skill: 'plain' })).toMatchObject({ name: 'plain' })
  expect(await runtime.call({ action: 'info', skill: 'fresh' })).toEqual({ error: 'skill not found: fresh' })
  const { eligible } = runtime.skillManager.registry
  expect([...eligible.keys()].sort()).toEqual(Object.keys(await list(runtime, { filter: 'eligible' })).sort())
})

test('C-15: the registry has three maps of skills with eight facts each', async () => {
  const { root, runtime } = await startRuntime()
  const { all, eligible, ineligible } = runtime.skillManager.registry
  expect([...all.keys()].sort()).toEqual(NAMES)
  expect(eligible.size + ineligible.size).toBe(all.size)
  expect(ineligible.get('himalaya')).toMatchObject({
    name: 'himalaya',
    description: 'CLI to manage emails via IMAP/SMTP',
    emoji: '📧',
    path: join(root, 'himalaya/SKILL.md'),
    requires: { bins: ['himalaya'], env: [], os: [] },
    install: [
      { kind: 'cargo', crate: 'himalaya' },
      { kind: 'brew', formula: 'himalaya' },
    ],
    eligible: false,
    missing: { bins: ['himalaya'], env: [], os: [] },
  })
})

test('C-16, C-17, C-18: the three errors, to the letter', async () => {
  const { runtime } = await startRuntime()
  for (const action of ['info', 'check']) {
    expect(await runtime.execute(`{"action":"${action}","skill":"foo"}`)).toBe('{"error":"skill not found: foo"}')
    expect(await runtime.execute(`{"action":"${action}"}`)).toBe(
      `{"error":"skill name required for '${action}' action"}`,
    )
  }
  expect(await runtime.execute('{"action":"foo"}')).toBe('{"error":"unknown action: foo"}')
})

test('C-33, C-34: reload notices a program installed since the last scan', async () => {
  const { addProgram, runtime } = await startRuntime()
  addProgram('himalaya')
  expect(await runtime.call({ action: 'check', skill: 'himalaya' })).toMatchObject({ eligible: false })
  expect(await runtime.execute('{"action":"reload"}')).toBe(
    '{"reloaded":true,"previous":{"eligible":3,"total":6},"current":{"eligible":4,"total":6},' +
      '"changes":[{"skill":"himalaya","was":"ineligible","now":"eligible"}]}',
  )
  expect(await runtime.call({ action: 'check', skill: 'himalaya' })).toMatchObject({ eligible: true })
})

test('C-33: reload reports added and removed skills; a second reload reports nothing', async () => {
  const { root, runtime } = await startRuntime()
  rmSync(join(root, 'plain'), { recursive: true })
  writeFiles(root, { 'fresh/SKILL.md': skillText('fresh') })
  const answer = await runtime.call({ action: 'reload' })
  expect(answer).toMatchObject({ current: { eligible: 3, total: 6 } })
  expect(JSON.stringify(answer.changes)).toContain('"skill":"fresh"')
  expect(JSON.stringify(answer.changes)).toContain('"skill":"plain"')
  expect(await runtime.call({ action: 'reload' })).toMatchObject({ reloaded: true, changes: [] })
})

test('C-36: search finds a skill by a mistyped word', async () => {
  const { runtime } = await startRuntime()
  for (const query of ['weather', 'wether', 'forecast']) {
    expect(await runtime.call({ action: 'search', query })).toMatchObject({ results: [{ name: 'weather' }] })
  }
})

test('C-36: disable and enable switch a skill without removing it', async () => {
  const { root, runtime } = await startRuntime()
  await runtime.call({ action: 'disable', skill: 'weather' })
  expect((await list(runtime)).weather).toMatchObject({ eligible: false })
  await runtime.call({ action: 'enable', skill: 'weather' })
  expect(await runtime.call({ action: 'info', skill: 'weather' })).toMatchObject({
    eligible: true,
    path: join(root, 'weather/SKILL.md'),
  })
})

test('C-36: trust adds a source, if the user agrees', async () => {
  const { options, runtime } = await startRuntime()
  const source = 'github.com/openclaw/*'
  expect(await runtime.call({ action: 'trust', source })).toHaveProperty('error')
  const asked: ApprovalRequest[] = []
  const asking = await Runtime.start(
    { ...options, home: temporaryFolder() },
    async (request) => asked.push(request) > 0,
  )
  expect(await asking.call({ action: 'trust', source })).not.toHaveProperty('error')
  expect(asked).toMatchObject([{ action: 'trust', source }])
})

test('C-36: audit scans a skill of the registry', async () => {
  const { runtime } = await startRuntime()
  expect(await runtime.call({ action: 'audit', skill: 'plain' })).toMatchObject({ name: 'plain', findings: [] })
})
