/** The second tier of a test: a model chooses among the skills, and does their evals with and without them. */

import type { ModelFailure } from '../../gate/reviewer/model.js'
import { describeCheck, passesCheck } from '../../skill/eval-check.js'
import type { EvalCase } from '../../skill/evals.js'
import { matchPattern } from '../../system/match-pattern.js'
import { readPublishedFile } from '../../system/skill-files/skill-folder.js'
import type { AskedAnswer, AskedModel } from '../model/ask-model.js'
import { type AskedTask, askForSkill, askForTask } from './ask-routing.js'
import { isClaimed, type TestedSkill } from './routing-test.js'
import { readSkillEvals } from './skill-evals.js'

/** A query, and the skill that the model chose for it. */
export interface ModelCase {
  readonly kind: 'own' | 'neighbour'
  readonly query: string
  readonly shouldTrigger: boolean
  readonly file: string
  /** Null for none; undefined if there is no usable answer. */
  readonly chosen: string | null | undefined
  readonly failure?: ModelFailure
  readonly passed: boolean
}

/** One output, and the checks that it failed. */
export interface EvalOutput {
  readonly passed: number
  readonly failed: readonly string[]
  readonly output?: string
  readonly failure?: ModelFailure
}

export interface ModelEval {
  readonly id: string
  readonly checks: number
  /** Assertions in words, which are not graded. */
  readonly statements: number
  readonly withSkill: EvalOutput
  readonly withoutSkill: EvalOutput
}

export interface ModelReport {
  readonly path: string
  readonly cases: readonly ModelCase[]
  readonly passed: number
  readonly failed: number
  readonly evals: readonly ModelEval[]
}

