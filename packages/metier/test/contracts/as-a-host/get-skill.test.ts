/** Seed 002, `get_skill` (G-1…G-22), as a chat loop over one skills folder calls it. */

import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Files, linkTo, skillText, temporaryFolder } from '../../support/temporary.js'
import {
  answerToolCalls,
  callOf,
  createFolderTool,
  openFolderTool,
  readDocumentation,
} from './programs/get-skill-host.js'
import { asOrdinaryUser } from './scene.js'

const CALCULATOR =
  '# Calculator Skill\n\nProvides basic arithmetic operations.\n\n## Usage\n\n```python\nresult = 2 + 2\nprint(result)\n```'
const MEGABYTE = 1024 * 1024
const NAMES_RULE = "Skill names must not contain '/', '\\', or '..'"

async function openFolder(files: Files = { 'calculator/SKILL.MD': CALCULATOR }) {
  const folder = temporaryFolder(files)
  return { folder, tool: await openFolderTool(folder) }
}

test('G-1, G-2: name, description and schema are the document’s, to the letter', async () => {
  const { tool } = await openFolder()
  expect(tool.name).toBe('get_skill')
  expect(tool.description).toBe(
    'Read the SKILL.MD documentation for a specific skill. Returns the full text content of the documentation file.',
  )
  expect(tool.input_schema).toEqual({
    type: 'object',
    properties: { skill_name: { type: 'string', description: 'Name of the skill (folder name)' } },
    required: ['skill_name'],
  })
})

test('G-4: example 1, a successful read', async () => {
  const { tool } = await openFolder()
  const result = await tool.execute({ skill_name: 'calculator' })
  expect(result).toStrictEqual({ skill_name: 'calculator', documentation: CALCULATOR })
  expect(Object.keys(result)).toEqual(['skill_name', 'documentation'])
})

test('G-4: a tool over a folder reads it without initialize()', async () => {
  const tool = createFolderTool(temporaryFolder({ 'calculator/SKILL.MD': CALCULATOR }))
  expect(await readDocumentation(tool, 'calculator')).toBe(CALCULATOR)
})

test('G-4: frontmatter, a byte order mark and CRLF are part of the documentation', async () => {
  const text = '\uFEFF---\r\nname: other\r\ndescription: Does it\r\n---\r\n\r\nBody'
  const { tool } = await openFolder({ 'calculator/SKILL.MD': text, 'empty/SKILL.MD': '' })
  expect(await readDocumentation(tool, 'calculator')).toBe(text)
  expect(await tool.execute({ skill_name: 'empty' })).toEqual({ skill_name: 'empty', documentation: '' })
})

test('G-3, G-6: tool calls with JSON arguments are answered with tool messages', async () => {
  const { tool } = await openFolder()
  const call = { ...callOf('calculator'), function: { name: 'get_skill', arguments: '{"skill_name": "calculator"}' } }
  const messages = await answerToolCalls(tool, {
    role: 'assistant',
    tool_calls: [call, callOf('nonexistent', 'call_2')],
  })
  expect(messages).toEqual([
    { role: 'tool', tool_call_id: 'call_xyz789', name: 'get_skill', content: expect.any(String) },
    { role: 'tool', tool_call_id: 'call_2', name: 'get_skill', content: expect.any(String) },
  ])
  expect(messages.map(({ content }) => JSON.parse(content))).toEqual([
    { skill_name: 'calculator', documentation: CALCULATOR },
    { error: "Skill 'nonexistent' not found in skills folder" },
  ])
})

test('G-5: arguments that are not a JSON object are an error and nothing else', async () => {
  const { tool } = await openFolder()
  for (const text of ['{', 'null', '[]', '{}', '{"skill_name":7}', '']) {
    const call = { ...callOf('calculator'), function: { name: 'get_skill', arguments: text } }
    const { content } = await tool.handleToolCall(call)
    expect(Object.keys(JSON.parse(content))).toEqual(['error'])
  }
})

