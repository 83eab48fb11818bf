/** Skills that would be confused with each other, as plain objects, with a sentence for each that would draw the boundary. */

import type { RoutedSentence, SideDescription } from '../registry/overlap/describe-pair.js'
import type { CopyKind } from '../registry/overlap/near-copy.js'
import type { CopiedPair, NearestSkill, RivalPair, SkillOverlaps } from '../registry/overlap/overlap-skills.js'
import { MAYBE_SCORE, OVERLAP_SCORE } from '../registry/overlap/scores.js'
import { fileOf, type SkillRecord } from '../registry/record/skill-record.js'
import { renderNotFound, type SkillNotFound } from './skills.js'

/** Options of `SkillManager.overlap`. */
export interface OverlapOptions {
  /** Compares only this skill with the others; all skills with each other if left out. */
  readonly name?: string
  /** The lowest score of a pair, from 0 to 1; 0.45 by default. */
  readonly min?: number
}

/** `overlap`: a score of 0.45 or more. `maybe`: 0.35 or more. `unlikely`: less than that. */
export type OverlapVerdict = 'overlap' | 'maybe' | 'unlikely'

/** A sentence of a skill's description as a request, and the skill of the pair that search finds first. */
export interface OverlapSentence {
  readonly text: string
  /** Null if search finds neither, or both alike. */
  readonly goesTo: string | null
}

/** A skill of a pair. */
export interface OverlapSkill {
  readonly name: string
  /** The SKILL.md. */
  readonly path: string
  /** Words that only this skill of the two has. */
  readonly only: readonly string[]
  readonly sentences: readonly OverlapSentence[]
  /** A sentence for its description that would draw the boundary to the other one. */
  readonly boundary: string
}

/** Two skills that would be confused with each other. */
export interface OverlapPair {
  /** From 0 to 1. */
  readonly score: number
  readonly verdict: OverlapVerdict
  /** The trigger words of both. */
  readonly shared: readonly string[]
  readonly skills: readonly [OverlapSkill, OverlapSkill]
}

/** Two skills of which one is a copy of the other: the same text, a changed text, or a translation. */
export interface OverlapCopy {
  readonly score: number
  readonly kind: CopyKind
  readonly skills: readonly [CopiedSkill, CopiedSkill]
}

/** A skill that is a copy of another one. */
export interface CopiedSkill {
  readonly name: string
  /** The SKILL.md. */
  readonly path: string
}

/** Skills that would be confused with each other, highest score first. */
export interface OverlapReport {
  /** The lowest score that was asked for. */
  readonly min: number
  /** The number of pairs; at most 1,000 of them are listed. */
  readonly count: number
  readonly pairs: readonly OverlapPair[]
  /** The number of copies; at most 1,000 of them are listed. */
  readonly copyCount: number
  readonly copies: readonly OverlapCopy[]
}

/** What `overlap` returns. */
export type OverlapResult = OverlapReport | SkillNotFound

/** The skill that another one is most easily taken for. */
export interface NearestRival {
  readonly name: string
  readonly score: number
  /** Null for a rival. */
  readonly copy: CopyKind | null
}

/** Renders the pairs that would be confused; overlaps are undefined if no skill has the name. */
export function renderOverlap(asked: string | undefined, overlaps: SkillOverlaps | undefined): OverlapResult {
  return overlaps === undefined ? renderNotFound(asked ?? '') : renderOverlaps(overlaps)
}

export function renderOverlaps(overlaps: SkillOverlaps): OverlapReport {
  const { min, rivalCount, copyCount, rivals, copies } = overlaps
  return { min, count: rivalCount, pairs: rivals.map(renderPair), copyCount, copies: copies.map(renderCopy) }
}

/** Renders the skill that another one is most easily taken for. */
export function renderNearest({ record, score, copy }: NearestSkill): NearestRival {
  return { name: record.name, score, copy: copy ?? null }
}

function renderPair({ score, shared, records, left, right }: RivalPair): OverlapPair {
  const names = { left: records[0].name, right: records[1].name }
  const verdict = score >= OVERLAP_SCORE ? 'overlap' : score >= MAYBE_SCORE ? 'maybe' : 'unlikely'
  const render = (record: SkillRecord, own: SideDescription, other: SideDescription, rival: string): OverlapSkill => ({
    name: record.name,
    path: fileOf(record),
    only: own.only,
    sentences: own.sentences.map((sentence) => renderSentence(sentence, names)),
    boundary: composeBoundary(own.only, other.only, rival),
  })
  const skills = [render(records[0], left, right, names.right), render(records[1], right, left, names.left)] as const
  return { score, verdict, shared, skills }
}

function renderCopy({ score, kind, records: [left, right] }: CopiedPair): OverlapCopy {
  return { score, kind, skills: [renderCopied(left), renderCopied(right)] }
}

function renderCopied(record: SkillRecord): CopiedSkill {
  return { name: record.name, path: fileOf(record) }
}

function renderSentence(
  { text, goesTo }: RoutedSentence,
  names: Readonly<Record<'left' | 'right', string>>,
): OverlapSentence {
  return { text, goesTo: goesTo === undefined ? null : names[goesTo] }
}

const MOST_NAMED = 3

function composeBoundary(own: readonly string[], others: readonly string[], rival: string): string {
  const [mine, theirs] = [joinWords(own), joinWords(others)]
  if (mine === '' && theirs === '') return `Not for requests that name ${rival}; use ${rival} instead.`
  if (theirs === '') return `Use only for ${mine}; for everything else, use ${rival} instead.`
  if (mine === '') return `Not for ${theirs}; use ${rival} instead.`
  return `Use for ${mine}; not for ${theirs}: use ${rival} instead.`
}

function joinWords(words: readonly string[]): string {
  const named = words.slice(0, MOST_NAMED)
  return named.length < 2 ? named.join('') : `${named.slice(0, -1).join(', ')} or ${named.at(-1)}`
}
