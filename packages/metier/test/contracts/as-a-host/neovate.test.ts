/** Seed 001, neovate's `createSkillTool` (N-1…N-15), as a session of neovate uses it. */

import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { SkillManager } from '../../../src/index.js'
import { createSkillTool } from '../../../src/tools.js'
import {
  addToConversation,
  createRowManager,
  createSessionTools,
  describeParameters,
  readMessages,
} from './programs/neovate-host.js'
import { createScene, namedSkills, waveSkills } from './scene.js'

const ROWS = JSON.stringify([
  { name: 'deploy', path: '/srv/skills/deploy/SKILL.md' },
  { name: 'review', path: 'C:\\skills\\review\\SKILL.md' },
])

function createTable() {
  return createRowManager(ROWS, async ({ name }) => `Body of ${name}`)
}

test('N-1: a session’s tool finds a skill without initialize()', async () => {
  const { options } = createScene(namedSkills('alpha'))
  const [tool] = createSessionTools(options)
  expect(await tool?.execute({ skill: 'alpha' })).toMatchObject({ returnDisplay: 'Loaded skill: alpha' })
})

test('N-1: the injected manager alone decides which skills there are', async () => {
  const tool = createSkillTool({ skillManager: createTable() })
  expect(await tool.execute({ skill: 'deploy' })).toMatchObject({ returnDisplay: 'Loaded skill: deploy' })
  expect(await tool.execute({ skill: 'alpha' })).toMatchObject({ isError: true })
})

test('N-2, N-13: name, description and approval are the document’s', () => {
  const tool = createSkillTool({ skillManager: createTable() })
  expect(tool).toMatchObject({
    name: 'skill',
    description: 'Execute a skill within the conversation',
    approval: { category: 'read' },
  })
})

test('N-3: one required text, described as in the document', () => {
  const tool = createSkillTool({ skillManager: createTable() })
  expect(describeParameters(tool)).toMatchObject({
    type: 'object',
    properties: { skill: { type: 'string', description: 'The skill name to execute' } },
    required: ['skill'],
  })
  expect(tool.parameters.parse({ skill: 'deploy' })).toEqual({ skill: 'deploy' })
  expect(tool.parameters.safeParse({ skill: 1 }).success).toBe(false)
  expect(tool.parameters.safeParse({}).success).toBe(false)
})

test('N-4: the name is trimmed before it is looked up, and shown trimmed', async () => {
  const tool = createSkillTool({ skillManager: createTable() })
  expect(await tool.execute({ skill: '  deploy\n' })).toEqual(await tool.execute({ skill: 'deploy' }))
  expect(await tool.execute({ skill: ' nope ' })).toEqual({ isError: true, llmContent: 'Skill "nope" not found' })
})

test('N-5: a name is found only if it is exactly the same', async () => {
  const { options } = createScene(namedSkills('alpha'))
  const manager = await SkillManager.open(options)
  const tool = createSkillTool({ skillManager: manager })
  expect(manager.getSkills().map(({ name }) => name)).toEqual(['alpha'])
  for (const skill of ['Alpha', 'alph', 'alpha/', './alpha', 'alpha ok', '']) {
    expect(await tool.execute({ skill })).toEqual({ isError: true, llmContent: `Skill "${skill}" not found` })
  }
})

test('N-5: getSkills() discovers without initialize()', () => {
  const { options } = createScene(namedSkills('alpha'))
  expect(new SkillManager(options).getSkills()).toMatchObject([{ name: 'alpha' }])
})

test('N-6: the body comes without frontmatter and without leading blank lines', async () => {
  const text = '---\nname: alpha\ndescription: Does it\n---\n\n\n\n# Alpha\n\nText\n'
  const { options } = createScene(waveSkills({ 'alpha/SKILL.md': text }))
  const manager = await SkillManager.open(options)
  const [found] = manager.getSkills()
  expect(found && (await manager.readSkillBody(found))).toBe('# Alpha\n\nText\n')
})

