/** The `skills` tool, requirement by requirement. */

import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createSkillsTool } from '../../src/tools.js'
import { openRoot } from '../support/managing.js'
import { skillText, temporaryFolder, writeFiles } from '../support/temporary.js'

const WEATHER = `---
name: weather
description: Get current weather and forecasts (no API key required)
metadata: {"openclaw":{"emoji":"🌤️","requires":{"bins":["curl"]}}}
---
Ask wttr.in.
`
const HIMALAYA = `---
name: himalaya
description: CLI to manage emails via IMAP/SMTP
metadata: {"openclaw":{"emoji":"📧","requires":{"bins":["himalaya"]},"install":[{"id":"cargo","kind":"cargo","crate":"himalaya","label":"Install via cargo"},{"id":"brew","kind":"brew","formula":"himalaya","label":"Install via Homebrew"}]}}
---
Read mail.
`
const NOTES = `---
name: apple-notes
description: Notes of macOS
metadata: {"openclaw":{"os":["darwin"]}}
---
Take notes.
`
const FILES = { 'apple-notes/SKILL.md': NOTES, 'himalaya/SKILL.md': HIMALAYA, 'weather/SKILL.md': WEATHER }
const MACHINE = { environment: { os: 'linux', binaries: ['curl', 'cargo'], variables: {} }, config: {} }

async function openTool(files: Readonly<Record<string, string>> = FILES, options = {}) {
  const { skills, root } = await openRoot(files, { ...MACHINE, ...options })
  return { skills, root, tool: createSkillsTool({ skillManager: skills }) }
}

describe('how the tool is declared', () => {
  test('C-1: name and description, to the letter', async () => {
    const { tool } = await openTool()
    const description =
      'Query the skills registry. List available skills, check eligibility, get details and install hints.'
    expect(tool).toMatchObject({ name: 'skills', description, definition: { name: 'skills', description } })
  })

  test('C-2: the schema is called input_schema, and an action is required', async () => {
    const { tool } = await openTool()
    expect(tool.input_schema).toMatchObject({
      type: 'object',
      properties: {
        action: {
          type: 'string',
          enum: [
            'list',
            'info',
            'check',
            'install',
            'reload',
            'search',
            'enable',
            'disable',
            'trust',
            'audit',
            'update',
            'remove',
            'rollback',
            'verify',
          ],
          description: 'Action to perform',
        },
      },
      required: ['action'],
    })
    expect(tool.definition.inputSchema).toBe(tool.input_schema)
  })

  test('C-3, C-4: skill, filter and verbose are declared as the contract has them', async () => {
    const { tool } = await openTool()
    expect(tool.input_schema.properties).toMatchObject({
      skill: {
        type: 'string',
        description: expect.stringMatching(/^Skill name \(required for 'info' and 'check' actions\)/),
      },
      filter: {
        type: 'string',
        enum: ['all', 'eligible', 'ineligible'],
        default: 'all',
        description: "Filter for 'list' action",
      },
      verbose: { type: 'boolean', default: false, description: 'Include full details in list output' },
    })
  })
})

