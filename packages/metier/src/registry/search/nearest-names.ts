/** Finds names that are similar to a mistyped one. */

import { editDistance } from '../../skill/text/edit-distance.js'
import { lazyPattern } from '../../skill/text/lazy-pattern.js'

const separators = lazyPattern(String.raw`[^\p{L}\p{N}]+`, 'u')

const DEFAULT_LIMIT = 3
/** The maximum number of names that are compared for each part of the wanted one. */
const MOST_HOLDERS = 400
/** Words of a name that are worth searching for; two characters mean more in Chinese than in English. */
const TELLING = /^(?:.{3,}|[^\0-\x7f]{2,})$/u
/** How specific the matching parts of a name must be in total; a part that ten names share counts a tenth. */
const LEAST_SAID = 0.1

/** The names most similar to an unknown one, nearest first: typos first, otherwise related names. */
export function nearestNames(names: readonly string[], wanted: string, limit = DEFAULT_LIMIT): readonly string[] {
  const sought = wanted.trim().toLowerCase()
  if (sought === '') return []
  // One text for all names: this runs once, for an error, when only the engine's built-in functions are fast.
  const text = `\n${names.join('\n').toLowerCase()}\n`
  const misspelled = findMisspelled(text, sought)
  const near = misspelled.length > 0 ? misspelled : findRelated(text, sought)
  return near.slice(0, limit).map((folded) => spelling(names, folded))
}

function findMisspelled(text: string, sought: string): readonly string[] {
  const most = sought.length < 5 ? 1 : 2
  const isFitting = ({ length }: string) => length >= sought.length - most && length <= sought.length + most
  // Two typos leave one of three parts intact. Names with the same start or end are always compared; otherwise they would be lost among
  // hundreds that share a part.
  const pieces = [...cut(sought, most + 1), ...longestEnds(text, sought)]
  const near = new Set(pieces.flatMap((piece) => linesWith(text, piece, isFitting)))
  const measured = [...near].map((name) => ({ name, distance: editDistance(sought, name, most) }))
  const least = Math.min(most, ...measured.map(({ distance }) => distance))
  return measured
    .filter(({ distance }) => distance === least)
    .map(({ name }) => name)
    .sort((a, b) => a.length - b.length)
}

/** The longest start and the longest end that some name shares, with the line break that anchors them. */
function longestEnds(text: string, sought: string): readonly string[] {
  const lengths = Array.from({ length: sought.length - 1 }, (_, cutOff) => sought.length - 1 - cutOff)
  const held = (piece: string) => text.includes(piece)
  const beginning = lengths.map((length) => `\n${sought.slice(0, length)}`).find(held)
  const end = lengths.map((length) => `${sought.slice(-length)}\n`).find(held)
  return [beginning, end].filter((piece) => piece !== undefined)
}

/** Names that contain the wanted one, most of it, or its words; the more specific and the shorter, the nearer. */
function findRelated(text: string, sought: string): readonly string[] {
  const third = Math.ceil(sought.length / 3)
  const words = sought.split(separators())
  const long = [...words, sought, sought.slice(third), sought.slice(0, -third)].filter((piece) => TELLING.test(piece))
  const said = new Map<string, number>()
  for (const piece of new Set(long)) {
    const lines = new Set(linesWith(text, piece, () => true))
    const weight = piece === sought ? 1 : 1 / lines.size
    for (const line of lines) said.set(line, (said.get(line) ?? 0) + weight)
  }
  return [...said]
    .filter(([, weight]) => weight >= LEAST_SAID)
    .sort(([a, aWeight], [b, bWeight]) => bWeight - aWeight || a.length - b.length)
    .map(([name]) => name)
}

function cut(text: string, count: number): readonly string[] {
  const pieces: string[] = []
  for (let piece = 0; piece < count; piece++) {
    const from = Math.floor((piece * text.length) / count)
    pieces.push(text.slice(from, Math.floor(((piece + 1) * text.length) / count)))
  }
  return pieces.filter((piece) => piece !== '')
}

function linesWith(text: string, piece: string, isFitting: (line: string) => boolean): readonly string[] {
  const lines: string[] = []
  let at = text.indexOf(piece)
  while (at >= 0 && lines.length < MOST_HOLDERS) {
    const end = text.indexOf('\n', at + 1)
    const line = text.slice(text.lastIndexOf('\n', at) + 1, end)
    if (isFitting(line)) lines.push(line)
    at = text.indexOf(piece, end)
  }
  return lines
}

/** A name as its skill spells it. */
function spelling(names: readonly string[], folded: string): string {
  return names.includes(folded) ? folded : (names.find((name) => name.toLowerCase() === folded) ?? folded)
}
