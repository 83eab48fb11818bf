/** `metier call` and `metier tools`: what they print is what a model or its host gets. */

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { SkillManager } from '../../src/index.js'
import { createTools, createWaveSkillTool, offerTools } from '../../src/tools.js'
import { type Machine, runMetier, skillText, useMetier } from '../cli/run-metier.js'

const metier = useMetier()
const SPACE = 'a\u3000b\u200bc\u00a0d😀'

function createMachine(): Machine {
  return metier.create({
    '.agents/skills/pdf/SKILL.md': skillText('pdf', 'Works with PDF files'),
    '.agents/skills/odd/SKILL.md': skillText('odd', SPACE),
  })
}

async function openTools(machine: Machine) {
  const skills = await SkillManager.open({ workdir: machine.project, home: machine.home, index: false })
  return { skills, tools: createTools({ skillManager: skills }) }
}

describe('metier call', () => {
  const calls: readonly (readonly [string, object, number])[] = [
    ['Skill', { skill_name: 'pdf' }, 0],
    ['Skill', { skill_name: 'zebra' }, 1],
    ['skill', { skill: 'pdf' }, 0],
    ['skill', { skill: 'zebra' }, 1],
    ['get_skill', { skill_name: 'pdf' }, 0],
    ['get_skill', { skill_name: '../x' }, 1],
    ['skills', { action: 'list', verbose: true }, 0],
    ['skills', { action: 'foo' }, 1],
    ['activate_skill', { name: 'pdf' }, 0],
    ['read_skill_file', { name: 'pdf', path: 'SKILL.md' }, 0],
    ['Skill', { skill_name: 'odd' }, 0],
  ]

  test.each(calls)('%s %j prints the result object and ends with %i', async (name, input, exitCode) => {
    const machine = createMachine()
    const { tools, skills } = await openTools(machine)
    const expected = await tools.find((tool) => tool.name === name)?.call(input)
    for (const words of [[], ['--json']]) {
      const { code, stdout, stderr } = await runMetier(machine, 'call', name, JSON.stringify(input), ...words)
      expect({ code, stderr }).toEqual({ code: exitCode, stderr: '' })
      expect(JSON.parse(stdout)).toEqual(expected?.data)
    }
    await skills.close()
  })

  test('a tool that there is not is a misuse', async () => {
    const { code, stderr } = await runMetier(createMachine(), 'call', 'Skil', '{}')
    expect(code).toBe(2)
    expect(stderr).toContain('(expected Skill, skill, get_skill')
  })

  test.each(['{"skill_name":', 'pdf', ''])('an input that is no JSON is a misuse: %j', async (text) => {
    const { code, stdout, stderr } = await runMetier(createMachine(), 'call', 'Skill', text)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain('error: invalid JSON')
  })

  test('--strict refuses what is not conformant', async () => {
    const machine = metier.create({ '.agents/skills/folder/SKILL.md': skillText('name', 'Named otherwise') })
    const words = ['call', 'Skill', '{"skill_name":"name"}']
    expect((await runMetier(machine, ...words)).code).toBe(0)
    const { code, stdout } = await runMetier(machine, ...words, '--strict')
    expect(code).toBe(1)
    expect(JSON.parse(stdout).error).toMatch(/^Skill 'name' is invalid: /)
  })
})

describe('metier tools', () => {
  const read = async (machine: Machine, ...words: readonly string[]) => {
    const { code, stdout } = await runMetier(machine, 'tools', ...words)
    expect(code).toBe(0)
    return JSON.parse(stdout) as Record<string, unknown>[]
  }

  test('prints name, description and input schema of every tool', async () => {
    const machine = createMachine()
    const { tools, skills } = await openTools(machine)
    const expected = offerTools(tools).map(({ definition: { name, description, inputSchema } }) => ({
      name,
      description,
      input_schema: inputSchema,
    }))
    expect(expected).toHaveLength(6)
    expect(await read(machine)).toEqual(expected)
    expect(await read(machine, '--format', 'json', '--json')).toEqual(expected)
    expect(await read(machine, '--format', 'anthropic')).toEqual(expected)
    await skills.close()
  })

  test('W-4, W-5: --format openai has the contract’s own entry for Skill', async () => {
    const machine = createMachine()
    const definitions = await read(machine, '--format', 'openai')
    const { skills } = await openTools(machine)
    expect(definitions[0]).toEqual(createWaveSkillTool({ skillManager: skills }).config)
    for (const definition of definitions) {
      expect(definition).toEqual({
        type: 'function',
        function: { name: expect.any(String), description: expect.any(String), parameters: expect.any(Object) },
      })
    }
    await skills.close()
  })

  test('--format mcp has what tools/list gives', async () => {
    for (const definition of await read(createMachine(), '--format', 'mcp')) {
      expect(Object.keys(definition)).toEqual(['name', 'description', 'inputSchema'])
    }
  })

  test('leaves out activate_skill while no skill can be used', async () => {
    const machine = metier.create()
    mkdirSync(join(machine.project, 'empty'))
    writeFileSync(join(machine.project, 'empty/readme.txt'), '')
    const definitions = await read(machine, '--root', 'empty')
    expect(definitions.map(({ name }) => name)).toEqual(['Skill', 'skill', 'get_skill', 'skills', 'read_skill_file'])
  })

  test('a format that there is not is a misuse', async () => {
    const { code, stderr } = await runMetier(createMachine(), 'tools', '--format', 'xml')
    expect(code).toBe(2)
    expect(stderr).toContain('--format (expected json, openai, anthropic, mcp)')
  })
})
