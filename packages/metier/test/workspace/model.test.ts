/** For any sequence of changes the available tools equal what follows from the registrations and the active skills alone. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type SkillDefinition, VirtualWorkspace } from '../../src/workspace.js'
import { makeComponent, makeSkill, makeTool, namesOf } from './small-skills.js'

const TOOLS = ['a', 'b', 'c', 'd'] as const
const SKILLS = ['s0', 's1', 's2', 's3', 's4'] as const
const COMPONENTS = ['k0', 'k1'] as const

interface SkillShape {
  readonly tools: readonly string[]
  readonly needs: readonly string[]
  readonly restrictsTo: readonly string[] | undefined
  readonly fails: boolean
}

const someTools = fc.subarray([...TOOLS])
const shape: fc.Arbitrary<SkillShape> = fc.record({
  tools: someTools,
  needs: fc.subarray([...SKILLS], { maxLength: 2 }),
  restrictsTo: fc.option(someTools, { nil: undefined, freq: 4 }),
  fails: fc.nat(4).map((number) => number === 0),
})

type Step =
  | { readonly do: 'activate'; readonly skill: string }
  | { readonly do: 'unregister'; readonly skill: string }
  | { readonly do: 'reload' }
  | { readonly do: 'deactivate'; readonly skill: string | undefined }
  | { readonly do: 'register'; readonly skill: string; readonly shape: SkillShape }
  | { readonly do: 'component'; readonly key: string; readonly tools: readonly string[] | undefined }
  | { readonly do: 'global'; readonly tool: string; readonly isThere: boolean }

const skill = fc.constantFrom(...SKILLS)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('activate' as const), skill }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('deactivate' as const), skill: fc.option(skill, { nil: undefined }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('unregister' as const), skill }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reload' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('register' as const), skill, shape }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('component' as const),
      key: fc.constantFrom(...COMPONENTS),
      tools: fc.option(someTools, { nil: undefined }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('global' as const),
      tool: fc.constantFrom(...TOOLS),
      isThere: fc.boolean(),
    }),
  },
)

/** What is known, in the simplest form: lists, and no memory of how it came about. */
interface Model {
  readonly registered: Map<string, SkillShape>
  /** Active skills keep the shape they had when they were activated. */
  active: readonly { readonly name: string; readonly shape: SkillShape; readonly isRequested: boolean }[]
  readonly components: Map<string, readonly string[]>
  readonly globals: Set<string>
}

function closure(model: Model, name: string, path: readonly string[] = []): readonly string[] | undefined {
  if (path.includes(name)) return undefined
  const shape = model.registered.get(name)
  if (shape === undefined) return undefined
  const needed = shape.needs.map((need) => closure(model, need, [...path, name]))
  if (needed.some((names) => names === undefined)) return undefined
  return [...new Set([...needed.flatMap((names) => names ?? []), name])]
}

function reachable(active: Model['active'], requested: readonly string[]): Model['active'] {
  const order: string[] = []
  const visit = (name: string) => {
    const one = active.find((candidate) => candidate.name === name)
    if (one === undefined || order.includes(name)) return
    for (const need of one.shape.needs) visit(need)
    order.push(name)
  }
  for (const name of requested) visit(name)
  return order.flatMap((name) => {
    const one = active.find((candidate) => candidate.name === name)
    return one === undefined ? [] : [{ ...one, isRequested: requested.includes(name) }]
  })
}

let requestOrder: readonly string[] = []

function apply(model: Model, step: Step, mode: 'single' | 'multi'): void {
  switch (step.do) {
    case 'register':
      model.registered.set(step.skill, step.shape)
      break
    case 'component':
      model.components.delete(step.key)
      if (step.tools !== undefined) model.components.set(step.key, step.tools)
      break
    case 'global':
      model.globals.delete(step.tool)
      if (step.isThere) model.globals.add(step.tool)
      break
    case 'activate':
      activate(model, step.skill, mode)
      break
    case 'reload':
      reload(model, mode)
      break
    default:
      leave(model, step.skill, mode)
      if (step.do === 'unregister') model.registered.delete(step.skill)
  }
}

