/** What holds for every tool: any input is answered, an aborted call ends at once, many calls do not disturb each other. */

import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SkillManager } from '../../src/manager/skill-manager.js'
import { createGetSkillTool } from '../../src/tools/get-skill.js'
import { createSkillTool } from '../../src/tools/neovate.js'
import { createTools, type OfferableTool, offerTools, type ToolAnswer } from '../../src/tools.js'
import { openRoot } from '../support/managing.js'
import { skillText, temporaryRoot, writeFiles } from '../support/temporary.js'

const NAMES = ['Skill', 'skill', 'get_skill', 'skills', 'activate_skill', 'read_skill_file']

async function openTools(files: Readonly<Record<string, string>> = { 'pdf/SKILL.md': skillText('pdf') }) {
  const { skills, root } = await openRoot(files, { config: {} })
  const tools = createTools({ skillManager: skills })
  const find = (name: string): OfferableTool => tools.find((tool) => tool.name === name) as OfferableTool
  return { skills, root, tools, find }
}

describe('all tools at once', () => {
  test('are these, in this order', async () => {
    const { tools } = await openTools()
    expect(tools.map(({ name }) => name)).toEqual(NAMES)
    expect(offerTools(tools).map(({ definition }) => definition.name)).toEqual(NAMES)
  })

  test('are offered without activate_skill while no skill can be used', async () => {
    const { tools, skills, root } = await openTools({})
    expect(offerTools(tools).map(({ name }) => name)).toEqual(NAMES.filter((name) => name !== 'activate_skill'))
    writeFiles(root, { 'pdf/SKILL.md': skillText('pdf') })
    await skills.reload()
    expect(offerTools(tools).map(({ name }) => name)).toEqual(NAMES)
  })

  test.each(NAMES)('%s has a definition that is the same object until skills change', async (name) => {
    const { find } = await openTools()
    const { definition } = find(name)
    expect(definition).toMatchObject({ name, inputSchema: { type: 'object' } })
    expect(find(name).definition).toBe(definition)
    expect(definition?.description).not.toBe('')
  })

  test.each(NAMES)('%s works when its methods are taken from it', async (name) => {
    const { find } = await openTools()
    const { call } = find(name)
    const input = name === 'Skill' ? {} : { skill: 'pdf', name: 'pdf', action: 'list' }
    expect((await call({ skill_name: 'pdf', ...input })).isError).toBe(false)
  })
})

describe('input of any kind', () => {
  const throwing = new Proxy({}, { get: () => { throw new Error('do not look') } }) // biome-ignore format: one thought
  const circular: Record<string, unknown> = {}
  circular.skill_name = circular
  circular.action = circular
  const odd: readonly (readonly [string, unknown])[] = [
    ['undefined', undefined],
    ['null', null],
    ['a number', 5],
    ['a text', 'pdf'],
    ['a list', ['pdf']],
    ['an empty object', {}],
    ['fields of other types', { skill_name: 5, skill: null, name: {}, action: [], path: 7, arguments: true }],
    ['a huge text', { skill_name: 'x'.repeat(2_000_000), skill: 'x'.repeat(2_000_000), name: 'x'.repeat(2_000_000) }],
    ['a circle', circular],
    ['an object that throws', throwing],
    ['a big integer', { skill_name: 1n, action: 1n }],
    ['the names of prototypes', { skill_name: '__proto__', skill: 'constructor', name: 'toString', action: 'valueOf' }],
    ['a zero byte', { skill_name: 'a\u0000', skill: 'a\u0000', name: 'a\u0000', path: 'a\u0000', action: 'info' }],
  ]

  test.each(NAMES.flatMap((name) => odd.map(([what, input]) => [name, what, input] as const)))(
    '%s answers %s with a failure',
    async (name, _, input) => {
      const { find } = await openTools()
      const answer = await find(name).call(input)
      expect(answer.isError).toBe(true)
      expect(answer.text).toEqual(expect.any(String))
      expect(answer.data).toEqual(expect.any(Object))
    },
  )

  test.each(['Skill', 'activate_skill', 'read_skill_file'])('%s does not repeat a huge name', async (name) => {
    const { find } = await openTools()
    const huge = 'x'.repeat(2_000_000)
    expect((await find(name).call({ skill_name: huge, name: huge })).text.length).toBeLessThan(2_000)
  })

  test('no value at all makes a tool throw', async () => {
    const { tools } = await openTools()
    const field = fc.oneof(fc.anything(), fc.string(), fc.constantFrom('pdf', 'list', 'info', '.', '..'))
    const input = fc.record(
      { skill_name: field, skill: field, name: field, action: field, path: field, arguments: field, start_line: field },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(fc.oneof(input, fc.anything()), async (value) => {
        for (const tool of tools) expect(await tool.call(value)).toHaveProperty('isError')
      }),
      { numRuns: 200 },
    )
  })
})

