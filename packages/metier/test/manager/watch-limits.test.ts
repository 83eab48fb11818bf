/** What a watcher must not do: miss what came before it, tell twice, ask too often, outlive its end. */
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { runProgram } from '../support/child.js'
import { openManager, openRoot } from '../support/managing.js'
import { skillText, temporaryFolder, writeFiles } from '../support/temporary.js'
import { countingProvider, watchSkills } from '../support/watching.js'

const TWO = { 'a/SKILL.md': skillText('a'), 'b/SKILL.md': skillText('b') }

/** Watched skills whose next look does not end before the provider is released; `looked` waits until it has begun. */
async function openHeld() {
  const provider = countingProvider()
  const { skills, root } = await openRoot(TWO, { providers: [provider] })
  const watching = watchSkills(skills)
  writeFiles(root, { 'c/SKILL.md': skillText('c') })
  await watching.until(() => skills.registry.all.has('c'))
  provider.hold()
  const { asked } = provider
  const looked = () => vi.waitUntil(() => provider.asked > asked, { timeout: 20_000 })
  return { provider, skills, root, watching, looked }
}

describe('nothing falls between', () => {
  test('what changed before the watcher began is told', async () => {
    const { skills, root } = await openRoot(TWO)
    writeFileSync(join(root, 'a/SKILL.md'), skillText('a', 'edited before'))
    const watching = watchSkills(skills)
    await watching.until(() => skills.registry.all.get('a')?.description === 'edited before')
  })

  test('a skill that comes into a new folder before that is watched', async () => {
    const { provider, skills, root, watching, looked } = await openHeld()
    mkdirSync(join(root, 'group'))
    await looked()
    // The look that found the new folder is not over, so nobody watches the folder yet.
    writeFiles(root, { 'group/d/SKILL.md': skillText('d') })
    provider.release()
    await watching.until(() => skills.registry.all.has('d'))
  })

  test('an edit during a reload that has read the skill already', async () => {
    const { provider, skills, root, watching, looked } = await openHeld()
    const reload = skills.reload()
    await looked()
    writeFileSync(join(root, 'a/SKILL.md'), skillText('a', 'edited'))
    await nextEventIn(root, 'a')
    provider.release()
    await reload
    await watching.until(() => skills.registry.all.get('a')?.description === 'edited')
  })

  test('what a reload found first is told all the same', async () => {
    const { skills, root } = await openRoot(TWO)
    const watching = watchSkills(skills)
    rmSync(join(root, 'a'), { recursive: true })
    await skills.reload()
    await watching.until(() => watching.changes.some(({ changes }) => changes.some(({ skill }) => skill === 'a')))
  })

  test('every one of several watchers is told', async () => {
    const { skills, root } = await openRoot(TWO)
    const watchers = [watchSkills(skills), watchSkills(skills), watchSkills(skills)]
    writeFiles(root, { 'c/SKILL.md': skillText('c') })
    const isTold = ({ changes }: (typeof watchers)[number]) => changes.flatMap((change) => change.changes).length > 0
    await Promise.all(watchers.map((watching) => watching.until(() => isTold(watching))))
  })
})

describe('nothing is told that did not happen', () => {
  test('a skill that came is no edit of its neighbours, however young they are', async () => {
    const { skills, root } = await openRoot({ ...TWO, 'spelled/skill.md': skillText('spelled') })
    const watching = watchSkills(skills)
    writeFiles(root, { 'c/SKILL.md': skillText('c') })
    await watching.until(() => skills.registry.all.has('c'))
    expect(watching.changes.flatMap(({ edited }) => edited)).toEqual([])
  })

  test('nor of what a provider offers', async () => {
    const provided = { name: 'far', description: 'x', path: 'far' }
    const provider = { ...countingProvider(), list: () => Promise.resolve([provided]) }
    const { skills, root } = await openRoot(TWO, { providers: [provider] })
    const watching = watchSkills(skills)
    writeFiles(root, { 'c/SKILL.md': skillText('c') })
    await watching.until(() => skills.registry.all.has('c'))
    expect(watching.changes.flatMap(({ edited }) => edited)).toEqual([])
  })

  test('other files of a skill are not its SKILL.md', async () => {
    const { skills, root } = await openRoot(TWO)
    const watching = watchSkills(skills)
    writeFiles(root, { 'a/notes.md': 'x', 'c/SKILL.md': skillText('c') })
    await watching.until(() => skills.registry.all.has('c'))
    expect(watching.changes.flatMap(({ edited }) => edited)).toEqual([])
  })
})

