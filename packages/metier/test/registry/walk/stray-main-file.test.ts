import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fetchFrom } from '../../sources/fetching.js'
import { contentOf, loadRegistry } from '../../support/indexing.js'
import { openRoot } from '../../support/managing.js'
import { codesIn, later, namesIn, scanRoot } from '../../support/scanning.js'
import { type Files, linkTo, skillText, temporaryFolder, temporaryRoot } from '../../support/temporary.js'
import { watchSkills } from '../../support/watching.js'

const INDEX = '# Skills\n\n- alpha\n- beta\n'
const TWO: Files = { 'alpha/SKILL.md': skillText('alpha'), 'beta/SKILL.md': skillText('beta') }

interface Example {
  readonly files: Files
  readonly skills: readonly string[]
  /** The stray main files, by their directories; none if it is left out. */
  readonly stray?: readonly string[]
}

const EXAMPLES: Readonly<Record<string, Example>> = {
  'an index next to skills': { files: { 'SKILLS.md': INDEX, ...TWO }, skills: ['alpha', 'beta'], stray: [''] },
  'an index with frontmatter next to skills': {
    files: { 'skills.md': skillText('index'), ...TWO },
    skills: ['alpha', 'beta'],
    stray: [''],
  },
  'a SKILL.md next to skills': {
    files: { 'SKILL.md': skillText('whole'), ...TWO },
    skills: ['alpha', 'beta'],
    stray: [''],
  },
  'a SKILL.md next to groups of skills': {
    files: { 'SKILL.md': skillText('whole'), 'team/alpha/SKILL.md': skillText('alpha') },
    skills: ['alpha'],
    stray: [''],
  },
  'one skill with its own files': {
    files: { 'SKILL.md': skillText('whole'), 'references/a.md': 'x', 'scripts/b.py': 'x', 'sub/notes.md': 'x' },
    skills: ['whole'],
  },
  'one skill with skills among its material': {
    files: {
      'SKILL.md': skillText('whole'),
      'examples/demo/SKILL.md': skillText('demo'),
      'skills/inner/SKILL.md': skillText('inner'),
      'templates/SKILL.md': skillText('template'),
    },
    skills: ['whole'],
  },
  'an index in a group of skills': {
    files: { 'team/Skills.md': INDEX, 'team/alpha/SKILL.md': skillText('alpha') },
    skills: ['alpha'],
    stray: ['team'],
  },
  'a page about skills': {
    files: { 'docs/skills.md': '# Skills\n\nHow to write them.\n', ...TWO },
    skills: ['alpha', 'beta'],
  },
  'an index with frontmatter in a directory of its own': {
    files: { 'alpha/SKILLS.md': skillText('alpha') },
    skills: ['alpha'],
  },
  'an index that is never described': { files: { 'SKILLS.md': INDEX }, skills: [] },
  'an index above an index': {
    files: { 'team/SKILLS.md': skillText('team'), 'team/alpha/skills.md': skillText('alpha') },
    skills: ['alpha'],
    stray: ['team'],
  },
  'a skill inside a skill': {
    files: { ...TWO, 'alpha/inner/SKILL.md': skillText('inner') },
    skills: ['alpha', 'beta'],
  },
  'a skill in a directory with an index': {
    files: { 'alpha/SKILL.md': skillText('alpha'), 'alpha/SKILLS.md': INDEX },
    skills: ['alpha'],
  },
}

describe('a main file next to skill directories', () => {
  test.each(Object.entries(EXAMPLES))('%s', async (_, { files, skills, stray = [] }) => {
    const root = temporaryRoot(files)
    const scan = await scanRoot(root)
    expect(namesIn(scan)).toEqual(skills)
    const found = scan.diagnostics.filter(({ code }) => code === 'main_file_stray')
    expect(found.map(({ file }) => file)).toEqual(stray.map((directory) => join(root.path, directory)))
  })

  test.each([
    ['an index', INDEX, 'To hide this, rename it, for example to README.md'],
    [
      'a skill',
      skillText('index'),
      'Move the file into a directory of its own, or rename it, for example to README.md',
    ],
  ])('gets the advice that fits %s', async (_, text, advice) => {
    const { diagnostics } = await scanRoot(temporaryRoot({ 'SKILLS.md': text, ...TWO }))
    expect(diagnostics.map(({ suggestion }) => suggestion)).toEqual([advice])
  })

  test.each(Object.entries(EXAMPLES))('is the same to install: %s', async (_, { files, skills }) => {
    const { offers } = await fetchFrom(`local:${temporaryFolder(files)}`)
    expect(
      offers.ok ? offers.value.map(({ name, description = '' }) => description.replace('Does ', '') || name) : [],
    ).toEqual(skills)
  })

  test.each(Object.entries(EXAMPLES))('is the same from the index: %s', async (_, { files }) => {
    const root = temporaryRoot(files)
    const index = join(temporaryFolder(), 'index.bin')
    const cold = await loadRegistry([root], { index, now: later })
    const warm = await loadRegistry([root], { index, now: later })
    expect(contentOf(warm.snapshot)).toEqual(contentOf(cold.snapshot))
  })

  test('nothing is said of links and depths inside of a skill that is a root', async () => {
    const deep = Array.from({ length: 9 }, () => 'd').join('/')
    const root = temporaryRoot({
      'SKILL.md': skillText('whole'),
      gone: linkTo('/does/not/exist'),
      [`${deep}/a.md`]: 'x',
    })
    const scan = await scanRoot(root)
    expect([namesIn(scan), codesIn(scan).filter((code) => code !== 'name_mismatch')]).toEqual([['whole'], []])
  })

  test('a root with more entries than the limit is a skill all the same', async () => {
    const files = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`data/${at}.txt`, 'x']))
    const root = temporaryRoot({ 'SKILL.md': skillText('whole'), ...files })
    expect(namesIn(await scanRoot(root, { limits: { walkEntries: 10 } }))).toEqual(['whole'])
  })

  test('a pipe or a link that is named like an index is no skill', async () => {
    const root = temporaryRoot({ 'a/SKILLS.md': linkTo('/etc/passwd'), 'b/SKILLS.md/': '' })
    expect(namesIn(await scanRoot(root))).toEqual([])
  })
})

test('a skill that is a root becomes a group when a skill directory appears, and a skill again', async () => {
  const { skills, root } = await openRoot({ 'SKILL.md': skillText('whole') })
  const names = () => skills.getSkills().map(({ name }) => name)
  expect(names()).toEqual(['whole'])
  const watching = watchSkills(skills)
  mkdirSync(join(root, 'alpha'))
  writeFileSync(join(root, 'alpha/SKILL.md'), skillText('alpha'))
  await watching.until(() => names().join() === 'alpha')
  rmSync(join(root, 'alpha'), { recursive: true })
  await watching.until(() => names().join() === 'whole')
})
