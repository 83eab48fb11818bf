import { execFileSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { SkillManagerOptions } from '../../src/index.js'
import { createReadSkillFileTool } from '../../src/tools.js'
import { openManager, openRoot } from '../support/managing.js'
import { asOtherUser } from '../support/other-user.js'
import { type Files, linkTo, skillText, temporaryFolder } from '../support/temporary.js'

const PDF = { 'pdf/SKILL.md': skillText('pdf') }

async function openTool(files: Files, options: SkillManagerOptions = {}) {
  const { skills, root } = await openRoot({ ...PDF, ...files }, options)
  return { skills, root, tool: createReadSkillFileTool({ skillManager: skills }) }
}

describe('a text file', () => {
  test('comes whole where it is short', async () => {
    const { tool } = await openTool({ 'pdf/docs/forms.md': 'one\ntwo\n' })
    expect(await tool.call({ name: 'pdf', path: 'docs/forms.md' })).toStrictEqual({
      text: 'one\ntwo',
      isError: false,
      data: {
        skill: 'pdf',
        path: 'docs/forms.md',
        start_line: 1,
        end_line: 2,
        total_lines: 2,
        content: 'one\ntwo',
      },
    })
  })

  test.each([
    [{ start_line: 2 }, 'b\nc', undefined],
    [{ start_line: 2, end_line: 2 }, 'b', 3],
    [{ end_line: 1 }, 'a', 2],
    [{ end_line: 99 }, 'a\nb\nc', undefined],
    [{ start_line: -1, end_line: 'x' }, 'a\nb\nc', undefined],
  ])('of the lines %j gives %j', async (range, content, next) => {
    const { tool } = await openTool({ 'pdf/x.txt': 'a\nb\nc' })
    const result = await tool.execute({ name: 'pdf', path: 'x.txt', ...(range as object) })
    expect(result).toMatchObject({ content, total_lines: 3 })
    expect('next_line' in result ? result.next_line : undefined).toBe(next)
  })

  test.each([{ start_line: 4 }, { start_line: 3, end_line: 2 }])('has no lines %j', async (range) => {
    const { tool } = await openTool({ 'pdf/x.txt': 'a\nb\nc' })
    expect(await tool.execute({ name: 'pdf', path: 'x.txt', ...range })).toMatchObject({
      error: expect.stringContaining('has 3 lines'),
    })
  })

  test('comes in pages where it is long, and the pages make the whole', async () => {
    const lines = Array.from({ length: 5_000 }, (_, at) => `line ${at} ${'x'.repeat(at % 50)}`)
    const { tool } = await openTool({ 'pdf/long.txt': `${lines.join('\n')}\n` })
    const pages: string[] = []
    let next: number | undefined = 1
    while (next !== undefined) {
      const page = await tool.execute({ name: 'pdf', path: 'long.txt', start_line: next })
      if (!('content' in page)) throw new Error('no page')
      expect(page.content.length).toBeLessThanOrEqual(40_000)
      pages.push(page.content)
      next = page.next_line
    }
    expect(pages.length).toBeGreaterThan(1)
    expect(pages.join('\n')).toBe(lines.join('\n'))
  })

  test('says in its text where to go on', async () => {
    const { tool } = await openTool({ 'pdf/x.txt': 'a\nb\nc' })
    const { text } = await tool.call({ name: 'pdf', path: 'x.txt', end_line: 2 })
    expect(text).toBe('a\nb\n\n[Lines 1 to 2 of 3. Continue with start_line 3.]')
  })

  test('with a line that is longer than a page is cut, and says so', async () => {
    const { tool } = await openTool({ 'pdf/min.js': `${'x'.repeat(50_000)}\nend` })
    const result = await tool.execute({ name: 'pdf', path: 'min.js' })
    expect(result).toMatchObject({ end_line: 1, next_line: 2, cut: 10_000 })
    expect((await tool.call({ name: 'pdf', path: 'min.js' })).text).toContain('Line 1 is cut: 10000 more characters.')
  })

  test('may be empty', async () => {
    const { tool } = await openTool({ 'pdf/empty.txt': '' })
    expect(await tool.execute({ name: 'pdf', path: 'empty.txt' })).toMatchObject({ content: '', total_lines: 1 })
  })

  test('may be named by its whole path inside the skill', async () => {
    const { tool, root } = await openTool({ 'pdf/a/x.txt': 'here' })
    expect(await tool.execute({ name: 'pdf', path: `${root}/pdf/a/../a/x.txt` })).toMatchObject({ content: 'here' })
  })
})

describe('a folder', () => {
  test('is listed, the skill’s own where no path is given', async () => {
    const { tool } = await openTool({ 'pdf/scripts/run.py': '', 'pdf/link': linkTo('scripts') })
    const { text, data } = await tool.call({ name: 'pdf' })
    expect(text).toBe('SKILL.md\nlink\nscripts/')
    expect(data).toStrictEqual({
      skill: 'pdf',
      path: '.',
      entries: [
        { name: 'SKILL.md', type: 'file' },
        { name: 'link', type: 'link' },
        { name: 'scripts', type: 'folder' },
      ],
    })
  })

  test('of many entries says how many more there are', async () => {
    const many = Object.fromEntries(Array.from({ length: 250 }, (_, at) => [`pdf/data/${at}.txt`, '']))
    const { tool } = await openTool(many)
    expect(await tool.execute({ name: 'pdf', path: 'data' })).toMatchObject({ left: 50 })
    expect((await tool.call({ name: 'pdf', path: 'data' })).text).toMatch(/\n… and 50 more$/)
  })

  test('may be empty', async () => {
    const { tool } = await openTool({ 'pdf/empty/': '' })
    expect((await tool.call({ name: 'pdf', path: 'empty' })).text).toBe('The directory is empty.')
  })
})

describe('nothing outside of the skill is opened', () => {
  test.each(['../other/secret.txt', '/etc/passwd', '..', 'a/../../other/secret.txt', '../pdf-2/x.txt'])(
    'by the path %s',
    async (path) => {
      const { tool } = await openTool({ 'other/secret.txt': 'secret', 'pdf-2/x.txt': 'secret', 'pdf/a/x': '' })
      expect(await tool.execute({ name: 'pdf', path })).toMatchObject({
        error: `'${path}' is outside skill 'pdf'`,
      })
    },
  )

  test('by a link', async () => {
    const outside = temporaryFolder({ 'secret.txt': 'secret' })
    const { tool } = await openTool({
      'pdf/file.txt': linkTo(join(outside, 'secret.txt')),
      'pdf/folder': linkTo(outside),
    })
    for (const path of ['file.txt', 'folder', 'folder/secret.txt']) {
      expect(await tool.execute({ name: 'pdf', path })).toMatchObject({ error: expect.stringContaining('outside') })
    }
  })

  test('while a link that stays inside is followed', async () => {
    const { tool } = await openTool({ 'pdf/a/x.txt': 'inside', 'pdf/link.txt': linkTo('a/x.txt') })
    expect(await tool.execute({ name: 'pdf', path: 'link.txt' })).toMatchObject({ content: 'inside' })
  })

  test('and a skill whose own folder is a link has its files', async () => {
    const outside = temporaryFolder({ 'pdf/SKILL.md': skillText('pdf'), 'pdf/x.txt': 'linked' })
    const skills = await openManager({ roots: [{ path: temporaryFolder({ pdf: linkTo(join(outside, 'pdf')) }) }] })
    const tool = createReadSkillFileTool({ skillManager: skills })
    expect(await tool.execute({ name: 'pdf', path: 'x.txt' })).toMatchObject({ content: 'linked' })
  })
})

describe('what is not given', () => {
  test('a file that is not there, with what helps', async () => {
    const { tool } = await openTool({})
    expect(await tool.call({ name: 'pdf', path: 'gone.txt' })).toStrictEqual({
      text: "'gone.txt' not found in skill 'pdf'\nLeave out path to list the skill's directory",
      isError: true,
      data: {
        error: "'gone.txt' not found in skill 'pdf'",
        suggestions: ["Leave out path to list the skill's directory"],
      },
    })
  })

  test('a path that no file can have', async () => {
    const { tool } = await openTool({})
    for (const path of ['a\u0000b', 'x'.repeat(100_000)]) {
      expect(await tool.execute({ name: 'pdf', path })).toMatchObject({
        error: expect.stringContaining('not found'),
      })
    }
  })

  test.each([
    ['a zero byte', Buffer.from('a\u0000b')],
    ['bytes that are not UTF-8', Buffer.from([0x61, 0xff])],
  ])('a file with %s', async (_, bytes) => {
    const { tool } = await openTool({ 'pdf/x.bin': bytes })
    expect(await tool.execute({ name: 'pdf', path: 'x.bin' })).toMatchObject({
      error: `'x.bin' is not text (${bytes.length} bytes)`,
    })
  })

  test('a file that is too large', async () => {
    const { tool } = await openTool({ 'pdf/x.txt': Buffer.alloc(4 * 1024 * 1024 + 1, 0x61) })
    expect(await tool.execute({ name: 'pdf', path: 'x.txt' })).toMatchObject({
      error: expect.stringContaining('is larger than'),
    })
  })

  test.runIf(process.platform !== 'win32')('a pipe, which nobody ever writes to', async () => {
    const { tool, root } = await openTool({})
    execFileSync('mkfifo', [join(root, 'pdf/pipe')])
    expect(await tool.execute({ name: 'pdf', path: 'pipe' })).toMatchObject({
      error: "'pipe' is neither a file nor a directory",
    })
  })

  test('a file that may not be read', async () => {
    const { tool, root } = await openTool({ 'pdf/x.txt': 'x' })
    chmodSync(join(root, 'pdf/x.txt'), 0)
    const result = await asOtherUser(() => tool.execute({ name: 'pdf', path: 'x.txt' }))
    expect(result).toMatchObject({ error: "'x.txt' cannot be read" })
  })

  test('files of a skill that is not there or switched off', async () => {
    const { tool, skills } = await openTool({}, { config: {} })
    expect(await tool.execute({ name: 'pdff' })).toMatchObject({
      error: "Skill 'pdff' not found",
      suggestions: ["Did you mean 'pdf'?"],
    })
    await skills.disable('pdf')
    expect(await tool.execute({ name: 'pdf' })).toMatchObject({ error: "Skill 'pdf' is disabled" })
  })

  test.each([
    [undefined, 'name is required and must be a string'],
    [{}, 'name is required and must be a string'],
    [{ name: '' }, 'name is required and must be a string'],
    [{ name: null }, 'name is required and must be a string'],
    [{ name: 3 }, 'name must be a string, not 3'],
    [{ name: 'zzzzzzzz' }, "Skill 'zzzzzzzz' not found"],
  ])('%j: what was meant is not guessed, and the skills are named', async (input, error) => {
    const { tool } = await openTool({})
    expect(await tool.execute(input as never)).toEqual({ error, suggestions: ['Available skills: pdf'] })
  })

  test('a path that is no text is not taken for the folder', async () => {
    const { tool } = await openTool({ 'pdf/x.txt': 'x' })
    expect(await tool.execute({ name: 'pdf', path: ['x.txt'] } as never)).toMatchObject({
      error: 'path must be a string, not an array',
      suggestions: [expect.stringContaining('leave it out')],
    })
  })

  test('files of a skill that a provider offers', async () => {
    const provider = {
      id: 'mcp://server',
      scope: 'personal' as const,
      list: async () => [{ name: 'remote', description: 'Remote', path: 'remote' }],
      read: async () => skillText('remote'),
    }
    const { tool } = await openTool({}, { providers: [provider] })
    expect(await tool.execute({ name: 'remote' })).toMatchObject({ error: "Skill 'remote' has no files here" })
  })
})