describe('list', () => {
  test('C-5, C-6: everything with its emoji and whether it can be used', async () => {
    const { tool } = await openTool()
    expect(await tool.execute({ action: 'list' })).toStrictEqual({
      count: 3,
      skills: [
        { name: 'apple-notes', description: 'Notes of macOS', eligible: false },
        { name: 'himalaya', emoji: '📧', description: 'CLI to manage emails via IMAP/SMTP', eligible: false },
        {
          name: 'weather',
          emoji: '🌤️',
          description: 'Get current weather and forecasts (no API key required)',
          eligible: true,
        },
      ],
    })
  })

  test.each([
    ['eligible', ['weather']],
    ['ineligible', ['apple-notes', 'himalaya']],
    ['all', ['apple-notes', 'himalaya', 'weather']],
  ])('C-4, C-5: the filter %s, and its count', async (filter, names) => {
    const { tool } = await openTool()
    expect(await tool.execute({ action: 'list', filter })).toMatchObject({
      count: names.length,
      skills: names.map((name) => ({ name })),
    })
  })

  test('C-4: a filter that there is not', async () => {
    const { tool } = await openTool()
    expect(await tool.execute({ action: 'list', filter: 'some' })).toEqual({ error: 'unknown filter: some' })
  })

  test('C-7: verbose adds the file and the requirements, empty lists kept', async () => {
    const { tool, root } = await openTool()
    const listed = await tool.execute({ action: 'list', filter: 'eligible', verbose: true })
    expect('skills' in listed && listed.skills).toStrictEqual([
      {
        name: 'weather',
        emoji: '🌤️',
        description: 'Get current weather and forecasts (no API key required)',
        eligible: true,
        path: `${root}/weather/SKILL.md`,
        requires: { bins: ['curl'], env: [], os: [] },
      },
    ])
  })
})

describe('info and check', () => {
  test('C-8, C-9: info says everything, to the letter', async () => {
    const { tool, root } = await openTool()
    expect(await tool.execute({ action: 'info', skill: 'himalaya' })).toStrictEqual({
      name: 'himalaya',
      emoji: '📧',
      description: 'CLI to manage emails via IMAP/SMTP',
      eligible: false,
      path: `${root}/himalaya/SKILL.md`,
      requires: { bins: ['himalaya'], env: [], os: [] },
      missing: { bins: ['himalaya'], env: [], os: [] },
      install: [
        { id: 'cargo', kind: 'cargo', crate: 'himalaya', label: 'Install via cargo' },
        { id: 'brew', kind: 'brew', formula: 'himalaya', label: 'Install via Homebrew' },
      ],
    })
  })

  test.each([
    ['himalaya', false, ['Missing binary: himalaya'], ['cargo install himalaya', 'brew install himalaya']],
    ['weather', true, [], []],
    ['apple-notes', false, ['Requires macOS (current: linux)'], []],
  ])('C-10, C-11, C-12, C-13: check of %s, to the letter', async (name, eligible, reasons, fixes) => {
    const { tool } = await openTool()
    expect(await tool.execute({ action: 'check', skill: name })).toStrictEqual({ name, eligible, reasons, fixes })
  })

  test('C-14: what it says is what the registry knows; a change on disk waits for a reload', async () => {
    const { tool, skills, root } = await openTool()
    writeFiles(root, { 'new/SKILL.md': skillText('new') })
    expect(await tool.execute({ action: 'info', skill: 'new' })).toEqual({ error: 'skill not found: new' })
    expect(await tool.execute({ action: 'list' })).toEqual(skills.list())
    await skills.reload()
    expect(await tool.execute({ action: 'info', skill: 'new' })).toMatchObject({ name: 'new', eligible: true })
  })

  test('C-15: the registry has all, eligible and ineligible skills by name', async () => {
    const { skills, root } = await openTool()
    const { all, eligible, ineligible } = skills.registry
    expect([...all.keys()]).toEqual(['apple-notes', 'himalaya', 'weather'])
    expect([...eligible.keys()]).toEqual(['weather'])
    expect([...ineligible.keys()]).toEqual(['apple-notes', 'himalaya'])
    expect(all.get('himalaya')).toMatchObject({
      name: 'himalaya',
      description: 'CLI to manage emails via IMAP/SMTP',
      emoji: '📧',
      path: `${root}/himalaya/SKILL.md`,
      requires: { bins: ['himalaya'] },
      install: [{ kind: 'cargo' }, { kind: 'brew' }],
      eligible: false,
      missing: { bins: ['himalaya'] },
    })
  })
})

