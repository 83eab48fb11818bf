// The page of `metier serve` in a real browser, beside an empty page of the same server, and what the page adds to its start.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { figure, format } from '../lib/figures.mjs'
import { largestSize, percent } from './shared.mjs'

export const title = 'The page: first paint, scrolling, search and memory in a browser'

const PAGE = 'the table of skills'
const TWO_FRAMES_MS = 34
const WITH = 'metier serve'
const WITHOUT = 'metier serve --no-dashboard'
const BEFORE = 'metier serve, the other build'
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome']

export function run(context) {
  const count = largestSize(context, 10_000)
  const starts = measureStarts(context)
  const start = { tables: [startTable(starts)], figures: judgeStarts(starts), notes: [] }
  const browser = findBrowser()
  if (browser === undefined) return { ...start, notes: [`the page is left out: install ${BROWSERS[0]}`] }
  const { dist } = context
  const one = { name: PAGE, program: 'dashboard-page', parameters: { dist, root: context.tree(count), browser } }
  const series = context.takeTurns([one], { rounds: context.fewRounds(3) }).get(PAGE)
  if (series.failure !== undefined) throw new Error(series.failure)
  return {
    tables: [pageTable(series, count), ...start.tables],
    figures: [...judgePage(series, count), ...start.figures],
    notes: [
      `the search box to the painted rows takes ${format(series.of('keyMedianMs'))} ms in the median; the answer of the server, p95, ${format(series.of('searchMs'))} ms`,
      `the first table after the start of the server took ${format(series.of('firstTableMs'))} ms`,
    ],
  }
}

function measureStarts(context) {
  const root = context.tree(1_000)
  const repetitions = context.quick ? 1 : 2
  const one = (name, dist, words) => {
    return { name, program: 'serve-start', parameters: { dist, root, words, repetitions } }
  }
  const before = context.before === undefined ? [] : [one(BEFORE, context.before, [])]
  return context.takeTurns([one(WITH, context.dist, []), one(WITHOUT, context.dist, ['--no-dashboard']), ...before])
}

function startTable(series) {
  const least = series.get(BEFORE) ?? series.get(WITHOUT)
  return {
    caption: 'from the start of the process until it serves; 1,000 skills',
    head: ['server', 'ms', 'CPU ms', 'x CPU', 'noise'],
    rows: [...series.values()].map((one) => [
      one.name,
      one.failure ?? format(one.of('startMs')),
      format(one.of('startCpuMs')),
      format(one.of('startCpuMs') / least.of('startCpuMs')),
      percent(one.noise('startCpuMs')),
    ]),
  }
}

function judgeStarts(series) {
  const ours = series.get(WITH).of('startCpuMs')
  return [WITHOUT, BEFORE]
    .filter((name) => series.has(name))
    .map((name) => {
      const other = series.get(name)
      const what = `start of metier serve with its page, CPU, over ${name === BEFORE ? 'the other build' : '--no-dashboard'}`
      const noise = other.noise('startCpuMs')
      return figure({
        bar: 'page',
        what,
        value: ours / other.of('startCpuMs'),
        unit: 'x',
        limit: 1.3,
        noise,
        isExact: true,
      })
    })
}

function pageTable(series, count) {
  const row = (name, field, unit) => [name, format(series.of(field), unit), format(series.of(`empty.${field}`), unit)]
  return {
    caption: `a browser of ${format(count)} skills, medians of the runs`,
    head: ['what', PAGE, 'an empty page'],
    rows: [
      row('first contentful paint', 'paintMs', 'ms'),
      row('a table that can be used', 'tableMs', 'ms'),
      row('scripting in a frame of scrolling, p95', 'frameMs', 'ms'),
      row('the same by the processor', 'frameCpuMs', 'ms'),
      row('a key in the search box to its rows, p95', 'keyMs', 'ms'),
      row('processor time of page and server for a key', 'keyCpuMs', 'ms'),
      row('heap of the page', 'heapMb', 'MB'),
      row('memory of the server', 'serverMb', 'MB'),
    ],
  }
}

function judgePage(series, count) {
  // On a quiet machine even an empty page shows a key within two frames.
  const isBusy = series.of('empty.keyMs') > TWO_FRAMES_MS
  const judge = (what, field, limit) => {
    const value = series.of(field)
    const noise = isBusy ? 1 : series.noise(field)
    return figure({
      bar: 'page',
      what: `${what}, ${format(count)} skills`,
      value,
      unit: 'ms',
      limit,
      noise,
      isExact: true,
    })
  }
  return [
    judge('scripting in a frame of scrolling, p95', 'frameMs', 8),
    judge('a key in the search box to its rows, p95', 'keyMs', 50),
  ]
}

function findBrowser() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return BROWSERS.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) => existsSync(file))
}
