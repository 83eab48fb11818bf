/** What OpenTelemetry's real SDK exports of Metier's calls, in memory. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { context, metrics, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { SkillManager } from 'metier'
import { handleOpenAICall } from 'metier/openai'
import { createGetSkillTool, createReadSkillFileTool, createSkillTool, createWaveSkillTool } from 'metier/tools'
import { createWorkspaceTools, defineSkill, defineTool, VirtualWorkspace } from 'metier/workspace'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const spans = new InMemorySpanExporter()
const numbers = new InMemoryMetricExporter(AggregationTemporality.DELTA)
const reader = new PeriodicExportingMetricReader({ exporter: numbers, exportIntervalMillis: 3_600_000 })
trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }))
metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }))
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())

const OPT_IN = 'OTEL_SEMCONV_STABILITY_OPT_IN'
const CONTENT = 'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT'

const FILES = {
  'SKILL.md': '---\nname: counting\ndescription: Counts the words of a text\n---\nCall count_words.\n',
  'references/rules.md': 'A word has letters.\n',
  'scripts/count.mjs': [
    "let input = ''",
    'for await (const part of process.stdin) input += part',
    'const { text } = JSON.parse(input)',
    "if (text === 'bad') process.exit(3)",
    'console.log(JSON.stringify({ words: text.split(" ").length }))',
  ].join('\n'),
  'tools.yaml': [
    'tools:',
    '  - name: count_words',
    '    description: Counts the words of a text',
    '    input: { type: object, properties: { text: { type: string } }, required: [text] }',
    '    run: [node, scripts/count.mjs]',
    '    category: read',
  ].join('\n'),
}

const greeting = defineSkill({
  name: 'greeting',
  description: 'Greets people',
  tools: [
    defineTool({
      toolName: 'greet',
      desc: 'Greets',
      paramsSchema: { type: 'object', properties: {} },
      execute: () => {
        trace.getTracer('host').startSpan('inside').end()
        return 'Hello'
      },
    }),
  ],
})

let home: string
let skills: SkillManager
let workspace: VirtualWorkspace

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'metier-telemetry-'))
  for (const [name, text] of Object.entries(FILES)) {
    const file = join(home, 'skills/counting', name)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  }
  skills = await SkillManager.open({ home, workdir: home, roots: [{ path: join(home, 'skills'), scope: 'personal' }] })
  await skills.approve('counting')
  workspace = new VirtualWorkspace({
    skillManager: skills,
    skills: [greeting],
    workdir: home,
    mode: 'multi',
    approve: () => true,
  })
  await reader.forceFlush()
  spans.reset()
  numbers.reset()
})

afterEach(async () => {
  delete process.env[OPT_IN]
  delete process.env[CONTENT]
  await workspace.close()
  await skills.close()
  await rm(home, { recursive: true, force: true })
})

const call = (tool: string, input: object) => {
  const found = createWorkspaceTools(workspace)().find(({ name }) => name === tool)
  if (found === undefined) throw new Error(`There is no ${tool}`)
  return found.call(input)
}

/** Every measurement since the last one, as `name {attributes} value`. */
async function counted(): Promise<readonly string[]> {
  await reader.forceFlush()
  const lines = numbers.getMetrics().flatMap(({ scopeMetrics }) =>
    scopeMetrics.flatMap(({ metrics: found }) =>
      found.flatMap(({ descriptor, dataPoints }) =>
        dataPoints.map(({ attributes, value }) => {
          const count = typeof value === 'number' ? value : value.count
          return `${descriptor.name} ${descriptor.unit} ${JSON.stringify(attributes)} ${count}`
        }),
      ),
    ),
  )
  numbers.reset()
  return lines
}

