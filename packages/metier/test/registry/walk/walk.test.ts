import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createRecordReader } from '../../../src/registry/record/record-reader.js'
import { walkRoot } from '../../../src/registry/walk/walk.js'
import { LIMITS } from '../../../src/skill/limits.js'
import { readYaml } from '../../../src/system/yaml.js'
import { codesIn, namesIn, scanRoot } from '../../support/scanning.js'
import { skillText, temporaryRoot } from '../../support/temporary.js'

describe('what is found below a root', () => {
  test('each folder with a SKILL.md is a skill', async () => {
    const root = temporaryRoot({ 'pdf/SKILL.md': skillText('pdf'), 'weather/SKILL.md': skillText('weather') })
    expect(namesIn(await scanRoot(root))).toEqual(['pdf', 'weather'])
  })

  test('a skill knows its root and its folder below it', async () => {
    const root = temporaryRoot({ '@owner/pdf/SKILL.md': skillText('pdf', 'Reads PDF files') })
    const { records } = await scanRoot(root)
    expect(records).toMatchObject([
      { name: 'pdf', description: 'Reads PDF files', root, directory: '@owner/pdf', fileName: 'SKILL.md' },
    ])
  })

  test('files beside folders, and folders without a skill, are passed over', async () => {
    const root = temporaryRoot({ 'README.md': 'x', 'empty/': '', 'docs/a.md': 'x', 'pdf/SKILL.md': skillText('pdf') })
    const scan = await scanRoot(root)
    expect([namesIn(scan), codesIn(scan)]).toEqual([['pdf'], []])
  })

  test('.git and node_modules are not looked into', async () => {
    const root = temporaryRoot({
      '.git/a/SKILL.md': skillText('a'),
      'node_modules/b/SKILL.md': skillText('b'),
      'group/node_modules/c/SKILL.md': skillText('c'),
      '.hidden/d/SKILL.md': skillText('d'),
    })
    expect(namesIn(await scanRoot(root))).toEqual(['d'])
  })

  test('a folder with a main file is a leaf: nothing below it is loaded', async () => {
    const root = temporaryRoot({ 'pdf/SKILL.md': skillText('pdf'), 'pdf/inner/SKILL.md': skillText('inner') })
    expect(namesIn(await scanRoot(root))).toEqual(['pdf'])
  })

  test('a root with a main file is itself a skill', async () => {
    const root = temporaryRoot({ 'SKILL.md': skillText('whole'), 'references/a.md': 'x' })
    const { records, groups } = await scanRoot(root)
    expect(records).toMatchObject([{ name: 'whole', directory: '' }])
    expect(groups).toEqual([''])
  })

  test('names may be of any script, and folders of any name', async () => {
    const folders = ['数据', 'Ελληνικά', '🚀', 'with space', "it's", 'a"b', 'back`tick', '$(x)', 'per%cent', '-dash']
    const files = Object.fromEntries(folders.map((folder) => [`${folder}/SKILL.md`, '---\ndescription: x\n---\n']))
    expect(namesIn(await scanRoot(temporaryRoot(files)))).toEqual(folders.toSorted())
  })

  test('a folder whose name has a line break gets a name without one', async () => {
    const root = temporaryRoot({ 'two\nlines/SKILL.md': '---\ndescription: x\n---\n' })
    const { records } = await scanRoot(root)
    expect(records).toMatchObject([{ name: 'two-lines', directory: 'two\nlines' }])
  })

  test('a folder whose name is no text is reported, not passed over', async () => {
    const root = temporaryRoot()
    const folder = Buffer.concat([Buffer.from(`${root.path}/caf`), Buffer.from([0xe9])])
    mkdirSync(folder)
    const scan = await scanRoot(root)
    expect(codesIn(scan)).toEqual(['directory_unreadable'])
  })
})

describe('groups of skills', () => {
  const below = (depth: number) => Array.from({ length: depth }, (_, at) => `g${at + 1}`).join('/')

  test('up to six folders may stand between a root and a skill', async () => {
    const root = temporaryRoot({ [`${below(6)}/deep/SKILL.md`]: skillText('deep') })
    const scan = await scanRoot(root)
    expect([namesIn(scan), codesIn(scan)]).toEqual([['deep'], []])
  })

  test('what lies deeper is reported', async () => {
    const root = temporaryRoot({ [`${below(7)}/deeper/SKILL.md`]: skillText('deeper') })
    const scan = await scanRoot(root)
    expect(namesIn(scan)).toEqual([])
    expect(scan.diagnostics).toMatchObject([{ code: 'walk_too_deep', file: join(root.path, below(7)) }])
  })

  test('the depth can be limited further', async () => {
    const root = temporaryRoot({ 'a/SKILL.md': skillText('a'), 'g/h/b/SKILL.md': skillText('b') })
    const scan = await scanRoot(root, { limits: { walkDepth: 1 } })
    expect([namesIn(scan), codesIn(scan)]).toEqual([['a'], ['walk_too_deep']])
  })
})

