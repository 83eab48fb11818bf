import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { SkillManagerOptions, SkillMetadata } from '../../src/index.js'
import { type ActivateSkillTool, createActivateSkillTool, createReadSkillFileTool } from '../../src/tools.js'
import { openRoot } from '../support/managing.js'
import { type Files, linkTo, skillText, writeFiles } from '../support/temporary.js'

const PDF = skillText('pdf', 'Works with PDF files', '# PDF\n\nRead it.')

async function openTool(files: Files = { 'pdf/SKILL.md': PDF }, options: SkillManagerOptions = {}, budget?: number) {
  const { skills, root } = await openRoot(files, options)
  const tool = createActivateSkillTool({ skillManager: skills, ...(budget !== undefined && { budget }) })
  return { skills, root, tool }
}

describe('what a model is told', () => {
  test('the names that it may use, and what each is for', async () => {
    const { tool } = await openTool({ 'pdf/SKILL.md': PDF, 'weather/SKILL.md': skillText('weather') })
    expect(tool.definition).toMatchObject({
      name: 'activate_skill',
      description: expect.stringContaining('- pdf: Works with PDF files\n- weather: Does weather'),
      inputSchema: {
        type: 'object',
        properties: { name: { type: 'string', enum: ['pdf', 'weather'] } },
        required: ['name'],
        additionalProperties: false,
      },
    })
  })

  test('nothing while no skill can be used, and something as soon as one can', async () => {
    const { tool, skills, root } = await openTool({})
    expect(tool.definition).toBeUndefined()
    writeFiles(root, { 'pdf/SKILL.md': PDF })
    await skills.reload()
    expect(tool.definition?.inputSchema).toMatchObject({ properties: { name: { enum: ['pdf'] } } })
  })

  test('nothing of skills that are switched off, ineligible or not for models', async () => {
    const { tool, skills } = await openTool(
      {
        'pdf/SKILL.md': PDF,
        'mac/SKILL.md': '---\nname: mac\ndescription: M\nmetadata: {"openclaw":{"os":["darwin"]}}\n---\nBody\n',
        'people/SKILL.md': '---\nname: people\ndescription: P\ndisable-model-invocation: true\n---\nBody\n',
      },
      { environment: { os: 'linux' }, config: {} },
    )
    expect(tool.definition?.inputSchema).toMatchObject({ properties: { name: { enum: ['pdf'] } } })
    await skills.disable('pdf')
    expect(tool.definition).toBeUndefined()
  })

  test('every name, also where the budget has no room to list it: search must lead somewhere', async () => {
    const names = Array.from({ length: 100 }, (_, at) => `skill-${at}`)
    const files = Object.fromEntries(names.map((name) => [`${name}/SKILL.md`, skillText(name)]))
    const { tool } = await openTool(files, {}, 100)
    expect(tool.definition?.description).toMatch(/\d+ more skills are not listed here; `skills` search finds them\.$/)
    expect(namesIn(tool)).toEqual([...names].sort())
    expect(await tool.execute({ name: 'skill-99' })).toMatchObject({ activated: true })
  })

  test('at most five thousand names, though every usable skill can be called', async () => {
    const names = Array.from({ length: 5_002 }, (_, at) => `skill-${at}`)
    const { skills } = await openRoot({ 'pdf/SKILL.md': PDF })
    const known = skills.getAvailableSkills()[0]
    const many = names.map((name) => ({ ...known, name }))
    const tool = createActivateSkillTool({
      skillManager: {
        getAvailableSkills: () => many as SkillMetadata[],
        resolve: () => skills.resolve('pdf'),
        readContent: (record) => skills.readContent(record),
        registry: skills.registry,
      },
    })
    expect(namesIn(tool)).toEqual(names.slice(0, 5_000))
    expect(await tool.execute({ name: 'skill-5001' })).toMatchObject({ activated: true })
  })
})

