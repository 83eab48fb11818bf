/** Readers never see a registry that is empty, or half of one: wave-agent emptied its maps before it looked again. */
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openRoot } from '../support/managing.js'
import { skillText, writeFiles } from '../support/temporary.js'
import { watchSkills } from '../support/watching.js'

const COUNT = 120
const NAMES = Array.from({ length: COUNT }, (_, at) => `s${String(at).padStart(3, '0')}`)

/** All skills of one generation, each with a description that names it. */
function generation(number: number): Readonly<Record<string, string>> {
  return Object.fromEntries(NAMES.map((name) => [`${name}/SKILL.md`, skillText(name, `generation ${number}`)]))
}

async function nextTurn(): Promise<void> {
  await new Promise(setImmediate)
}

describe('W-41, W-42: while reloads go on', () => {
  test('a thousand reads each see every skill, and all views of one moment agree', async () => {
    const { skills } = await openRoot(generation(0))
    const reloads = Array.from({ length: 10 }, () => skills.reload())
    for (let read = 0; read < 1000; read++) {
      const { registry } = skills
      expect(skills.getAvailableSkills()).toHaveLength(COUNT)
      expect(skills.list().count).toBe(COUNT)
      expect(registry.eligible.size + registry.ineligible.size).toBe(registry.all.size)
      expect(skills.info('s007')).toMatchObject({ name: 's007' })
      if (read % 20 === 0) await nextTurn()
    }
    await Promise.all(reloads)
  })

  test('a thousand loads at once each get their text', async () => {
    const { skills } = await openRoot(generation(0))
    const reloads = Array.from({ length: 5 }, () => skills.reload())
    const loads = Array.from({ length: 1000 }, (_, at) => skills.loadSkill(NAMES[at % COUNT] ?? ''))
    const loaded = await Promise.all(loads)
    expect(loaded.map((skill) => skill?.name)).toEqual(loaded.map((_, at) => NAMES[at % COUNT]))
    await Promise.all(reloads)
  })

  test('the generation of a skill never goes back', async () => {
    const { skills, root } = await openRoot(generation(0))
    const seen = new Map<string, number>()
    const look = () => {
      for (const { name, description } of skills.getAvailableSkills().slice(0, 5)) {
        const now = Number(description.split(' ')[1])
        expect(now).toBeGreaterThanOrEqual(seen.get(name) ?? 0)
        seen.set(name, now)
      }
    }
    for (let number = 1; number <= 6; number++) {
      const reload = skills.reload()
      for (const [path, text] of Object.entries(generation(number))) {
        writeFileSync(join(root, `${path}.new`), text)
        renameSync(join(root, `${path}.new`), join(root, path))
        look()
        if (path.startsWith('s05')) await nextTurn()
      }
      await reload
    }
    await skills.reload()
    expect(new Set(skills.getAvailableSkills().map(({ description }) => description))).toEqual(
      new Set(['generation 6']),
    )
  })

  test('a reload that was asked for after a change has seen it, however many overlap', async () => {
    const { skills, root } = await openRoot({ 'a/SKILL.md': skillText('a') })
    const reloads = Array.from({ length: 20 }, async (_, at) => {
      writeFiles(root, { [`b${at}/SKILL.md`]: skillText(`b${at}`) })
      await skills.reload()
      return skills.registry.all.has(`b${at}`)
    })
    expect(await Promise.all(reloads)).toEqual(Array(20).fill(true))
  })

  test('what overlapping reloads say fits together', async () => {
    const { skills, root } = await openRoot({ 'a/SKILL.md': skillText('a') })
    writeFiles(root, { 'b/SKILL.md': skillText('b') })
    const first = skills.reload()
    rmSync(join(root, 'a'), { recursive: true })
    const [one, two] = await Promise.all([first, skills.reload()])
    expect(two.previous).toEqual(one.current)
    expect([...one.changes, ...two.changes].filter(({ skill }) => skill === 'b')).toHaveLength(1)
  })

  test('skills switched on and off stay consistent', async () => {
    const { skills } = await openRoot(generation(0), { config: {} })
    const switches = NAMES.map((name, at) => (at % 2 === 0 ? skills.disable(name) : skills.enable(name)))
    const reloads = Array.from({ length: 5 }, () => skills.reload())
    await Promise.all([...switches, ...reloads])
    expect(skills.getAvailableSkills()).toHaveLength(COUNT / 2)
    expect(skills.registry.disabled.size).toBe(COUNT / 2)
  })
})

describe('while files change', () => {
  test('a text that is read is one that was written, never a mixture', async () => {
    const { skills, root } = await openRoot({ 'a/SKILL.md': skillText('a', 'x', 'a'.repeat(50_000)) })
    for (let round = 0; round < 60; round++) {
      const letter = 'abcdef'.charAt(round % 6)
      writeFileSync(join(root, 'a/new'), skillText('a', 'x', letter.repeat(50_000)))
      const loads = [skills.loadSkill('a'), skills.loadSkill('a')]
      renameSync(join(root, 'a/new'), join(root, 'a/SKILL.md'))
      for (const skill of await Promise.all([...loads, skills.loadSkill('a')])) {
        expect(skill?.body).toMatch(/^(.)\1{49999}\n$/)
      }
      expect((await skills.loadSkill('a'))?.body.charAt(0)).toBe(letter)
    }
  })

  test('a watcher and reloads together end with what is on disk', async () => {
    const { skills, root } = await openRoot(generation(0))
    const watching = watchSkills(skills)
    for (let number = 1; number <= 5; number++) {
      writeFiles(root, generation(number))
      await skills.reload()
    }
    const isLast = ({ description }: { readonly description: string }) => description === 'generation 5'
    await watching.until(() => skills.getAvailableSkills().filter(isLast).length === COUNT)
    expect(skills.getAvailableSkills()).toHaveLength(COUNT)
  })
})
