import { mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { SkillManager } from '../../src/index.js'
import { openManager, openRoot } from '../support/managing.js'
import { type Files, linkTo, skillText, temporaryFolder, writeFiles } from '../support/temporary.js'
import { watchSkills } from '../support/watching.js'

function descriptionOf(skills: SkillManager, name: string): string | undefined {
  return skills.registry.all.get(name)?.description
}

/** A watched root of two skills. */
async function watchTwo(files: Files = { 'a/SKILL.md': skillText('a'), 'b/SKILL.md': skillText('b') }) {
  const { skills, root } = await openRoot(files)
  const watching = watchSkills(skills)
  const sees = (name: string, description: string | undefined) =>
    watching.until(() => descriptionOf(skills, name) === description)
  return { skills, root, watching, sees }
}

describe('a watcher sees', () => {
  test('an edit in place, and says which skill it was', async () => {
    const { root, watching, sees } = await watchTwo()
    writeFileSync(join(root, 'b/SKILL.md'), skillText('b', 'edited'))
    await sees('b', 'edited')
    expect(watching.changes.flatMap(({ edited }) => edited)).toEqual(['b'])
  })

  test('an editor’s save: a new file renamed over the old one', async () => {
    const { root, sees } = await watchTwo()
    for (const description of ['first', 'second', 'third']) {
      writeFileSync(join(root, 'a/.SKILL.md.swp'), skillText('a', description))
      renameSync(join(root, 'a/.SKILL.md.swp'), join(root, 'a/SKILL.md'))
      await sees('a', description)
    }
  })

  test('a skill that another process switches off and on again', async () => {
    const [home, root] = [temporaryFolder(), temporaryFolder({ 'a/SKILL.md': skillText('a') })]
    const options = { home, roots: [{ path: root }] }
    const [skills, other] = [await openManager(options), await openManager(options)]
    const watching = watchSkills(skills)
    for (const isOn of [false, true, false]) {
      await (isOn ? other.enable('a') : other.disable('a'))
      await watching.until(() => skills.registry.eligible.has('a') === isOn)
    }
  })

  test('a new skill, and later edits of it', async () => {
    const { root, watching, sees } = await watchTwo()
    writeFiles(root, { 'c/SKILL.md': skillText('c', 'new') })
    await sees('c', 'new')
    expect(watching.changes[0]?.changes).toEqual([{ skill: 'c', was: 'absent', now: 'eligible' }])
    writeFileSync(join(root, 'c/SKILL.md'), skillText('c', 'edited'))
    await sees('c', 'edited')
  })

  test.each(['skills-lock.json', '.clawhub/lock.json'])(
    'that ./skills is a root as soon as %s appears next to it, and no longer when it is gone',
    async (lock) => {
      const workdir = temporaryFolder({ 'skills/a/SKILL.md': skillText('a') })
      const skills = await openManager({ home: temporaryFolder(), workdir })
      const watching = watchSkills(skills)
      expect(skills.registry.all.has('a')).toBe(false)
      // The first round may be seen by the look that follows the start.
      for (const _ of [1, 2]) {
        writeFiles(workdir, { [lock]: '{}' })
        await watching.until(() => skills.registry.all.has('a'))
        rmSync(join(workdir, lock))
        await watching.until(() => !skills.registry.all.has('a'))
      }
    },
  )

  test('a skill that is removed', async () => {
    const { root, watching, sees } = await watchTwo()
    rmSync(join(root, 'a'), { recursive: true })
    await sees('a', undefined)
    expect(watching.changes.flatMap(({ changes }) => changes)).toEqual([{ skill: 'a', was: 'eligible', now: 'absent' }])
  })

  test('an edit after another skill was removed', async () => {
    const { root, sees } = await watchTwo()
    rmSync(join(root, 'a'), { recursive: true })
    await sees('a', undefined)
    writeFileSync(join(root, 'b/SKILL.md'), skillText('b', 'edited'))
    await sees('b', 'edited')
  })

  test('an edit after another skill came', async () => {
    const { root, sees } = await watchTwo()
    writeFiles(root, { '0/SKILL.md': skillText('0') })
    await sees('0', 'Does 0')
    writeFileSync(join(root, 'a/SKILL.md'), skillText('a', 'edited'))
    await sees('a', 'edited')
  })

  test('an edit after a reload that found other skills', async () => {
    const { skills, root, sees } = await watchTwo()
    writeFiles(root, { '0/SKILL.md': skillText('0') })
    await skills.reload()
    writeFileSync(join(root, 'b/SKILL.md'), skillText('b', 'edited'))
    await sees('b', 'edited')
  })

  test('an edit that gives a skill another name', async () => {
    const { skills, root, watching } = await watchTwo()
    writeFileSync(join(root, 'a/SKILL.md'), skillText('z'))
    await watching.until(() => skills.registry.all.has('z'))
    expect(skills.registry.all.has('a')).toBe(false)
  })

  test('an edit of the one that shadows another', async () => {
    const { skills, root, sees } = await watchTwo({
      'a/SKILL.md': skillText('x', 'near'),
      'g/b/SKILL.md': skillText('x', 'far'),
    })
    writeFileSync(join(root, 'a/SKILL.md'), skillText('x', 'edited'))
    await sees('x', 'edited')
    expect(skills.registry.shadowed).toMatchObject([{ description: 'far' }])
  })

  test('skills in new groups, at any depth', async () => {
    const { root, sees } = await watchTwo()
    writeFiles(root, { 'g/h/c/SKILL.md': skillText('c', 'new') })
    await sees('c', 'new')
    writeFiles(root, { 'g/h/d/SKILL.md': skillText('d', 'new') })
    await sees('d', 'new')
  })

  test('a folder swapped for another, and edits of that', async () => {
    const { root, sees } = await watchTwo()
    writeFiles(root, { '.new/SKILL.md': skillText('a', 'swapped') })
    renameSync(join(root, 'a'), join(temporaryFolder(), 'a'))
    renameSync(join(root, '.new'), join(root, 'a'))
    await sees('a', 'swapped')
    writeFileSync(join(root, 'a/SKILL.md'), skillText('a', 'edited'))
    await sees('a', 'edited')
  })

  test('a link that leads to another folder, and edits there', async () => {
    const elsewhere = temporaryFolder({ 'one/SKILL.md': skillText('a', 'one'), 'two/SKILL.md': skillText('a', 'two') })
    const { root, sees } = await watchTwo({ a: linkTo(join(elsewhere, 'one')) })
    unlinkSync(join(root, 'a'))
    symlinkSync(join(elsewhere, 'two'), join(root, 'a'))
    await sees('a', 'two')
    writeFileSync(join(elsewhere, 'two/SKILL.md'), skillText('a', 'edited'))
    await sees('a', 'edited')
  })

  test('another spelling that becomes SKILL.md', async () => {
    const { skills, root, watching } = await watchTwo({ 'a/skill.md': skillText('a') })
    renameSync(join(root, 'a/skill.md'), join(root, 'a/SKILL.md'))
    await watching.until(() => skills.registry.all.get('a')?.path === join(root, 'a/SKILL.md'))
  })

  test('a SKILL.md that comes beside another spelling, and the other edited', async () => {
    const { skills, root, watching } = await watchTwo({ 'a/skill.md': skillText('a') })
    writeFileSync(join(root, 'a/skill.md'), skillText('a', 'edited'))
    await watching.until(() => descriptionOf(skills, 'a') === 'edited')
    writeFileSync(join(root, 'a/SKILL.md'), skillText('a', 'counts'))
    await watching.until(() => descriptionOf(skills, 'a') === 'counts')
  })

  test('a skill that is mended', async () => {
    const { root, sees } = await watchTwo({ 'a/SKILL.md': '' })
    writeFileSync(join(root, 'a/SKILL.md'), skillText('a', 'mended'))
    await sees('a', 'mended')
  })
})

describe('a root', () => {
  test('that is deleted and made again is followed, as often as it happens', async () => {
    const { root, sees } = await watchTwo()
    for (const round of ['first', 'second', 'third']) {
      rmSync(root, { recursive: true })
      await sees('a', undefined)
      writeFiles(root, { 'a/SKILL.md': skillText('a', round) })
      await sees('a', round)
      writeFileSync(join(root, 'a/SKILL.md'), skillText('a', `${round}, edited`))
      await sees('a', `${round}, edited`)
    }
  })

  test('that is deleted and made again at once is followed', async () => {
    const { root, sees } = await watchTwo()
    rmSync(root, { recursive: true })
    writeFiles(root, { 'a/SKILL.md': skillText('a', 'again') })
    await sees('a', 'again')
    writeFileSync(join(root, 'a/SKILL.md'), skillText('a', 'edited'))
    await sees('a', 'edited')
  })

  test('whose parent is swapped for another is followed', async () => {
    const workdir = temporaryFolder({ '.agents/skills/a/SKILL.md': skillText('a', 'one') })
    const skills = await openManager({ workdir })
    const watching = watchSkills(skills)
    writeFiles(workdir, { '.new/skills/a/SKILL.md': skillText('a', 'two') })
    renameSync(join(workdir, '.agents'), join(workdir, '.old'))
    renameSync(join(workdir, '.new'), join(workdir, '.agents'))
    await watching.until(() => descriptionOf(skills, 'a') === 'two')
    writeFileSync(join(workdir, '.agents/skills/a/SKILL.md'), skillText('a', 'edited'))
    await watching.until(() => descriptionOf(skills, 'a') === 'edited')
  })

  test('that does not exist yet is seen when it comes', async () => {
    const workdir = temporaryFolder()
    const skills = await openManager({ workdir })
    const watching = watchSkills(skills)
    writeFiles(workdir, { '.agents/skills/a/SKILL.md': skillText('a', 'new') })
    await watching.until(() => descriptionOf(skills, 'a') === 'new')
    writeFileSync(join(workdir, '.agents/skills/a/SKILL.md'), skillText('a', 'edited'))
    await watching.until(() => descriptionOf(skills, 'a') === 'edited')
  })

  test('that comes folder by folder is seen', async () => {
    const workdir = temporaryFolder()
    const skills = await openManager({ workdir })
    const watching = watchSkills(skills)
    const other = join(workdir, '.wave/skills/b')
    mkdirSync(join(workdir, '.agents'))
    mkdirSync(other, { recursive: true })
    writeFileSync(join(other, 'SKILL.md'), skillText('b'))
    await watching.until(() => skills.registry.all.has('b'))
    mkdirSync(join(workdir, '.agents/skills'))
    mkdirSync(join(workdir, '.agents/skills/a'))
    writeFileSync(join(workdir, '.agents/skills/a/SKILL.md'), skillText('a'))
    await watching.until(() => skills.registry.all.has('a'))
  })
})
