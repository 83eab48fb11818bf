/** A call: available? → input valid? → allowed? → run → record. */

import { describe, expect, test } from 'vitest'
import { decide, readPolicy } from '../../../src/workspace/permission/policy.js'
import {
  type Category,
  type PermissionRequest,
  type Policy,
  ToolComponent,
  VirtualWorkspace,
  type VirtualWorkspaceOptions,
} from '../../../src/workspace.js'
import { skillText } from '../../support/temporary.js'
import { openFileWorkspace } from '../file-workspace.js'
import { makeSkill, makeTool } from '../small-skills.js'

function open(options: VirtualWorkspaceOptions = {}): VirtualWorkspace {
  const workspace = new VirtualWorkspace(options)
  for (const category of ['read', 'write', 'execute', 'network'] as const) {
    workspace.addGlobalTool(makeTool(`do_${category}`, { category }))
  }
  return workspace
}

describe('available?', () => {
  test('an unknown name is refused with the one that may have been meant', async () => {
    expect(await open().callTool('do_raed')).toMatchObject({
      success: false,
      error: "Unknown tool 'do_raed'",
      failure: { code: 'tool_unknown', suggestions: ["Did you mean 'do_read'?"] },
    })
  })

  test('a tool without a function is handled by its component, or fails', async () => {
    const workspace = open()
    class Handling extends ToolComponent {
      override handleToolCall = (name: string, params: unknown) => ({ name, params })
    }
    const handling = new Handling()
    const bare = { toolName: 'bare', desc: 'Bare', paramsSchema: { type: 'object' } }
    handling.toolSet.set('bare', bare)
    workspace.registerComponent('handling', handling)
    expect(await workspace.callTool('bare', { a: 1 })).toMatchObject({ result: { name: 'bare', params: { a: 1 } } })
    workspace.unregisterComponent('handling')
    workspace.addGlobalTool(bare)
    expect(await workspace.callTool('bare')).toMatchObject({ failure: { code: 'tool_failed' } })
  })

  test('what was deactivated while the user was asked is not run', async () => {
    let ran = 0
    const tool = makeTool('write', { category: 'write', execute: () => void ran++ })
    const workspace: VirtualWorkspace = new VirtualWorkspace({
      skills: [makeSkill('writing', [], { tools: [tool] })],
      approve: async () => (await workspace.deactivateSkill()).success,
    })
    await workspace.activateSkill('writing')
    expect(await workspace.callTool('write')).toMatchObject({ failure: { code: 'tool_unavailable' } })
    expect(ran).toBe(0)
  })
})

