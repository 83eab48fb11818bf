import { resolve } from 'node:path'
import { isFile } from '../../system/files/files.js'
import type { SkillFigures, UsageFigures } from '../../workspace/metrics/metrics.js'
import { metricsPath, type ReadMetrics, readMetricsFile } from '../../workspace/metrics/metrics-file.js'
import { answer, type Command, misuse, refuse } from '../arguments/command.js'
import { findSurroundings } from '../skills/open-skills.js'
import { type Line, say, styled } from '../terminal/lines.js'
import { composeTable } from '../terminal/table.js'
import { wrapPage } from '../terminal/wrap-lines.js'
import { counted } from './validate/lines.js'

export const command: Command = {
  name: 'stats',
  summary: 'Show how often skills and their tools were used',
  details: [
    'Sums up the local metrics file: how often skills were activated, and how often their tools were offered, called and refused, how calls ended and how long they took. The data never leaves this machine.',
    'Agents that use metier mcp or metier serve are recorded, and programs that pass createMetricsFile to a workspace. metier run is not counted.',
  ],
  arguments: [],
  options: [
    {
      name: 'file',
      kind: 'text',
      value: 'FILE',
      summary: 'Metrics file (default: ~/.metier/metrics.jsonl)',
      completes: 'files',
    },
  ],
  examples: [
    { line: 'metier stats', summary: 'Show usage of skills and tools' },
    { line: 'metier stats --file metrics.jsonl --json', summary: 'Print the figures of another file as JSON' },
  ],
  run(input, context) {
    const named = input.text('file')
    const { home } = findSurroundings(context, false).place
    const file = named === undefined ? home && metricsPath(home) : resolve(context.workdir, named)
    if (file === undefined) return refuse('no home directory found', ['Pass the metrics file with --file.'])
    if (named !== undefined && !isFile(file)) return misuse(`--file ${file} is not a file`)
    const metrics = readMetricsFile(file)
    const { unreadable } = metrics
    const notes =
      unreadable === 0
        ? []
        : [
            `${counted(unreadable, 'line')} of ${file} could not be read and ${unreadable === 1 ? 'was' : 'were'} skipped.`,
          ]
    return answer({ file, ...metrics }, (columns) => composeStats(file, metrics, columns), { notes })
  },
}

function composeStats(file: string, metrics: ReadMetrics, columns: number): readonly Line[] {
  const { skills, tools, from = '', to = '', events } = metrics
  if (events === 0) return wrapPage([`No usage recorded in ${file}.`, say(NOT_COUNTED)], columns)
  const skillRows = Object.entries(skills).map(([name, figures]) => [
    name,
    String(figures.activated),
    ...cellsOf(figures),
  ])
  const toolRows = Object.entries(tools).map(([name, figures]) => [name, '', ...cellsOf(figures)])
  const heads = ['activated', 'offered', 'called', 'ok', 'failed', 'refused', 'p50 ms', 'p95 ms', 'max ms']
  return [
    ...wrapPage([[styled(`${events} events from ${from} to ${to}`, 'dim')]], columns),
    '',
    ...composeRows(['skill', ...heads], skillRows, columns),
    '',
    ...composeRows(['tool', ...heads], toolRows, columns),
  ]
}

const NOT_COUNTED = "Agents over MCP and your own programs are recorded; calls by 'metier run' are not."

function cellsOf({
  offered,
  succeeded,
  failed,
  refused,
  called,
  duration,
}: UsageFigures | SkillFigures): readonly string[] {
  return [offered, called, succeeded, failed, refused, duration.p50, duration.p95, duration.max].map(String)
}

function composeRows(head: readonly string[], rows: readonly (readonly string[])[], columns: number): readonly Line[] {
  const titles = head.map((text) => ({ text, style: 'bold' as const }))
  return composeTable([titles, ...rows.map((row) => row.map((text) => ({ text })))], columns)
}