function namesIn(tool: ActivateSkillTool): unknown {
  const { properties } = (tool.definition?.inputSchema ?? {}) as Partial<
    Record<'properties', { name?: { enum?: unknown } }>
  >
  return properties?.name?.enum
}

describe('an activated skill', () => {
  test('comes in its wrapper with its folder', async () => {
    const { tool, root } = await openTool()
    const { text, isError } = await tool.call({ name: 'pdf' })
    expect(isError).toBe(false)
    expect(text).toBe(
      [
        '<skill_content name="pdf">',
        '# PDF',
        '',
        'Read it.',
        '',
        `Skill directory: ${root}/pdf`,
        'Relative paths in this skill are relative to the skill directory.',
        '</skill_content>',
      ].join('\n'),
    )
  })

  test('names the files it brings, nearest first', async () => {
    const { tool } = await openTool({
      'pdf/SKILL.md': PDF,
      'pdf/scripts/deep/run.py': '',
      'pdf/forms.md': '',
      'pdf/.git/config': '',
      'pdf/node_modules/x/index.js': '',
    })
    const { text } = await tool.call({ name: 'pdf' })
    expect(resourcesIn(text)).toEqual(['forms.md', 'scripts/deep/run.py'])
  })

  test('names no file that read_skill_file would refuse: links out of the skill or to nowhere, and pipes', async () => {
    const { tool, root, skills } = await openTool({
      'pdf/SKILL.md': PDF,
      'pdf/forms.md': 'Forms',
      'pdf/inside.md': linkTo('forms.md'),
      'pdf/outside': linkTo('/etc'),
      'pdf/passwd': linkTo('/etc/passwd'),
      'pdf/weather.md': linkTo('../weather/SKILL.md'),
      'pdf/nowhere': linkTo('gone.md'),
      'pdf/round': linkTo('.'),
      'weather/SKILL.md': skillText('weather'),
    })
    execFileSync('mkfifo', [join(root, 'pdf/pipe')])
    const { text } = await tool.call({ name: 'pdf' })
    const files = resourcesIn(text)
    expect(files).toEqual(['forms.md', 'inside.md'])
    const reader = createReadSkillFileTool({ skillManager: skills })
    for (const path of files) expect(await reader.execute({ name: 'pdf', path })).toMatchObject({ content: 'Forms' })
  })

  test('names at most fifty of them, and says how many more there are', async () => {
    const many = Object.fromEntries(Array.from({ length: 70 }, (_, at) => [`pdf/data/${at}.txt`, '']))
    const { tool } = await openTool({ 'pdf/SKILL.md': PDF, ...many })
    const { text } = await tool.call({ name: 'pdf' })
    expect(text.match(/<file>/g)).toHaveLength(50)
    expect(text).toContain('<!-- 20 more files are not listed; use read_skill_file to list directories -->')
  })
})

function resourcesIn(text: string): readonly string[] {
  return Array.from(text.matchAll(/<file>(.*)<\/file>/g), ([, path = '']) => path)
}

