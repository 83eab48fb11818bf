import { appendFileSync, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openLineFile, readLineFile } from '../../../src/system/files/append-lines.js'
import { createMetrics } from '../../../src/workspace/metrics/metrics.js'
import { createMetricsFile, metricsPath, readMetricsFile, VirtualWorkspace } from '../../../src/workspace.js'
import { runMetier, useMetier } from '../../cli/run-metier.js'
import { temporaryFolder } from '../../support/temporary.js'
import { makeSkill, makeTool } from '../small-skills.js'

const metier = useMetier()

function called(tool: string, milliseconds: number) {
  return {
    event: 'called',
    tool,
    skill: 'pdf',
    outcome: 'succeeded',
    milliseconds,
    inputBytes: 2,
    outputBytes: 3,
  } as const
}

test('calls are counted with their durations and sizes', () => {
  const metrics = createMetrics()
  for (let duration = 1; duration <= 100; duration++) metrics.record(called('extract', duration))
  expect(metrics.report().tools.extract).toMatchObject({
    called: 100,
    succeeded: 100,
    duration: { p50: 50, p95: 95, max: 100 },
    inputBytes: 200,
    outputBytes: 300,
  })
})

test('ten thousand names take the room of two thousand', () => {
  const metrics = createMetrics()
  for (let at = 0; at < 10_000; at++) metrics.record(called(`tool${at}`, 1))
  const { tools } = metrics.report()
  expect(Object.keys(tools).length).toBeLessThanOrEqual(2_001)
  expect(tools['(others)']?.called).toBe(8_000)
})

test('offered, activated, called, refused and failed are told apart', async () => {
  const fails = makeTool('fails', {
    execute: () => {
      throw new Error('no')
    },
  })
  const skill = makeSkill('pdf', [], { tools: [makeTool('works'), fails], workDirection: 'Use it well. '.repeat(20) })
  const workspace = new VirtualWorkspace({ skills: [skill] })
  await workspace.activateSkill('pdf')
  workspace.getAvailableTools()
  workspace.getAvailableTools()
  await workspace.callTool('works')
  await workspace.callTool('fails')
  await workspace.callTool('works', [])
  await workspace.callTool('made_up')
  const { skills, tools } = workspace.getMetrics()
  expect(tools.works).toMatchObject({ offered: 2, called: 2, succeeded: 1, refused: 1, failed: 0 })
  expect(tools.fails).toMatchObject({ offered: 2, called: 1, failed: 1 })
  expect(skills.pdf).toMatchObject({ activated: 1, offered: 4, called: 3, catalogueTokens: 3, bodyTokens: 65 })
  expect(Object.keys(tools)).toEqual(['works', 'fails'])
})

test('a file keeps them, and adds up to the same; what nobody can read is left out', async () => {
  const path = join(temporaryFolder(), 'deep', 'metrics.jsonl')
  const file = createMetricsFile(path)
  const workspace = new VirtualWorkspace({ skills: [makeSkill('pdf', ['works'])], onMetrics: file.record })
  await workspace.activateSkill('pdf')
  await workspace.callTool('works')
  file.flush()
  appendFileSync(
    path,
    'not json\n{"event":"called"}\n{"time":"x","event":"called","tool":"a","outcome":"danced"}\n[]\n',
  )
  const { skills, events } = readMetricsFile(path)
  expect(events).toBe(2)
  expect(skills.pdf).toMatchObject({ activated: 1, called: 1 })
})

test('the file is bounded: the older half is forgotten', () => {
  const path = join(temporaryFolder(), 'lines')
  const file = openLineFile(path, 1_000)
  for (let at = 0; at < 100; at++) {
    file.add(`line ${at} ${'x'.repeat(90)}`)
    file.flush()
  }
  expect(statSync(path).size).toBeLessThanOrEqual(1_000)
  expect(statSync(`${path}.1`).size).toBeLessThanOrEqual(1_000)
  expect(readLineFile(path).at(-1)).toMatch(/^line 99 /)
})

test('a file that cannot be written stops nothing', () => {
  const file = createMetricsFile('/dev/null/no/such/place')
  file.record(called('x', 1))
  expect(() => file.flush()).not.toThrow()
  expect(existsSync('/dev/null/no')).toBe(false)
})

test('metier stats prints one object, or a table', async () => {
  const machine = metier.create()
  const file = createMetricsFile(metricsPath(machine.home))
  file.record({ event: 'activated', skill: 'pdf', catalogueTokens: 5, bodyTokens: 6 })
  file.record(called('extract', 12))
  file.flush()
  const { stdout, code } = await runMetier(machine, 'stats', '--json')
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    events: 2,
    skills: { pdf: { activated: 1 } },
    tools: { extract: { called: 1 } },
  })
  expect((await runMetier(machine, 'stats')).stdout).toMatch(/extract .*12/)
  expect((await runMetier(machine, 'stats', '--file', 'none')).code).toBe(2)
})
