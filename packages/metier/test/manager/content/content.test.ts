import { renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ContentCache } from '../../../src/manager/content/content.js'
import { LIMITS } from '../../../src/skill/limits.js'
import { openManager, openRoot } from '../../support/managing.js'
import { scanRoot } from '../../support/scanning.js'
import { skillText, temporaryFolder, temporaryRoot } from '../../support/temporary.js'
import { countingProvider } from '../../support/watching.js'

const MEGABYTE = 1024 * 1024

describe('W-40: texts are kept within a bound', () => {
  const large = (name: string, letter: string) => {
    const head = skillText(name, 'x', '')
    return head + letter.repeat((MEGABYTE - head.length) / Buffer.byteLength(letter))
  }

  test.each([
    ['of one byte a character', 'x'],
    ['of two bytes a character in memory', 'é'],
  ])('a hundred texts of a megabyte %s', async (_, letter) => {
    const files = Object.fromEntries(
      Array.from({ length: 100 }, (_, at) => [`s${at}/SKILL.md`, large(`s${at}`, letter)]),
    )
    const { records } = await scanRoot(temporaryRoot(files))
    const cache = new ContentCache(LIMITS.contentCacheBytes)
    for (const record of records) expect(cache.read(record).ok).toBe(true)
    expect(cache.bytes).toBeGreaterThan(0)
    expect(cache.bytes).toBeLessThanOrEqual(LIMITS.contentCacheBytes)
    expect(LIMITS.contentCacheBytes).toBeLessThan(50 * 1000 * 1000)
  })

  test('what was used last stays', async () => {
    const root = temporaryRoot({
      'a/SKILL.md': skillText('a'),
      'b/SKILL.md': skillText('b'),
      'c/SKILL.md': skillText('c'),
    })
    const [a, b, c] = (await scanRoot(root)).records
    if (a === undefined || b === undefined || c === undefined) throw new Error('there are three')
    const size = skillText('a').length
    const cache = new ContentCache(2 * size)
    for (const record of [a, b, a, c]) cache.read(record)
    expect(cache.bytes).toBe(2 * size)
    expect(cache.read(a)).toMatchObject({ ok: true })
  })

  test('the same text twice counts once', async () => {
    const [record] = (await scanRoot(temporaryRoot({ 'a/SKILL.md': skillText('a') }))).records
    const cache = new ContentCache(MEGABYTE)
    if (record !== undefined) for (let time = 0; time < 5; time++) cache.read(record)
    expect(cache.bytes).toBe(skillText('a').length)
  })

  test('a text larger than the bound is given, not kept', async () => {
    const [record] = (await scanRoot(temporaryRoot({ 'a/SKILL.md': skillText('a') }))).records
    const cache = new ContentCache(10)
    expect(record && cache.read(record)).toEqual({ ok: true, value: skillText('a') })
    expect(cache.bytes).toBe(0)
  })
})

