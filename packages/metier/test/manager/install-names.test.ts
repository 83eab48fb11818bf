import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readLock } from '../../src/store/lock.js'
import { openPlace } from '../support/managing.js'
import { skillText, temporaryFolder, writeFiles } from '../support/temporary.js'

async function entryOf(root: string, name: string) {
  const lock = await readLock(`${root}.lock.json`)
  return lock.ok ? lock.value.skills.get(name) : undefined
}

describe('the name of an installed skill', () => {
  test('is never one that the skill does not have: the refusal says which it has', async () => {
    const { skills, home, from } = await openPlace({ 'offered/himalaya/SKILL.md': skillText('himalaya') })
    expect(await skills.install({ skill: 'other', from: `${from}/himalaya` })).toMatchObject({
      installed: false,
      code: 'skill_not_found',
      error: expect.stringContaining("its only skill is 'himalaya'"),
      hint: 'Install it as himalaya',
    })
    expect(existsSync(join(home, '.agents'))).toBe(false)
  })

  test.each(['folder', 'label'])('is the one that info finds it by, if it was asked for as %s', async (skill) => {
    const { skills, home, from } = await openPlace({ 'offered/folder/SKILL.md': skillText('label') })
    const path = join(home, '.agents/skills', skill, 'SKILL.md')
    expect(await skills.install({ skill, from })).toMatchObject({ installed: true, name: 'label', path })
    expect(skills.info('label')).toMatchObject({ name: 'label', path })
    const again = skill === 'folder' ? 'label' : 'folder'
    expect(await skills.install({ skill: again, from })).toMatchObject({ installed: false, error: 'skill exists' })
    expect([...skills.registry.all.keys()]).toEqual(['label'])
  })

  test('may be written twice in one request: the skill is installed once', async () => {
    const { skills, from } = await openPlace({ 'offered/folder/SKILL.md': skillText('label') })
    const several = await skills.installSeveral({ from, skills: ['folder', 'label', 'folder'] })
    expect(several).toMatchObject({ installed: 1, skills: [{ installed: true, name: 'label' }] })
    expect('skills' in several && several.skills).toHaveLength(1)
    expect(several).not.toHaveProperty('error')
  })

  test('may be in any script', async () => {
    const names = [
      '\u6570\u636e\u5206\u6790',
      '\u4e2d\u6587-\u6280\u80fd',
      '\u7b2c\u4e09',
      'caf\u00e9',
      'отчёт-pdf',
      'ひらがなと漢字',
    ]
    const files = Object.fromEntries(names.map((name) => [`offered/${name}/SKILL.md`, skillText(name)]))
    const { skills, home, from } = await openPlace(files)
    const several = await skills.installSeveral({ from })
    expect(several).toMatchObject({ installed: names.length })
    expect([...skills.registry.all.keys()].toSorted()).toEqual(names.toSorted())
    for (const name of names) expect(existsSync(join(home, '.agents/skills', name, 'SKILL.md'))).toBe(true)
    expect(await skills.verify()).toMatchObject({ ok: true })
    expect(await skills.remove('第三')).toMatchObject({ removed: true })
  })

  test('security 6.10: is not one that looks like that of another skill, even with force', async () => {
    const { skills, from } = await openPlace({
      'offered/pay/SKILL.md': skillText('pay'),
      'offered/\u0440\u0430\u0443/SKILL.md': skillText('\u0440\u0430\u0443'),
    })
    await skills.install({ skill: 'pay', from })
    expect(await skills.install({ skill: '\u0440\u0430\u0443', from, force: true })).toMatchObject({
      installed: false,
      code: 'skill_invalid',
      error: expect.stringContaining("looks like that of the installed skill 'pay'"),
    })
  })
})

const PLUGINS = Object.fromEntries(
  ['one', 'two', 'three'].map((plugin) => [
    `offered/plugins/${plugin}/skills/review/SKILL.md`,
    skillText('review', `Reviews for ${plugin}`),
  ]),
)

