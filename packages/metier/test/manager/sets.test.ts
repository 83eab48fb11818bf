/** Named sets: only the skills of the chosen one are known. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openManager } from '../support/managing.js'
import { skillText, temporaryFolder } from '../support/temporary.js'

const FILES = {
  'sql-review/SKILL.md': skillText('sql-review', 'Reviews SQL'),
  '@acme/deploy/SKILL.md': skillText('deploy', 'Deploys'),
  '@acme/rollout/SKILL.md': skillText('rollout', 'Rolls out'),
  'tables/SKILL.md': '---\nname: tables\ndescription: Draws tables\ntags: [DB, text]\n---\n',
  'poems/SKILL.md': skillText('poems', 'Writes poems'),
}

async function open(patterns: readonly string[], set = 'backend') {
  const roots = [{ path: temporaryFolder(FILES) }]
  return openManager({ roots, config: { sets: { backend: patterns } }, set })
}

const namesOf = (skills: readonly { readonly name: string }[]) => skills.map(({ name }) => name).sort()

describe('a set', () => {
  test.each([
    [['sql-review'], ['sql-review']],
    [['sql-*'], ['sql-review']],
    [['@acme/*'], ['deploy', 'rollout']],
    [['tag:db'], ['tables']],
    [
      ['poems', 'tag:d*', 'nothing'],
      ['poems', 'tables'],
    ],
    [['*'], ['deploy', 'poems', 'rollout', 'sql-review', 'tables']],
    [[], []],
    [['*/'.repeat(2_000)], []],
  ])('with the patterns %j has %j', async (patterns, names) => {
    const skills = await open(patterns)
    expect(namesOf(skills.getAvailableSkills())).toEqual(names)
    expect(skills.list().count).toBe(names.length)
  })

  test('a skill outside it is neither offered nor loaded, and says why', async () => {
    const skills = await open(['poems'])
    expect(await skills.loadSkill('deploy')).toBeNull()
    expect(skills.search('deploys').count).toBe(0)
    expect(skills.info('deploy')).toEqual({ error: 'skill not found: deploy' })
    expect(skills.resolve('deploy')).toMatchObject({
      ok: false,
      failure: { code: 'skill_disabled', suggestions: ['Add it to the set: metier sets backend --add deploy'] },
    })
    expect(skills.resolve('nothing')).toMatchObject({ ok: false, failure: { code: 'skill_not_found' } })
  })

  test('of an unknown name is reported with the names that exist', async () => {
    const { registry } = await open(['poems'], 'bakend')
    const mistake = { code: 'config_invalid', file: "the option 'set'", suggestion: 'Known sets: backend' }
    expect(registry.diagnostics).toContainEqual(expect.objectContaining(mistake))
    expect((await open(['poems'])).registry.diagnostics).not.toContainEqual(expect.objectContaining(mistake))
  })

  test('of an unknown name has no skill', async () => {
    const skills = await open(['*'], 'frontend')
    expect(skills.getAvailableSkills()).toEqual([])
  })

  test('of the user takes precedence over the project’s of the same name', async () => {
    const workdir = temporaryFolder({
      '.git/HEAD': '',
      '.metier/config.json': JSON.stringify({ sets: { backend: ['*'], docs: ['poems'] } }),
      '.agents/skills/poems/SKILL.md': FILES['poems/SKILL.md'],
      '.agents/skills/sql-review/SKILL.md': FILES['sql-review/SKILL.md'],
    })
    const config = { sets: { backend: ['sql-review'] } }
    const backend = await openManager({ workdir, config, set: 'backend' })
    expect(namesOf(backend.getAvailableSkills())).toEqual(['sql-review'])
    const docs = await openManager({ workdir, config, set: 'docs' })
    expect(namesOf(docs.getAvailableSkills())).toEqual(['poems'])
  })

  test('trusts nothing: a disabled skill stays disabled', async () => {
    const roots = [{ path: temporaryFolder(FILES) }]
    const config = { sets: { backend: ['poems'] }, skills: { disabled: ['poems'] } }
    const skills = await openManager({ roots, config, set: 'backend' })
    expect(skills.getAvailableSkills()).toEqual([])
  })

  test('searching it leaves the kept index of all skills alone', async () => {
    const roots = [{ path: temporaryFolder(FILES) }]
    const index = join(temporaryFolder(), 'index.bin')
    const config = { sets: { backend: ['poems'] } }
    const search = async (set?: string) => {
      const skills = await openManager({ roots, config, index, ...(set !== undefined && { set }) })
      const { results } = skills.search('deploys')
      await skills.close()
      return results.map(({ name }) => name)
    }
    expect(await search()).toEqual(['deploy'])
    const before = readFileSync(`${index}.search`)
    expect(await search('backend')).toEqual([])
    expect(readFileSync(`${index}.search`)).toEqual(before)
  })

  test('follows an edit in place', async () => {
    const skills = await open(['poems'])
    await skills.reload()
    expect(namesOf(skills.getSkills())).toEqual(['poems'])
  })
})
