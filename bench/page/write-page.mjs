// One page from the results of one run: docs/benchmarks.md, and its plots in docs/images.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderTable } from '../lib/table.mjs'
import { drawBars } from './bars.mjs'
import { plotsOf } from './plots.mjs'
import { SECTIONS } from './sections.mjs'

const PREFIX = 'bench-'

/** Writes the page and its plots below a folder of documents. Plots of an earlier run are removed. */
export function writePage(results, docs) {
  const images = join(docs, 'images')
  mkdirSync(images, { recursive: true })
  for (const file of readdirSync(images)) if (file.startsWith(PREFIX)) rmSync(join(images, file))
  const { suites, ...circumstances } = results.details
  const parts = SECTIONS.flatMap((section) => {
    const outcome = suites.find(({ name }) => name === section.suite)
    return outcome === undefined || isEmpty(outcome) ? [] : [renderSection(section, outcome, images)]
  })
  const missing = SECTIONS.filter(({ suite }) => !suites.some((one) => one.name === suite && !isEmpty(one)))
  writeFileSync(
    join(docs, 'benchmarks.md'),
    [...renderHead(circumstances, missing), ...parts, ...renderBars(suites)].join('\n'),
  )
}

function isEmpty({ tables = [] }) {
  return tables.every(({ rows }) => rows.length === 0)
}

const HEAD = `# Benchmarks

Metier, the floor and other loaders, measured in one run. The floor is the least work that the task needs: the bare system calls, an empty program, an
idle process. Times are medians; compare them within a section only, because they depend on the machine. Each case is a new process, and cases take
turns in a random order.

<!-- Written by \`npm run bench\`. Do not edit. -->
`

function renderHead({ node, rounds, system, packages = {} }, missing) {
  const versions = Object.entries(packages).map(([name, version]) => [name, version])
  const lines = [HEAD]
  lines.push(`${[`Node ${node}`, system, rounds === 1 ? '1 round' : `${rounds} rounds`].filter(Boolean).join(', ')}.\n`)
  if (versions.length > 0) lines.push(`${renderTable(['package', 'version'], versions)}\n`)
  if (missing.length > 0) lines.push(`Not measured in this run: ${missing.map(({ title }) => title).join(', ')}.\n`)
  return [...lines, REPEAT]
}

const REPEAT = `## Repeat it

\`\`\`sh
npm install
npm --prefix compat install       # the other loaders, about 900 MB; those that are missing are left out
npm run bench                     # run it on a quiet machine; writes this page and its plots
npm run bench -- --page --only discovery,peers --rounds 3
\`\`\`

[Performance](reference/performance.md) explains every suite, what counts as cold and warm, and the bars that \`npm run bench\` holds.
`

function renderSection({ title, text, suite, ...section }, outcome, images) {
  const plots = plotsOf({ title, ...section }, outcome).map((plot, at) => {
    const file = `${PREFIX}${suite}${at === 0 ? '' : `-${at + 1}`}.svg`
    writeFileSync(join(images, file), drawBars(plot))
    return `![${plot.title}](images/${file})\n`
  })
  const tables = outcome.tables
    .filter(({ rows }) => rows.length > 0)
    .map(({ caption, head, rows }) => `${sentence(caption)}:\n\n${renderTable(head, rows)}\n`)
  // The other notes are for those who run the suites.
  const notes = (outcome.notes ?? []).filter((note) => /left out|not installed/.test(note))
  return [
    `## ${title}\n`,
    `${text}\n`,
    ...plots,
    '<details>\n<summary>All figures</summary>\n',
    ...tables,
    ...(notes.length === 0 ? [] : [`${notes.map((note) => `- ${note}`).join('\n')}\n`]),
    '</details>\n',
  ].join('\n')
}

function sentence(caption) {
  return caption.charAt(0).toUpperCase() + caption.slice(1)
}

function renderBars(suites) {
  const figures = suites.flatMap((suite) => suite.figures ?? [])
  if (figures.length === 0) return []
  const holding = figures.filter(({ verdict }) => verdict === 'holds' || verdict === 'stretch').length
  return [`## Bars\n`, `${holding} of ${figures.length} bars held in this run.\n`]
}
