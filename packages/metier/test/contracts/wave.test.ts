/** The Wave `Skill` tool, requirement by requirement: the tool itself. */

import { describe, expect, test } from 'vitest'
import type { SkillMetadata } from '../../src/index.js'
import { createWaveSkillTool, explainSkill, SkillTool } from '../../src/tools.js'
import { openManager, openRoot } from '../support/managing.js'
import { skillText, temporaryFolder } from '../support/temporary.js'
import { here, openWaveTool, TWO_SKILLS } from '../support/wave-tool.js'

const FUNCTION_CONFIG = {
  type: 'function',
  function: {
    name: 'Skill',
    description: 'Invoke a skill to apply specialized expertise and capabilities',
    parameters: {
      type: 'object',
      properties: {
        skill_name: { type: 'string', description: 'Name of the skill to invoke from available skills' },
      },
      required: ['skill_name'],
      additionalProperties: false,
    },
  },
}

describe('how the tool is declared', () => {
  test('W-1: it is called Skill, as a plugin and as a function', async () => {
    const { tool } = await openWaveTool()
    expect([tool.name, tool.config.function.name, tool.definition.name]).toEqual(['Skill', 'Skill', 'Skill'])
  })

  test('W-2: the description of the plugin lists the skills that there are', async () => {
    const { tool } = await openWaveTool()
    expect(tool.description).toBe(
      'Invoke skills based on available skill metadata. Skills: \n- pdf: Works with PDF files\n- weather: Tells the weather',
    )
  })

  test('W-2: without a skill the description says so', async () => {
    const { tool } = await openWaveTool({})
    expect(tool.description).toBe('Invoke skills based on available skill metadata. Skills: none')
  })

  test('W-3: the description of the function is constant', async () => {
    const { tool } = await openWaveTool()
    expect(tool.config.function.description).toBe('Invoke a skill to apply specialized expertise and capabilities')
  })

  test('W-4, W-5: the configuration is the contract’s, to the letter', async () => {
    const { tool } = await openWaveTool()
    expect(tool.config).toStrictEqual(FUNCTION_CONFIG)
    expect(tool.definition.inputSchema).toStrictEqual(FUNCTION_CONFIG.function.parameters)
  })

  test('W-9: the schema does not list the skills', async () => {
    const { tool } = await openWaveTool()
    expect(JSON.stringify(tool.config)).not.toContain('enum')
  })

  test('W-44: a host builds it from a manager and keeps it by its name', async () => {
    const { skills } = await openWaveTool()
    const tools = new Map<string, SkillTool>()
    const skillTool = new SkillTool(skills)
    tools.set(skillTool.name, skillTool)
    expect(tools.get('Skill')).toBe(skillTool)
    expect(skillTool.config).toStrictEqual(FUNCTION_CONFIG)
    expect(skillTool.description).toContain('- pdf: Works with PDF files')
    expect(skillTool.definition.description).toBe(skillTool.description)
    expect(await skillTool.execute({ skill_name: 'pdf' }, here)).toMatchObject({ success: true })
    expect(await skillTool.call({ skill_name: 'pdf' })).toMatchObject({ isError: false })
  })
})