export interface ModelTestOptions {
  readonly asked: AskedModel
  readonly tested: readonly TestedSkill[]
  /** The tested skills and their neighbors: the catalogue. */
  readonly skills: readonly TestedSkill[]
  readonly readBody: (skill: TestedSkill) => Promise<string>
  readonly onQuestion?: ((done: number, total: number) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

export interface ModelTest {
  readonly reports: readonly ModelReport[]
  /** Questions, and how many of them were answered from the cache. */
  readonly questions: number
  readonly kept: number
}

/** More questions than this are a mistake, and expensive. */
export const MOST_QUESTIONS = 1_000

/** A model that fails this often in a row is not asked again. */
const MOST_FAILURES = 3

/** Counts the questions without asking any. */
export function countQuestions({ tested, skills }: Pick<ModelTestOptions, 'tested' | 'skills'>): number {
  const queries = new Set(tested.flatMap((skill) => planCases(skill, skills).map(({ query }) => query)))
  const runs = tested.flatMap(gradedEvals).length * 2
  return queries.size + runs
}

export async function testWithModel(options: ModelTestOptions): Promise<ModelTest> {
  const { tested, skills, readBody } = options
  const asker = createAsker(options)
  const chosen = new Map<string, AskedAnswer<string | null>>()
  const reports: ModelReport[] = []
  for (const skill of tested) {
    const cases: ModelCase[] = []
    for (const plan of planCases(skill, skills)) {
      const answer =
        chosen.get(plan.query) ?? (await asker.ask((asked, signal) => askForSkill(asked, skills, plan.query, signal)))
      chosen.set(plan.query, answer)
      cases.push(judgeChoice(skill, plan, answer))
    }
    const evals: ModelEval[] = []
    for (const each of gradedEvals(skill)) evals.push(await runEval(skill, each, readBody, asker))
    const passed = cases.filter((each) => each.passed).length
    reports.push({ path: skill.path, cases, passed, failed: cases.length - passed, evals })
  }
  return { reports, questions: asker.questions, kept: asker.kept }
}

type PlannedCase = Pick<ModelCase, 'kind' | 'query' | 'shouldTrigger' | 'file'>

/** The queries of the skill's own sets and evals, and those of its neighbors that it does not claim. */
function planCases(skill: TestedSkill, skills: readonly TestedSkill[]): readonly PlannedCase[] {
  const own = readSkillEvals(skill)
  const others = skills.filter(({ path }) => path !== skill.path).flatMap(readSkillEvals)
  return [
    ...own.flatMap(({ file, queries }) => queries.map((each) => ({ kind: 'own' as const, file, ...each }))),
    ...others.flatMap(({ file, queries }) =>
      queries
        .filter(({ query, shouldTrigger }) => shouldTrigger && !isClaimed(own, query))
        .map(({ query }) => ({ kind: 'neighbour' as const, file, query, shouldTrigger: false })),
    ),
  ]
}

function judgeChoice({ name }: TestedSkill, plan: PlannedCase, answer: AskedAnswer<string | null>): ModelCase {
  if (!answer.ok) return { ...plan, chosen: undefined, failure: answer.failure, passed: false }
  return { ...plan, chosen: answer.answer, passed: (answer.answer === name) === plan.shouldTrigger }
}

/** Evals that name a check. Without one, nothing can be said about their output. */
function gradedEvals(skill: TestedSkill): readonly EvalCase[] {
  return readSkillEvals(skill).flatMap(({ evals }) => evals.filter(({ checks }) => checks.length > 0))
}

const LARGEST_FILE = 256 * 1024

async function runEval(
  skill: TestedSkill,
  { id, prompt, files, checks, statements }: EvalCase,
  readBody: ModelTestOptions['readBody'],
  asker: Asker,
): Promise<ModelEval> {
  const body = await readBody(skill)
  const attached = await readAttached(skill, files)
  const run = async (loaded: { readonly name: string; readonly body: string } | undefined): Promise<EvalOutput> => {
    const task = { prompt, files: attached, skill: loaded }
    const answer = await asker.ask((asked, signal) => askForTask(asked, task, signal))
    if (!answer.ok) return { passed: 0, failed: checks.map(describeCheck), failure: answer.failure }
    const failed = checks.filter((check) => !passesCheck(check, answer.answer, matchPattern))
    return { passed: checks.length - failed.length, failed: failed.map(describeCheck), output: answer.answer }
  }
  const withSkill = await run({ name: skill.name, body })
  return { id, checks: checks.length, statements, withSkill, withoutSkill: await run(undefined) }
}

/** A file that is missing is reported with the evals file. A link that leads out of the skill is never read. */
async function readAttached({ skillPath }: TestedSkill, paths: readonly string[]): Promise<AskedTask['files']> {
  const files = await Promise.all(
    paths.map(async (path) => ({ path, bytes: await readPublishedFile(skillPath, path, LARGEST_FILE) })),
  )
  return files.flatMap(({ path, bytes }) =>
    bytes === undefined ? [] : [{ path, text: new TextDecoder().decode(bytes) }],
  )
}

interface Asker {
  readonly questions: number
  readonly kept: number
  ask<T>(put: (asked: AskedModel, signal: AbortSignal | undefined) => Promise<AskedAnswer<T>>): Promise<AskedAnswer<T>>
}

function createAsker(options: ModelTestOptions): Asker {
  const { asked, signal, onQuestion } = options
  const total = countQuestions(options)
  let questions = 0
  let kept = 0
  let failures = 0
  let last: ModelFailure | undefined
  return {
    get questions() {
      return questions
    },
    get kept() {
      return kept
    },
    ask: async (put) => {
      if (last !== undefined && failures >= MOST_FAILURES) return { ok: false, failure: last }
      const answer = await put(asked, signal)
      questions++
      if (answer.ok && answer.isKept) kept++
      // An answer that makes no sense is the model's, and the next one may be better.
      const isBroken = !answer.ok && answer.failure.code !== 'answer_malformed'
      failures = isBroken ? failures + 1 : 0
      last = answer.ok ? undefined : answer.failure
      onQuestion?.(questions, total)
      return answer
    },
  }
}
