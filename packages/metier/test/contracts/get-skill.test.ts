/** The `get_skill` tool, requirement by requirement. */

import { execFileSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createGetSkillTool } from '../../src/tools.js'
import { openManager, openRoot } from '../support/managing.js'
import { asOtherUser } from '../support/other-user.js'
import { type Files, linkTo, skillText, temporaryFolder, writeFiles } from '../support/temporary.js'

const MIB = 1024 * 1024

async function openTool(files: Files, options = {}) {
  const { skills, root } = await openRoot(files, options)
  return { skills, root, tool: createGetSkillTool({ skillManager: skills }) }
}

async function get(files: Files, name: string) {
  const { tool } = await openTool(files)
  return tool.execute({ skill_name: name })
}

describe('how the tool is declared', () => {
  test('G-1, G-2: name, description and schema, to the letter', async () => {
    const { tool } = await openTool({})
    const description =
      'Read the SKILL.MD documentation for a specific skill. Returns the full text content of the documentation file.'
    const schema = {
      type: 'object',
      properties: { skill_name: { type: 'string', description: 'Name of the skill (folder name)' } },
      required: ['skill_name'],
    }
    expect(tool).toMatchObject({ name: 'get_skill', description })
    expect(tool.input_schema).toStrictEqual(schema)
    expect(tool.definition).toStrictEqual({ name: 'get_skill', description, inputSchema: schema })
  })
})

describe('a document that is there', () => {
  test('G-4, G-15: the whole text comes back, nothing stripped', async () => {
    const text = '\ufeff---\r\nname: x\r\n---\r\n\r\n# Calculator\n'
    expect(await get({ 'calculator/SKILL.MD': text }, 'calculator')).toStrictEqual({
      skill_name: 'calculator',
      documentation: text,
    })
  })

  test('G-15: SKILL.MD comes before SKILL.md, and either will do', async () => {
    const files = { 'both/SKILL.MD': 'upper', 'both/SKILL.md': 'lower', 'one/SKILL.md': 'lower' }
    expect(await get(files, 'both')).toMatchObject({ documentation: 'upper' })
    expect(await get(files, 'one')).toMatchObject({ documentation: 'lower' })
  })

  test('G-15: the name is the folder’s, whatever the frontmatter says', async () => {
    const files = { 'folder/SKILL.md': skillText('name') }
    expect(await get(files, 'folder')).toMatchObject({ skill_name: 'folder' })
    expect(await get(files, 'name')).toEqual({ error: "Skill 'name' not found in skills folder" })
  })

  test('G-16: exactly one MiB is allowed', async () => {
    const result = await get({ 'big/SKILL.MD': 'x'.repeat(MIB) }, 'big')
    expect('documentation' in result && result.documentation.length).toBe(MIB)
  })

  test('G-17: one MiB takes less than half a second of the processor', async () => {
    const { tool } = await openTool({ 'big/SKILL.MD': 'é'.repeat(MIB / 2) })
    const before = process.cpuUsage()
    await tool.execute({ skill_name: 'big' })
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(500)
  })

  test('a nearer root comes first, and one that cannot give the document leaves it to the next', async () => {
    const near = temporaryFolder({ 'a/SKILL.md': 'near', 'b/notes.txt': '' })
    const far = temporaryFolder({ 'a/SKILL.md': 'far', 'b/SKILL.md': 'far' })
    const skillManager = await openManager({ roots: [{ path: near }, { path: far }] })
    const tool = createGetSkillTool({ skillManager })
    expect(await tool.execute({ skill_name: 'a' })).toMatchObject({ documentation: 'near' })
    expect(await tool.execute({ skill_name: 'b' })).toMatchObject({ documentation: 'far' })
  })

  test('a skill that came after the last look is there already', async () => {
    const { tool, root } = await openTool({})
    writeFiles(root, { 'new/SKILL.md': 'new' })
    expect(await tool.execute({ skill_name: 'new' })).toMatchObject({ documentation: 'new' })
  })

  test('an ineligible skill is served: the contract knows no eligibility', async () => {
    const text = '---\nname: mac\ndescription: Only there\nmetadata: {"openclaw":{"os":["darwin"]}}\n---\nBody\n'
    const { tool } = await openTool({ 'mac/SKILL.md': text }, { environment: { os: 'linux' } })
    expect(await tool.execute({ skill_name: 'mac' })).toMatchObject({ documentation: text })
  })
})

