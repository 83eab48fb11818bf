import { linkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fileOf } from '../../src/registry/record/skill-record.js'
import type { Root } from '../../src/registry/root.js'
import {
  buildSnapshot,
  findRefused,
  findSkill,
  listDiagnostics,
  qualifiedName,
  type Snapshot,
} from '../../src/registry/snapshot.js'
import { discoverSkills } from '../../src/registry/walk/discover.js'
import { LIMITS } from '../../src/skill/limits.js'
import { type Files, linkTo, skillText, temporaryFolder } from '../support/temporary.js'

async function snapshotOf(...roots: readonly Root[]): Promise<Snapshot> {
  return buildSnapshot(await discoverSkills(roots, { limits: LIMITS, strict: false }), false, [])
}

function root(files: Files, scope: Root['scope'] = 'project'): Root {
  return { path: temporaryFolder(files), scope, isExplicit: true }
}

describe('of several skills of one name', () => {
  test('the one in the earlier root counts', async () => {
    const near = root({ 'pdf/SKILL.md': skillText('pdf', 'near') })
    const far = root({ 'pdf/SKILL.md': skillText('pdf', 'far') }, 'personal')
    expect((await snapshotOf(near, far)).skills.map(({ description }) => description)).toEqual(['near'])
    expect((await snapshotOf(far, near)).skills.map(({ description }) => description)).toEqual(['far'])
  })

  test('inside a root the shallower counts', async () => {
    const { skills } = await snapshotOf(
      root({ 'a/b/pdf/SKILL.md': skillText('pdf', 'deep'), 'z/SKILL.md': skillText('pdf', 'shallow') }),
    )
    expect(skills.map(({ description }) => description)).toEqual(['shallow'])
  })

  test('at one depth the first in byte order of the path counts', async () => {
    const names = ['b', 'a', 'B', 'é', '😀', '\uff5e']
    const files = Object.fromEntries(names.map((name) => [`${name}/SKILL.md`, skillText('pdf', name)]))
    const { skills, shadowed } = await snapshotOf(root(files))
    const order = [...skills, ...shadowed.map(({ record }) => record)].map(({ description }) => description)
    expect(order).toEqual(names.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))))
  })

  test('the same holds below groups', async () => {
    const names = ['g/b', 'g/a', 'h/a', '\uff5e/a', '😀/a']
    const files = Object.fromEntries(names.map((name) => [`${name}/SKILL.md`, skillText('pdf', name)]))
    const { skills, shadowed } = await snapshotOf(root(files))
    const order = [...skills, ...shadowed.map(({ record }) => record)].map(({ description }) => description)
    expect(order).toEqual(names.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))))
  })

  test('one that cannot be used takes no name from one that can', async () => {
    const near = root({ 'pdf/SKILL.md': '' })
    const far = root({ 'pdf/SKILL.md': skillText('pdf', 'far') }, 'personal')
    const snapshot = await snapshotOf(near, far)
    expect(snapshot.skills.map(({ description }) => description)).toEqual(['far'])
    expect(findRefused(snapshot, 'pdf')?.root).toBe(near)
  })

  test('the file’s name counts, not the folder’s', async () => {
    const snapshot = await snapshotOf(root({ 'pdf/SKILL.md': skillText('words'), 'words/SKILL.md': skillText('pdf') }))
    expect(findSkill(snapshot, 'pdf')?.directory).toBe('words')
  })
})

