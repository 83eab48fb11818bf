/** Pairs of skills that would be confused, as text: why, and what would separate them. */

import type { OverlapCopy, OverlapPair, OverlapReport, OverlapSkill } from '../../../contracts/overlap.js'
import { cutText, measureText, wrapText } from '../../../skill/text/columns.js'
import { toPlainText } from '../../../skill/text/plain-text.js'
import { COPY_WORDS } from '../../skills/nearest-skill.js'
import { type Line, styled } from '../../terminal/lines.js'
import { counted } from '../validate/lines.js'

const READABLE = 100
const MOST_PAIRS = 20
const LONGEST_REQUEST = 60
const SHORTEST_REQUEST = 16

export function composeOverlaps(report: OverlapReport, columns: number): readonly Line[] {
  const { pairs, copies, count, copyCount } = report
  const width = Math.min(columns, READABLE)
  return [
    ...pairs.slice(0, MOST_PAIRS).flatMap((pair) => [...composePair(pair, width), '']),
    ...(copies.length === 0 ? [] : [[styled('Copies', 'bold')]]),
    ...copies.slice(0, MOST_PAIRS).map(composeCopy),
    ...(copies.length === 0 ? [] : ['']),
    composeTotal(report),
    ...(Math.max(count, copyCount) > MOST_PAIRS
      ? [styledHint(`Showing the first ${MOST_PAIRS} of each; --json lists more.`)]
      : []),
  ]
}

/** A pair that is unlikely to be confused is not counted as one that overlaps. */
function composeTotal({ pairs, count, copyCount, min }: OverlapReport): Line {
  const unlikely = pairs.filter(({ verdict }) => verdict === 'unlikely').length
  const alike = count - unlikely
  const overlapping =
    alike === 0 ? 'No skills overlap' : `${counted(alike, 'pair')} of skills ${alike === 1 ? 'overlaps' : 'overlap'}`
  const others = unlikely === 0 ? '' : `, ${unlikely} unlikely`
  const copies = copyCount === 0 ? '' : `, ${copyCount === 1 ? '1 pair is a copy' : `${copyCount} pairs are copies`}`
  return `${overlapping}${others}${copies} (score ${min} or more)`
}

function composePair({ score, verdict, shared, skills }: OverlapPair, width: number): readonly Line[] {
  const [left, right] = skills
  return [
    [
      styled(score.toFixed(2), verdict === 'overlap' ? 'red' : 'yellow'),
      ' ',
      styled(left.name, 'bold'),
      ' and ',
      styled(right.name, 'bold'),
      ...(verdict === 'overlap' ? [] : [styled(`  ${verdict}`, 'dim')]),
    ],
    ...indent(`both: ${shared.length === 0 ? '-' : shared.join(', ')}`, width),
    ...skills.flatMap((skill) => composeSide(skill, width)),
    ...skills.flatMap(({ name, boundary }) => indent(`add to ${name}: ${boundary}`, width)),
  ]
}

function composeSide({ name, only, sentences }: OverlapSkill, width: number): readonly Line[] {
  return [
    ...(only.length === 0 ? [] : indent(`only ${name}: ${only.join(', ')}`, width)),
    ...sentences.map(
      ({ text, goesTo }): Line => [
        styled(`  "${cutText(toPlainText(text), roomFor(goesTo, width))}"`, 'dim'),
        ' finds ',
        goesTo === name ? goesTo : styled(goesTo ?? NONE, 'yellow'),
      ],
    ),
  ]
}

const NONE = 'neither or both'

/** The characters of a sentence that fit before what it finds; at least some words of it are shown. */
function roomFor(goesTo: string | null, width: number): number {
  const others = measureText(`  "" finds ${goesTo ?? NONE}`)
  return Math.max(SHORTEST_REQUEST, Math.min(LONGEST_REQUEST, width - others))
}

function composeCopy({ score, kind, skills: [left, right] }: OverlapCopy): Line {
  return [styled(score.toFixed(2), 'yellow'), ` ${left.name} and ${right.name}`, styled(`  ${COPY_WORDS[kind]}`, 'dim')]
}

function indent(text: string, width: number): readonly Line[] {
  return wrapText(text, width - 4).map((line, at) => `${at === 0 ? '  ' : '    '}${line}`)
}

function styledHint(text: string): Line {
  return [styled(text, 'dim')]
}