describe('names', () => {
  test.each(['../../../etc/passwd', 'a/b', 'a\\b', '..', 'a..b', '/etc'])(
    'G-8, G-18, G-19: %j is refused before anything is opened, to the letter',
    async (name) => {
      expect(await get({}, name)).toStrictEqual({
        error: `Invalid skill name: '${name}'. Skill names must not contain '/', '\\', or '..'`,
      })
    },
  )

  test('G-8: as JSON the backslash is doubled', async () => {
    const { tool } = await openTool({})
    expect((await tool.call({ skill_name: 'a\\b' })).text).toBe(
      String.raw`{"error":"Invalid skill name: 'a\\b'. Skill names must not contain '/', '\\', or '..'"}`,
    )
  })

  test('G-9: an empty name is invalid', async () => {
    expect(await get({ 'name/SKILL.md': 'x' }, '')).toMatchObject({
      error: expect.stringMatching(/^Invalid skill name: '/),
    })
  })

  test.each(['.', 'a\u0000b', 'C:', 'name.', 'name ', ' name ', 'a\nb'])(
    'G-8, G-10: %j breaks no rule that the error names, but no folder is looked up by it',
    async (name) => {
      expect(await get({ 'name/SKILL.md': 'x', 'name./SKILL.md': 'y', 'name /SKILL.md': 'z' }, name)).toStrictEqual({
        error: `Skill '${name}' not found in skills folder`,
      })
    },
  )

  test.each([undefined, null, 5, true, {}, ['pdf']])('G-9: %j is no name either', async (name) => {
    const { tool } = await openTool({ 'pdf/SKILL.md': 'x' })
    expect(await tool.execute({ skill_name: name as never })).toMatchObject({
      error: expect.stringMatching(/^Invalid skill name: '/),
    })
  })
})

describe('what stands in the way', () => {
  test('G-5, G-10: a folder that is not there, to the letter', async () => {
    expect(await get({}, 'nonexistent')).toStrictEqual({ error: "Skill 'nonexistent' not found in skills folder" })
    expect(await get({}, 'x'.repeat(10_000))).toMatchObject({ error: expect.stringContaining('not found in skills') })
  })

  test('G-10: a folder that is a file', async () => {
    expect(await get({ file: 'text' }, 'file')).toStrictEqual({ error: "Skill 'file' not found in skills folder" })
  })

  test('G-11: a folder without a document, to the letter', async () => {
    expect(await get({ 'calculator/README.md': '' }, 'calculator')).toStrictEqual({
      error: "SKILL.MD not found for skill 'calculator'",
    })
  })

  test('G-11: a document that is a folder', async () => {
    expect(await get({ 'a/SKILL.MD/x': '' }, 'a')).toStrictEqual({ error: "SKILL.MD not found for skill 'a'" })
  })

  test.runIf(process.platform !== 'win32')('G-11: a document that is a pipe, which nobody ever writes to', async () => {
    const { tool, root } = await openTool({ 'a/notes.txt': '' })
    execFileSync('mkfifo', [join(root, 'a/SKILL.MD')])
    expect(await tool.execute({ skill_name: 'a' })).toStrictEqual({ error: "SKILL.MD not found for skill 'a'" })
  })

  test('G-12: one that may not be read, to the letter', async () => {
    const { tool, root } = await openTool({ 'a/SKILL.MD': 'secret' })
    chmodSync(join(root, 'a/SKILL.MD'), 0)
    expect(await asOtherUser(() => tool.execute({ skill_name: 'a' }))).toStrictEqual({
      error: "Permission denied reading SKILL.MD for skill 'a'",
    })
  })

  test('G-12: one in a folder that may not be entered', async () => {
    const { tool, root } = await openTool({ 'a/SKILL.MD': 'secret' })
    chmodSync(join(root, 'a'), 0)
    expect(await asOtherUser(() => tool.execute({ skill_name: 'a' }))).toStrictEqual({
      error: "Permission denied reading SKILL.MD for skill 'a'",
    })
  })

  test('G-13: one byte more than a MiB, to the letter', async () => {
    expect(await get({ 'a/SKILL.MD': 'x'.repeat(MIB + 1) }, 'a')).toStrictEqual({
      error: "SKILL.MD too large (>1MB) for skill 'a'",
    })
  })

  test('G-14: bytes that are not UTF-8, to the letter', async () => {
    expect(await get({ 'a/SKILL.MD': Buffer.from([0x61, 0xff]) }, 'a')).toStrictEqual({
      error: "SKILL.MD contains invalid UTF-8 for skill 'a'",
    })
  })

  test('G-7: size is looked at before the encoding, and the name before all', async () => {
    const { tool, root } = await openTool({ 'a/SKILL.MD': '' })
    writeFileSync(join(root, 'a/SKILL.MD'), Buffer.alloc(MIB + 1, 0xff))
    expect(await tool.execute({ skill_name: 'a' })).toEqual({ error: "SKILL.MD too large (>1MB) for skill 'a'" })
    expect(await tool.execute({ skill_name: '../a' })).toMatchObject({ error: expect.stringMatching(/^Invalid/) })
  })

  test('G-22: anything else says what it was', async () => {
    const skillManager = {
      readDocument: async () => {
        throw new Error('EIO: i/o error')
      },
    }
    expect(await createGetSkillTool({ skillManager }).execute({ skill_name: 'a' })).toStrictEqual({
      error: 'Error reading SKILL.MD: EIO: i/o error',
    })
  })

  test('G-10: a skill that is switched off is not found, by whatever folder', async () => {
    const files = { 'pdf/SKILL.md': skillText('pdf'), 'folder/SKILL.md': skillText('named') }
    const { tool, skills } = await openTool(files, { config: {} })
    await skills.disable('pdf')
    await skills.disable('named')
    expect(await tool.execute({ skill_name: 'pdf' })).toEqual({ error: "Skill 'pdf' not found in skills folder" })
    expect(await tool.execute({ skill_name: 'folder' })).toEqual({ error: "Skill 'folder' not found in skills folder" })
  })
})

describe('strict mode', () => {
  const files = { 'good/SKILL.md': skillText('good'), 'odd/SKILL.md': skillText('other') }

  test('G-10: what it keeps from the other tools is not found here either', async () => {
    const { tool } = await openTool(files, { strict: true })
    expect(await tool.execute({ skill_name: 'good' })).toHaveProperty('documentation')
    expect(await tool.execute({ skill_name: 'odd' })).toEqual({ error: "Skill 'odd' not found in skills folder" })
  })

  test('G-10: nor is what came or was changed after the last look', async () => {
    const { tool, root } = await openTool(files, { strict: true })
    writeFiles(root, { 'good/SKILL.md': 'No frontmatter', 'new/SKILL.md': 'No frontmatter' })
    expect(await tool.execute({ skill_name: 'good' })).toHaveProperty('error')
    expect(await tool.execute({ skill_name: 'new' })).toHaveProperty('error')
  })

  test('G-13: what cannot be read is told as ever', async () => {
    const { tool } = await openTool({ 'a/SKILL.md': Buffer.alloc(MIB + 1, 0x61) }, { strict: true })
    expect(await tool.execute({ skill_name: 'a' })).toEqual({ error: "SKILL.MD too large (>1MB) for skill 'a'" })
  })
})

describe('G-20, G-21: links', () => {
  test('G-20: a folder that leads out of the roots is not in the skills folder', async () => {
    const outside = temporaryFolder({ 'SKILL.MD': 'secret' })
    expect(await get({ link: linkTo(outside) }, 'link')).toEqual({ error: "Skill 'link' not found in skills folder" })
  })

  test('G-21: a folder that leads to another root is served', async () => {
    const other = temporaryFolder({ 'pdf/SKILL.md': 'shared' })
    const own = temporaryFolder({ linked: linkTo(join(other, 'pdf')) })
    const skillManager = await openManager({ roots: [{ path: own }, { path: other }] })
    const tool = createGetSkillTool({ skillManager })
    expect(await tool.execute({ skill_name: 'linked' })).toMatchObject({ documentation: 'shared' })
  })

  test('G-21: a document that leads out of its skill is not given', async () => {
    const outside = temporaryFolder({ passwd: 'secret' })
    const result = await get({ 'a/SKILL.MD': linkTo(join(outside, 'passwd')) }, 'a')
    expect(result).toEqual({ error: "Permission denied reading SKILL.MD for skill 'a'" })
  })

  test('G-21: a document that stays inside its skill is given', async () => {
    const result = await get({ 'a/docs/main.md': 'inside', 'a/SKILL.MD': linkTo('docs/main.md') }, 'a')
    expect(result).toMatchObject({ documentation: 'inside' })
  })

  test('G-11: a link that leads nowhere is no document', async () => {
    expect(await get({ 'a/SKILL.MD': linkTo('gone.md') }, 'a')).toEqual({
      error: "SKILL.MD not found for skill 'a'",
    })
  })
})

describe('calls as OpenAI-style clients send them', () => {
  const callOf = (text: unknown) => ({ id: 'call_xyz789', function: { name: 'get_skill', arguments: text as string } })

  test('G-3, G-6: the arguments are a JSON string, and the message echoes the ID', async () => {
    const { tool } = await openTool({ 'calculator/SKILL.MD': '# Calculator' })
    expect(await tool.handleToolCall(callOf('{"skill_name": "calculator"}'))).toStrictEqual({
      role: 'tool',
      tool_call_id: 'call_xyz789',
      name: 'get_skill',
      content: '{"skill_name":"calculator","documentation":"# Calculator"}',
    })
  })

  test.each(['{"skill_name": ', '', 'null', '[]', '"pdf"', undefined])(
    'G-5: arguments that are no JSON object are an answer: %j',
    async (text) => {
      const { tool } = await openTool({})
      const { content, tool_call_id } = await tool.handleToolCall(callOf(text))
      expect(tool_call_id).toBe('call_xyz789')
      expect(Object.keys(JSON.parse(content))).toEqual(['error'])
    },
  )
})