describe('input valid?', () => {
  const paramsSchema = {
    type: 'object',
    properties: { file: { type: 'string' }, mode: { enum: ['a', 'b'] } },
    required: ['file'],
    additionalProperties: false,
  }

  test.each([
    [{}, "must have required property 'file'"],
    [{ file: 3 }, 'file must be string'],
    [{ file: 'x', mode: 'c' }, 'mode must be one of ["a","b"]'],
    [{ file: 'x', other: 1 }, "has no parameter 'other'"],
    ['x', 'must be object'],
  ])('%j is refused: %s', async (params, reason) => {
    const workspace = open()
    workspace.addGlobalTool(makeTool('read', { paramsSchema }))
    expect(await workspace.callTool('read', params)).toMatchObject({
      error: `Invalid parameters for 'read': ${reason}`,
      failure: { code: 'input_invalid' },
    })
  })

  test('a Standard Schema checks, and what it makes of the input is what the tool gets', async () => {
    const workspace = open()
    const validate = (value: unknown) =>
      typeof (value as { n?: unknown }).n === 'string'
        ? { value: { n: Number((value as { n: string }).n) } }
        : { issues: [{ message: 'must be a text', path: ['n'] }] }
    const jsonSchema = { input: () => ({ type: 'object', properties: { n: { type: 'string' } } }) }
    const schema = { '~standard': { version: 1, vendor: 'test', validate, jsonSchema } } as const
    workspace.addGlobalTool(makeTool('count', { paramsSchema: schema, execute: ({ n }) => n + 1 }))
    expect(await workspace.callTool('count', { n: '1' })).toMatchObject({ result: 2 })
    expect(await workspace.callTool('count', { n: 1 })).toMatchObject({
      error: expect.stringContaining('n must be a text'),
    })
  })

  test('an older draft is understood, and a schema that is broken is told', async () => {
    const workspace = open()
    const old = { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object', required: ['a'] }
    workspace.addGlobalTool(makeTool('old', { paramsSchema: old }))
    workspace.addGlobalTool(
      makeTool('broken', { paramsSchema: { type: 'object', properties: { a: { type: 'objekt' } } } }),
    )
    expect(await workspace.callTool('old', { a: 1 })).toMatchObject({ success: true })
    expect(await workspace.callTool('old', {})).toMatchObject({ failure: { code: 'input_invalid' } })
    expect(await workspace.callTool('broken', {})).toMatchObject({
      error: expect.stringContaining("the tool's schema is invalid"),
    })
  })
})

describe('allowed?', () => {
  test('by default reading is allowed and everything else asked for', async () => {
    const asked: PermissionRequest[] = []
    const workspace = open({ approve: (request) => asked.push(request) > 0 })
    for (const category of ['read', 'write', 'execute', 'network']) await workspace.callTool(`do_${category}`)
    expect(asked.map(({ tool, category }) => [tool, category])).toEqual([
      ['do_write', 'write'],
      ['do_execute', 'execute'],
      ['do_network', 'network'],
    ])
  })

  test('where nobody can be asked it is refused, with what to do', async () => {
    expect(await open().callTool('do_write')).toMatchObject({
      failure: { code: 'call_not_approved', message: expect.stringContaining('this host cannot ask for it') },
    })
  })

  test('anything but true is a no, and so is a host that cannot ask', async () => {
    const yes = open({ approve: (() => 'yes') as never })
    expect(await yes.callTool('do_write')).toMatchObject({ failure: { code: 'call_not_approved' } })
    const broken = open({ approve: () => Promise.reject(new Error('no terminal')) })
    expect(await broken.callTool('do_write')).toMatchObject({ error: expect.stringContaining('no terminal') })
  })

  const subject = { tool: 'git_push', category: 'write' as Category, skill: 'git', sources: ['project'] }

  test.each<[string, Policy, string]>([
    ['a rule over the default', { allow: ['git_*'] }, 'allow'],
    ['deny wins over allow', { allow: ['git_*'], deny: [{ tool: '*_push' }] }, 'deny'],
    ['ask wins over allow', { allow: ['git_*'], ask: [{ category: 'write' }] }, 'ask'],
    ['a category of several', { deny: [{ category: ['network', 'write'] }] }, 'deny'],
    ['a skill', { deny: [{ skill: 'git' }] }, 'deny'],
    ['a source', { deny: [{ source: 'project' }] }, 'deny'],
    ['everything a rule names must fit', { deny: [{ skill: 'git', category: 'read' }] }, 'ask'],
    ['a rule that names nothing is none', { deny: [{}] }, 'ask'],
    ['another default', { default: { write: 'allow' } }, 'allow'],
  ])('%s', (_, policy, decision) => {
    expect(decide(policy, subject).decision).toBe(decision)
  })

  test.each([
    [3, 'policy must be an object'],
    [{ alow: [] }, 'policy.alow is not a known setting'],
    [{ deny: 'x' }, 'policy.deny must be a list'],
    [{ deny: [{ tol: 'x' }] }, 'policy.deny[0] is not a valid rule'],
    [
      { default: { write: 'maybe' } },
      'policy.default.write is not valid: use allow, ask or deny for one of read, write, execute, network',
    ],
  ])('%j is not a policy', (value, problem) => {
    expect(readPolicy(value)).toMatchObject({ problems: [problem], policy: { ask: ['*'] } })
  })

  test('a policy with a slip asks for everything, and keeps what it forbids', () => {
    const { policy } = readPolicy({ allow: ['*'], deny: ['rm', 3] })
    expect(decide(policy, subject).decision).toBe('ask')
    expect(decide(policy, { ...subject, tool: 'rm' }).decision).toBe('deny')
  })
})

describe('allowed-tools of a skill', () => {
  const bash = makeTool('Bash', { category: 'execute', execute: ({ command }) => command })
  const spellings: readonly [string, string][] = [
    ['blanks', 'allowed-tools: Read Bash(git:*)'],
    ['commas', 'allowed-tools: Read, Bash(git:*)'],
    ['a list', 'allowed-tools:\n  - Read\n  - Bash(git:*)'],
  ]

  function skill(line: string) {
    return { git: { 'SKILL.md': skillText('git').replace('\n---\n', `\n${line}\n---\n`) } }
  }

  test.each(spellings)('with %s, what they name needs no prompt while the skill is active', async (_, line) => {
    const asked: unknown[] = []
    const { workspace } = await openFileWorkspace(skill(line), { approve: (request) => asked.push(request) < 0 })
    workspace.addGlobalTool(bash)
    const call = (command: string) => workspace.callTool('Bash', { command })
    expect(await call('git status')).toMatchObject({ failure: { code: 'call_not_approved' } })
    await workspace.activateSkill('git')
    expect(await call('git status')).toMatchObject({ success: true })
    expect(await call('git status; rm -rf /')).toMatchObject({ failure: { code: 'call_not_approved' } })
    await workspace.deactivateSkill()
    expect(await call('git status')).toMatchObject({ success: false })
    expect(asked).toHaveLength(3)
  })

  test('count for nothing before the user approved them', async () => {
    const { workspace } = await openFileWorkspace(skill('allowed-tools: Bash(git:*)'), {
      approved: [],
      approve: () => false,
    })
    workspace.addGlobalTool(bash)
    expect((await workspace.activateSkill('git')).message).toContain('metier approve git')
    expect(await workspace.callTool('Bash', { command: 'git status' })).toMatchObject({ success: false })
  })

  test('do not overrule a rule of the policy', async () => {
    const policy = { ask: ['Bash'] }
    const { workspace } = await openFileWorkspace(skill('allowed-tools: Bash(git:*)'), { policy, approve: () => false })
    workspace.addGlobalTool(bash)
    await workspace.activateSkill('git')
    expect(await workspace.callTool('Bash', { command: 'git status' })).toMatchObject({ success: false })
  })
})

describe('run', () => {
  test('what a tool throws is a failure with its words', async () => {
    const workspace = open()
    const fails = () => {
      throw new Error('disk full')
    }
    workspace.addGlobalTool(makeTool('save', { execute: fails }))
    expect(await workspace.callTool('save')).toMatchObject({
      error: "'save' failed: disk full",
      failure: { code: 'tool_failed' },
    })
  })

  test('a caller who gives up does not wait for a tool that does not listen', async () => {
    const workspace = open()
    workspace.addGlobalTool(makeTool('wait', { execute: () => new Promise(() => undefined) }))
    const stop = new AbortController()
    const call = workspace.callTool('wait', {}, { signal: stop.signal })
    stop.abort()
    expect(await call).toMatchObject({ failure: { code: 'call_aborted' } })
    expect(await workspace.callTool('wait', {}, { signal: stop.signal })).toMatchObject({
      failure: { code: 'call_aborted' },
    })
  })

  test('a tool is told its skill, and when that is deactivated', async () => {
    let context: { skillName?: string | undefined; signal: AbortSignal } | undefined
    const tool = makeTool('look', {
      execute: (_, given) => {
        context = given
      },
    })
    const workspace = new VirtualWorkspace({ skills: [makeSkill('looking', [], { tools: [tool] })] })
    await workspace.activateSkill('looking')
    await workspace.callTool('look')
    expect(context).toMatchObject({ skillName: 'looking', signal: { aborted: false } })
    await workspace.deactivateSkill()
    expect(context?.signal.aborted).toBe(true)
  })
})
