/** Seed 000, the `Skill` tool: registration, input and output contract (W-1…W-13, W-44), as a Wave agent meets them. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Skill, SkillManager, type SkillProvider } from '../../../src/index.js'
import { createWaveSkillTool, SkillTool } from '../../../src/tools.js'
import { skillText, writeFiles } from '../../support/temporary.js'
import {
  createFailingManager,
  createRowManager,
  readSkillPath,
  TableSkillManager,
  ToolManager,
} from './programs/wave-host.js'
import { createScene, namedSkills, waveSkills } from './scene.js'

async function openTool(personal = namedSkills('alpha'), project = namedSkills('beta')) {
  const scene = createScene(personal, project)
  const manager = await SkillManager.open(scene.options)
  return { ...scene, manager, tool: new SkillTool(manager), context: { workdir: scene.workdir } }
}

const OWN: Skill = {
  name: 'own',
  description: 'Kept in a table',
  type: 'project',
  skillPath: '/tables/own',
  path: '/tables/own/SKILL.md',
  content: '---\nname: own\ndescription: Kept in a table\n---\n\nDo it.\n',
  body: 'Do it.\n',
  frontmatter: { name: 'own', description: 'Kept in a table' },
  isValid: true,
  errors: [],
}

test('W-44: the three lines of the document alone give a tool that works', async () => {
  const { options, workdir } = createScene(namedSkills('alpha'))
  const toolManager = new ToolManager(options)
  const result = await toolManager.execute('Skill', { skill_name: 'alpha' }, { workdir })
  expect(result).toMatchObject({ success: true, shortResult: 'alpha: Does alpha' })
})

test('W-44: the description lists the skills without initialize()', () => {
  const { options } = createScene(namedSkills('alpha'))
  expect(new SkillTool(new SkillManager(options)).description).toContain('- alpha: Does alpha')
})

test('W-44: two first calls at the same time discover once', async () => {
  let lists = 0
  const provider: SkillProvider = {
    id: 'memory://table',
    scope: 'personal',
    list: async () => {
      lists += 1
      return [{ name: 'remote', description: 'From elsewhere', path: 'remote' }]
    },
    read: async () => skillText('remote'),
  }
  const { options, workdir } = createScene()
  const tool = new SkillTool(new SkillManager({ ...options, providers: [provider] }))
  const call = () => tool.execute({ skill_name: 'remote' }, { workdir })
  const results = await Promise.all([call(), call()])
  expect({ lists, found: results.map(({ success }) => success) }).toEqual({ lists: 1, found: [true, true] })
})

test('W-1: the tool is called Skill, as a plugin and as a function', async () => {
  const { options } = createScene()
  const { tools, functions } = new ToolManager(options)
  expect([...tools.keys()]).toEqual(['Skill'])
  expect(functions.map((config) => config.function.name)).toEqual(['Skill'])
})

test('W-2: the plugin description ends in the list of skills', async () => {
  const { tool } = await openTool(namedSkills('alpha', 'gamma'), {})
  expect(tool.description).toMatch(/^Invoke skills based on available skill metadata\. Skills: \s*- alpha: Does alpha/)
  expect(tool.description).toContain('- gamma: Does gamma')
})

test('W-2: the list is current each time the description is read', async () => {
  const { home, manager, tool } = await openTool(namedSkills('alpha'), {})
  expect(tool.description).not.toContain('delta')
  writeFiles(home, namedSkills('delta'))
  await manager.reload()
  expect(tool.description).toContain('- delta: Does delta')
})

test('W-3, W-4, W-5: the configuration is the document’s, to the letter', async () => {
  const { tool } = await openTool()
  expect(tool.config).toEqual({
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
  })
})

test('W-1…W-6: the literal and the class are the same tool', async () => {
  const { manager, tool, context } = await openTool()
  const literal = createWaveSkillTool({ skillManager: manager })
  expect([literal.name, literal.description, literal.config]).toEqual([tool.name, tool.description, tool.config])
  expect(await literal.execute({ skill_name: 'beta' }, context)).toEqual(
    await tool.execute({ skill_name: 'beta' }, context),
  )
})

test('W-6, W-11: execute gives a promise of success, content and shortResult, and no error', async () => {
  const { tool, context } = await openTool()
  const pending = tool.execute({ skill_name: 'alpha' }, context)
  expect(pending).toBeInstanceOf(Promise)
  const result = await pending
  expect(Object.keys(result).sort()).toEqual(['content', 'shortResult', 'success'])
  expect(result.shortResult).toContain('alpha')
  expect(result.shortResult).toContain('Does alpha')
})

test('W-12: the content of a personal skill, to the letter', async () => {
  const { home, tool, context } = await openTool()
  const file = readFileSync(join(home, '.wave/skills/alpha/SKILL.md'), 'utf8')
  const { content } = await tool.execute({ skill_name: 'alpha' }, context)
  expect(content).toBe(`Skill: alpha (Type: personal)\nPath: ${join(home, '.wave/skills/alpha')}\n\n${file}`)
})

test('W-12: the content of a project skill, to the letter', async () => {
  const { workdir, tool, context } = await openTool()
  const file = readFileSync(join(workdir, '.wave/skills/beta/SKILL.md'), 'utf8')
  const { content } = await tool.execute({ skill_name: 'beta' }, context)
  expect(content).toBe(`Skill: beta (Type: project)\nPath: ${join(workdir, '.wave/skills/beta')}\n\n${file}`)
})

test('W-11, W-12: CRLF, a byte order mark and a missing last newline arrive as they are', async () => {
  const text = '\uFEFF---\r\nname: windows\r\ndescription: From a Windows editor\r\n---\r\n\r\n# Title\r\n\r\nEnd'
  const { tool, context } = await openTool(waveSkills({ 'windows/SKILL.md': text }))
  const { content } = await tool.execute({ skill_name: 'windows' }, context)
  expect(content.endsWith(`\n\n${text}`)).toBe(true)
})

test('W-29: an agent finds a supporting file by the path that the result names', async () => {
  const { tool, context } = await openTool(
    waveSkills({
      'alpha/SKILL.md': skillText('alpha', 'Does alpha', 'See reference.md'),
      'alpha/reference.md': 'Facts',
    }),
  )
  const path = readSkillPath(await tool.execute({ skill_name: 'alpha' }, context))
  expect(readFileSync(join(path ?? '', 'reference.md'), 'utf8')).toBe('Facts')
})

test('W-7: a call from another project finds that project’s skills', async () => {
  const { tool } = await openTool()
  const { workdir } = createScene({}, namedSkills('elsewhere'))
  expect(await tool.execute({ skill_name: 'elsewhere' }, { workdir })).toMatchObject({
    success: true,
    shortResult: 'elsewhere: Does elsewhere',
  })
})

test('W-7: a call from another project does not find the first project’s skills', async () => {
  const { tool, context } = await openTool()
  const { workdir } = createScene({}, namedSkills('elsewhere'))
  expect((await tool.execute({ skill_name: 'beta' }, context)).success).toBe(true)
  expect((await tool.execute({ skill_name: 'beta' }, { workdir })).success).toBe(false)
})

test('W-7: the skillManager of a call wins over the injected one', async () => {
  const { tool, context } = await openTool()
  const skillManager = new TableSkillManager([OWN])
  expect(await tool.execute({ skill_name: 'own' }, { ...context, skillManager })).toMatchObject({ success: true })
  expect(await tool.execute({ skill_name: 'alpha' }, { ...context, skillManager })).toMatchObject({ success: false })
})

test('W-7: a context may carry a signal and a bash manager; an aborted call gives no content', async () => {
  const { tool, context } = await openTool()
  const backgroundBashManager = { shells: new Map() }
  const full = { ...context, backgroundBashManager, abortSignal: new AbortController().signal }
  expect(await tool.execute({ skill_name: 'alpha' }, full)).toMatchObject({ success: true })
  const aborted = await tool.execute({ skill_name: 'alpha' }, { ...context, abortSignal: AbortSignal.abort() })
  expect(aborted).toMatchObject({ success: false, content: '' })
})

test('W-8, W-9: whether a skill exists is decided in execute; the schema has no enum', async () => {
  const { tool, context } = await openTool()
  expect(JSON.stringify(tool.config)).not.toContain('enum')
  expect(await tool.execute({ skill_name: 'unknown' }, context)).toMatchObject({ success: false, content: '' })
})

test('W-10: names that no skill may have are refused by the tool', async () => {
  const { tool, context } = await openTool()
  for (const skill_name of ['../beta', 'a/b', 'x'.repeat(65), '']) {
    const { success, error } = await tool.execute({ skill_name }, context)
    expect({ success, error }).toMatchObject({
      success: false,
      error: expect.stringMatching(/^Skill '.*' is invalid: /),
    })
  }
})

test('W-5: a second property is refused, as additionalProperties: false says', async () => {
  const { tool, context } = await openTool()
  const args = { skill_name: 'alpha', skill: 'alpha' }
  expect(await tool.execute(args, context)).toMatchObject({ success: false })
})

test('W-13: the text for an exception in a host’s own manager, to the letter', async () => {
  const { context } = await openTool()
  const tool = new SkillTool(createFailingManager(new TableSkillManager([OWN]), 'disk on fire'))
  expect(await tool.execute({ skill_name: 'own' }, context)).toEqual({
    success: false,
    content: '',
    error: "Error invoking skill 'own': disk on fire\n\nAvailable skills:\n- own: Kept in a table",
  })
})

test('W-44: a host’s own manager serves the tool', async () => {
  const { context } = await openTool()
  const tool = new SkillTool(new TableSkillManager([OWN]))
  expect(tool.description).toContain('- own: Kept in a table')
  expect((await tool.execute({ skill_name: 'own' }, context)).content).toBe(
    `Skill: own (Type: project)\nPath: /tables/own\n\n${OWN.content}`,
  )
})

test('W-44: a manager with the fields that the document mentions, and no others, serves the tool', async () => {
  const { context } = await openTool()
  const row = { name: 'row', description: 'A row', type: 'personal', skillPath: '/rows/row', content: '# Row\n' }
  const tool = new SkillTool(createRowManager(JSON.stringify([row])))
  expect(await tool.execute({ skill_name: 'row' }, context)).toEqual({
    success: true,
    content: 'Skill: row (Type: personal)\nPath: /rows/row\n\n# Row\n',
    shortResult: 'row: A row',
  })
})