describe('what cannot be answered', () => {
  test.each(['info', 'check', 'enable', 'disable'])('C-16: %s of an unknown skill, to the letter', async (action) => {
    const { tool } = await openTool()
    expect(await tool.execute({ action, skill: 'foo' })).toStrictEqual({ error: 'skill not found: foo' })
  })

  test.each(['info', 'check', 'install', 'enable', 'disable', 'audit', 'update', 'remove', 'rollback'])(
    'C-17: %s without a skill, to the letter',
    async (action) => {
      const { tool } = await openTool()
      const error = `skill name required for '${action}' action`
      const refusal = action === 'install' ? { installed: false, error } : { error }
      expect(await tool.execute({ action })).toStrictEqual(refusal)
      expect(await tool.execute({ action, skill: 5 })).toStrictEqual(refusal)
    },
  )

  test.each(['foo', 'LIST', 'constructor', '__proto__'])('C-18: the action %s, to the letter', async (action) => {
    const { tool } = await openTool()
    expect(await tool.execute({ action })).toStrictEqual({ error: `unknown action: ${action}` })
  })

  test('C-17: the other parameters that an action needs', async () => {
    const { tool } = await openTool()
    expect(await tool.execute({ action: 'search' })).toEqual({ error: "query required for 'search' action" })
    expect(await tool.execute({ action: 'trust' })).toEqual({ error: "source required for 'trust' action" })
    expect(await tool.execute({})).toEqual({ error: 'action required' })
    expect(await tool.execute({ action: 'install', skill: 'foo' })).toStrictEqual({
      installed: false,
      error: "source required for 'install' action",
    })
  })
})

describe('reload', () => {
  test('C-33: what was, what is and what changed', async () => {
    const { tool, root } = await openTool()
    writeFiles(root, { 'new/SKILL.md': skillText('new') })
    expect(await tool.execute({ action: 'reload' })).toStrictEqual({
      reloaded: true,
      previous: { eligible: 1, total: 3 },
      current: { eligible: 2, total: 4 },
      changes: [{ skill: 'new', was: 'absent', now: 'eligible' }],
    })
  })

  test('C-34: a program that was installed since makes its skill usable', async () => {
    const bin = temporaryFolder()
    const { tool } = await openTool({ 'himalaya/SKILL.md': HIMALAYA }, { environment: { variables: { PATH: bin } } })
    expect(await tool.execute({ action: 'check', skill: 'himalaya' })).toMatchObject({ eligible: false })
    const program = join(bin, process.platform === 'win32' ? 'himalaya.exe' : 'himalaya')
    writeFileSync(program, '#!/bin/sh\n')
    chmodSync(program, 0o755)
    expect(await tool.execute({ action: 'reload' })).toStrictEqual({
      reloaded: true,
      previous: { eligible: 0, total: 1 },
      current: { eligible: 1, total: 1 },
      changes: [{ skill: 'himalaya', was: 'ineligible', now: 'eligible' }],
    })
  })
})

describe('search, enable and disable', () => {
  test('C-36: search is fuzzy, and says where each skill lies', async () => {
    const { tool, root } = await openTool()
    const { count, results } = (await tool.execute({ action: 'search', query: 'wether forcast' })) as {
      count: number
      results: object[]
    }
    expect(count).toBeGreaterThan(0)
    expect(results[0]).toMatchObject({ name: 'weather', path: `${root}/weather/SKILL.md` })
  })

  test('C-36: a skill is switched off and on again, without being removed', async () => {
    const { tool } = await openTool()
    expect(await tool.execute({ action: 'disable', skill: 'weather' })).toStrictEqual({
      disabled: true,
      name: 'weather',
    })
    expect(await tool.execute({ action: 'check', skill: 'weather' })).toMatchObject({ eligible: false })
    expect(await tool.execute({ action: 'enable', skill: 'weather' })).toStrictEqual({ enabled: true, name: 'weather' })
    expect(await tool.execute({ action: 'check', skill: 'weather' })).toMatchObject({ eligible: true })
  })
})
