/** A skill's test cases as authors publish them: `evals.json` and trigger query sets. */

import { type EvalCheck, readCheck } from './eval-check.js'
import { findJsonError } from './text/json-error.js'
import { isRecord } from './unknown-value.js'

/** A query that should, or should not, trigger the skill. */
interface TriggerQuery {
  readonly query: string
  readonly shouldTrigger: boolean
  /** 1-based. */
  readonly line: number
}

/** A task for the skill, and what its output must pass. */
export interface EvalCase {
  readonly id: string
  readonly prompt: string
  /** Relative to the skill. */
  readonly files: readonly string[]
  /** The assertions that a program can check. */
  readonly checks: readonly EvalCheck[]
  /** The number of assertions in words, which need a person or a model to judge. */
  readonly statements: number
}

export interface EvalsContents {
  readonly queries: readonly TriggerQuery[]
  readonly evals: readonly EvalCase[]
  /** Files that the evals need, relative to the skill. */
  readonly files: readonly string[]
  /** The skill the file says it tests. */
  readonly skillName: string | undefined
  /** Deviations from the format. */
  readonly problems: readonly string[]
  /** Where the file stops being JSON. */
  readonly brokenAt?: { readonly line: number; readonly column: number }
}

/** Reads either format: `{ skill_name, evals: [{ id, prompt, … }] }` or `[{ query, should_trigger }]`. */
export function readEvals(text: string): EvalsContents {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    const brokenAt = placeOf(text, findJsonError(text))
    return { ...problem(`invalid JSON at ${brokenAt.line}:${brokenAt.column}`), brokenAt }
  }
  if (Array.isArray(value)) return readTriggers(value, text)
  if (isRecord(value) && Array.isArray(value.evals)) return readPrompts(value, value.evals, text)
  return problem('neither an object with evals nor a list of queries')
}

function readTriggers(entries: readonly unknown[], text: string): EvalsContents {
  const problems: string[] = []
  const queries = entries.flatMap((entry, at): TriggerQuery[] => {
    const { query, should_trigger: shouldTrigger } = isRecord(entry) ? entry : {}
    if (isText(query) && typeof shouldTrigger === 'boolean')
      return [{ query, shouldTrigger, line: lineOf(text, query) }]
    problems.push(`entry ${at + 1} needs both 'query' and 'should_trigger' (true or false)`)
    return []
  })
  return { queries, evals: [], files: [], skillName: undefined, problems }
}

/** Each eval prompt doubles as a query that should trigger the skill. */
function readPrompts(value: Mapping, entries: readonly unknown[], text: string): EvalsContents {
  const evals = entries.map((entry) => (isRecord(entry) ? entry : {}))
  const ids = evals.map(({ id }) => id)
  const problems = evals.flatMap((entry, at) => {
    const isAlone = entry.id !== undefined && ids.indexOf(entry.id) === at
    return [...(isAlone ? [] : ['has no unique id']), ...reviewEval(entry)].map((what) => `eval ${at + 1} ${what}`)
  })
  const { skill_name: skillName } = value
  return {
    queries: evals.flatMap(({ prompt }) =>
      isText(prompt) ? [{ query: prompt, shouldTrigger: true, line: lineOf(text, prompt) }] : [],
    ),
    evals: evals.flatMap(toCase),
    files: evals.flatMap(({ files }) => (Array.isArray(files) ? files.filter(isText) : [])),
    skillName: isText(skillName) ? skillName : undefined,
    problems: isText(skillName) ? problems : [...problems, 'skill_name is missing'],
  }
}

function toCase({ id, prompt, files, assertions }: Mapping): readonly EvalCase[] {
  if (!isText(prompt)) return []
  const listed: readonly unknown[] = Array.isArray(assertions) ? assertions : []
  return [
    {
      id: String(id),
      prompt,
      files: Array.isArray(files) ? files.filter(isText) : [],
      checks: listed.flatMap((assertion) => readCheck(assertion) ?? []),
      statements: listed.filter(isText).length,
    },
  ]
}

function reviewEval({ prompt, expected_output: expected, files = [], assertions = [] }: Mapping): readonly string[] {
  const listed: readonly unknown[] = Array.isArray(assertions) ? assertions : [{}]
  return [
    ...(listed.every((assertion) => isText(assertion) || readCheck(assertion) !== undefined)
      ? []
      : ["has 'assertions' that are neither sentences nor checks"]),
    ...(isText(prompt) ? [] : ['has no prompt']),
    ...(isText(expected) ? [] : ['has no expected_output']),
    ...(Array.isArray(files) && files.every(isText) ? [] : ["has 'files' that is not a list of strings"]),
  ]
}

/** The line of a string of the file; 1 if it is written with other escapes. */
function lineOf(text: string, value: string): number {
  const at = text.indexOf(JSON.stringify(value))
  return at < 0 ? 1 : placeOf(text, at).line
}

function placeOf(text: string, at: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, at).split('\n')
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 }
}

function problem(message: string): EvalsContents {
  return { queries: [], evals: [], files: [], skillName: undefined, problems: [message] }
}

type Mapping = Readonly<Record<string, unknown>>

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}
