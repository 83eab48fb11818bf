/** Compares all known skills with each other, or one with the others. */

import { runAtOnce } from '../../system/files/slices.js'
import type { SkillRecord } from '../record/skill-record.js'
import type { Searchable } from '../search/kept/kept-search.js'
import { describePair, type PairDescription } from './describe-pair.js'
import { OverlapFinder, type ScoredPair } from './find-overlaps.js'
import type { CopyKind } from './near-copy.js'
import { openLibrary } from './overlap-library.js'
import { MAYBE_SCORE, OVERLAP_SCORE } from './scores.js'

/** Two skills that would be confused with each other. */
export interface RivalPair extends PairDescription {
  readonly score: number
  /** The records of `left` and `right`. */
  readonly records: readonly [SkillRecord, SkillRecord]
}

/** Two skills of which one is a copy of the other. */
export interface CopiedPair {
  readonly score: number
  readonly kind: CopyKind
  readonly records: readonly [SkillRecord, SkillRecord]
}

export interface SkillOverlaps {
  /** The lowest score that was asked for. */
  readonly min: number
  /** The number of rivals and of copies, even if not all are listed. */
  readonly rivalCount: number
  readonly copyCount: number
  /** Highest score first. */
  readonly rivals: readonly RivalPair[]
  readonly copies: readonly CopiedPair[]
}

/** The skill that is most easily taken for another one. */
export interface NearestSkill {
  readonly record: SkillRecord
  readonly score: number
  readonly copy: CopyKind | undefined
}

export interface OverlapSelection {
  /** The lowest score of a pair; 0.45 by default. */
  readonly min?: number | undefined
  /** Compares only this skill with the others. */
  readonly record?: SkillRecord | undefined
  /** The most pairs to list of each kind. */
  readonly most?: number | undefined
}

/** No person reads more, and no program needs the sentences of more. */
const MOST_PAIRS = 1_000

export function overlapSkills(
  searchable: Searchable,
  known: readonly SkillRecord[],
  selection: OverlapSelection,
): SkillOverlaps {
  return runAtOnce(findOverlaps(runAtOnce(readCompared(searchable, known, selection.record)), selection))
}

/** Skills that were read for comparison. The same object serves any number of comparisons. */
export interface ComparedSkills {
  readonly records: readonly SkillRecord[]
  readonly finder: OverlapFinder
}

/** Reads the skills to compare, in steps. A disabled or shadowed skill can be compared too, if it is asked for. */
export function* readCompared(
  searchable: Searchable,
  known: readonly SkillRecord[],
  record?: SkillRecord,
): Generator<void, ComparedSkills> {
  const records = record === undefined ? known : [...known.filter(({ name }) => name !== record.name), record]
  const library = yield* openLibrary(records, searchable)
  return { records, finder: yield* OverlapFinder.open(library) }
}

/** Compares skills, in steps. */
export function* findOverlaps(
  { records, finder }: ComparedSkills,
  { min = OVERLAP_SCORE, record, most = MOST_PAIRS }: OverlapSelection,
): Generator<void, SkillOverlaps> {
  const pairs = yield* finder.search({ min, position: record && records.indexOf(record) })
  const rivals = pairs.filter(({ copy }) => copy === undefined)
  const copies = pairs.filter(({ copy }) => copy !== undefined)
  const both = ({ left, right }: ScoredPair) => [records[left] as SkillRecord, records[right] as SkillRecord] as const
  const described: RivalPair[] = []
  for (const pair of rivals.slice(0, most)) {
    described.push({ score: pair.score, records: both(pair), ...describePair(finder, pair) })
    yield
  }
  return {
    min,
    rivalCount: rivals.length,
    copyCount: copies.length,
    rivals: described,
    copies: copies.slice(0, most).map((pair) => {
      return { score: pair.score, kind: pair.copy as CopyKind, records: both(pair) }
    }),
  }
}

/** The skill that a skill is most easily taken for; undefined if none comes near. */
export function findNearest(
  searchable: Searchable,
  known: readonly SkillRecord[],
  record: SkillRecord,
): NearestSkill | undefined {
  const { records, finder } = runAtOnce(readCompared(searchable, known, record))
  const position = records.indexOf(record)
  const [pair] = finder.find({ min: MAYBE_SCORE, position })
  if (pair === undefined) return undefined
  const other = records[pair.left === position ? pair.right : pair.left]
  return other && { record: other, score: pair.score, copy: pair.copy }
}