describe('W-16: a skill’s text is what is on disk', () => {
  test('after an edit, of the same size too', async () => {
    const { skills, root } = await openRoot({ 'a/SKILL.md': skillText('a', 'x', 'one') })
    expect((await skills.loadSkill('a'))?.body).toBe('one\n')
    writeFileSync(join(root, 'a/new'), skillText('a', 'x', 'two'))
    renameSync(join(root, 'a/new'), join(root, 'a/SKILL.md'))
    expect((await skills.loadSkill('a'))?.body).toBe('two\n')
  })

  test('one that is gone is null', async () => {
    const { skills, root } = await openRoot({ 'a/SKILL.md': skillText('a') })
    await skills.loadSkill('a')
    rmSync(join(root, 'a'), { recursive: true })
    expect(await skills.loadSkill('a')).toBeNull()
  })

  test('one that became a link out of the skill is null', async () => {
    const secret = join(temporaryFolder({ 'secret.md': skillText('a', 'x', 'secret') }), 'secret.md')
    const { skills, root } = await openRoot({ 'a/SKILL.md': skillText('a') })
    unlinkSync(join(root, 'a/SKILL.md'))
    symlinkSync(secret, join(root, 'a/SKILL.md'))
    expect(await skills.loadSkill('a')).toBeNull()
    await expect(skills.readSkillBody(skills.getSkills()[0] as never)).rejects.toThrow('leads out of the skill')
  })

  test('one that is no text far in its body is null', async () => {
    const bytes = Buffer.concat([Buffer.from(skillText('a', 'x', 'x'.repeat(9000))), Buffer.from([0xff])])
    const { skills } = await openRoot({ 'a/SKILL.md': bytes })
    expect(skills.getSkills()).toHaveLength(1)
    expect(await skills.loadSkill('a')).toBeNull()
    const refusal = skills.resolve('a')
    expect(refusal.ok && (await skills.readContent(refusal.value))).toMatchObject({
      ok: false,
      failure: { code: 'skill_malformed', message: "SKILL.md of 'a' is not UTF-8 text" },
    })
  })

  test('one that grew beyond a mebibyte is null', async () => {
    const { skills, root } = await openRoot({ 'a/SKILL.md': skillText('a') })
    writeFileSync(join(root, 'a/SKILL.md'), skillText('a', 'x', 'x'.repeat(MEGABYTE)))
    expect(await skills.loadSkill('a')).toBeNull()
  })

  test('a provider that fails to read gives null', async () => {
    const provider = {
      ...countingProvider(),
      list: () => Promise.resolve([{ name: 'far', description: 'x', path: 'far' }]),
      read: () => Promise.reject(new Error('no route')),
    }
    const skills = await openManager({ roots: [], providers: [provider] })
    expect(skills.getSkills().map(({ name }) => name)).toEqual(['far'])
    expect(await skills.loadSkill('far')).toBeNull()
    await expect(skills.readSkillBody(skills.getSkills()[0] as never)).rejects.toThrow('no route')
  })
})

describe('N-6: the body of a skill', () => {
  test('comes without frontmatter and leading blank lines', async () => {
    const { skills } = await openRoot({ 'a/SKILL.md': '---\nname: a\ndescription: x\n---\n\n\n# A\n' })
    expect(await skills.readSkillBody(skills.getSkills()[0] as never)).toBe('# A\n')
  })

  test('is read for the skill that is meant, also where it is shadowed', async () => {
    const near = temporaryFolder({ 'a/SKILL.md': skillText('a', 'x', 'near') })
    const far = temporaryFolder({ 'a/SKILL.md': skillText('a', 'x', 'far') })
    const skills = await openManager({ roots: [{ path: near }, { path: far, scope: 'personal' }] })
    const [shadowed] = skills.registry.shadowed
    expect(shadowed && (await skills.readSkillBody(shadowed))).toBe('far\n')
  })

  test('N-14: of a skill that is known no more throws', async () => {
    const { skills, root } = await openRoot({ 'a/SKILL.md': skillText('a') })
    const [stale] = skills.getSkills()
    if (stale === undefined) throw new Error('there is one')
    rmSync(join(root, 'a'), { recursive: true })
    await expect(skills.readSkillBody(stale)).rejects.toThrow()
    await skills.reload()
    await expect(skills.readSkillBody(stale)).rejects.toThrow('not found')
  })

  test('N-14: of a skill that is switched off throws, also for whoever kept its object', async () => {
    const { skills } = await openRoot({ 'a/SKILL.md': skillText('a') }, { config: {} })
    const [kept] = skills.getSkills()
    if (kept === undefined) throw new Error('there is one')
    await skills.disable('a')
    await expect(skills.readSkillBody(kept)).rejects.toThrow("Skill 'a' is disabled")
    await skills.enable('a')
    expect(await skills.readSkillBody(kept)).toContain('Instructions of a')
  })

  test('of a path that was made up throws', async () => {
    const { skills } = await openRoot({ 'a/SKILL.md': skillText('a') })
    await expect(skills.readSkillBody({ name: 'a', path: '/etc/passwd' })).rejects.toThrow('not found')
  })
})
