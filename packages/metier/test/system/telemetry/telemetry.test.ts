/** Telemetry is an optional part: absent, unreachable or broken, it changes no call. compat/telemetry has the real SDK. */

import { spawnSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Span, type TracerProvider, trace } from '@opentelemetry/api'
import { build } from 'esbuild'
import { describe, expect, onTestFinished, test } from 'vitest'
import { countActivation, traceCall } from '../../../src/system/telemetry/trace-call.js'
import { createActivateSkillTool } from '../../../src/tools.js'
import { connectPiped, greeting, openSkills } from '../../mcp/clients.js'
import { openRoot } from '../../support/managing.js'
import { linkTo, temporaryFolder } from '../../support/temporary.js'

const source = fileURLToPath(new URL('../../../src', import.meta.url))
const require = createRequire(import.meta.url)

function buildAlone(entry: string, outfile: string) {
  return build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'error',
    external: ['ajv', 'yaml'],
    alias: { '#workspace': join(source, 'workspace.ts') },
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  })
}

/** Runs a program over the workspace where no package of ours can be found. */
async function runAlone(program: string): Promise<unknown> {
  const folder = temporaryFolder({ 'program.ts': program })
  const outfile = join(folder, 'program.mjs')
  await buildAlone(join(folder, 'program.ts'), outfile)
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

describe('with Metier as a link to a clone that has the newest version of the package', () => {
  const installed = join(dirname(require.resolve('@opentelemetry/api')), '..')

  /** The installed package under another version, which decides what it sees. */
  function installVersion(version: string, folder: string): void {
    cpSync(installed, folder, { recursive: true })
    const { version: current } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    for (const file of readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' })) {
      if (!/\.[cm]?js$/.test(file)) continue
      const path = join(folder, 'dist', file)
      writeFileSync(path, readFileSync(path, 'utf8').replaceAll(`"${current}"`, `"${version}"`))
    }
  }

  const AGENT = `
import { trace } from 'sdk'
import { createWorkspaceTools, defineSkill, VirtualWorkspace } from 'metier/workspace'
const ended = []
const span = (name) => ({ updateName() {}, setAttributes() {}, setStatus() {}, end: () => ended.push(name) })
trace.setGlobalTracerProvider({ getTracer: () => ({ startSpan: span }) })
const workspace = new VirtualWorkspace({ skills: [defineSkill({ name: 'greeting', description: 'Greets' })] })
const [activate] = createWorkspaceTools(workspace)()
const { isError } = await activate.call({ name: 'greeting' })
console.log(JSON.stringify({ isError, ended }))
`

  /** A program next to the clone. Its SDK has an older version of the package in the given directory. */
  async function runLinked(folder: string) {
    const place = temporaryFolder({
      'program/agent.mjs': AGENT,
      'program/node_modules/sdk/package.json': '{ "type": "module", "exports": "./index.js" }',
      'program/node_modules/sdk/index.js': "export { trace } from '@opentelemetry/api'\n",
      'clone/metier/package.json':
        '{ "name": "metier", "type": "module", "exports": { "./workspace": "./workspace.js" } }',
      'program/node_modules/metier': linkTo('../../clone/metier'),
    })
    await buildAlone(join(source, 'workspace.ts'), join(place, 'clone/metier/workspace.js'))
    installVersion('1.10.0', join(place, 'clone/node_modules/@opentelemetry/api'))
    installVersion('1.9.0', join(place, 'program', folder, '@opentelemetry/api'))
    const cwd = join(place, 'program')
    const { stdout, stderr } = spawnSync(process.execPath, ['agent.mjs'], { encoding: 'utf8', cwd })
    return { ...JSON.parse(stdout), stderr }
  }

  test("the program's copy is used", async () => {
    const ended = ['execute_tool activate_skill']
    expect(await runLinked('node_modules')).toEqual({ isError: false, ended, stderr: '' })
  })

  test('a warning says that the copy of the clone cannot be used, and what to install', async () => {
    const { stderr, ...printed } = await runLinked('node_modules/sdk/node_modules')
    expect(printed).toEqual({ isError: false, ended: [] })
    expect(stderr).toMatch(
      /\[METIER_TELEMETRY\] Warning: Metier reports no telemetry: it cannot use \S+clone\S+, because/,
    )
    expect(stderr).toContain('Install @opentelemetry/api@1.9.0 in your project.')
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
