import { chmodSync, existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { bundleProgram, startProgram } from '../support/child.js'
import { openManager } from '../support/managing.js'
import { linkTo, skillText, temporaryFolder, writeFiles } from '../support/temporary.js'
import { countingProvider } from '../support/watching.js'

/** A manager whose configuration is a file with this text, or none yet. */
async function openWith(configuration?: string, project: Readonly<Record<string, string>> = {}) {
  const home = temporaryFolder(configuration === undefined ? {} : { '.metier/config.json': configuration })
  const workdir = temporaryFolder({
    '.agents/skills/a/SKILL.md': skillText('a'),
    '.agents/skills/b/SKILL.md': skillText('b'),
    ...project,
  })
  const file = join(home, '.metier/config.json')
  const open = () => openManager({ home, workdir })
  return { skills: await open(), open, file, workdir, stored: () => JSON.parse(readFileSync(file, 'utf8')) as unknown }
}

const usable = (skills: Awaited<ReturnType<typeof openManager>>) => skills.getAvailableSkills().map(({ name }) => name)

describe('a skill that is switched off', () => {
  test('is offered nowhere and cannot be loaded', async () => {
    const { skills } = await openWith()
    expect(await skills.disable('a')).toEqual({ disabled: true, name: 'a' })
    expect(usable(skills)).toEqual(['b'])
    expect(skills.getSkills().map(({ name }) => name)).toEqual(['b'])
    expect(await skills.loadSkill('a')).toBeNull()
    expect(await skills.loadSkill('project:a')).toBeNull()
    expect(skills.catalogue().text).not.toContain('<name>a</name>')
  })

  test('is still listed, as one that cannot be used, with what would help', async () => {
    const { skills } = await openWith()
    await skills.disable('a')
    expect(skills.list({ filter: 'ineligible' }).skills).toMatchObject([{ name: 'a', eligible: false }])
    expect(skills.check('a')).toEqual({
      name: 'a',
      eligible: false,
      reasons: ['Disabled: a'],
      fixes: ['metier enable a'],
    })
    expect([...skills.registry.disabled.keys()]).toEqual(['a'])
  })

  test('stays off in the next process, until it is switched on', async () => {
    const { skills, open } = await openWith()
    await skills.disable('a')
    expect(usable(await open())).toEqual(['b'])
    await skills.enable('a')
    expect(usable(skills)).toEqual(['a', 'b'])
    expect(usable(await open())).toEqual(['a', 'b'])
  })

  test('stays off after a reload, also where the host gave its configuration as an object', async () => {
    const root = temporaryFolder({ 'a/SKILL.md': skillText('a') })
    const skills = await openManager({ roots: [{ path: root }], config: {} })
    await skills.disable('a')
    await skills.reload()
    expect(usable(skills)).toEqual([])
    await skills.enable('a')
    await skills.reload()
    expect(usable(skills)).toEqual(['a'])
  })

  test('stays off where a reload was under way', async () => {
    const provider = countingProvider()
    const home = temporaryFolder()
    const roots = [{ path: temporaryFolder({ 'a/SKILL.md': skillText('a') }) }]
    const skills = await openManager({ home, roots, providers: [provider] })
    provider.hold()
    const reload = skills.reload()
    await vi.waitUntil(() => provider.asked === 2)
    const switched = skills.disable('a')
    provider.release()
    await Promise.all([reload, switched])
    expect(usable(skills)).toEqual([])
  })

  test('by a command whose name could be another command is quoted in what would help', async () => {
    const name = "x'; touch evil #"
    const root = temporaryFolder({ 'a/SKILL.md': `---\nname: "${name}"\ndescription: x\n---\n` })
    const skills = await openManager({ roots: [{ path: root }] })
    await skills.disable(name)
    expect(skills.check(name)).toMatchObject({ fixes: [`metier enable 'x'\\''; touch evil #'`] })
  })

  test('is meant by its name: one copy among several cannot be switched alone', async () => {
    const home = temporaryFolder({ '.agents/skills/a/SKILL.md': skillText('a', 'far') })
    const workdir = temporaryFolder({ '.agents/skills/a/SKILL.md': skillText('a', 'near') })
    const skills = await openManager({ home, workdir })
    const refusal = { error: "Use the plain name 'a', which applies to every copy of the skill" }
    expect(await skills.disable('personal:a')).toEqual(refusal)
    expect(await skills.disable('project:a')).toEqual(refusal)
    expect(usable(skills)).toEqual(['a'])
    expect(existsSync(join(home, '.metier/config.json'))).toBe(false)
  })

  test('that nobody knows cannot be switched', async () => {
    const { skills, file } = await openWith()
    expect(await skills.disable('zebra')).toEqual({ error: 'skill not found: zebra' })
    expect(existsSync(file)).toBe(false)
  })
})

describe('the configuration file', () => {
  test('keeps everything else that stands in it', async () => {
    const before = {
      $schema: 'x',
      unknown: { deep: [1, 2] },
      skills: { disabled: ['z'], roots: ['~/more'], later: true, entries: { a: { apiKey: 'k', enabled: true } } },
    }
    const { skills, stored } = await openWith(JSON.stringify(before))
    await skills.disable('a')
    expect(stored()).toEqual({
      ...before,
      skills: { ...before.skills, disabled: ['z', 'a'], entries: { a: { apiKey: 'k', enabled: false } } },
    })
    await skills.enable('a')
    expect(stored()).toEqual(before)
  })

  test('is made where there is none, for nobody else to read', async () => {
    const { skills, file, stored } = await openWith()
    await skills.disable('a')
    expect(stored()).toEqual({ skills: { disabled: ['a'] } })
    expect(statSync(file).mode & 0o077).toBe(0)
  })

  test('keeps its permissions: it may hold keys', async () => {
    const { skills, file } = await openWith('{}')
    chmodSync(file, 0o640)
    await skills.disable('a')
    expect(statSync(file).mode & 0o777).toBe(0o640)
  })

  test('stays a link where it is one', async () => {
    const elsewhere = temporaryFolder({ 'config.json': '{}' })
    const home = temporaryFolder({ '.metier/config.json': linkTo(join(elsewhere, 'config.json')) })
    const skills = await openManager({
      home,
      workdir: temporaryFolder({ '.agents/skills/a/SKILL.md': skillText('a') }),
    })
    await skills.disable('a')
    expect(lstatSync(join(home, '.metier/config.json')).isSymbolicLink()).toBe(true)
    expect(JSON.parse(readFileSync(join(elsewhere, 'config.json'), 'utf8'))).toEqual({ skills: { disabled: ['a'] } })
  })

  test.each([
    ['{', []],
    ['[]', ['a', 'b']],
    ['"x"', ['a', 'b']],
    ['{"skills": {"disabled": ["a",]}}', ['b']],
  ])('that reads %s is left alone, and what it may have switched off stays off', async (text, left) => {
    const { skills, file } = await openWith(text)
    expect(await skills.disable('a')).toEqual({
      error: expect.stringContaining(file),
      hint: expect.stringContaining('metier doctor'),
    })
    expect(readFileSync(file, 'utf8')).toBe(text)
    expect(readdirSync(join(file, '..'))).toEqual(['config.json'])
    expect(usable(skills)).toEqual(left)
  })

  test.each(['{"skills": []}', '{"skills": {"disabled": "b"}}'])(
    'that has another kind of value where a switch would go is left alone: %s',
    async (text) => {
      const { skills, file } = await openWith(text)
      expect(await skills.disable('a')).toMatchObject({ error: expect.stringContaining('was not changed') })
      expect(readFileSync(file, 'utf8')).toBe(text)
    },
  )

  test('that cannot be read is left alone, and not blamed for what it may hold', async () => {
    const home = temporaryFolder({ '.metier/config.json/inside': '' })
    const skills = await openManager({ home, roots: [{ path: temporaryFolder({ 'a/SKILL.md': skillText('a') }) }] })
    expect(await skills.disable('a')).toMatchObject({ error: expect.stringContaining('cannot be read (EISDIR)') })
  })

  test('takes switches of several processes at once, and loses none', async () => {
    const names = Array.from({ length: 150 }, (_, at) => `s${at}`)
    const file = join(temporaryFolder(), 'config.json')
    const program = await bundleProgram(`
      import { storeSwitch } from '../../src/manager/settings/configuration-store.js'
      const [file, ...names] = process.argv.slice(2)
      for (const name of names) await storeSwitch(file, name, false)
    `)
    const shares = [0, 1, 2].map((share) => names.filter((_, at) => at % 3 === share))
    const endings = await Promise.all(shares.map((share) => startProgram(program, [file, ...share]).ended))
    expect(endings).toMatchObject([{ code: 0 }, { code: 0 }, { code: 0 }])
    const { skills } = JSON.parse(readFileSync(file, 'utf8')) as { readonly skills: { readonly disabled: string[] } }
    expect(skills.disabled.sort()).toEqual(names.sort())
  })

  test('takes a hundred switches at once, and loses none', async () => {
    const names = Array.from({ length: 100 }, (_, at) => `s${at}`)
    const home = temporaryFolder()
    const workdir = temporaryFolder(
      Object.fromEntries(names.map((name) => [`.agents/skills/${name}/SKILL.md`, skillText(name)])),
    )
    const skills = await openManager({ home, workdir })
    await Promise.all(names.map((name) => skills.disable(name)))
    expect(usable(await openManager({ home, workdir }))).toEqual([])
  })
})

describe('a project', () => {
  test('may switch a skill off, and then the user cannot switch it on from here', async () => {
    const { skills, open } = await openWith('{}', { '.metier/config.json': '{"skills":{"disabled":["a"]}}' })
    expect(usable(skills)).toEqual(['b'])
    expect(await skills.enable('a')).toEqual({
      error: expect.stringContaining('project'),
      hint: "To change the project's configuration, run metier config unset skills.disabled a --project",
    })
    expect(usable(skills)).toEqual(['b'])
    expect(usable(await open())).toEqual(['b'])
  })

  test.each([
    ['{"skills":{"disabled":["a"]}}', ['metier config unset skills.disabled a --project']],
    ['{"skills":{"entries":{"a":{"enabled":false}}}}', ['metier config unset skills.entries.a.enabled --project']],
    [
      '{"skills":{"disabled":["a","a"],"entries":{"a":{"enabled":false}}}}',
      ['metier config unset skills.disabled a --project', 'metier config unset skills.entries.a.enabled --project'],
    ],
  ])('that says %s is undone by commands that change its own file', async (text, fixes) => {
    const { skills } = await openWith('{}', { '.metier/config.json': text })
    expect(skills.check('a')).toEqual({ name: 'a', eligible: false, reasons: ['Disabled: a'], fixes })
  })

  test('may not switch on what the user switched off', async () => {
    const project = { '.metier/config.json': '{"skills":{"entries":{"a":{"enabled":true}}}}' }
    const { skills } = await openWith('{"skills":{"disabled":["a"]}}', project)
    expect(usable(skills)).toEqual(['b'])
  })

  test('that changes its mind is heard at the next reload', async () => {
    const { skills, workdir } = await openWith('{}')
    writeFiles(workdir, { '.metier/config.json': '{"skills":{"disabled":["a"]}}' })
    expect(await skills.reload()).toMatchObject({ changes: [{ skill: 'a', was: 'eligible', now: 'ineligible' }] })
  })
})
