/** Test cases of a skill as its authors publish them: `evals.json` and sets of trigger queries. */

import { isRecord } from './unknown-value.js'

/** A text that should lead to the skill, or should not. */
interface TriggerQuery {
  readonly query: string
  readonly shouldTrigger: boolean
}

export interface EvalsContents {
  readonly queries: readonly TriggerQuery[]
  /** Files that the evals need, relative to the skill. */
  readonly files: readonly string[]
  /** The skill that the file says it is about. */
  readonly skillName: string | undefined
  /** What is not as the format has it. */
  readonly problems: readonly string[]
}

/** Reads either format: `{ skill_name, evals: [{ id, prompt, … }] }` or `[{ query, should_trigger }]`. */
export function readEvals(text: string): EvalsContents {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return problem('it is not JSON')
  }
  if (Array.isArray(value)) return readTriggers(value)
  if (isRecord(value) && Array.isArray(value.evals)) return readPrompts(value, value.evals)
  return problem('it is neither an object with evals nor a list of queries')
}

function readTriggers(entries: readonly unknown[]): EvalsContents {
  const problems: string[] = []
  const queries = entries.flatMap((entry, at): TriggerQuery[] => {
    const { query, should_trigger: shouldTrigger } = isRecord(entry) ? entry : {}
    if (isText(query) && typeof shouldTrigger === 'boolean') return [{ query, shouldTrigger }]
    problems.push(`entry ${at + 1} has not both a query and should_trigger: true or false`)
    return []
  })
  return { queries, files: [], skillName: undefined, problems }
}

/** What an eval asks of the skill is something that should lead to it. */
function readPrompts(value: Mapping, entries: readonly unknown[]): EvalsContents {
  const evals = entries.map((entry) => (isRecord(entry) ? entry : {}))
  const ids = evals.map(({ id }) => id)
  const problems = evals.flatMap((entry, at) => {
    const isAlone = entry.id !== undefined && ids.indexOf(entry.id) === at
    return [...(isAlone ? [] : ['has no id of its own']), ...reviewEval(entry)].map((what) => `eval ${at + 1} ${what}`)
  })
  const { skill_name: skillName } = value
  return {
    queries: evals.flatMap(({ prompt }) => (isText(prompt) ? [{ query: prompt, shouldTrigger: true }] : [])),
    files: evals.flatMap(({ files }) => (Array.isArray(files) ? files.filter(isText) : [])),
    skillName: isText(skillName) ? skillName : undefined,
    problems: isText(skillName) ? problems : [...problems, 'there is no skill_name'],
  }
}

function reviewEval({ prompt, expected_output: expected, files = [] }: Mapping): readonly string[] {
  return [
    ...(isText(prompt) ? [] : ['has no prompt']),
    ...(isText(expected) ? [] : ['has no expected_output']),
    ...(Array.isArray(files) && files.every(isText) ? [] : ['has files that are no list of texts']),
  ]
}

function problem(message: string): EvalsContents {
  return { queries: [], files: [], skillName: undefined, problems: [message] }
}

type Mapping = Readonly<Record<string, unknown>>

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}
