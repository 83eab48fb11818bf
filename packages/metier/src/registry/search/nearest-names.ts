/** Finds the names that someone who mistyped one may have meant. */
import { lazyPattern } from '../../skill/lazy-pattern.js'
import { editDistance } from './edit-distance.js'

const separators = lazyPattern(String.raw`[^\p{L}\p{N}]+`, 'u')

const DEFAULT_LIMIT = 3
/** Names that are measured letter by letter, and names looked at for each piece of the wanted one. */
const MOST_MEASURED = 24
const MOST_HOLDERS = 400
/** Words of a name that are worth looking for in others; two letters say more in Chinese than in English. */
const TELLING = /^(?:.{3,}|[^\0-\x7f]{2,})$/u

/** The names nearest to one that does not exist, nearest first: slips of the pen or, failing those, names like it. */
export function nearestNames(names: readonly string[], wanted: string, limit = DEFAULT_LIMIT): readonly string[] {
  const sought = wanted.trim().toLowerCase()
  if (sought === '') return []
  // One text for all names: this runs once, in the path of an error, when only the engine's own functions are fast.
  const text = `\n${names.join('\n').toLowerCase()}\n`
  const misspelled = findMisspelled(text, sought)
  const near = misspelled.length > 0 ? misspelled : findRelated(text, sought)
  return near.slice(0, limit).map((folded) => spelling(names, folded))
}

function findMisspelled(text: string, sought: string): readonly string[] {
  const most = sought.length < 5 ? 1 : 2
  // Of three pieces two slips leave one whole; a name that holds more of them is nearer, and is measured first.
  return holdersOf(text, cut(sought, most + 1), sought.length - most, sought.length + most)
    .map((name) => ({ name, distance: editDistance(sought, name, most) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance)
    .map(({ name }) => name)
}

/** Names that hold the wanted one, most of it, or its words; the more of them, and the shorter the name, the nearer. */
function findRelated(text: string, sought: string): readonly string[] {
  const third = Math.ceil(sought.length / 3)
  const words = sought.split(separators())
  const long = [...words, sought, sought.slice(third), sought.slice(0, -third)].filter((piece) => TELLING.test(piece))
  return holdersOf(text, [...new Set(long)], 1, Number.POSITIVE_INFINITY)
}

function cut(text: string, count: number): readonly string[] {
  const pieces: string[] = []
  for (let piece = 0; piece < count; piece++) {
    const from = Math.floor((piece * text.length) / count)
    pieces.push(text.slice(from, Math.floor(((piece + 1) * text.length) / count)))
  }
  return pieces.filter((piece) => piece !== '')
}

/** The lines of a text, of fitting length, that hold most of the pieces; among equals the shortest first. */
function holdersOf(text: string, pieces: readonly string[], shortest: number, longest: number): readonly string[] {
  const held = new Map<string, number>()
  for (const piece of pieces) {
    for (const line of linesWith(text, piece)) {
      if (line.length >= shortest && line.length <= longest) held.set(line, (held.get(line) ?? 0) + 1)
    }
  }
  return mostHeld(held, pieces.length).sort(
    (a, b) => (held.get(b) as number) - (held.get(a) as number) || a.length - b.length,
  )
}

/** Only as many lines as are worth measuring, so that there are few to sort. */
function mostHeld(held: ReadonlyMap<string, number>, most: number): string[] {
  const lines: string[] = []
  for (let count = most; count > 0 && lines.length < MOST_MEASURED; count--) {
    for (const [line, pieceCount] of held) if (pieceCount === count) lines.push(line)
  }
  return lines.slice(0, MOST_MEASURED)
}

function linesWith(text: string, piece: string): readonly string[] {
  const lines: string[] = []
  let at = text.indexOf(piece)
  while (at >= 0 && lines.length < MOST_HOLDERS) {
    const end = text.indexOf('\n', at)
    lines.push(text.slice(text.lastIndexOf('\n', at) + 1, end))
    at = text.indexOf(piece, end)
  }
  return lines
}

/** A name as its skill spells it. */
function spelling(names: readonly string[], folded: string): string {
  return names.includes(folded) ? folded : (names.find((name) => name.toLowerCase() === folded) ?? folded)
}
