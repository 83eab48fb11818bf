import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseSkill } from '../../src/index.js'
import { openManager } from '../support/managing.js'
import { type Files, skillText, temporaryFolder } from '../support/temporary.js'
import { expectAsRecorded, named } from './comparison.js'
import { FIELDS, FINDINGS, type FinderCase, FRONTMATTERS, SEARCHED } from './openskills-cases.js'

async function find({
  files,
  roots,
  skill,
}: Pick<FinderCase, 'files' | 'roots' | 'skill'>): Promise<FinderCase['theirs']> {
  const place = temporaryFolder({ 'project/.git/': '', 'home/': '', ...files })
  const manager = await openManager({
    workdir: join(place, 'project'),
    home: join(place, 'home'),
    ...(roots !== undefined && { roots: roots.map((path) => ({ path: join(place, path) })) }),
  })
  if (skill === undefined) {
    return Object.fromEntries(manager.getSkills().map(({ name, description }) => [name, description]))
  }
  const loaded = await manager.loadSkill(skill)
  return loaded && { path: relative(place, loaded.path), folder: relative(place, loaded.skillPath) }
}

describe('skills of a project and a home', () => {
  test.each(named(FINDINGS))('%s', async (_, comparison) => {
    expectAsRecorded(comparison, await find(comparison))
  })

  test(SEARCHED.name, async () => {
    const strongestFirst: string[] = []
    const folders = [...SEARCHED.theirs]
    for (;;) {
      // The strongest of those that are left is the one whose skill is loaded.
      const files: Files = Object.fromEntries(folders.map((path) => [`${path}/knots/SKILL.md`, skillText('knots')]))
      const found = await find({ files, skill: 'knots' })
      const folder = folders.find((path) => found?.path?.startsWith(`${path}/`))
      if (folder === undefined) break
      strongestFirst.push(folder)
      folders.splice(folders.indexOf(folder), 1)
    }
    expectAsRecorded(SEARCHED, strongestFirst)
  })
})

describe('one SKILL.md', () => {
  test.each(named(FIELDS))('%s', (_, comparison) => {
    const { name, description, frontmatter } = parseSkill(comparison.text, { directory: 'knots' })
    const fields: Readonly<Record<string, unknown>> = { ...frontmatter, name, description }
    expectAsRecorded(comparison, String(fields[comparison.field] ?? ''))
  })

  test.each(named(FRONTMATTERS))('%s', (_, comparison) => {
    expectAsRecorded(comparison, parseSkill(comparison.text).frontmatterText !== '')
  })
})

test('every case of theirs is here', () => {
  expect([FINDINGS.length, FIELDS.length, FRONTMATTERS.length]).toEqual([13, 7, 3])
})
