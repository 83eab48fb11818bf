/** A manager that nobody initialized: the first call that needs the skills discovers them, once. */

import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { SkillManager, type SkillManagerOptions, type SkillProvider } from '../../src/index.js'
import { createActivateSkillTool, createReadSkillFileTool, createSkillsTool } from '../../src/tools.js'
import { VirtualWorkspace } from '../../src/workspace.js'
import { createManager } from '../support/managing.js'
import { skillText, temporaryFolder, writeFiles } from '../support/temporary.js'
import { watchSkills } from '../support/watching.js'

const GOOD = { 'good/SKILL.md': skillText('good') }

function createUnread(options: SkillManagerOptions = {}) {
  const root = temporaryFolder(GOOD)
  return { root, skills: createManager({ roots: [{ path: root }], ...options }) }
}

/** A provider of one skill that counts how often it is asked. */
function createRemote(onList: () => void = () => undefined) {
  const remote = {
    id: 'memory://table',
    scope: 'personal' as const,
    asked: 0,
    list: async () => {
      remote.asked += 1
      onList()
      return [{ name: 'remote', description: 'From elsewhere', path: 'remote' }]
    },
    read: async () => skillText('remote'),
  }
  return remote satisfies SkillProvider
}

type FileFunctions = Record<string, (...parameters: unknown[]) => unknown>

/** Calls back before every synchronous function of the file system, until the test ends. */
function watchFiles(onCall: (name: string, path: unknown) => void): () => void {
  const functions = fs as unknown as FileFunctions
  const real = Object.entries(functions).filter(([name]) => name.endsWith('Sync'))
  for (const [name, call] of real) {
    functions[name] = Object.assign((...parameters: unknown[]) => {
      onCall(name, parameters[0])
      return call.apply(fs, parameters)
    }, call)
  }
  syncBuiltinESMExports()
  const stop = () => {
    Object.assign(functions, Object.fromEntries(real))
    syncBuiltinESMExports()
  }
  onTestFinished(stop)
  return stop
}

function countListings(root: string): () => number {
  let count = 0
  const stop = watchFiles((name, path) => {
    if (name === 'readdirSync' && path === root) count += 1
  })
  return () => {
    stop()
    return count
  }
}

test('creating and closing a manager reads no file', async () => {
  const calls: string[] = []
  const stop = watchFiles((name, path) => calls.push(`${name} ${path}`))
  await new SkillManager({ workdir: '/nowhere/project', home: '/nowhere', index: false }).close()
  await new SkillManager().close()
  stop()
  expect(calls).toEqual([])
})

const SYNCHRONOUS: Readonly<Record<string, (skills: SkillManager) => unknown>> = {
  getAvailableSkills: (skills) => skills.getAvailableSkills()[0],
  getSkills: (skills) => skills.getSkills()[0],
  list: (skills) => skills.list().skills[0],
  info: (skills) => skills.info('good'),
  check: (skills) => skills.check('good'),
  search: (skills) => skills.search('good').results[0],
  resolve: (skills) => {
    const resolution = skills.resolve('good')
    return resolution.ok ? resolution.value : undefined
  },
  discovery: (skills) => skills.discovery.projectSkills.get('good'),
  registry: (skills) => skills.registry.all.get('good'),
  catalogue: (skills) => ({ name: /good/.exec(skills.catalogue().text)?.[0] }),
}

test.each(Object.keys(SYNCHRONOUS))('%s discovers at once', (name) => {
  const { skills } = createUnread()
  expect(SYNCHRONOUS[name]?.(skills)).toMatchObject({ name: 'good' })
})

const ASYNCHRONOUS: Readonly<Record<string, (skills: SkillManager) => Promise<unknown>>> = {
  loadSkill: (skills) => skills.loadSkill('remote'),
  readSkillBody: (skills) => skills.readSkillBody({ name: 'remote', path: 'memory://remote/SKILL.md' }),
  readDocument: (skills) => skills.readDocument('good'),
  enable: (skills) => skills.enable('remote'),
  disable: (skills) => skills.disable('remote'),
  approve: (skills) => skills.approve('good'),
  approval: (skills) => skills.approval('good'),
  review: (skills) => skills.review('good'),
  revoke: (skills) => skills.revoke('good'),
  audit: (skills) => skills.audit('good'),
  trust: (skills) => skills.trust('github.com/a/b'),
  verify: (skills) => skills.verify(),
  locked: (skills) => skills.locked(),
  ready: (skills) => skills.ready(),
  'the skills tool': (skills) => createSkillsTool({ skillManager: skills }).execute({ action: 'list' }),
  'the activate_skill tool': (skills) => createActivateSkillTool({ skillManager: skills }).execute({ name: 'remote' }),
  'the read_skill_file tool': (skills) => createReadSkillFileTool({ skillManager: skills }).execute({ name: 'good' }),
  'a workspace': (skills) => new VirtualWorkspace({ skillManager: skills }).activateSkill('remote'),
  'the tools of a workspace': (skills) => new VirtualWorkspace({ skillManager: skills }).learnTools(),
}