test('G-11: example 2, a folder without the file', async () => {
  const { tool } = await openFolder({ 'calculator/README.md': 'Hello' })
  expect(await tool.execute({ skill_name: 'calculator' })).toStrictEqual({
    error: "SKILL.MD not found for skill 'calculator'",
  })
})

test('G-8: example 3, a name that leaves the folder', async () => {
  const { tool } = await openFolder()
  const result = await tool.execute({ skill_name: '../../../etc/passwd' })
  expect(result).toStrictEqual({ error: `Invalid skill name: '../../../etc/passwd'. ${NAMES_RULE}` })
  expect(JSON.stringify(result)).toBe(
    `{"error":"Invalid skill name: '../../../etc/passwd'. Skill names must not contain '/', '\\\\', or '..'"}`,
  )
})

test('G-10: example 4, a folder that does not exist', async () => {
  const { tool } = await openFolder()
  expect(await tool.execute({ skill_name: 'nonexistent' })).toStrictEqual({
    error: "Skill 'nonexistent' not found in skills folder",
  })
})

test('G-9, G-19: empty names and names with /, \\ or .. are invalid, even if the folder exists', async () => {
  const { tool } = await openFolder({ 'a/b/SKILL.MD': 'inner', 'a..b/SKILL.MD': 'dots', 'a\\b/SKILL.MD': 'back' })
  for (const name of ['', '..', 'a/b', '/a', 'a/', 'a\\b', 'a..b', '..a', 'a..']) {
    expect(await tool.execute({ skill_name: name })).toStrictEqual({
      error: `Invalid skill name: '${name}'. ${NAMES_RULE}`,
    })
  }
})

test('G-8: a name with spaces around it gets an error that is true of it', async () => {
  const { tool } = await openFolder()
  const text = await readDocumentation(tool, ' calculator ')
  expect(text).toContain("' calculator '")
  expect(text).not.toContain(NAMES_RULE)
})

test('G-8: a single dot gets an error that is true of it', async () => {
  const { tool } = await openFolder()
  const text = await readDocumentation(tool, '.')
  expect(text).toContain("'.'")
  expect(text).not.toContain(NAMES_RULE)
})

test('G-8: a name that ends in a dot gets an error that is true of it', async () => {
  const { tool } = await openFolder()
  const text = await readDocumentation(tool, 'calculator.')
  expect(text).toContain("'calculator.'")
  expect(text).not.toContain(NAMES_RULE)
})

