/** A project's own links lead nowhere outside it: in the walk, in the watch, and in everything that reads later. */

import { existsSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { SkillManager } from '../../../src/index.js'
import { listResources, readSkillPath } from '../../../src/manager/content/skill-files.js'
import { fileOf } from '../../../src/registry/record/skill-record.js'
import { findRoots } from '../../../src/registry/roots.js'
import { codesIn, namesIn, scanRoot } from '../../support/scanning.js'
import { type Files, linkTo, skillText, temporaryFolder, temporaryRoot } from '../../support/temporary.js'

const SECRET = 'The secret of somewhere else'

function outside(): string {
  return temporaryFolder({ 'leak/SKILL.md': skillText('leak', 'Leaks', SECRET), 'leak/notes.md': SECRET })
}

async function openProject(files: Files, home = temporaryFolder()) {
  const workdir = temporaryFolder(files)
  const skills = await SkillManager.open({ workdir, home, index: false })
  return { workdir, home, skills }
}

function codesOf({ registry }: SkillManager): readonly string[] {
  return registry.diagnostics.map(({ code }) => code)
}

function namesOf(skills: SkillManager): readonly string[] {
  return skills.getAvailableSkills().map(({ name }) => name)
}

describe('a link in a root of a project', () => {
  const own: Files = { '.git/': '', '.agents/skills/own/SKILL.md': skillText('own') }

  test('out of the repository is reported and not followed', async () => {
    const target = outside()
    const { skills, workdir } = await openProject({ ...own, '.agents/skills/out': linkTo(join(target, 'leak')) })
    expect(namesOf(skills)).toEqual(['own'])
    expect(skills.registry.diagnostics).toMatchObject([
      { code: 'link_leaves_project', file: join(workdir, '.agents/skills/out') },
    ])
  })

  test('to a group outside is not followed either', async () => {
    const { skills } = await openProject({ ...own, '.agents/skills/group': linkTo(outside()) })
    expect([namesOf(skills), codesOf(skills)]).toEqual([['own'], ['link_leaves_project']])
  })

  test('to a folder of the repository is followed', async () => {
    const { skills } = await openProject({
      '.git/': '',
      '.agents/skills/in': linkTo('../../tools/pdf'),
      'tools/pdf/SKILL.md': skillText('in'),
    })
    expect([namesOf(skills), codesOf(skills)]).toEqual([['in'], []])
  })

  test('outside a repository, leads only inside the working folder', async () => {
    const parent = temporaryFolder({
      'shared/leak/SKILL.md': skillText('leak'),
      'work/tools/pdf/SKILL.md': skillText('in'),
      'work/.agents/skills/in': linkTo('../../tools/pdf'),
      'work/.agents/skills/out': linkTo('../../../shared/leak'),
    })
    const skills = await SkillManager.open({ workdir: join(parent, 'work'), home: temporaryFolder(), index: false })
    expect([namesOf(skills), codesOf(skills)]).toEqual([['in'], ['link_leaves_project']])
  })

  test.each([
    ['the root itself', '.agents/skills', ''],
    ['the folder above it', '.agents', '..'],
  ])('may also be %s, and is not followed', async (_, place, up) => {
    const target = temporaryFolder({ 'skills/leak/SKILL.md': skillText('leak') })
    const { skills, workdir } = await openProject({
      '.git/': '',
      [place]: linkTo(up === '' ? join(target, 'skills') : target),
    })
    expect(namesOf(skills)).toEqual([])
    expect(skills.registry.diagnostics).toMatchObject([
      { code: 'link_leaves_project', file: join(workdir, '.agents/skills') },
    ])
  })

  test('to the personal root does not hide the personal skills', async () => {
    const home = temporaryFolder({ '.agents/skills/mine/SKILL.md': skillText('mine') })
    const { skills } = await openProject({ '.git/': '', '.claude/skills': linkTo(join(home, '.agents/skills')) }, home)
    expect(skills.getAvailableSkills()).toMatchObject([{ name: 'mine', type: 'personal' }])
    expect(codesOf(skills)).toEqual(['link_leaves_project'])
  })

  test('is judged again where an index remembers its skill', async () => {
    const { workdir, home } = await openProject({
      '.git/': '',
      '.agents/skills/pdf': linkTo('../../tools/pdf'),
      'tools/pdf/SKILL.md': skillText('pdf'),
    })
    const index = join(home, 'index.bin')
    await (await SkillManager.open({ workdir, home, index })).close()
    const target = temporaryFolder()
    renameSync(join(workdir, 'tools'), join(target, 'tools'))
    rmSync(join(workdir, '.agents/skills/pdf'))
    symlinkSync(join(target, 'tools/pdf'), join(workdir, '.agents/skills/pdf'))
    const again = await SkillManager.open({ workdir, home, index })
    await again.close()
    expect([namesOf(again), codesOf(again)]).toEqual([[], ['link_leaves_project']])
  })

  test('a project that is reached by a link is a project like any other', async () => {
    const real = temporaryFolder({ '.git/': '', '.agents/skills/own/SKILL.md': skillText('own') })
    const workdir = join(temporaryFolder({ project: linkTo(real) }), 'project')
    const skills = await SkillManager.open({ workdir, home: temporaryFolder(), index: false })
    expect([namesOf(skills), codesOf(skills)]).toEqual([['own'], []])
  })
})

describe('roots that a person named', () => {
  test('and personal ones have links that lead anywhere', async () => {
    const target = outside()
    const home = temporaryFolder({ '.agents/skills/leak': linkTo(join(target, 'leak')) })
    const personal = await SkillManager.open({ workdir: temporaryFolder(), home, index: false })
    const root = temporaryRoot({ leak: linkTo(join(target, 'leak')) })
    const named = await SkillManager.open({ roots: [{ path: root.path }], home: temporaryFolder(), index: false })
    expect([namesOf(personal), namesOf(named)]).toEqual([['leak'], ['leak']])
    expect(
      findRoots({ workdir: '/', home, configured: ['~/x'] }).filter(({ within }) => within === undefined),
    ).toHaveLength(6)
  })
})

describe.runIf(process.platform === 'linux' && existsSync('/sys'))('a file system of the kernel', () => {
  test.each(['/sys', '/proc', '/dev', '/proc/self/task'])('is never searched through a link: %s', async (target) => {
    const scan = await scanRoot(temporaryRoot({ 'own/SKILL.md': skillText('own'), in: linkTo(target) }))
    expect([namesIn(scan), codesIn(scan)]).toEqual([['own'], ['file_system_refused']])
  })

  test('is never searched as a root', async () => {
    const scan = await scanRoot({ path: '/proc', scope: 'project', isExplicit: true })
    expect([namesIn(scan), codesIn(scan)]).toEqual([[], ['file_system_refused']])
  })

  test('is left out of a search from the top of the disk', async () => {
    const scan = await scanRoot({ path: '/', scope: 'project', isExplicit: true }, { limits: { walkDepth: 0 } })
    const refused = scan.diagnostics.filter(({ code }) => code === 'file_system_refused').map(({ file }) => file)
    expect(refused.sort()).toEqual(['/dev', '/proc', '/sys'].filter((path) => existsSync(path)))
  })
})

describe('a link that is replaced after its skill was found', () => {
  async function swapped() {
    const { workdir, skills } = await openProject({
      '.git/': '',
      '.agents/skills/leak': linkTo('../../tools/leak'),
      'tools/leak/SKILL.md': skillText('leak', 'Leaks', 'Harmless'),
      'tools/leak/notes.md': 'Harmless',
    })
    const link = join(workdir, '.agents/skills/leak')
    rmSync(link)
    symlinkSync(join(outside(), 'leak'), link)
    return skills
  }

  test('shows neither text nor files from outside', async () => {
    const skills = await swapped()
    const resolution = skills.resolve('leak')
    if (!resolution.ok) throw new Error(resolution.failure.message)
    const path = fileOf(resolution.value)
    const body = await skills.readSkillBody({ name: 'leak', path }).catch(String)
    const answers = [
      body,
      await skills.loadSkill('leak').catch(String),
      await readSkillPath(resolution.value, 'notes.md'),
      await readSkillPath(resolution.value, '.'),
    ]
    expect(JSON.stringify(answers)).not.toContain(SECRET)
    expect(body).toContain('leads out of the project')
    expect(answers.slice(2)).toMatchObject([{ ok: false }, { ok: false }])
    expect(await listResources(resolution.value, 10)).toEqual({ files: [], left: 0 })
  })

  test('is not searched', async () => {
    const skills = await swapped()
    expect(skills.search('somewhere').results).toEqual([])
  })
})

test.each(['.agents', '.agents/skills'])('nothing is installed through a link %s out of the project', async (place) => {
  const target = temporaryFolder()
  const { skills } = await openProject({ '.git/': '', [place]: linkTo(target) })
  const source = temporaryFolder({ 'pdf/SKILL.md': skillText('pdf') })
  const answer = await skills.install({ skill: 'pdf', from: `local:${source}/pdf`, project: true })
  expect(answer).toMatchObject({ installed: false, error: expect.stringContaining('A link leads') })
  expect(readdirSync(target)).toEqual([])
})

describe('a watch', () => {
  test('follows no link out of a project, and tells when a folder takes its place', async () => {
    const target = temporaryFolder({ 'skills/leak/SKILL.md': skillText('leak') })
    const { workdir, skills } = await openProject({ '.git/': '', '.agents': linkTo(target) })
    const heard = new Promise<void>((resolve) => {
      const stop = skills.watch(() => {
        stop()
        resolve()
      })
    })
    const folder = temporaryFolder({ 'skills/own/SKILL.md': skillText('own') })
    rmSync(join(workdir, '.agents'))
    renameSync(folder, join(workdir, '.agents'))
    await heard
    expect(namesOf(skills)).toEqual(['own'])
  })
})
