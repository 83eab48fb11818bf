/** The figures of the scanner and of search on several pages are those of the pages that explain them. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repository } from './programs.js'

const read = (page: string) => readFileSync(join(repository, page), 'utf8').replace(/\s+/g, ' ')
const percentagesIn = (text: string) =>
  [...text.matchAll(/(\d+(?:\.\d+)?) ?%/g)].map(([, number = '']) => Number(number))
const auditing = new Set(percentagesIn(read('docs/guides/auditing.md')))
const search = new Set(percentagesIn(read('docs/guides/search.md')))

function sectionOf(page: string, start: string, end: string): readonly number[] {
  const text = read(page)
  const found = percentagesIn(text.slice(text.indexOf(start), text.indexOf(end, text.indexOf(start))))
  expect(found.length).toBeGreaterThan(2)
  return found
}

test('of the scanner, in Figures', () => {
  const shown = sectionOf('docs/figures.md', '### Ours On a labelled corpus', '### Others on the same corpus')
  expect(shown.filter((number) => !auditing.has(number))).toEqual([])
})

test('of search, in Figures', () => {
  const shown = sectionOf('docs/figures.md', '## Routing', '### Others on the same queries')
  expect(shown.filter((number) => !search.has(number))).toEqual([])
})

test('of the scanner, rounded, in the README', () => {
  const rounded = new Set([...auditing].map(Math.round))
  const shown = sectionOf('README.md', '- **Installs through a gate.**', '- **Tools that come and go.**')
  expect(shown.filter((number) => !rounded.has(number))).toEqual([])
})

test('of search, in the README', () => {
  const shown = sectionOf('README.md', '| Requests that find their skill first', '| Discovery of')
  expect(shown.filter((number) => !search.has(number))).toEqual([])
})