/** Whether it could be done. */
function activate(model: Model, name: string, mode: 'single' | 'multi'): boolean {
  const needed = closure(model, name)
  if (needed === undefined) return false
  const fresh = needed.flatMap((one) => {
    const shape = model.registered.get(one)
    const isSame = model.active.some((active) => active.name === one && active.shape === shape)
    return shape === undefined || isSame ? [] : [{ name: one, shape, isRequested: false }]
  })
  const others = model.active.filter((one) => !fresh.some((other) => other.name === one.name))
  const order = mode === 'single' ? [name] : [...requestOrder.filter((one) => one !== name), name]
  const next = reachable([...others, ...fresh], order)
  // A hook that fails is one of those that would run.
  if (fresh.some(({ shape, name: one }) => shape.fails && next.some((active) => active.name === one))) return false
  model.active = next
  requestOrder = order
  return true
}

/** Every active skill is looked at again: one that cannot be active any more goes. */
function reload(model: Model, mode: 'single' | 'multi'): void {
  for (const name of requestOrder) if (!activate(model, name, mode)) leave(model, name, mode)
}

function leave(model: Model, name: string | undefined, mode: 'single' | 'multi'): void {
  if (name !== undefined && !requestOrder.includes(name)) return
  requestOrder = name === undefined || mode === 'single' ? [] : requestOrder.filter((one) => one !== name)
  model.active = reachable(model.active, requestOrder)
}

/** Name → owner of everything that may be called. */
function availability(model: Model): ReadonlyMap<string, string> {
  const owners = new Map<string, string>()
  for (const [key, tools] of model.components) for (const tool of tools) owners.set(tool, key)
  for (const tool of model.globals) owners.set(tool, 'global')
  for (const { name, shape } of model.active) {
    // No skill takes a global tool's name: its own tool gets a prefix.
    for (const tool of shape.tools) owners.set(model.globals.has(tool) ? `${name}_${tool}` : tool, name)
  }
  const isHidden = (tool: string, owner: string) =>
    owner !== 'global' && model.active.some((one) => one.isRequested && forbids(model, one, tool, owner))
  return new Map([...owners].filter(([tool, owner]) => !isHidden(tool, owner)))
}

function forbids(model: Model, { name, shape }: Model['active'][number], tool: string, owner: string): boolean {
  const own = reachable(model.active, [name]).map((one) => one.name)
  return shape.restrictsTo?.includes(tool) === false && !own.includes(owner)
}

async function perform(workspace: VirtualWorkspace, step: Step): Promise<void> {
  switch (step.do) {
    case 'activate':
      await workspace.activateSkill(step.skill)
      break
    case 'deactivate':
      await workspace.deactivateSkill(step.skill)
      break
    case 'unregister':
      await workspace.unregisterSkill(step.skill)
      break
    case 'reload':
      await workspace.refresh()
      break
    case 'register':
      workspace.registerSkill(define(step.skill, step.shape))
      break
    case 'component':
      if (step.tools === undefined) workspace.unregisterComponent(step.key)
      else workspace.registerComponent(step.key, makeComponent(...step.tools))
      break
    default:
      if (step.isThere) workspace.addGlobalTool(makeTool(step.tool))
      else workspace.removeGlobalTool(step.tool)
  }
}

let made = 0

/** Each registration is a skill of its own: one that is registered again has changed. */
function define(name: string, { tools, needs, restrictsTo, fails }: SkillShape): SkillDefinition {
  return makeSkill(name, tools, {
    version: `1.0.${made++}`,
    requires: { skills: needs },
    ...(restrictsTo !== undefined && { restrictsTo }),
    ...(fails && {
      onActivate: () => {
        throw new Error('no luck')
      },
    }),
  })
}

test.each(['single', 'multi'] as const)('in %s mode', async (mode) => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const workspace = new VirtualWorkspace({ mode })
      const model: Model = { registered: new Map(), active: [], components: new Map(), globals: new Set() }
      requestOrder = []
      for (const one of steps) {
        await perform(workspace, one)
        apply(model, one, mode)
        const expected = availability(model)
        const names = namesOf(workspace.getAvailableTools())
        expect([...names].sort()).toEqual([...expected.keys()].sort())
        for (const [tool, owner] of expected) {
          expect(workspace.isToolAvailable(tool)).toBe(true)
          expect(workspace.getToolSource(tool)?.owner).toBe(owner)
        }
        for (const tool of TOOLS) expect(workspace.isToolAvailable(tool)).toBe(expected.has(tool))
      }
      await workspace.deactivateSkill()
      const always = availability({ ...model, active: [] })
      expect([...namesOf(workspace.getAvailableTools())].sort()).toEqual([...always.keys()].sort())
    }),
    { numRuns: 300 },
  )
})