test('G-8: a name with a control character gets an error that is true of it', async () => {
  const { tool } = await openFolder()
  const text = await readDocumentation(tool, 'calculator\0')
  expect(text).toMatch(/^(Invalid skill name: |Skill )'/)
  expect(text).not.toContain(NAMES_RULE)
})

test('G-12: a file without read permission', async () => {
  const { folder, tool } = await openFolder()
  chmodSync(join(folder, 'calculator/SKILL.MD'), 0)
  expect(await asOrdinaryUser(() => tool.execute({ skill_name: 'calculator' }))).toStrictEqual({
    error: "Permission denied reading SKILL.MD for skill 'calculator'",
  })
})

test('G-13, G-16: exactly 1 MiB is read; one byte more is too large', async () => {
  const { tool } = await openFolder({
    'exact/SKILL.MD': 'x'.repeat(MEGABYTE),
    'over/SKILL.MD': 'x'.repeat(MEGABYTE + 1),
  })
  expect(await readDocumentation(tool, 'exact')).toHaveLength(MEGABYTE)
  expect(await tool.execute({ skill_name: 'over' })).toStrictEqual({
    error: "SKILL.MD too large (>1MB) for skill 'over'",
  })
})

test('G-14: a file that is not UTF-8', async () => {
  const { tool } = await openFolder({ 'latin/SKILL.MD': new Uint8Array([0x23, 0x20, 0xe9]) })
  expect(await tool.execute({ skill_name: 'latin' })).toStrictEqual({
    error: "SKILL.MD contains invalid UTF-8 for skill 'latin'",
  })
})

test('G-7: the size is looked at before the encoding, and permission before the size', async () => {
  const huge = new Uint8Array(MEGABYTE + 1).fill(0xff)
  const { folder, tool } = await openFolder({ 'huge/SKILL.MD': huge, 'shut/SKILL.MD': huge })
  expect(await readDocumentation(tool, 'huge')).toBe("SKILL.MD too large (>1MB) for skill 'huge'")
  chmodSync(join(folder, 'shut/SKILL.MD'), 0)
  expect(await asOrdinaryUser(() => readDocumentation(tool, 'shut'))).toBe(
    "Permission denied reading SKILL.MD for skill 'shut'",
  )
})

test('G-15: SKILL.MD is the file, though SKILL.md is beside it', async () => {
  const { tool } = await openFolder({ 'both/SKILL.MD': 'upper', 'both/SKILL.md': 'lower' })
  expect(await readDocumentation(tool, 'both')).toBe('upper')
})

test('G-15: SKILL.md is read if there is no SKILL.MD', async () => {
  const { tool } = await openFolder({ 'md/SKILL.md': skillText('md') })
  expect(await readDocumentation(tool, 'md')).toBe(skillText('md'))
})

test('G-15: skill.md is read, as the registry reads it', async () => {
  const { tool } = await openFolder({ 'low/skill.md': skillText('low') })
  expect(await readDocumentation(tool, 'low')).toBe(skillText('low'))
})

test('G-15: Skill.md is read, as the registry reads it', async () => {
  const { tool } = await openFolder({ 'cap/Skill.md': skillText('cap') })
  expect(await readDocumentation(tool, 'cap')).toBe(skillText('cap'))
})

test('G-15: a skill goes by the name of its folder', async () => {
  const { tool } = await openFolder({ 'folder/SKILL.MD': skillText('named'), 'group/inner/SKILL.MD': 'inner' })
  expect(await readDocumentation(tool, 'folder')).toBe(skillText('named'))
  expect(await readDocumentation(tool, 'named')).toBe("Skill 'named' not found in skills folder")
  expect(await readDocumentation(tool, 'inner')).toBe("Skill 'inner' not found in skills folder")
})

test('G-17: a file of 1 MB is read in less than 500 ms', async () => {
  const { tool } = await openFolder({ 'exact/SKILL.MD': 'x'.repeat(MEGABYTE) })
  const started = performance.now()
  await readDocumentation(tool, 'exact')
  expect(performance.now() - started).toBeLessThan(500)
})

test('G-20, G-21: no link leads out of the skills folder', async () => {
  const outside = temporaryFolder({ 'SKILL.MD': 'secret' })
  const { tool } = await openFolder({
    'calculator/SKILL.MD': CALCULATOR,
    folder: linkTo(outside),
    'file/SKILL.MD': linkTo(join(outside, 'SKILL.MD')),
    'relative/SKILL.MD': linkTo('../../SKILL.MD'),
  })
  for (const name of ['folder', 'file', 'relative']) {
    expect(Object.keys(await tool.execute({ skill_name: name }))).toEqual(['error'])
  }
})

test('G-21: a link that stays inside its skill is followed, or refused with a text of the table', async () => {
  const { tool } = await openFolder({ 'linked/docs.md': 'Docs', 'linked/SKILL.MD': linkTo('docs.md') })
  expect(['Docs', "Permission denied reading SKILL.MD for skill 'linked'"]).toContain(
    await readDocumentation(tool, 'linked'),
  )
})

test('G-5, G-11: a pipe, a folder or a dangling link in place of the file is an error', async () => {
  const { folder, tool } = await openFolder({
    'folder/SKILL.MD/': '',
    'dangling/SKILL.MD': linkTo('nowhere.md'),
    file: 'x',
  })
  mkdirSync(join(folder, 'pipe'))
  execFileSync('mkfifo', [join(folder, 'pipe/SKILL.MD')])
  for (const name of ['folder', 'dangling', 'pipe']) {
    expect(await readDocumentation(tool, name)).toBe(`SKILL.MD not found for skill '${name}'`)
  }
  expect(await readDocumentation(tool, 'file')).toBe("Skill 'file' not found in skills folder")
})
