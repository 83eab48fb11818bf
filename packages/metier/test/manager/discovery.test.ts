import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openManager, openRoot } from '../support/managing.js'
import { linkTo, skillText, temporaryFolder } from '../support/temporary.js'
import { countingProvider } from '../support/watching.js'

const MIXED = {
  'good/SKILL.md': skillText('good'),
  'other/SKILL.md': skillText('mismatch'),
  'empty/SKILL.md': '',
  'links/SKILL.md': skillText('links', 'x', 'See [it](../good/SKILL.md).'),
}

describe('strict mode', () => {
  test('offers only conformant skills', async () => {
    const { skills } = await openRoot(MIXED, { strict: true })
    expect(skills.getAvailableSkills().map(({ name }) => name)).toEqual(['good'])
    expect(await skills.loadSkill('mismatch')).toBeNull()
    expect(skills.info('mismatch')).toEqual({ error: 'skill not found: mismatch' })
  })

  test('says why the others are not, bodies included', async () => {
    const { skills, root } = await openRoot(MIXED, { strict: true })
    const told = skills.discovery.errors.map(({ skillPath }) => skillPath.slice(root.length + 1))
    expect(new Set(told)).toEqual(new Set(['other', 'empty', 'links']))
  })

  test('keeps what it refuses in the maps of discovery, where it could be loaded', async () => {
    const { skills } = await openRoot(MIXED, { strict: true })
    expect([...skills.discovery.projectSkills.keys()].sort()).toEqual(['good', 'links', 'mismatch'])
  })

  test('lets a conformant skill have the name that another only claims', async () => {
    const near = temporaryFolder({ 'folder/SKILL.md': skillText('good', 'near') })
    const far = temporaryFolder({ 'good/SKILL.md': skillText('good', 'far') })
    const skills = await openManager({ roots: [{ path: near }, { path: far }], strict: true })
    expect(skills.registry.all.get('good')?.description).toBe('far')
  })
})

describe('lenient mode', () => {
  test('offers what is safe, and says what is not conformant', async () => {
    const { skills } = await openRoot(MIXED)
    expect(skills.getAvailableSkills().map(({ name }) => name)).toEqual(['good', 'links', 'mismatch'])
    const codes = skills.registry.diagnostics.map(({ code }) => code)
    expect(codes).toEqual(expect.arrayContaining(['name_mismatch', 'frontmatter_missing', 'description_unavailable']))
  })

  test('every diagnostic names its file and its line', async () => {
    const { skills, root } = await openRoot(MIXED)
    for (const { file, line, column } of skills.registry.diagnostics) {
      expect(file?.startsWith(`${root}/`)).toBe(true)
      expect([line, column].every((number) => number >= 1)).toBe(true)
    }
  })
})

describe('two scopes', () => {
  async function openScopes() {
    const home = temporaryFolder({
      '.wave/skills/pdf/SKILL.md': skillText('pdf', 'personal'),
      '.wave/skills/own/SKILL.md': skillText('own'),
    })
    const workdir = temporaryFolder({ '.wave/skills/pdf/SKILL.md': skillText('pdf', 'project') })
    return { skills: await openManager({ home, workdir }), home, workdir }
  }

  test('W-19, W-20: the project’s skill counts', async () => {
    const { skills, workdir } = await openScopes()
    expect(await skills.loadSkill('pdf')).toMatchObject({
      type: 'project',
      description: 'project',
      skillPath: join(workdir, '.wave/skills/pdf'),
    })
  })

  test('W-17: each scope’s map has what lies there', async () => {
    const { skills } = await openScopes()
    const { personalSkills, projectSkills } = skills.discovery
    expect([...projectSkills.values()].map(({ description }) => description)).toEqual(['project'])
    expect([...personalSkills.keys()].sort()).toEqual(['own', 'pdf'])
    expect(personalSkills.get('pdf')?.description).toBe('personal')
  })

  test('the other is found by its qualified name', async () => {
    const { skills } = await openScopes()
    expect(await skills.loadSkill('personal:pdf')).toMatchObject({ type: 'personal', description: 'personal' })
    expect(skills.info('personal:pdf')).toMatchObject({ name: 'pdf', description: 'personal' })
    expect(skills.registry.shadowed).toMatchObject([
      { name: 'pdf', qualifiedName: 'personal:pdf', shadowedBy: skills.registry.all.get('pdf')?.path },
    ])
    expect(skills.list().count).toBe(2)
  })
})