describe('an aborted call', () => {
  const input = { skill_name: 'pdf', skill: 'pdf', name: 'pdf', action: 'reload' }

  test.each([
    [
      'Skill',
      {
        success: false,
        content: '',
        error: expect.stringMatching(/^Error invoking skill 'pdf': The call was aborted\n/),
      },
    ],
    ['skill', { isError: true, llmContent: 'The call was aborted' }],
    ['get_skill', { error: 'Error reading SKILL.MD: The call was aborted' }],
    ['skills', { error: 'The call was aborted' }],
    ['activate_skill', { activated: false, error: 'The call was aborted', suggestions: [] }],
    ['read_skill_file', { error: 'The call was aborted', suggestions: [] }],
  ])('of %s answers in its failure shape', async (name, data) => {
    const { find } = await openTools()
    const answer = await find(name).call(input, { signal: AbortSignal.abort() })
    expect(answer).toMatchObject({ isError: true })
    expect(answer.data).toStrictEqual(data)
  })

  test.each(['Skill', 'skill', 'activate_skill'])(
    'of %s does not wait for a provider that never answers',
    async (name) => {
      const provider = {
        id: 'mcp://server',
        scope: 'personal' as const,
        list: async () => [{ name: 'remote', description: 'Remote', path: 'remote' }],
        read: () => new Promise<string>(() => undefined),
      }
      const { skills } = await openRoot({}, { providers: [provider] })
      const tool = createTools({ skillManager: skills }).find((candidate) => candidate.name === name)
      const abortion = new AbortController()
      const answer = tool?.call({ skill_name: 'remote', skill: 'remote', name: 'remote' }, { signal: abortion.signal })
      abortion.abort()
      expect(await answer).toMatchObject({ isError: true })
    },
  )

  test('of a reload leaves what was known', async () => {
    const { find, skills, root } = await openTools()
    writeFiles(root, { 'new/SKILL.md': skillText('new') })
    const abortion = new AbortController()
    const answer = find('skills').call({ action: 'reload' }, { signal: abortion.signal })
    abortion.abort()
    expect(await answer).toMatchObject({ isError: true })
    expect(skills.list().count).toBe(1)
  })

  test('leaves no listener behind', async () => {
    const { tools } = await openTools()
    const { signal } = new AbortController()
    const added: unknown[] = []
    const removed: unknown[] = []
    const watched = Object.assign(signal, {
      addEventListener: (_: string, listener: unknown) => added.push(listener),
      removeEventListener: (_: string, listener: unknown) => removed.push(listener),
    })
    for (const tool of tools) await tool.call(input, { signal: watched })
    expect(added.length).toBeGreaterThan(0)
    expect(removed).toEqual(added)
  })
})

describe('many calls at once', () => {
  const COUNT = 40
  const names = Array.from({ length: COUNT }, (_, at) => `skill-${String(at).padStart(2, '0')}`)
  const textOf = (name: string) => skillText(name, `Does ${name}`, `Instructions of ${name}\n${'line\n'.repeat(200)}`)

  test('200 calls of mixed tools get 200 right answers while skills are reloaded and change', async () => {
    const files = Object.fromEntries(names.map((name) => [`${name}/SKILL.md`, textOf(name)]))
    const { find, skills, root } = await openTools(files)
    const work = (at: number) => callInTurn(find, at)
    const first = Array.from({ length: 100 }, (_, at) => work(at))
    const reload = skills.reload()
    const second = Array.from({ length: 50 }, (_, at) => work(100 + at))
    for (const name of names.slice(0, 10)) replace(root, name)
    const edited = skills.reload()
    const third = Array.from({ length: 50 }, (_, at) => work(150 + at))
    const answers = await Promise.all([...first, ...second, ...third])
    expect(answers).toHaveLength(200)
    expect(answers.filter((isRight) => !isRight)).toEqual([])
    expect(await reload).toMatchObject({ reloaded: true, current: { total: COUNT } })
    expect(await edited).toMatchObject({ reloaded: true, current: { total: COUNT } })
  })

  /** Puts a skill's new text in its place, so that a reader sees the old one or the new one. */
  function replace(root: string, name: string): void {
    const file = join(root, name, 'SKILL.md')
    writeFileSync(`${file}.new`, textOf(name).replace('line', 'changed line'))
    renameSync(`${file}.new`, file)
  }

  async function callInTurn(find: (name: string) => OfferableTool, at: number): Promise<boolean> {
    const name = names[at % COUNT] ?? ''
    const isText = ({ text, isError }: ToolAnswer) =>
      !isError && text.match(/Instructions of skill-\d\d/g)?.join() === `Instructions of ${name}`
    if (at % 6 === 0) return isText(await find('Skill').call({ skill_name: name }))
    if (at % 6 === 1) return isText(await find('skill').call({ skill: name }))
    if (at % 6 === 2) return isText(await find('get_skill').call({ skill_name: name }))
    if (at % 6 === 3)
      return (await find('skills').call({ action: 'check', skill: name })).text.startsWith(
        `{"name":"${name}","eligible":true`,
      )
    if (at % 6 === 4) return isText(await find('activate_skill').call({ name, again: true }))
    return isText(await find('read_skill_file').call({ name, path: 'SKILL.md' }))
  }
})

test('an aborted signal is honoured by the contracts’ own entry points too', async () => {
  const root = temporaryRoot({ 'pdf/SKILL.md': skillText('pdf') })
  const skillManager = await SkillManager.open({ roots: [{ path: root.path }], index: false })
  const signal = AbortSignal.abort()
  const aborted = { isError: true, llmContent: 'The call was aborted' }
  expect(await createSkillTool({ skillManager }).execute({ skill: 'pdf' }, { signal })).toEqual(aborted)
  const error = 'Error reading SKILL.MD: The call was aborted'
  expect(await createGetSkillTool({ skillManager }).execute({ skill_name: 'pdf' }, { signal })).toEqual({ error })
})