describe('a skill that can be used', () => {
  test('W-6, W-11: execute promises a result of exactly the contract’s fields', async () => {
    const { tool } = await openWaveTool()
    const promise = tool.execute({ skill_name: 'pdf' }, here)
    expect(promise).toBeInstanceOf(Promise)
    const result = await promise
    expect(Object.keys(result)).toEqual(['success', 'content', 'shortResult'])
    expect(result.shortResult).toBe('pdf: Works with PDF files')
  })

  test.each([
    ['project', 'project'],
    ['personal', 'personal'],
  ] as const)('W-12: the text of a %s skill, to the letter', async (scope, type) => {
    const path = temporaryFolder(TWO_SKILLS)
    const tool = createWaveSkillTool({ skillManager: await openManager({ roots: [{ path, scope }] }) })
    const { content } = await tool.execute({ skill_name: 'pdf' }, here)
    expect(content).toBe(`Skill: pdf (Type: ${type})\nPath: ${path}/pdf\n\n${TWO_SKILLS['pdf/SKILL.md']}`)
  })

  test('W-11: the brief description is one line, whatever the skill says', async () => {
    const long = `First ${'word '.repeat(100)}`
    const { tool } = await openWaveTool({
      'pdf/SKILL.md': `---\nname: pdf\ndescription: "${long}\\nmore"\n---\nBody\n`,
    })
    const { shortResult = '' } = await tool.execute({ skill_name: 'pdf' }, here)
    expect(shortResult).toMatch(/^pdf: First word .*…$/)
    expect(shortResult.length).toBeLessThan(140)
  })

  test('W-29: supporting files resolve from the path in the text', async () => {
    const { tool, root } = await openWaveTool({ ...TWO_SKILLS, 'pdf/scripts/run.py': 'print(1)' })
    const { content } = await tool.execute({ skill_name: 'pdf' }, here)
    expect(content.split('\n')[1]).toBe(`Path: ${root}/pdf`)
  })

  test('a shadowed skill is reached by its qualified name', async () => {
    const near = temporaryFolder(TWO_SKILLS)
    const far = temporaryFolder({ 'pdf/SKILL.md': skillText('pdf', 'The other one') })
    const skills = await openManager({
      roots: [
        { path: near, scope: 'project' },
        { path: far, scope: 'personal' },
      ],
    })
    const { content } = await createWaveSkillTool({ skillManager: skills }).execute(
      { skill_name: 'personal:pdf' },
      here,
    )
    expect(content).toContain(`Path: ${far}/pdf\n`)
  })
})

describe('which manager answers', () => {
  test('W-7: the manager in the context wins over the injected one', async () => {
    const { tool } = await openWaveTool()
    const other = await openRoot({ 'other/SKILL.md': skillText('other') })
    const context = { workdir: '/w', skillManager: other.skills, backgroundBashManager: {} }
    expect(await tool.execute({ skill_name: 'other' }, context)).toMatchObject({ success: true })
    expect(await tool.execute({ skill_name: 'pdf' }, context)).toMatchObject({ success: false })
  })

  test('W-7: a manager with only the contract’s methods will do', async () => {
    const pdf: SkillMetadata = {
      name: 'pdf',
      description: 'PDF',
      type: 'personal',
      skillPath: '/s/pdf',
      path: '/s/pdf/SKILL.md',
    }
    const skill = { ...pdf, content: 'TEXT', body: '', frontmatter: pdf as never, isValid: true, errors: [] }
    const skillManager = {
      getAvailableSkills: () => [pdf],
      loadSkill: async (name: string) => (name === 'pdf' ? skill : null),
    }
    const tool = createWaveSkillTool({ skillManager })
    expect(tool.description).toContain('- pdf: PDF')
    const { content } = await tool.execute({ skill_name: 'pdf' }, here)
    expect(content).toBe('Skill: pdf (Type: personal)\nPath: /s/pdf\n\nTEXT')
    const { error } = await tool.execute({ skill_name: 'pdff' }, here)
    expect(error).toMatch(/^Skill 'pdff' not found\.\n/)
    expect(await explainSkill(skillManager, 'pdff')).toMatchObject({ suggestions: ["Did you mean 'pdf'?"] })
  })

  test('W-7: roots that the host named hold in every working directory', async () => {
    const { tool } = await openWaveTool()
    const workdir = temporaryFolder({ '.wave/skills/local/SKILL.md': skillText('local') })
    expect(await tool.execute({ skill_name: 'local' }, { workdir })).toMatchObject({ success: false })
    expect(await tool.execute({ skill_name: 'pdf' }, { workdir })).toMatchObject({ success: true })
  })
})

describe('W-41, W-42: many calls at once', () => {
  test('each gets its own answer', async () => {
    const names = Array.from({ length: 50 }, (_, at) => `skill-${at}`)
    const { tool } = await openWaveTool(Object.fromEntries(names.map((name) => [`${name}/SKILL.md`, skillText(name)])))
    const results = await Promise.all([...names, ...names].map((name) => tool.execute({ skill_name: name }, here)))
    for (const [at, { content }] of results.entries()) expect(content).toContain(`Instructions of skill-${at % 50}\n`)
  })
})
