/** The page of the benchmarks: made of the results of one run, with plots that anyone can read. */

import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../support/temporary.js'

const program = fileURLToPath(new URL('../../../../bench/page.mjs', import.meta.url))

const LOADERS = {
  caption: '1,000 skills',
  head: ['who', 'cold ms', 'peak MB'],
  rows: [
    ['metier', '20.5', '50'],
    ['floor: head', '10.1', '40'],
    ['other <loader> & co', '2,050', '90'],
    ['broken', 'failed: no package', ''],
  ],
}

function write(suites: readonly object[], before: Readonly<Record<string, string>> = {}) {
  const docs = temporaryFolder(before)
  const results = join(docs, 'results.json')
  const details = { node: 'v22.0.0', rounds: 3, packages: { metier: '0.1.0', other: '4.5.6' }, suites }
  writeFileSync(results, JSON.stringify({ details }))
  execFileSync(process.execPath, [program, results, docs])
  const read = (file: string) => readFileSync(join(docs, file), 'utf8')
  return { page: read('benchmarks.md'), images: readdirSync(join(docs, 'images')), read, docs }
}

test('a suite is a section with a plot and all of its figures', () => {
  const { page, images, read } = write([{ name: 'discovery', tables: [LOADERS], figures: [], notes: [] }])
  expect(images).toEqual(['bench-discovery.svg'])
  expect(page).toMatch(/## Discovery\n[\s\S]*!\[Discovery: 1,000 skills\]\(images\/bench-discovery\.svg\)/)
  expect(page).toContain('| metier              |')
  expect(page).toContain('Node v22.0.0, 3 rounds.')
  expect(page).toMatch(/\| other +\| +4\.5\.6 \|/)
  const svg = read('images/bench-discovery.svg')
  expect(svg).toContain('other &lt;loader> &amp; co')
  expect(svg).toContain('2,050 ms')
  expect(svg).toContain('logarithmic scale')
  expect(svg).toContain('prefers-color-scheme:dark')
  expect(svg).not.toContain('broken')
})

test('bars that compare well are on a linear scale, as long as their values', () => {
  const rows = [
    ['metier', '30', '1'],
    ['floor: head', '10', '1'],
  ]
  const { read } = write([{ name: 'discovery', tables: [{ ...LOADERS, rows }] }])
  const svg = read('images/bench-discovery.svg')
  expect(svg).not.toContain('logarithmic')
  const width = (kind: string) => Number(new RegExp(`<rect class="${kind}"[^>]* width="([\\d.]+)"`).exec(svg)?.[1])
  expect(width('ours') / width('floor')).toBeCloseTo(3, 1)
})

test('what was not measured is named, and the plots of an earlier run are gone', () => {
  const { page, images, docs } = write(
    [
      { name: 'discovery', tables: [LOADERS] },
      { name: 'hub', tables: [] },
    ],
    { 'images/bench-hub.svg': 'old', 'images/list.svg': 'kept' },
  )
  expect(page).toMatch(/Not measured in this run: .*Warm start.*The hub\./)
  expect(page).not.toContain('## The hub')
  expect(images).toEqual(['bench-discovery.svg', 'list.svg'])
  expect(existsSync(join(docs, 'images/bench-hub.svg'))).toBe(false)
})
