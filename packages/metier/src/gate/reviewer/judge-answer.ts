/** Turns a model's answer into findings. An opinion about text that is not in the skill is dropped. */

import { cutText } from '../../skill/text/cut-text.js'
import { toPlainText } from '../../skill/text/plain-text.js'
import type { Finding } from '../finding.js'
import { excerptAt } from '../text/excerpt.js'
import { findObjects } from './read-answer.js'
import { CONCERNS, type ReviewAnswer, type ReviewFinding, RUBRIC_VERSION } from './rubric.js'

/** The opinions of one answer, or why it is not an answer. */
export type JudgedAnswer =
  | { readonly ok: true; readonly answer: ReadAnswer }
  | { readonly ok: false; readonly detail: string }

export interface ReadAnswer {
  readonly findings: readonly ReviewFinding[]
  /** Further findings, which do not have the required form. */
  readonly malformed: number
}

/** Checks the form of an answer, and of each of its findings. */
export interface AnswerForm {
  readonly isAnswer: (value: unknown) => boolean
  readonly isFinding: (value: unknown) => boolean
}

/** Finds the answer that has the right form and repeats the boundary, which nothing in the skill can know. */
export function readAnswer(text: string, boundary: string, { isAnswer, isFinding }: AnswerForm): JudgedAnswer {
  const objects = findObjects(text)
  if (objects.length === 0) return { ok: false, detail: 'it contains no JSON object' }
  const formed = objects.flatMap(({ value, repeatsKey }) =>
    isAnswer(value) ? [{ ...(value as ReviewAnswer), repeatsKey }] : [],
  )
  if (formed.length === 0) return { ok: false, detail: MISSHAPEN }
  const answer = formed.find(({ review }) => review === boundary)
  if (answer === undefined) return { ok: false, detail: 'it does not answer this question' }
  // Of two severities or two lists, one would hide the other.
  if (answer.repeatsKey) return { ok: false, detail: 'its JSON has the same key twice' }
  const findings = answer.findings.filter((one): one is ReviewFinding => isFinding(one))
  const malformed = answer.findings.length - findings.length
  return findings.length === 0 && malformed > 0
    ? { ok: false, detail: MISSHAPEN }
    : { ok: true, answer: { findings, malformed } }
}

const MISSHAPEN = 'its JSON does not have the required form'

export interface JudgedOpinions {
  readonly opinions: readonly Finding[]
  /** Opinions whose file or quote does not exist. */
  readonly dropped: number
}

/** The opinions whose quote is really in the file. The line is corrected if the quote is elsewhere. */
export function judgeOpinions(
  { findings }: Pick<ReadAnswer, 'findings'>,
  lines: ReadonlyMap<string, readonly string[]>,
  model: string,
): JudgedOpinions {
  const opinions = findings.flatMap((opinion) => toFinding(opinion, lines, model) ?? [])
  return { opinions, dropped: findings.length - opinions.length }
}

const LONGEST_REASON = 400

function toFinding(
  { concern, severity, file, line, quote, reason }: ReviewFinding,
  lines: ReadonlyMap<string, readonly string[]>,
  model: string,
): Finding | undefined {
  const known = CONCERNS.find(({ key }) => key === concern)
  const text = lines.get(file)
  const place = text && findQuote(text, quote, line)
  if (known === undefined || text === undefined || place === undefined) return undefined
  const shown = text[place - 1] ?? ''
  return {
    rule: known.id,
    // Some places show only the pattern, others only the message: each must say whose opinion it is.
    pattern: `model's opinion: ${known.pattern}`,
    severity,
    confidence: 'low',
    file,
    line: place,
    column: 1,
    excerpt: excerptAt(shown, 0, shown.length, 0),
    message: `A model's opinion: ${cutText(toPlainText(reason).trim(), LONGEST_REASON)}`,
    advice: known.fix,
    opinion: { model, rubric: RUBRIC_VERSION },
  }
}

/** Shorter quotes are found anywhere. */
const SHORTEST_QUOTE = 4

/** The line, from 1, on which a quote starts: the one nearest to the claimed line. Undefined if the text does not have it. */
function findQuote(lines: readonly string[], quote: string, claimed: number): number | undefined {
  const wanted = normalise(quote.replace(/^[ \t]*\d+\| ?/gm, ''))
  const whole = lines.map(normalise).filter((line) => line !== '')
  if (wanted.length < SHORTEST_QUOTE && !whole.includes(wanted)) return undefined
  const starts = findStarts(lines, wanted)
  return starts.toSorted((a, b) => Math.abs(a - claimed) - Math.abs(b - claimed))[0]
}

/** Every line on which the quote starts. It may continue on the following lines. */
function findStarts(lines: readonly string[], wanted: string): readonly number[] {
  const starts: number[] = []
  let text = ''
  const ends: number[] = []
  for (const line of lines) {
    const clean = normalise(line)
    text += clean === '' ? '' : `${clean} `
    ends.push(text.length)
  }
  let line = 0
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    while ((ends[line] ?? Number.POSITIVE_INFINITY) <= at) line++
    if (starts.at(-1) !== line + 1) starts.push(line + 1)
  }
  return starts
}

function normalise(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