test.each(Object.keys(ASYNCHRONOUS))('%s discovers everything first, providers included', async (name) => {
  const provider = createRemote()
  const { skills } = createUnread({ config: {}, providers: [provider] })
  await ASYNCHRONOUS[name]?.(skills)?.catch(() => undefined)
  expect(provider.asked).toBe(1)
  expect(skills.registry.all.has('remote')).toBe(true)
})

describe('one discovery serves', () => {
  test('two first calls that can wait', async () => {
    const { root, skills } = createUnread()
    const listings = countListings(root)
    const loaded = await Promise.all([skills.loadSkill('good'), skills.loadSkill('good'), skills.ready()])
    expect(loaded[1]).toMatchObject({ name: 'good' })
    expect(listings()).toBe(1)
  })

  test('a call during initialize()', async () => {
    const { root, skills } = createUnread()
    const listings = countListings(root)
    await Promise.all([skills.initialize(), skills.loadSkill('good')])
    expect(listings()).toBe(1)
  })

  test('a call that cannot wait, and then one that can', async () => {
    const { root, skills } = createUnread()
    const listings = countListings(root)
    expect(skills.list().count).toBe(1)
    await skills.loadSkill('good')
    expect(listings()).toBe(1)
  })

  test('a call that cannot wait while a load is under way', async () => {
    const seen: number[] = []
    const { root, skills } = createUnread({ providers: [createRemote(() => seen.push(skills.list().count))] })
    const listings = countListings(root)
    await skills.ready()
    expect({ seen, now: skills.list().count, listings: listings() }).toEqual({ seen: [1], now: 2, listings: 1 })
  })
})

test('what a call that cannot wait leaves out comes with the next one that can', async () => {
  const { skills } = createUnread({ providers: [createRemote()] })
  expect(skills.list().count).toBe(1)
  expect(await skills.loadSkill('remote')).toMatchObject({ name: 'remote' })
  expect(skills.list().count).toBe(2)
})

test('a failed initialize() leaves the next call to discover', async () => {
  const { skills } = createUnread()
  await expect(skills.initialize(AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' })
  expect(await skills.loadSkill('good')).toMatchObject({ name: 'good' })
})

test('the first reload has nothing to compare with', async () => {
  const { root, skills } = createUnread()
  const listings = countListings(root)
  expect(await skills.reload()).toMatchObject({ previous: { total: 1 }, current: { total: 1 }, changes: [] })
  expect(listings()).toBe(1)
})

test('a watch discovers first, so that it reports only later changes', async () => {
  const { root, skills } = createUnread()
  const { changes, until } = watchSkills(skills)
  writeFiles(root, { 'later/SKILL.md': skillText('later') })
  await until(() => changes.length > 0)
  expect(changes).toMatchObject([{ changes: [{ skill: 'later' }] }])
})

test('the settings count from the first call', async () => {
  const config = join(temporaryFolder({ 'config.json': '{ "policy": { "deny": ["x"] }, "skils": {} }' }), 'config.json')
  expect(createUnread({ config }).skills.configured().policy).toEqual({ deny: ['x'] })
  expect(createUnread({ config }).skills.registry.diagnostics).toMatchObject([{ code: 'config_unknown_key' }])
})

describe('a project’s skills that need approval', () => {
  test('are withheld from a call that cannot wait for the check', async () => {
    const asked: string[] = []
    const trustProject = (skill: { readonly name: string }) => asked.push(skill.name) > 0
    const { skills } = createUnread({ trustProject, config: { skills: { trustProject: 'ask' } } })
    expect(skills.getAvailableSkills()).toEqual([])
    expect(asked).toEqual([])
    expect(await skills.loadSkill('good')).toMatchObject({ name: 'good' })
    expect(asked).toEqual(['good'])
  })

  test('may be asked about by a function that uses the manager', async () => {
    const trustProject = async ({ name }: { readonly name: string }) => (await skills.loadSkill(name)) === null
    const { skills } = createUnread({ trustProject, config: { skills: { trustProject: 'ask' } } })
    expect(await skills.loadSkill('good')).toMatchObject({ name: 'good' })
  })
})

test.each([[['./x']], ['x'], [[{}]]])('roots that are none name the option: %j', (roots) => {
  const options = { roots } as unknown as ConstructorParameters<typeof SkillManager>[0]
  expect(() => new SkillManager(options)).toThrow("The option 'roots' must be a list of objects with a path")
})

test('a misspelled option is refused with the one that was meant, and an option of the host is not', () => {
  const misspelled = { workDir: '/project' } as unknown as SkillManagerOptions
  expect(() => new SkillManager(misspelled)).toThrow("There is no option 'workDir'. Did you mean 'workdir'?")
  expect(() => new SkillManager('/project' as unknown as SkillManagerOptions)).toThrow('The options must be an object')
  const extended: SkillManagerOptions & { readonly tenant: string } = { roots: [], index: false, tenant: 'one' }
  expect(() => new SkillManager(extended)).not.toThrow()
})
