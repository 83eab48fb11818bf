import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { SkillInfo } from '../../src/contracts/skills.js'
import { SkillManager } from '../../src/manager/skill-manager.js'
import { createManager, openManager, openRoot } from '../support/managing.js'
import { skillText, temporaryFolder, temporaryRoot, writeFiles } from '../support/temporary.js'
import { countingProvider } from '../support/watching.js'

const NEEDS_TOOL =
  '---\nname: needy\ndescription: Needs a tool\nmetadata: {openclaw: {requires: {bins: [some-tool], env: [SOME_TOKEN]}}}\n---\n'

describe('C-33: a reload says what was, what is and what changed', () => {
  test('nothing', async () => {
    const { skills } = await openRoot({ 'a/SKILL.md': skillText('a') })
    const count = { eligible: 1, total: 1 }
    expect(await skills.reload()).toEqual({ reloaded: true, previous: count, current: count, changes: [] })
  })

  test('skills that came and went', async () => {
    const { skills, root } = await openRoot({ 'a/SKILL.md': skillText('a'), 'b/SKILL.md': skillText('b') })
    rmSync(join(root, 'a'), { recursive: true })
    writeFiles(root, { 'c/SKILL.md': skillText('c'), 'd/SKILL.md': NEEDS_TOOL })
    expect(await skills.reload()).toEqual({
      reloaded: true,
      previous: { eligible: 2, total: 2 },
      current: { eligible: 2, total: 3 },
      changes: [
        { skill: 'c', was: 'absent', now: 'eligible' },
        { skill: 'needy', was: 'absent', now: 'ineligible' },
        { skill: 'a', was: 'eligible', now: 'absent' },
      ],
    })
  })

  test('an edit that changes nothing of this is no change', async () => {
    const { skills, root } = await openRoot({ 'a/SKILL.md': skillText('a') })
    writeFileSync(join(root, 'a/SKILL.md'), skillText('a', 'edited'))
    expect((await skills.reload()).changes).toEqual([])
    expect(skills.registry.all.get('a')?.description).toBe('edited')
  })

  test('a skill that takes another’s name', async () => {
    const { skills, root } = await openRoot({
      'a/SKILL.md': skillText('x', 'near'),
      'g/b/SKILL.md': skillText('x', 'far'),
    })
    rmSync(join(root, 'a'), { recursive: true })
    expect((await skills.reload()).changes).toEqual([])
    expect(skills.registry.all.get('x')?.description).toBe('far')
  })
})

describe('C-34: a reload notices', () => {
  /** A manager with a skill that needs a program, and the folder on PATH where it could be. */
  async function openNeedy() {
    const bin = temporaryFolder()
    const variables: Record<string, string> = { PATH: bin, SOME_TOKEN: 'x' }
    const root = temporaryFolder({ 'needy/SKILL.md': NEEDS_TOOL })
    const skills = await openManager({ roots: [{ path: root }], environment: { variables } })
    return {
      skills,
      bin,
      variables,
      install: (mode: number) => writeFileSync(join(bin, 'some-tool'), '#!/bin/sh\n', { mode }),
    }
  }
  const CHANGES = [{ skill: 'needy', was: 'ineligible', now: 'eligible' }]

  test('a program that was installed, though nobody had asked before', async () => {
    const { skills, install } = await openNeedy()
    install(0o755)
    expect(await skills.reload()).toMatchObject({
      previous: { eligible: 0 },
      current: { eligible: 1 },
      changes: CHANGES,
    })
  })

  test('a program that was installed after somebody asked', async () => {
    const { skills, install } = await openNeedy()
    expect(skills.check('needy')).toMatchObject({ eligible: false, reasons: ['Missing binary: some-tool'] })
    install(0o755)
    expect(skills.check('needy')).toMatchObject({ eligible: false })
    expect((await skills.reload()).changes).toEqual(CHANGES)
    expect(skills.check('needy')).toEqual({ name: 'needy', eligible: true, reasons: [], fixes: [] })
  })

  test('a file that became a program in place', async () => {
    const { skills, bin, install } = await openNeedy()
    install(0o644)
    expect((await skills.reload()).changes).toEqual([])
    chmodSync(join(bin, 'some-tool'), 0o755)
    expect((await skills.reload()).changes).toEqual(CHANGES)
  })

  test('a program that is gone', async () => {
    const { skills, bin, install } = await openNeedy()
    install(0o755)
    await skills.reload()
    rmSync(join(bin, 'some-tool'))
    expect((await skills.reload()).changes).toEqual([{ skill: 'needy', was: 'eligible', now: 'ineligible' }])
  })

  test('a variable that is gone', async () => {
    const { skills, variables, install } = await openNeedy()
    install(0o755)
    await skills.reload()
    delete variables.SOME_TOKEN
    expect((await skills.reload()).changes).toEqual([{ skill: 'needy', was: 'eligible', now: 'ineligible' }])
  })
})

