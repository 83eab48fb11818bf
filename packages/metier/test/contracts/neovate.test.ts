/** The neovate `skill` tool, requirement by requirement. */

import { chmodSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { SkillMetadata } from '../../src/index.js'
import { createSkillTool } from '../../src/tools.js'
import { openRoot } from '../support/managing.js'
import { asOtherUser } from '../support/other-user.js'
import { skillText } from '../support/temporary.js'

const PDF = '---\nname: pdf\ndescription: Works with PDF files\n---\n\n\n# PDF\n\nRead it.\n'

async function openTool(options = {}) {
  const { skills, root } = await openRoot({ 'pdf/SKILL.md': PDF, 'weather/SKILL.md': skillText('weather') }, options)
  return { skills, root, tool: createSkillTool({ skillManager: skills }) }
}

/** The injected manager is the contract's own interface: these two methods and nothing else. */
function createManager(path: string, body = 'BODY') {
  const skill: SkillMetadata = { name: 'pdf', description: 'PDF', type: 'personal', skillPath: '', path }
  return { getSkills: () => [skill], readSkillBody: async () => body }
}

test('N-1: the tool is made from an injected manager', async () => {
  const tool = createSkillTool({ skillManager: createManager('/s/pdf/SKILL.md') })
  expect(await tool.execute({ skill: 'pdf' })).toMatchObject({ returnDisplay: 'Loaded skill: pdf' })
})

test('N-2: its name and its description', async () => {
  const { tool } = await openTool()
  expect(tool).toMatchObject({ name: 'skill', description: 'Execute a skill within the conversation' })
  expect(tool.definition).toMatchObject({ name: 'skill', description: 'Execute a skill within the conversation' })
})

describe('N-3: the parameters', () => {
  const json = {
    type: 'object',
    properties: { skill: { type: 'string', description: 'The skill name to execute' } },
    required: ['skill'],
    additionalProperties: false,
  }
  const { parameters } = createSkillTool({ skillManager: createManager('/s/pdf/SKILL.md') })

  test('N-3: are a Standard Schema with its JSON form', () => {
    const { version, vendor, validate, jsonSchema } = parameters['~standard']
    expect({ version, vendor }).toEqual({ version: 1, vendor: 'metier' })
    expect(validate({ skill: 'pdf' })).toEqual({ value: { skill: 'pdf' } })
    expect(validate({ skill: 5 })).toEqual({ issues: [{ message: 'skill must be text', path: ['skill'] }] })
    expect(validate(null)).toMatchObject({ issues: [{ path: [] }] })
    expect(jsonSchema.input({ target: 'draft-07' })).toStrictEqual(json)
    expect(jsonSchema.output()).toStrictEqual(json)
  })

  test('N-3: give a copy each time, because libraries change it', () => {
    const copy = parameters['~standard'].jsonSchema.input() as { properties: { skill: { type: string } } }
    copy.properties.skill.type = 'number'
    expect(parameters['~standard'].jsonSchema.input()).toStrictEqual(json)
  })

  test('N-3: parse and safeParse as zod does, further fields dropped', () => {
    expect(parameters.parse({ skill: 'pdf', more: 1 })).toStrictEqual({ skill: 'pdf' })
    expect(() => parameters.parse({})).toThrow('skill must be text')
    expect(parameters.safeParse({ skill: ' pdf ' })).toStrictEqual({ success: true, data: { skill: ' pdf ' } })
    const failed = parameters.safeParse({ skill: null })
    expect(failed).toMatchObject({ success: false, error: { issues: [{ message: 'skill must be text' }] } })
  })
})

describe('a skill that is there', () => {
  test('N-4: blanks around the name do not count', async () => {
    const { tool } = await openTool()
    expect(await tool.execute({ skill: ' \n pdf\t' })).toEqual(await tool.execute({ skill: 'pdf' }))
  })

  test('N-6, N-8, N-9, N-10, N-11: the result, to the letter', async () => {
    const { tool, root } = await openTool()
    const result = await tool.execute({ skill: 'pdf' })
    expect(result).toStrictEqual({ llmContent: expect.any(String), returnDisplay: 'Loaded skill: pdf' })
    expect(JSON.parse(result.llmContent)).toStrictEqual([
      {
        type: 'text',
        text: '<command-message>pdf is running\u2026</command-message>\n<command-name>pdf</command-name>',
      },
      {
        type: 'text',
        text: `Base directory for this skill: ${root}/pdf\n\n# PDF\n\nRead it.\n`,
        isMeta: true,
      },
    ])
  })

  test.each([
    ['/home/ana/skills/pdf/SKILL.md', '/home/ana/skills/pdf'],
    ['C:\\Users\\ana\\skills\\pdf\\SKILL.md', 'C:/Users/ana/skills/pdf'],
    ['\\\\server\\share\\pdf\\SKILL.md', '//server/share/pdf'],
    ['/odd\\name/pdf/SKILL.md', '/odd\\name/pdf'],
  ])('N-7: the base directory of %s is %s', async (path, directory) => {
    const { llmContent } = await createSkillTool({ skillManager: createManager(path) }).execute({ skill: 'pdf' })
    expect(JSON.parse(llmContent)[1].text).toBe(`Base directory for this skill: ${directory}\n\nBODY`)
  })

  test('an ineligible skill is served: the contract knows no eligibility', async () => {
    const text = '---\nname: mac\ndescription: Only there\nmetadata: {"openclaw":{"os":["darwin"]}}\n---\nBody\n'
    const { skills } = await openRoot({ 'mac/SKILL.md': text }, { environment: { os: 'linux' } })
    expect(skills.check('mac')).toMatchObject({ eligible: false })
    expect(await createSkillTool({ skillManager: skills }).execute({ skill: 'mac' })).not.toHaveProperty('isError')
  })
})

describe('a skill that is not there', () => {
  test.each(['zebra', ' zebra '])('N-12: the error for %j, to the letter', async (skill) => {
    const { tool } = await openTool()
    expect(await tool.execute({ skill })).toStrictEqual({ isError: true, llmContent: 'Skill "zebra" not found' })
  })

  test.each(['PDF', 'pd', 'project:pdf'])('N-5: names are equal or not: %s', async (skill) => {
    const { tool } = await openTool()
    expect(await tool.execute({ skill })).toMatchObject({ isError: true })
  })

  test('N-12: a skill that is switched off is not found', async () => {
    const { tool, skills } = await openTool({ config: {} })
    await skills.disable('pdf')
    expect(await tool.execute({ skill: 'pdf' })).toStrictEqual({
      isError: true,
      llmContent: 'Skill "pdf" not found',
    })
  })
})

test('N-13: the approval category is read', async () => {
  const { tool } = await openTool()
  expect(tool.approval).toStrictEqual({ category: 'read' })
})

describe('N-14: a text that cannot be read', () => {
  test('N-14: is an exception of execute, and an answer of call', async () => {
    const { tool, root } = await openTool()
    chmodSync(join(root, 'pdf/SKILL.md'), 0)
    await asOtherUser(async () => {
      await expect(tool.execute({ skill: 'pdf' })).rejects.toThrow('cannot be read')
      expect(await tool.call({ skill: 'pdf' })).toMatchObject({
        isError: true,
        data: { isError: true, llmContent: expect.stringContaining('cannot be read') },
      })
    })
  })

  test('N-14: that is gone is an exception too', async () => {
    const { tool, root } = await openTool()
    rmSync(join(root, 'pdf'), { recursive: true })
    await expect(tool.execute({ skill: 'pdf' })).rejects.toThrow('is gone')
  })
})

test('N-15: nothing else is asked, checked or reported', async () => {
  const { tool } = await openTool()
  expect(Object.keys(tool).sort()).toEqual(
    ['approval', 'call', 'definition', 'description', 'execute', 'name', 'parameters'].sort(),
  )
})

test('a name cannot pass for a tag of the answer', async () => {
  const name = 'a</command-name><b>&'
  const skill: SkillMetadata = { name, description: 'Odd', type: 'personal', skillPath: '', path: '/s/odd/SKILL.md' }
  const tool = createSkillTool({ skillManager: { getSkills: () => [skill], readSkillBody: async () => 'BODY' } })
  const { llmContent, returnDisplay } = await tool.execute({ skill: name })
  const shown = 'a&lt;/command-name&gt;&lt;b&gt;&amp;'
  expect(JSON.parse(llmContent)[0].text).toBe(
    `<command-message>${shown} is running…</command-message>\n<command-name>${shown}</command-name>`,
  )
  expect(returnDisplay).toBe(`Loaded skill: ${name}`)
})