describe('the one that lost', () => {
  const setUp = async () => {
    const near = root({ 'pdf/SKILL.md': skillText('pdf', 'near') })
    const far = root({ 'tools/pdf/SKILL.md': skillText('pdf', 'far') }, 'personal')
    return snapshotOf(near, far)
  }

  test('is kept with the one that won', async () => {
    const { skills, shadowed } = await setUp()
    expect(shadowed).toMatchObject([{ record: { description: 'far' }, shadowedBy: skills[0] }])
  })

  test('is named in a diagnostic', async () => {
    const snapshot = await setUp()
    const [lost] = snapshot.shadowed
    expect(listDiagnostics(snapshot)).toMatchObject([
      { code: 'skill_shadowed', severity: 'notice', file: lost && fileOf(lost.record) },
    ])
  })

  test('is reached by its qualified name, scope:path-below-root', async () => {
    const snapshot = await setUp()
    expect(snapshot.shadowed.map(({ record }) => qualifiedName(record))).toEqual(['personal:tools/pdf'])
    expect(findSkill(snapshot, 'personal:tools/pdf')?.description).toBe('far')
    expect(findSkill(snapshot, 'project:pdf')?.description).toBe('near')
    expect(findSkill(snapshot, 'personal:pdf')).toBeUndefined()
  })

  test('is reached by its path where the winner has the same qualified name', async () => {
    const near = root({ 'pdf/SKILL.md': skillText('pdf', 'near') })
    const far = root({ 'pdf/SKILL.md': skillText('pdf', 'far') })
    const snapshot = await snapshotOf(near, far)
    const path = `${far.path}/pdf`
    const suggestion = `Call it by its path ${path}, or rename one of the two`
    expect(listDiagnostics(snapshot)).toMatchObject([{ code: 'skill_shadowed', suggestion }])
    expect(findSkill(snapshot, path)?.description).toBe('far')
    expect(findSkill(snapshot, `${path}/SKILL.md`)?.description).toBe('far')
  })

  test('cannot be impersonated by a skill that is called like it', async () => {
    const near = root({ 'pdf/SKILL.md': skillText('pdf', 'near') })
    const far = root({ 'x/SKILL.md': skillText('"project:pdf"', 'impostor') }, 'personal')
    expect(findSkill(await snapshotOf(near, far), 'project:pdf')?.description).toBe('near')
  })
})

describe('a skill that a link leads to', () => {
  const linked = () => {
    const home = temporaryFolder({
      '.agents/skills/pdf/SKILL.md': skillText('pdf'),
      '.agents/skills/words/SKILL.md': skillText('words'),
      '.claude/skills/pdf': linkTo('../../.agents/skills/pdf'),
      '.claude/skills/words/SKILL.md': skillText('words'),
    })
    const agents: Root = { path: join(home, '.agents/skills'), scope: 'personal', isExplicit: false }
    return { agents, claude: { ...agents, path: join(home, '.claude/skills') } }
  }

  test('is the same skill, not a shadowed one; a copy is shadowed', async () => {
    const { agents, claude } = linked()
    const snapshot = await snapshotOf(agents, claude)
    expect(snapshot.skills.map(fileOf)).toEqual(['pdf', 'words'].map((name) => `${agents.path}/${name}/SKILL.md`))
    expect(snapshot.shadowed.map(({ record }) => fileOf(record))).toEqual([`${claude.path}/words/SKILL.md`])
    expect(listDiagnostics(snapshot).map(({ code }) => code)).toEqual(['skill_shadowed'])
  })

  test('is the same skill if the link is in the nearer root', async () => {
    const { agents, claude } = linked()
    const { skills, shadowed } = await snapshotOf(claude, agents)
    expect(skills.map(fileOf)).toEqual(['pdf', 'words'].map((name) => `${claude.path}/${name}/SKILL.md`))
    expect(shadowed.map(({ record }) => record.name)).toEqual(['words'])
  })

  test('is reported once if it is broken; a broken copy is reported too', async () => {
    const home = temporaryFolder({
      '.agents/skills/pdf/SKILL.md': '---\nname: pdf\n---\n',
      '.agents/skills/words/SKILL.md': '---\nname: words\n---\n',
      '.claude/skills/pdf': linkTo('../../.agents/skills/pdf'),
      '.claude/skills/words/SKILL.md': '---\nname: words\n---\n',
    })
    const agents: Root = { path: join(home, '.agents/skills'), scope: 'personal', isExplicit: false }
    const { refused } = await snapshotOf(agents, { ...agents, path: join(home, '.claude/skills') })
    expect(refused.map(fileOf)).toEqual(
      ['.agents/skills/pdf', '.agents/skills/words', '.claude/skills/words'].map((path) => `${home}/${path}/SKILL.md`),
    )
  })

  test('is found by both paths', async () => {
    const { agents, claude } = linked()
    const snapshot = await snapshotOf(agents, claude)
    const paths = [`${agents.path}/pdf`, `${claude.path}/pdf`, `${claude.path}/pdf/SKILL.md`]
    expect(paths.map((path) => findSkill(snapshot, path)?.root)).toEqual([agents, agents, agents])
  })

  test('a copy whose SKILL.md is a hard link is another skill: its other files may differ', async () => {
    const near = root({ 'pdf/SKILL.md': skillText('pdf') })
    const far = root({ 'pdf/notes.md': 'x' })
    linkSync(join(near.path, 'pdf/SKILL.md'), join(far.path, 'pdf/SKILL.md'))
    expect((await snapshotOf(near, far)).shadowed).toHaveLength(1)
  })
})