describe('providers', () => {
  const provider = (skills: readonly { name: string; description: string; path: string }[]) => ({
    ...countingProvider(),
    id: 'mcp://far',
    list: () => Promise.resolve(skills),
    read: (path: string) => Promise.resolve(`---\nname: ${path}\ndescription: x\n---\n\nFrom afar\n`),
  })

  test('offer skills beside those on disk, which count where names collide', async () => {
    const offered = [
      { name: 'a', description: 'afar', path: 'a' },
      { name: 'far', description: 'afar', path: 'far' },
    ]
    const { skills } = await openRoot({ 'a/SKILL.md': skillText('a') }, { providers: [provider(offered)] })
    expect([...skills.registry.all.values()].map(({ name, description }) => [name, description])).toEqual([
      ['a', 'Does a'],
      ['far', 'afar'],
    ])
    expect(await skills.loadSkill('far')).toMatchObject({
      name: 'far',
      body: 'From afar\n',
      path: 'mcp://far/far/SKILL.md',
    })
    expect(await skills.readSkillBody(skills.getSkills()[1] as never)).toBe('From afar\n')
  })

  test('that fail cost nobody else a skill', async () => {
    const broken = { ...provider([]), id: 'mcp://broken', list: () => Promise.reject(new Error('no route')) }
    const offered = provider([{ name: 'far', description: 'x', path: 'far' }])
    const { skills } = await openRoot({ 'a/SKILL.md': skillText('a') }, { providers: [broken, offered] })
    expect([...skills.registry.all.keys()]).toEqual(['a', 'far'])
    expect(skills.registry.diagnostics).toMatchObject([{ code: 'provider_failed' }])
  })

  test('that throw at once do not either', async () => {
    const broken = {
      ...provider([]),
      list: () => {
        throw new Error('at once')
      },
    }
    const { skills } = await openRoot({ 'a/SKILL.md': skillText('a') }, { providers: [broken] })
    expect([...skills.registry.all.keys()]).toEqual(['a'])
  })
})

describe('W-18: the errors of a discovery name', () => {
  test('a main file that is a broken link', async () => {
    const { skills, root } = await openRoot({ 'broken/SKILL.md': linkTo('nowhere.md') })
    expect(skills.discovery.errors).toEqual([
      { skillPath: join(root, 'broken'), message: expect.stringContaining('broken link') },
    ])
  })

  test('a directory that is a broken link, and a named root that does not exist', async () => {
    const root = temporaryFolder({ gone: linkTo('nowhere') })
    const skills = await openManager({ roots: [{ path: root }, { path: join(root, 'missing') }] })
    expect(skills.discovery.errors.map(({ skillPath }) => skillPath)).toEqual([
      join(root, 'gone'),
      join(root, 'missing'),
    ])
  })

  test('a provider that fails', async () => {
    const failing = {
      id: 'memory://x',
      scope: 'personal' as const,
      list: () => Promise.reject(new Error('down')),
      read: async () => '',
    }
    const { skills } = await openRoot({}, { providers: [failing] })
    expect(skills.discovery.errors).toEqual([{ skillPath: 'memory://x', message: expect.stringContaining('down') }])
  })

  test('no link that merely leads back', async () => {
    const { skills } = await openRoot({ 'good/SKILL.md': skillText('good'), 'group/back': linkTo('..') })
    expect(skills.discovery.errors).toEqual([])
  })
})

describe('before and after', () => {
  test('one that is closed still answers', async () => {
    const { skills } = await openRoot(MIXED)
    await skills.close()
    await skills.close()
    expect(skills.list().count).toBe(3)
  })

  test('what is wrong with the configuration is among the diagnostics', async () => {
    const config = join(temporaryFolder({ 'config.json': '{\n  "skils": {}\n}' }), 'config.json')
    const { skills } = await openRoot(MIXED, { config })
    expect(skills.registry.diagnostics[0]).toMatchObject({
      code: 'config_unknown_key',
      file: config,
      line: 2,
      column: 3,
    })
  })

  test('the index is kept below the home’s cache, and losing it loses nothing', async () => {
    const home = temporaryFolder()
    const roots = [{ path: temporaryFolder(MIXED) }]
    const open = () => openManager({ home, roots, index: undefined as never })
    const first = await open()
    await first.close()
    const second = await open()
    expect(second.list()).toEqual(first.list())
  })
})
