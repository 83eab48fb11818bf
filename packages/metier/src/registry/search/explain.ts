/** Says which words made a document match. */
import type { Candidate } from './expand.js'
import { labelOf, rarityOf, type SearchIndex } from './index-shape.js'
import { FIELDS } from './search-text.js'

/** A stem that a document has, and what it adds to the document's score. */
interface Reason {
  readonly term: number
  readonly field: number
  readonly worth: number
  /** Whether it is the word that was asked for, and not one that means the same. */
  readonly isExact: boolean
}

/** A word that adds less than this share of the most important one did not matter. */
const LEAST_SHARE = 0.25
/** From this field on, a synonym proves little: a body mentions many things. */
const MENTIONING = FIELDS.indexOf('headings')

/** The words that mattered, in the order of the query, each with the best field that contains it: `name:calendar`. */
export function explainMatch(
  index: SearchIndex,
  meanings: readonly (readonly Candidate[])[],
  document: number,
): readonly string[] {
  const reasons = meanings.flatMap((candidates) => bestReason(index, candidates, document) ?? [])
  const most = reasons.reduce((largest, { worth }) => Math.max(largest, worth), 0)
  const important = reasons.filter(({ worth }) => worth >= most * LEAST_SHARE)
  const plain = important.filter(({ isExact, field }) => isExact || field < MENTIONING)
  const named = (plain.length > 0 ? plain : important).map(({ term, field }) => {
    return `${FIELDS[field]}:${labelOf(index, term)}`
  })
  return [...new Set(named)]
}

/** The meaning of a word that adds most to a document's score; undefined if the document has none. */
function bestReason(index: SearchIndex, candidates: readonly Candidate[], document: number): Reason | undefined {
  let best: Reason | undefined
  for (const { term, certainty } of candidates) {
    const slot = findPosting(index, term, document)
    if (slot < 0) continue
    const worth = (index.postings.weights[slot] as number) * rarityOf(index, term) * certainty
    if (best !== undefined && worth <= best.worth) continue
    best = { term, field: index.postings.fields[slot] as number, worth, isExact: certainty === 1 }
  }
  return best
}

function findPosting(index: SearchIndex, term: number, document: number): number {
  const { starts, documents } = index.postings
  const end = starts[term + 1] as number
  let low = starts[term] as number
  let high = end
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((documents[middle] as number) < document) low = middle + 1
    else high = middle
  }
  return low < end && documents[low] === document ? low : -1
}
