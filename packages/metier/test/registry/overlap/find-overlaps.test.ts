import { describe, expect, test } from 'vitest'
import { eachCandidate } from '../../../src/registry/overlap/candidates.js'
import { OverlapFinder } from '../../../src/registry/overlap/find-overlaps.js'
import { buildSearchIndex } from '../../../src/registry/search/search-index.js'
import type { SearchDocument } from '../../../src/registry/search/search-text.js'
import { runAtOnce } from '../../../src/system/files/slices.js'

function document(name: string, description: string, body = '', tags: readonly string[] = []): SearchDocument {
  return { name, slug: name, description, tags, body }
}

function finderOf(documents: readonly SearchDocument[]): OverlapFinder {
  const index = buildSearchIndex(documents)
  return runAtOnce(OverlapFinder.open({ heads: documents, index, bodyOf: (at) => documents[at]?.body ?? '' }))
}

function scoreOf(left: SearchDocument, right: SearchDocument): number {
  return finderOf([left, right]).find({ min: 0 })[0]?.score ?? 0
}

const SLIDES = document(
  'deck-maker',
  'Create slides and decks for presentations',
  'Pick a theme, then draw every slide.',
)
const KEYNOTE = document(
  'talk-slides',
  'Create slides and decks for talks and presentations',
  'Pick a theme for the slide.',
)

describe('the score of a pair', () => {
  test('is the cosine of the heads and half the cosine of the bodies, divided by 1.5', () => {
    const [pair] = finderOf([SLIDES, KEYNOTE]).find({ min: 0 })
    expect(pair?.score).toBeCloseTo(((pair?.head ?? 0) + 0.5 * (pair?.body ?? 0)) / 1.5, 3)
    expect(pair?.head).toBeGreaterThan(0.5)
    expect(pair?.body).toBeGreaterThan(0.3)
  })

  test('is 1 for the same text and 0 for texts without a common word', () => {
    expect(scoreOf(SLIDES, SLIDES)).toBeCloseTo(1, 3)
    expect(scoreOf(SLIDES, document('weather', 'Forecast rain', 'Ask the station.'))).toBe(0)
  })

  test.each([
    'Not for slides or decks for presentations.',
    'For slides and decks, use deck-maker instead.',
    'Unlike deck-maker, writes a script.',
  ])('a boundary clause lowers it: %s', (clause) => {
    const bounded = { ...KEYNOTE, description: `${KEYNOTE.description}. ${clause}` }
    expect(scoreOf(SLIDES, bounded)).toBeLessThan(scoreOf(SLIDES, KEYNOTE) * 0.9)
  })

  test('counts tags, and of a body whatever the library reads', () => {
    const [left, right] = [document('a', 'Alpha', 'x'), document('b', 'Beta', 'y')]
    const tagged = (each: SearchDocument) => ({ ...each, tags: ['invoice', 'billing'] })
    expect(scoreOf(tagged(left), tagged(right))).toBeGreaterThan(scoreOf(left, right) + 0.3)
  })
})

test('one skill compared with all gives the pairs of all compared with all', () => {
  const words = 'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda'.split(' ')
  const documents = Array.from({ length: 60 }, (_, at) => {
    const own = Array.from({ length: 5 }, (__, n) => words[(at * 7 + n * (at % 5)) % words.length])
    return document(`skill-${at}`, own.join(' '), own.reverse().join(' '))
  })
  const finder = finderOf(documents)
  const keyOf = ({ left, right, score }: { left: number; right: number; score: number }) => `${left} ${right} ${score}`
  const all = finder.find({ min: 0.45 }).map(keyOf)
  const each = documents.flatMap((_, position) => finder.find({ min: 0.45, position }).map(keyOf))
  expect(all.length).toBeGreaterThan(50)
  expect(new Set(each)).toEqual(new Set(all))
})

test('gives way after every skill, and finds the same in steps as at once', () => {
  const documents = Array.from({ length: 40 }, (_, at) => document(`skill-${at}`, `Create slides ${at % 4} decks`, 'x'))
  const opening = OverlapFinder.open({
    heads: documents,
    index: buildSearchIndex(documents),
    bodyOf: (at) => documents[at]?.body ?? '',
  })
  expect(countSteps(opening)).toBeGreaterThanOrEqual(documents.length)
  const finder = finderOf(documents)
  expect(countSteps(finder.search({ min: 0.45 }))).toBeGreaterThanOrEqual(documents.length)
  expect(countSteps(finder.search({ min: 0.45, position: 3 }))).toBeGreaterThanOrEqual(documents.length - 1)
  expect(runAtOnce(finder.search({ min: 0.45 }))).toEqual(finder.find({ min: 0.45 }))
})

function countSteps(work: Generator<void, unknown>): number {
  let steps = 0
  while (work.next().done !== true) steps++
  return steps
}

test('a stem that most skills share makes no candidates among many', () => {
  const count = 600
  const vectors = Array.from({ length: count }, (_, at) => ({
    terms: Uint32Array.of(at + 1, 0),
    weights: Float32Array.of(0.8, 0.6),
  }))
  const documents = new Uint32Array(count + 1).fill(1)
  documents[0] = count
  let candidates = 0
  const counting = eachCandidate({ vectors, documents, least: 0.2 }, (_, earlier) => {
    candidates += earlier.length
  })
  runAtOnce(counting)
  expect(candidates).toBe(0)
})