describe('a skill that is activated again', () => {
  test('is not repeated while it has not changed', async () => {
    const { tool } = await openTool()
    const first = await tool.execute({ name: 'pdf' })
    const second = await tool.execute({ name: 'pdf' })
    expect(second).toStrictEqual({
      activated: true,
      name: 'pdf',
      content: "Skill 'pdf' is already active; its instructions are above and have not changed.",
      digest: first.activated && first.digest,
      already_active: true,
    })
  })

  test('is given anew when its text changed', async () => {
    const { tool, root } = await openTool()
    await tool.execute({ name: 'pdf' })
    writeFileSync(join(root, 'pdf/SKILL.md'), skillText('pdf', 'Works with PDF files', 'Changed.'))
    expect(await tool.execute({ name: 'pdf' })).toMatchObject({ content: expect.stringContaining('Changed.') })
  })

  test('is given anew when its files changed', async () => {
    const { tool, root } = await openTool()
    await tool.execute({ name: 'pdf' })
    writeFiles(root, { 'pdf/forms.md': '' })
    expect(await tool.execute({ name: 'pdf' })).toMatchObject({ content: expect.stringContaining('forms.md') })
  })

  test('is given anew when somebody asks for it, or says that it is forgotten', async () => {
    const { tool } = await openTool()
    const first = await tool.execute({ name: 'pdf' })
    expect(await tool.execute({ name: 'pdf', again: true })).toStrictEqual(first)
    tool.forget('weather')
    expect(await tool.execute({ name: 'pdf' })).toHaveProperty('already_active')
    tool.forget('pdf')
    expect(await tool.execute({ name: 'pdf' })).toStrictEqual(first)
    tool.forget()
    expect(await tool.execute({ name: 'pdf' })).toStrictEqual(first)
  })

  test('is given once, also to two calls at the same time', async () => {
    const { tool } = await openTool()
    const results = await Promise.all([tool.execute({ name: 'pdf' }), tool.execute({ name: 'pdf' })])
    expect(results.filter((result) => 'already_active' in result)).toHaveLength(1)
  })

  test('is another conversation’s in another tool', async () => {
    const { tool, skills } = await openTool()
    await tool.execute({ name: 'pdf' })
    const other = createActivateSkillTool({ skillManager: skills })
    expect(await other.execute({ name: 'pdf' })).not.toHaveProperty('already_active')
  })
})

describe('a skill that cannot be activated says why, and what would help', () => {
  test('one that is not there, with the nearest names', async () => {
    const { tool } = await openTool({ 'weather/SKILL.md': skillText('weather') })
    expect(await tool.call({ name: 'wether' })).toStrictEqual({
      text: "Skill 'wether' not found\n- Did you mean 'weather'?",
      isError: true,
      data: { activated: false, error: "Skill 'wether' not found", suggestions: ["Did you mean 'weather'?"] },
    })
  })

  test('names that a model may not use are not suggested', async () => {
    const { tool, skills } = await openTool({ 'weather/SKILL.md': skillText('weather') }, { config: {} })
    await skills.disable('weather')
    expect(await tool.execute({ name: 'wether' })).toMatchObject({ suggestions: [] })
  })

  test('one that is ineligible', async () => {
    const text =
      '---\nname: v\ndescription: V\nmetadata: {"openclaw":{"requires":{"bins":["ffmpeg"],"env":["KEY"]},"install":[{"kind":"brew","formula":"ffmpeg"}]}}\n---\nBody\n'
    const { tool } = await openTool({ 'v/SKILL.md': text }, { environment: { binaries: [], variables: {} } })
    expect(await tool.execute({ name: 'v' })).toStrictEqual({
      activated: false,
      error: "Skill 'v' cannot be used here: Missing binary: ffmpeg; Missing environment variable: KEY",
      suggestions: ['brew install ffmpeg', 'Set the environment variable KEY'],
    })
  })

  test('one that is disabled', async () => {
    const { tool, skills } = await openTool(undefined, { config: {} })
    await skills.disable('pdf')
    expect(await tool.execute({ name: 'pdf' })).toStrictEqual({
      activated: false,
      error: "Skill 'pdf' is disabled",
      suggestions: ['metier enable pdf'],
    })
  })

  test('one that is not for models', async () => {
    const { tool } = await openTool({
      'people/SKILL.md': '---\nname: people\ndescription: P\ndisable-model-invocation: true\n---\nBody\n',
    })
    expect(await tool.execute({ name: 'people' })).toMatchObject({
      activated: false,
      error: expect.stringContaining('not for models'),
      suggestions: ['Ask the user to start it', expect.stringContaining('disable-model-invocation')],
    })
  })

  test('one that is gone', async () => {
    const { tool, root } = await openTool()
    rmSync(join(root, 'pdf'), { recursive: true })
    expect(await tool.execute({ name: 'pdf' })).toMatchObject({
      activated: false,
      suggestions: ['Reload the registry'],
    })
  })
})
