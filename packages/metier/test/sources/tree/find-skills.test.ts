import { describe, expect, test } from 'vitest'
import { succeed } from '../../../src/skill/failure.js'
import { readDeclaredSkills } from '../../../src/sources/plugins/plugin-skills.js'
import { findSkills } from '../../../src/sources/tree/find-skills.js'
import { startGit } from '../../servers/git.js'
import { skillText, temporaryFolder } from '../../support/temporary.js'
import { fetchFrom } from '../fetching.js'

const MARKETPLACE = '.claude-plugin/marketplace.json'
const PLUGIN = '.claude-plugin/plugin.json'

async function namesIn(files: Readonly<Record<string, string>>, below = ''): Promise<readonly string[]> {
  const { offers } = await fetchFrom(`local:${temporaryFolder(files)}${below}`)
  return offers.ok ? offers.value.map(({ path }) => path ?? '') : [offers.failure.code]
}

function skills(...folders: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(folders.map((folder) => [`${folder}/SKILL.md`, skillText(folder.split('/').at(-1) ?? '')]))
}

describe('without a word about plugins', () => {
  test.each([
    ['the whole is one skill', ['SKILL.md', 'skills/a/SKILL.md'], ['']],
    ['usual places come before the rest', ['skills/a/SKILL.md', 'x/y/b/SKILL.md'], ['skills/a']],
    ['anything within reach', ['x/y/b/SKILL.md', 'node_modules/c/SKILL.md', '1/2/3/4/5/6/7/SKILL.md'], ['x/y/b']],
  ])('%s', (_, paths, folders) => {
    expect(findSkills(paths).map(({ folder }) => folder)).toEqual(folders)
  })
})

describe('a repository of plugins', () => {
  test('offers what its marketplace lists, and what lies in the skills folder of a plugin', async () => {
    const files = {
      [MARKETPLACE]: JSON.stringify({
        name: 'x',
        metadata: { pluginRoot: './plugins' },
        plugins: [
          { name: 'one', source: './one', skills: ['./extra/a'] },
          { name: 'two', source: './two' },
          { name: 'elsewhere', source: { source: 'github', repo: 'other/repo' }, skills: ['./hidden/e'] },
        ],
      }),
      ...skills('plugins/one/extra/a', 'plugins/two/skills/b', 'plugins/two/notes/c', 'skills/d', 'hidden/e'),
    }
    expect(await namesIn(files)).toEqual(['plugins/one/extra/a', 'plugins/two/skills/b', 'skills/d'])
  })

  test.each([
    ['a list of skills', ['./tools/a', 'tools/b'], ['tools/a', 'tools/b']],
    ['a folder of skills', './tools/', ['tools/a', 'tools/b', 'tools/c']],
  ])("offers what a plugin's own file names: %s", async (_, named, expected) => {
    const files = { [PLUGIN]: JSON.stringify({ name: 'x', skills: named }), ...skills('tools/a', 'tools/b', 'tools/c') }
    expect(await namesIn({ ...files, ...skills('deep/down/d') })).toEqual(expected)
  })

  test('is read from git as from a folder', async () => {
    const listed = { plugins: [{ source: './', skills: ['./lists/a'] }] }
    const server = await startGit({ [MARKETPLACE]: JSON.stringify(listed), ...skills('lists/a', 'other/b') })
    const options = { mirrors: { 'github.com': server.url } }
    const { offers } = await fetchFrom('owner/repo', { trusted: ['github.com/owner/*'], options })
    expect(offers).toMatchObject({ ok: true, value: [{ name: 'a', path: 'lists/a' }] })
    expect(offers.ok && offers.value).toHaveLength(1)
  })

  test.each([
    ['no JSON', '{'],
    ['no object', '[1]'],
    ['other types', JSON.stringify({ plugins: [7, { source: 3, skills: [{}] }], metadata: 'x' })],
  ])('is a repository like others where its file is wrong: %s', async (_, text) => {
    expect(await namesIn({ [MARKETPLACE]: text, ...skills('x/a') })).toEqual(['x/a'])
  })

  test('declares nothing outside of it', async () => {
    const text = JSON.stringify({
      plugins: [{ source: '../other', skills: ['./a'] }, { skills: ['/etc', './b/../../c'] }],
    })
    const read = async (files: readonly string[]) =>
      succeed(new Map(files.filter((file) => file === PLUGIN).map((file) => [file, text])))
    const declared = await readDeclaredSkills({ read })
    expect(declared).toMatchObject({ ok: true, value: { folders: new Set(), places: new Set(['skills']) } })
  })
})