test('N-6: readSkillBody gets the skill that getSkills gave', async () => {
  const asked: unknown[] = []
  const manager = createRowManager(ROWS, async (skill) => {
    asked.push(skill)
    return ''
  })
  await createSkillTool({ skillManager: manager }).execute({ skill: 'deploy' })
  expect(asked).toEqual([{ name: 'deploy', path: '/srv/skills/deploy/SKILL.md' }])
})

test('N-7: the base directory is the folder of the file, with forward slashes', async () => {
  const tool = createSkillTool({ skillManager: createTable() })
  const [, posix] = readMessages(await tool.execute({ skill: 'deploy' }))
  const [, windows] = readMessages(await tool.execute({ skill: 'review' }))
  expect(posix?.text.split('\n')[0]).toBe('Base directory for this skill: /srv/skills/deploy')
  expect(windows?.text.split('\n')[0]).toBe('Base directory for this skill: C:/skills/review')
})

test('N-8, N-9, N-10, N-11: the answer about a real skill, to the letter', async () => {
  const text = '---\nname: alpha\ndescription: Does it\n---\n\n# Alpha "quoted" … 🌤️\n'
  const { home, options } = createScene(waveSkills({ 'alpha/SKILL.md': text }))
  const tool = createSkillTool({ skillManager: await SkillManager.open(options) })
  expect(await tool.execute({ skill: 'alpha' })).toEqual({
    llmContent: JSON.stringify([
      {
        type: 'text',
        text: '<command-message>alpha is running\u2026</command-message>\n<command-name>alpha</command-name>',
      },
      {
        type: 'text',
        text: `Base directory for this skill: ${join(home, '.wave/skills/alpha')}\n\n# Alpha "quoted" … 🌤️\n`,
        isMeta: true,
      },
    ]),
    returnDisplay: 'Loaded skill: alpha',
  })
})

test('N-9, N-10: a conversation gets two messages, of which only the second is meta', async () => {
  const tool = createSkillTool({ skillManager: createTable() })
  const messages = await addToConversation(tool, 'deploy')
  expect(messages.map((message) => Object.keys(message))).toEqual([
    ['type', 'text'],
    ['type', 'text', 'isMeta'],
  ])
})

test('N-12: an unknown skill gives exactly isError and llmContent', async () => {
  const tool = createSkillTool({ skillManager: createTable() })
  expect(await tool.execute({ skill: 'nope' })).toStrictEqual({ isError: true, llmContent: 'Skill "nope" not found' })
  expect(await addToConversation(tool, 'nope')).toEqual([{ type: 'text', text: 'Skill "nope" not found' }])
})

test('N-14: an error while the body is read is thrown', async () => {
  const manager = createRowManager(ROWS, async () => {
    throw new Error('EIO: i/o error, read')
  })
  const tool = createSkillTool({ skillManager: manager })
  await expect(tool.execute({ skill: 'deploy' })).rejects.toThrow('EIO: i/o error, read')
})

test('N-14: a file that is gone by the time it is read throws', async () => {
  const { options } = createScene(namedSkills('alpha'))
  const manager = await SkillManager.open(options)
  const [found] = manager.getSkills()
  rmSync(dirname(found?.path ?? ''), { recursive: true })
  await expect(createSkillTool({ skillManager: manager }).execute({ skill: 'alpha' })).rejects.toThrow()
})

test('N-14, N-15: nothing but existence is checked: an ineligible and a broken skill are served', async () => {
  const { options } = createScene(
    waveSkills({
      'mac/SKILL.md': '---\nname: mac\ndescription: For Macs\nmetadata: {"openclaw":{"os":["darwin"]}}\n---\n\nMac\n',
      'Loose/SKILL.md': '---\nname: Loose\ndescription: Has a capital\n---\n\nLoose\n',
    }),
  )
  const manager = await SkillManager.open({ ...options, environment: { os: 'linux' } })
  const tool = createSkillTool({ skillManager: manager })
  for (const skill of ['mac', 'Loose']) {
    expect(await tool.execute({ skill })).toMatchObject({ returnDisplay: `Loaded skill: ${skill}` })
  }
})