describe('it asks no more than it must', () => {
  test('a checkout of a thousand files is told in a few calls', async () => {
    const { skills, root } = await openRoot(TWO)
    const watching = watchSkills(skills)
    for (let at = 0; at < 1000; at++) writeFiles(root, { [`s${at}/SKILL.md`]: skillText(`s${at}`) })
    await watching.until(() => skills.registry.all.size === 1002)
    expect(watching.changes.length).toBeLessThan(40)
    expect(watching.changes.flatMap(({ changes }) => changes)).toHaveLength(1000)
  })

  test('files beside the place of a root that is not there are nobody’s business', async () => {
    const provider = countingProvider()
    const workdir = temporaryFolder({ '.agents/skills/a/SKILL.md': skillText('a') })
    const skills = await openManager({ workdir, providers: [provider] })
    const watching = watchSkills(skills)
    const edit = async (description: string) => {
      writeFileSync(join(workdir, '.agents/skills/a/SKILL.md'), skillText('a', description))
      await watching.until(() => skills.registry.all.get('a')?.description === description)
    }
    await edit('one')
    const before = provider.asked
    for (let at = 0; at < 20; at++) {
      writeFileSync(join(workdir, `log-${at}`), 'x')
      await edit(`edit ${at}`)
    }
    expect(provider.asked - before).toBeLessThan(3)
  })

  test('a provider, which cannot be watched, is not asked every other second for that', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const provider = {
        ...countingProvider(),
        list: vi.fn(() => Promise.resolve([{ name: 'far', description: 'x', path: 'far' }])),
      }
      const { skills, root } = await openRoot(TWO, { providers: [provider] })
      const watching = watchSkills(skills)
      writeFiles(root, { 'c/SKILL.md': skillText('c') })
      await watching.until(() => skills.registry.all.has('c'))
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  test('more folders than may be watched are looked at now and then', async () => {
    const files = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`s${at}/SKILL.md`, skillText(`s${at}`)]))
    const { skills, root } = await openRoot(files, { config: { limits: { watchers: 4 } } })
    const watching = watchSkills(skills)
    for (const name of ['s0', 's5', 's11']) {
      writeFileSync(join(root, name, 'SKILL.md'), skillText(name, 'edited'))
      await watching.until(() => skills.registry.all.get(name)?.description === 'edited')
    }
  })
})

describe('its end', () => {
  test('after it nothing is told any more', async () => {
    const { skills, root } = await openRoot(TWO)
    const [stopped, other] = [watchSkills(skills), watchSkills(skills)]
    stopped.stop()
    writeFiles(root, { 'c/SKILL.md': skillText('c') })
    await other.until(() => skills.registry.all.has('c'))
    expect(stopped.changes).toEqual([])
  })

  test('not even what was being looked at', async () => {
    const provider = countingProvider()
    const { skills, root } = await openRoot(TWO, { providers: [provider] })
    const watching = watchSkills(skills)
    provider.hold()
    const asked = provider.asked
    writeFiles(root, { 'c/SKILL.md': skillText('c') })
    await vi.waitUntil(() => provider.asked > asked, { timeout: 20_000 })
    watching.stop()
    provider.release()
    await skills.reload()
    expect(watching.changes).toEqual([])
  })

  test.each(['stop()', 'await skills.close()', ''])('a process may end after %j', async (end) => {
    const root = temporaryFolder(TWO)
    const { code, output } = await runProgram(
      `
      import { SkillManager } from '../../src/index.js'
      const [path, home] = process.argv.slice(2)
      const skills = await SkillManager.open({ home, workdir: home, roots: [{ path }], index: false })
      const stop = skills.watch(() => undefined)
      void stop
      ${end}
      console.log('over')
    `,
      [root, temporaryFolder()],
    )
    expect({ code, output }).toEqual({ code: 0, output: 'over\n' })
  })

  test('a folder that may not be watched any more is no reason to end', async () => {
    const { skills, root } = await openRoot(TWO)
    const watching = watchSkills(skills)
    chmodSync(join(root, 'a'), 0o700)
    rmSync(join(root, 'a'), { recursive: true })
    await watching.until(() => !skills.registry.all.has('a'))
    writeFileSync(join(root, 'b/SKILL.md'), skillText('b', 'edited'))
    await watching.until(() => skills.registry.all.get('b')?.description === 'edited')
  })
})

/** Resolves after a watcher of the test's own has seen an event that was made after everything else in a folder. */
async function nextEventIn(root: string, folder: string): Promise<void> {
  const skills = await openManager({ roots: [{ path: root }] })
  const watching = watchSkills(skills)
  writeFileSync(join(root, folder, 'SKILL.md'), skillText(folder, 'edited'))
  await watching.until(() => skills.registry.all.get(folder)?.description === 'edited')
}