describe('the main file’s spelling', () => {
  test.each(['SKILL.MD', 'skill.md', 'Skill.md', 'skills.md', 'SKILLS.MD'])(
    '%s counts, and is reported',
    async (name) => {
      const scan = await scanRoot(temporaryRoot({ [`pdf/${name}`]: skillText('pdf') }))
      expect(scan.records).toMatchObject([{ name: 'pdf', fileName: name }])
      expect(codesIn(scan)).toEqual(['main_file_spelling'])
    },
  )

  test.each(['SKILL.txt', 'SKILL', 'README.md', 'SKILL.md.bak', 'my-skill.md', 'SKILL.mdx'])(
    '%s does not',
    async (name) => {
      expect(namesIn(await scanRoot(temporaryRoot({ [`pdf/${name}`]: skillText('pdf') })))).toEqual([])
    },
  )

  test('of several SKILL.md counts', async () => {
    const root = temporaryRoot({ 'pdf/skill.md': skillText('no'), 'pdf/SKILL.md': skillText('yes') })
    expect(namesIn(await scanRoot(root))).toEqual(['yes'])
  })

  test('of several others the nearest to it counts, and that there are several is reported', async () => {
    const root = temporaryRoot({ 'pdf/skills.md': skillText('no'), 'pdf/skill.md': skillText('pdf') })
    const scan = await scanRoot(root)
    expect([namesIn(scan), codesIn(scan)]).toEqual([['pdf'], ['main_file_ambiguous', 'main_file_spelling']])
  })
})

describe('a root that is not there', () => {
  test('is reported where somebody named it', async () => {
    const root = { ...temporaryRoot(), path: join(temporaryRoot().path, 'missing') }
    expect(codesIn(await scanRoot(root))).toEqual(['root_missing'])
  })

  test('is nothing to speak of where it is one of the usual places', async () => {
    const root = { ...temporaryRoot(), path: join(temporaryRoot().path, 'missing'), isExplicit: false }
    expect(codesIn(await scanRoot(root))).toEqual([])
  })

  test('is unreadable where it is a file', async () => {
    const folder = temporaryRoot({ file: 'x' })
    expect(codesIn(await scanRoot({ ...folder, path: join(folder.path, 'file') }))).toEqual(['root_unreadable'])
  })
})

describe('a disk that changes during the scan', () => {
  /** Walks a root and changes the disk each time the walk pauses. */
  function walkWhile(root: ReturnType<typeof temporaryRoot>, change: () => void) {
    const reader = createRecordReader(readYaml)
    const walk = walkRoot(root, { limits: LIMITS, reader, previous: undefined, now: Date.now })
    for (;;) {
      const step = walk.next()
      if (step.done) return step.value
      change()
    }
  }
  const many = () =>
    temporaryRoot(Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`s${at}/SKILL.md`, skillText(`s${at}`)])))

  test('a root that is removed gives what was read before', () => {
    const root = many()
    const scan = walkWhile(root, () => rmSync(root.path, { recursive: true, force: true }))
    expect(scan.records.length).toBeGreaterThan(0)
    expect(scan.records.length).toBeLessThan(200)
  })

  test('skills that vanish are left out', () => {
    const root = many()
    const scan = walkWhile(root, () => {
      for (const name of readdirSync(root.path).slice(-20)) rmSync(join(root.path, name), { recursive: true })
    })
    expect(scan.records.every(({ description }) => description.startsWith('Does s'))).toBe(true)
    expect(codesIn(scan)).toEqual([])
  })

  test('folders that turn into files are left out', () => {
    const root = many()
    const folders = readdirSync(root.path)
    const scan = walkWhile(root, () => {
      const last = join(root.path, folders.pop() ?? '')
      rmSync(last, { recursive: true })
      writeFileSync(last, '')
    })
    expect(scan.records.length).toBeGreaterThan(0)
    expect(codesIn(scan)).toEqual([])
  })
})
