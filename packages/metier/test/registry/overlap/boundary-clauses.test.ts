import { expect, test } from 'vitest'
import { splitBoundaries } from '../../../src/registry/overlap/boundary-clauses.js'

test.each([
  ['Edits PDF files. Not for slides or decks.', 'Not for slides or decks'],
  ['Edits PDF files. Do NOT use for slides.', 'Do NOT use for slides'],
  ['Edits PDF files, unlike deck-maker, in place.', 'unlike deck-maker'],
  ['Edits PDF files. For slides, use deck-maker instead.', 'For slides, use deck-maker instead'],
  ['Edits PDF files. Use deck-maker instead for slides.', 'Use deck-maker instead for slides'],
  ['Edits PDF files rather than slides.', 'rather than slides'],
  ['编辑文件。不适用于幻灯片。', '不适用于幻灯片'],
])('%s has a boundary clause', (description, clause) => {
  const { text, clauses } = splitBoundaries(description)
  expect(clauses.map((each) => each.trim())).toEqual([clause])
  expect(text).not.toContain(clause)
})

test('a description without one stays whole', () => {
  const description = 'Use for notes and note taking. Do not lose a note.'
  expect(splitBoundaries(description)).toEqual({ text: description, clauses: [] })
})

test('a long hostile description takes no long time', () => {
  const started = performance.now()
  splitBoundaries('for use not '.repeat(100_000))
  expect(performance.now() - started).toBeLessThan(1_000)
})
