/** The questions about one skill: its text in parts, each with the rubric and the findings of the rules. */

import type { BundleFile, GateTools } from '../bundle.js'
import type { Finding } from '../finding.js'
import { RULE_SET } from '../rule-set.js'
import { describeAnswer, describeBoundary, INTRODUCTION, RUBRIC_VERSION } from './rubric.js'
import { type ReviewBudget, type ShownPart, showFiles } from './show-files.js'

export interface ReviewQuestion {
  /** The same for the same files, findings, rubric and model. */
  readonly id: string
  /** The prompt, with a boundary that the skill cannot know. */
  readonly compose: (boundary: string) => string
}

export interface ComposedReview {
  readonly questions: readonly ReviewQuestion[]
  readonly lines: ReadonlyMap<string, readonly string[]>
  readonly unseen: readonly string[]
}

export interface ReviewSubject {
  readonly files: readonly BundleFile[]
  /** The findings of the rules. */
  readonly findings: readonly Finding[]
  /** Which model is asked. */
  readonly identity: string
  readonly budget: ReviewBudget
}

export function composeReview(subject: ReviewSubject, { sha256 }: Pick<GateTools, 'sha256'>): ComposedReview {
  const { files, findings, identity, budget } = subject
  const { parts, lines, unseen } = showFiles(files, findings, budget)
  const digest = (value: unknown) => sha256(new TextEncoder().encode(JSON.stringify(value)))
  const skill = digest(files.map(({ path, bytes, isExecutable }) => [path, sha256(bytes), isExecutable]))
  const seen = describeFindings(findings)
  const questions = parts.map((part, at): ReviewQuestion => {
    const place = { part, at, count: parts.length, seen, unseen, all: files.length }
    return {
      id: digest([RUBRIC_VERSION, RULE_SET, identity, skill, seen, at, part.text]),
      compose: (boundary) => composePrompt(place, boundary),
    }
  })
  return { questions, lines, unseen }
}

interface PromptPlace {
  readonly part: ShownPart
  readonly at: number
  readonly count: number
  readonly seen: readonly string[]
  readonly unseen: readonly string[]
  readonly all: number
}

function composePrompt({ part, at, count, seen, unseen, all }: PromptPlace, boundary: string): string {
  return [
    ...INTRODUCTION,
    '',
    ...describeBoundary(boundary),
    `This is part ${at + 1} of ${count} of a skill with ${all === 1 ? '1 file' : `${all} files`}.`,
    '',
    `BEGIN ${boundary}`,
    ...(seen.length === 0 ? [] : ['What automatic rules found:', ...seen, '']),
    ...(unseen.length === 0 ? [] : ['Files that are not shown:', ...unseen.slice(0, MOST_NAMES).map(quote), '']),
    part.text.trimEnd(),
    `END ${boundary}`,
    '',
    ...describeAnswer(boundary),
  ].join('\n')
}

const MOST_NAMES = 50
const MOST_FINDINGS = 30
const LONGEST_MESSAGE = 300

function quote(text: string): string {
  return JSON.stringify(text.slice(0, LONGEST_MESSAGE))
}

/** The rules are ours, but the names and excerpts in their findings are the skill's. */
function describeFindings(findings: readonly Finding[]): readonly string[] {
  return findings
    .slice(0, MOST_FINDINGS)
    .map(
      ({ severity, pattern, file, line, message }) =>
        `${severity}: ${pattern}, ${quote(file)} line ${line}: ${quote(message)}`,
    )
}