describe('one name in several plugins', () => {
  test.each([false, true])('is installed once, and the others are named; force: %s', async (force) => {
    const { skills, from } = await openPlace(PLUGINS)
    const several = await skills.installSeveral({ from, force })
    expect(several).toMatchObject({ installed: 1, error: '2 of 3 skills could not be installed' })
    const rows = 'skills' in several ? several.skills : []
    expect(rows.map(({ name, installed }) => [name, installed])).toEqual([
      ['review', true],
      ['plugins/three/skills/review', false],
      ['plugins/two/skills/review', false],
    ])
    expect(rows[1]).toMatchObject({ error: expect.stringContaining('another skill with this name') })
    expect(skills.info('review')).toMatchObject({ description: 'Reviews for one' })
  })

  test('is asked for by its path, and updated from there', async () => {
    const { skills, place, home, from } = await openPlace(PLUGINS)
    expect(await skills.install({ skill: 'review', from })).toMatchObject({
      installed: false,
      hint: `Name one by its path: ${['one', 'three', 'two'].map((plugin) => `plugins/${plugin}/skills/review`).join(', ')}`,
    })
    expect(await skills.install({ skill: 'plugins/two/skills/review', from })).toMatchObject({
      installed: true,
      name: 'review',
    })
    expect(await entryOf(join(home, '.agents/skills'), 'review')).toMatchObject({ path: 'plugins/two/skills/review' })
    writeFiles(place, { 'offered/plugins/two/skills/review/more.md': 'more' })
    expect(await skills.update('review')).toMatchObject({
      updated: true,
      changes: [{ path: 'more.md', change: 'added' }],
    })
  })

  test('counts once if the skill is the same: repositories keep copies for several agents', async () => {
    const { skills, from } = await openPlace({
      'offered/skills/pdf/SKILL.md': skillText('pdf'),
      'offered/.claude/skills/pdf/SKILL.md': skillText('pdf'),
    })
    expect(await skills.installSeveral({ from })).toMatchObject({ installed: 1, skills: [{ name: 'pdf' }] })
    expect(await skills.install({ skill: 'pdf', from, force: true })).toMatchObject({ installed: true })
  })
})

describe('C-20, C-26: force overwrites the skill that the refusal named', () => {
  const old = skillText('himalaya', 'An older one')
  const offered = { 'offered/himalaya/SKILL.md': skillText('himalaya', 'A newer one') }

  test.each([
    '.wave/skills/himalaya',
    '.agents/skills/group/deep/himalaya',
    '.claude/skills/Old_Mail',
    '.agents/skills/mail',
  ])('in its place: %s', async (folder) => {
    const { skills, home, from } = await openPlace(offered)
    writeFiles(home, { [`${folder}/SKILL.md`]: old, [`${folder}/notes.md`]: 'mine' })
    await skills.reload()
    expect(await skills.install({ skill: 'himalaya', from })).toMatchObject({ error: 'skill exists' })
    expect(await skills.install({ skill: 'himalaya', from, force: true })).toMatchObject({
      installed: true,
      path: join(home, folder, 'SKILL.md'),
    })
    expect(skills.registry.all).toHaveLength(1)
    expect(skills.info('himalaya')).toMatchObject({ description: 'A newer one' })
    expect(existsSync(join(home, folder, 'notes.md'))).toBe(false)
    const [, root = '', name = ''] = /^(.*?\/skills)\/(.*)$/.exec(folder) ?? []
    expect(await entryOf(join(home, root), name)).toMatchObject({ source: from })
    expect(await skills.verify()).toMatchObject({ ok: true, skills: [{ name, status: 'ok' }] })
    expect(await skills.rollback(name)).toMatchObject({ rolledBack: true })
    expect(readFileSync(join(home, folder, 'SKILL.md'), 'utf8')).toBe(old)
  })

  test('by the name in its SKILL.md', async () => {
    const { skills, home, from } = await openPlace({ 'offered/mail/SKILL.md': skillText('himalaya', 'A newer one') })
    writeFiles(home, { '.wave/skills/himalaya/SKILL.md': old })
    await skills.reload()
    expect(await skills.install({ skill: 'mail', from })).toMatchObject({ error: 'skill exists' })
    expect(await skills.install({ skill: 'mail', from, force: true })).toMatchObject({
      name: 'himalaya',
      path: join(home, '.wave/skills/himalaya/SKILL.md'),
    })
    expect(existsSync(join(home, '.agents/skills/mail'))).toBe(false)
  })

  test('of the scope that it is installed in, although a project has one too', async () => {
    const { skills, home, place, from } = await openPlace(offered)
    writeFiles(home, { '.wave/skills/himalaya/SKILL.md': old })
    writeFiles(place, { '.agents/skills/himalaya/SKILL.md': old })
    await skills.reload()
    expect(await skills.install({ skill: 'himalaya', from, force: true })).toMatchObject({
      path: join(home, '.wave/skills/himalaya/SKILL.md'),
    })
    expect(readFileSync(join(place, '.agents/skills/himalaya/SKILL.md'), 'utf8')).toBe(old)
  })

  test('and not a directory that a link leads to', async () => {
    const { skills, home, from } = await openPlace(offered)
    const elsewhere = temporaryFolder({ 'himalaya/SKILL.md': old })
    writeFiles(home, { '.agents/skills/group': { linkTo: elsewhere } })
    await skills.reload()
    expect(await skills.install({ skill: 'himalaya', from, force: true })).toMatchObject({ installed: false })
    expect(readFileSync(join(elsewhere, 'himalaya/SKILL.md'), 'utf8')).toBe(old)
  })
})
