/** Telemetry is an optional part: absent, unreachable or broken, it changes no call. compat/telemetry has the real SDK. */

import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Span, type TracerProvider, trace } from '@opentelemetry/api'
import { build } from 'esbuild'
import { describe, expect, onTestFinished, test } from 'vitest'
import { countActivation, traceCall } from '../../../src/system/telemetry/trace-call.js'
import { createActivateSkillTool } from '../../../src/tools.js'
import { connectPiped, greeting, openSkills } from '../../mcp/clients.js'
import { openRoot } from '../../support/managing.js'
import { temporaryFolder } from '../../support/temporary.js'

const source = fileURLToPath(new URL('../../../src', import.meta.url))
const require = createRequire(import.meta.url)

/** Runs a program over the workspace where no package of ours can be found. */
async function runAlone(program: string): Promise<unknown> {
  const folder = temporaryFolder({ 'program.ts': program })
  const outfile = join(folder, 'program.mjs')
  await build({
    entryPoints: [join(folder, 'program.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'error',
    external: ['ajv', 'yaml'],
    alias: { '#workspace': join(source, 'workspace.ts') },
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  })
  const { stdout, stderr } = spawnSync(process.execPath, [outfile], { encoding: 'utf8', cwd: folder })
  return stdout === '' ? stderr : JSON.parse(stdout)
}

const PROGRAM = `
import { createWorkspaceTools, defineSkill, VirtualWorkspace } from '#workspace'
const workspace = new VirtualWorkspace({ skills: [defineSkill({ name: 'greeting', description: 'Greets' })] })
const [activate] = createWorkspaceTools(workspace)()
const { isError } = await activate.call({ name: 'greeting' })
console.log(JSON.stringify({ isError, active: workspace.skillManager.getActiveSkills().map(({ name }) => name) }))
`

describe('without the package', () => {
  test('a call works as ever', async () => {
    expect(await runAlone(PROGRAM)).toEqual({ isError: false, active: ['greeting'] })
  })

  test('a call works if a copy that cannot be reached is in use', async () => {
    const registered = "globalThis[Symbol.for('opentelemetry.js.api.1')] = { version: '1.9.1', trace: {} }\n"
    expect(await runAlone(registered + PROGRAM)).toEqual({ isError: false, active: ['greeting'] })
  })
})

describe('without a registered SDK', () => {
  test('nothing describes the call, and the work is called directly', async () => {
    const promise = Promise.resolve(1)
    const describeCall = () => expect.unreachable()
    expect(traceCall(describeCall, () => promise)).toBe(promise)
    expect(await promise).toBe(1)
    expect(() => countActivation({ skill: 'pdf' })).not.toThrow()
  })
})

describe('with a registered provider', () => {
  const files = { 'pdf/SKILL.md': '---\nname: pdf\ndescription: Reads PDF files\n---\nRead it.\n' }

  function register(provider: TracerProvider): void {
    trace.setGlobalTracerProvider(provider)
    onTestFinished(() => {
      trace.disable()
      Reflect.deleteProperty(globalThis, Symbol.for('opentelemetry.js.api.1'))
    })
  }

  test('the package is found, and a call is a span that ends', async () => {
    expect(require.resolve('@opentelemetry/api')).toContain('node_modules')
    const ended: string[] = []
    const startSpan = (name: string) => recordEnd(name, ended) as unknown as Span
    register({ getTracer: () => ({ startSpan, startActiveSpan: () => expect.unreachable() }) })
    const { skills } = await openRoot(files)
    expect(await createActivateSkillTool({ skillManager: skills }).call({ name: 'pdf' })).toMatchObject({
      isError: false,
    })
    expect(ended).toEqual(['execute_tool activate_skill'])
  })

  test('each call over MCP is one span', async () => {
    const ended: string[] = []
    const startSpan = (name: string) => recordEnd(name, ended) as unknown as Span
    register({ getTracer: () => ({ startSpan, startActiveSpan: () => expect.unreachable() }) })
    const { skills } = await openSkills()
    const client = await connectPiped('2025', { skillManager: skills, skills: [greeting] })
    await client.callTool({ name: 'activate_skill', arguments: { name: 'greeting' } })
    await client.callTool({ name: 'activate_skill', arguments: { name: 'pdf' } })
    await client.callTool({ name: 'call_skill_tool', arguments: { tool: 'greet', arguments: { name: 'Ada' } } })
    await client.callTool({ name: 'deactivate_skill', arguments: {} })
    expect(ended).toEqual([
      'execute_tool activate_skill',
      'execute_tool activate_skill',
      'execute_tool greet',
      'execute_tool deactivate_skill',
    ])
  })

  test('a provider that throws stops no call', async () => {
    register({
      getTracer: () => {
        throw new Error('broken')
      },
    })
    const { skills } = await openRoot(files)
    const tool = createActivateSkillTool({ skillManager: skills })
    expect(await tool.execute({ name: 'pdf' })).toMatchObject({ activated: true })
  })

  test('an exception of the work reaches the caller', async () => {
    register({ getTracer: () => trace.getTracer('none') })
    const call = { tool: 'a', kind: 'plain', input: {}, close: () => ({}) } as const
    const work = () => Promise.reject(new TypeError('broken'))
    await expect(traceCall(() => call, work)).rejects.toThrow(TypeError)
  })
})

const NOWHERE = { traceId: '0'.repeat(32), spanId: '0'.repeat(16), traceFlags: 0 }

function recordEnd(name: string, ended: string[]) {
  return {
    spanContext: () => NOWHERE,
    updateName: () => undefined,
    setAttributes: () => undefined,
    setStatus: () => undefined,
    end: () => ended.push(name),
  }
}