describe('a snapshot never changes', () => {
  test('after a reload the registry of before says what it said', async () => {
    const { skills, root } = await openRoot({ 'a/SKILL.md': skillText('a') })
    const { registry } = skills
    writeFiles(root, { 'b/SKILL.md': skillText('b') })
    rmSync(join(root, 'a'), { recursive: true })
    await skills.reload()
    expect([...registry.all.keys()]).toEqual(['a'])
    expect(registry.all.get('a')).toMatchObject({ description: 'Does a', eligible: true })
    expect([...skills.registry.all.keys()]).toEqual(['b'])
  })

  test('nor does it learn of programs that came later', async () => {
    const bin = temporaryFolder()
    const root = temporaryFolder({ 'needy/SKILL.md': NEEDS_TOOL })
    const environment = { variables: { PATH: bin, SOME_TOKEN: 'x' } }
    const skills = await openManager({ roots: [{ path: root }], environment })
    const { registry } = skills
    writeFileSync(join(bin, 'some-tool'), '', { mode: 0o755 })
    await skills.reload()
    expect([[...registry.eligible.keys()], [...skills.registry.eligible.keys()]]).toEqual([[], ['needy']])
  })

  test('nor of a skill that was switched off', async () => {
    const { skills } = await openRoot({ 'a/SKILL.md': skillText('a') })
    const { registry } = skills
    await skills.disable('a')
    expect([registry.eligible.size, skills.registry.eligible.size]).toEqual([1, 0])
  })

  test('it is the same object until something changes', async () => {
    const { skills } = await openRoot({ 'a/SKILL.md': skillText('a') })
    const { registry } = skills
    expect(skills.registry).toBe(registry)
    await skills.reload()
    expect(skills.registry).not.toBe(registry)
  })
})

describe('a signal', () => {
  const ROOT = { 'a/SKILL.md': skillText('a') }

  test('that was given before stops a load before it begins', async () => {
    const provider = countingProvider()
    const skills = createManager({ roots: [{ path: temporaryFolder(ROOT) }], providers: [provider] })
    await expect(skills.initialize(AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' })
    expect(provider.asked).toBe(0)
  })

  test('stops a reload, and what was known stays', async () => {
    const provider = countingProvider()
    const { skills, root } = await openRoot(ROOT, { providers: [provider] })
    writeFiles(root, { 'b/SKILL.md': skillText('b') })
    provider.hold()
    const controller = new AbortController()
    const reload = skills.reload(controller.signal)
    controller.abort(new Error('enough'))
    await expect(reload).rejects.toThrow('enough')
    expect([...skills.registry.all.keys()]).toEqual(['a'])
    provider.release()
  })

  test('of one reload does not stop the next', async () => {
    const { skills, root } = await openRoot(ROOT)
    const controller = new AbortController()
    const first = skills.reload(controller.signal)
    controller.abort()
    writeFiles(root, { 'b/SKILL.md': skillText('b') })
    const second = skills.reload()
    await expect(first).rejects.toMatchObject({ name: 'AbortError' })
    expect(await second).toMatchObject({ current: { total: 2 } })
  })
})

describe('what was handed out cannot change what is known', () => {
  test('neither the maps of the registry nor the lists of an answer', async () => {
    const root = temporaryRoot({
      'a/SKILL.md': '---\nname: a\ndescription: One\nmetadata: {"openclaw":{"requires":{"bins":["sh"]}}}\n---\n',
    })
    const manager = await SkillManager.open({ roots: [{ path: root.path }], index: false })
    const { all, diagnostics } = manager.registry
    expect(() => (all as Map<string, unknown>).clear()).toThrow(TypeError)
    expect(() => (diagnostics as unknown[]).push('x')).toThrow(TypeError)
    const { requires } = manager.info('a') as SkillInfo
    expect(() => (requires.bins as string[]).push('x')).toThrow(TypeError)
    expect(manager.info('a')).toMatchObject({ requires: { bins: ['sh'] } })
  })
})