describe('without the opt-in', () => {
  test('a call is one span with the names of the conventions, and nothing about the skill', async () => {
    await call('activate_skill', { name: 'counting' })
    const [span, ...more] = spans.getFinishedSpans()
    expect(more).toEqual([])
    expect(span).toMatchObject({ name: 'execute_tool activate_skill', kind: SpanKind.INTERNAL })
    expect(span?.instrumentationScope.name).toBe('metier')
    expect(span?.attributes).toEqual({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'activate_skill',
      'gen_ai.tool.type': 'function',
    })
    expect(await counted()).toEqual([
      'gen_ai.execute_tool.duration s {"gen_ai.tool.name":"activate_skill","gen_ai.tool.type":"function"} 1',
      'metier.skill.activations {activation} {} 1',
    ])
  })
})

describe('with the opt-in', () => {
  beforeEach(() => {
    process.env[OPT_IN] = 'http,gen_ai_latest_experimental'
  })

  test('loading a skill names the skill that was found, whatever the model typed', async () => {
    await call('activate_skill', { name: 'personal:counting' })
    await call('activate_skill', { name: 'greeting' })
    expect(spans.getFinishedSpans().map(({ name }) => name)).toEqual([
      'execute_tool activate_skill counting',
      'execute_tool activate_skill greeting',
    ])
    expect(spans.getFinishedSpans()[0]?.attributes).toMatchObject({ 'gen_ai.skill.name': 'counting' })
    expect(await counted()).toEqual(
      expect.arrayContaining([
        'gen_ai.skill.loads {load} {"gen_ai.skill.name":"counting"} 1',
        'metier.skill.activations {activation} {"gen_ai.skill.name":"counting"} 1',
        'metier.skill.activations {activation} {"gen_ai.skill.name":"greeting"} 1',
      ]),
    )
  })

  test('an unknown skill is an error with its code, and its name is not repeated', async () => {
    await call('activate_skill', { name: 'nonsense' })
    const [span] = spans.getFinishedSpans()
    expect(span).toMatchObject({ name: 'execute_tool activate_skill', status: { code: SpanStatusCode.ERROR } })
    expect(span?.attributes).toMatchObject({ 'error.type': 'skill_not_found' })
    expect(JSON.stringify(span?.attributes)).not.toContain('nonsense')
    const refused = '{"gen_ai.tool.name":"activate_skill","gen_ai.tool.type":"function","error.type":"skill_not_found"}'
    expect(await counted()).toEqual(
      expect.arrayContaining([
        'gen_ai.skill.loads {load} {"error.type":"skill_not_found"} 1',
        `metier.tool.refusals {refusal} ${refused} 1`,
      ]),
    )
  })

  test('a script is a command with its file, program and exit code', async () => {
    await workspace.activateSkill('counting')
    await call('count_words', { text: 'to be' })
    await call('count_words', { text: 'bad' })
    const [good, bad] = spans.getFinishedSpans()
    expect(good?.name).toBe('execute_tool count_words counting scripts/count.mjs')
    expect(good?.attributes).toEqual({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'count_words',
      'gen_ai.tool.type': 'function',
      'gen_ai.skill.name': 'counting',
      'gen_ai.skill.resource.name': 'scripts/count.mjs',
      'process.executable.name': 'node',
      'process.exit.code': 0,
      'metier.skill.digest': expect.stringMatching(/^sha256[:-]/),
    })
    expect(bad?.attributes['process.exit.code']).toBe(3)
    expect(bad?.status.code).toBe(SpanStatusCode.UNSET)
    expect(await counted()).toEqual(
      expect.arrayContaining([
        'gen_ai.skill.script.executions {execution} {"gen_ai.skill.name":"counting","process.exit.code":0} 1',
        'gen_ai.skill.script.executions {execution} {"gen_ai.skill.name":"counting","process.exit.code":3} 1',
      ]),
    )
  })

  test('a call through call_skill_tool is the span of the inner tool, and what the tool does is inside of it', async () => {
    await workspace.activateSkill('greeting')
    const tools = createWorkspaceTools(workspace, { delivery: 'dispatch' })()
    await tools.find(({ name }) => name === 'call_skill_tool')?.call({ tool: 'greet', arguments: {} })
    const [inside, span, ...more] = spans.getFinishedSpans()
    expect(more).toEqual([])
    expect(span).toMatchObject({ name: 'execute_tool greet', attributes: { 'gen_ai.skill.name': 'greeting' } })
    expect(inside?.parentSpanContext?.spanId).toBe(span?.spanContext().spanId)
  })

  test('a refused call is counted with its code; a name that a model made up is not counted one by one', async () => {
    await workspace.activateSkill('counting')
    await call('count_words', { text: 5 })
    await workspace.callTool('made_up_by_a_model')
    expect(spans.getFinishedSpans().map(({ attributes }) => attributes['error.type'])).toEqual([
      'input_invalid',
      'tool_unknown',
    ])
    const lines = await counted()
    expect(lines).toContain('metier.tool.refusals {refusal} {"error.type":"tool_unknown"} 1')
    expect(lines.join()).not.toContain('made_up')
    expect(lines.join()).not.toContain('script.executions')
  })

  test('a file of a skill is named relative to the skill; a file that is not there is not named', async () => {
    const tool = createReadSkillFileTool({ skillManager: skills })
    await tool.execute({ name: 'counting', path: './references/../references/rules.md' })
    await tool.execute({ name: 'counting', path: '/etc/passwd' })
    const [found, missing] = spans.getFinishedSpans()
    expect(found?.name).toBe('execute_tool read_skill_file counting references/rules.md')
    expect(missing?.name).toBe('execute_tool read_skill_file')
    expect(JSON.stringify(missing?.attributes)).not.toContain('passwd')
  })

  test('every tool that loads a skill is a span of that skill', async () => {
    await createWaveSkillTool({ skillManager: skills }).execute({ skill_name: 'counting' }, { workdir: home })
    await createSkillTool({ skillManager: skills }).execute({ skill: 'counting' })
    await createGetSkillTool({ skillManager: skills }).execute({ skill_name: 'counting' })
    expect(spans.getFinishedSpans().map(({ name }) => name)).toEqual([
      'execute_tool Skill counting',
      'execute_tool skill counting',
      'execute_tool get_skill counting',
    ])
  })

  test('a call that an adapter handles has the id of the model, and what the tool calls has not', async () => {
    await workspace.activateSkill('greeting')
    const tools = createWorkspaceTools(workspace)
    const ask = (id: string, name: string, input: string) =>
      handleOpenAICall({ id, type: 'function', function: { name, arguments: input } } as const, tools())
    await ask('call_1', 'greet', '{}')
    await ask('call_2', 'greet', '{ not JSON')
    await ask('call_3', 'made_up', '{}')
    const found = spans
      .getFinishedSpans()
      .map(({ name, attributes }) => [name, attributes['gen_ai.tool.call.id'], attributes['error.type']])
    expect(found).toEqual([
      ['inside', undefined, undefined],
      ['execute_tool greet', 'call_1', undefined],
      ['execute_tool greet', 'call_2', 'input_invalid'],
      ['execute_tool made_up', 'call_3', 'tool_unknown'],
    ])
    expect((await counted()).filter((line) => line.startsWith('metier.tool.refusals'))).toHaveLength(2)
  })

  test('content is told only if its own variable says so', async () => {
    await call('activate_skill', { name: 'counting' })
    process.env[CONTENT] = 'span_only'
    await call('activate_skill', { name: 'counting', again: true })
    const [without, with_] = spans.getFinishedSpans()
    expect(Object.keys(without?.attributes ?? {})).not.toContain('gen_ai.tool.call.arguments')
    expect(with_?.attributes).toMatchObject({
      'gen_ai.tool.call.arguments': '{"name":"counting","again":true}',
      'gen_ai.tool.call.result': expect.stringContaining('Call count_words.'),
      'gen_ai.skill.description': 'Counts the words of a text',
      'gen_ai.skill.source.uri': pathToFileURL(join(home, 'skills/counting')).href,
    })
  })
})
