/** Lets a model review the files of a skill after the rules. Whatever it says or fails to say, no verdict gets milder. */

import type { BundleFile } from '../../gate/bundle.js'
import type { Finding } from '../../gate/finding.js'
import { composeReview, type ReviewQuestion } from '../../gate/reviewer/compose-review.js'
import { judgeOpinions, type ReadAnswer, readAnswer } from '../../gate/reviewer/judge-answer.js'
import type { ModelFailure } from '../../gate/reviewer/model.js'
import { raiseVerdict } from '../../gate/reviewer/raise-verdict.js'
import { ANSWER_SCHEMA, FINDING_SCHEMA, RUBRIC_VERSION } from '../../gate/reviewer/rubric.js'
import type { ReviewBudget } from '../../gate/reviewer/show-files.js'
import type { ScanReport } from '../../gate/scan.js'
import type { Suppression } from '../../gate/suppression.js'
import { compileSchema } from '../../system/json-schema.js'
import { createGateTools } from '../../system/scan-process/gate-tools.js'
import { type AskedAnswer, type AskedModel, askModel } from '../model/ask-model.js'

export interface ReviewOptions {
  readonly budget: ReviewBudget
  readonly suppressions: readonly Suppression[]
  readonly signal?: AbortSignal | undefined
}

/** The report of the rules, with the model's opinions. */
export async function reviewScan(
  asked: AskedModel,
  files: readonly BundleFile[],
  report: ScanReport,
  { budget, suppressions, signal }: ReviewOptions,
): Promise<ScanReport> {
  const tools = createGateTools()
  const { name, identity } = asked.model
  const subject = { files, findings: report.findings, identity, budget }
  const { questions, lines, unseen } = composeReview(subject, tools)
  const answers = await askAll(asked, questions, signal)
  const answered = answers.filter((each) => each.ok)
  const judged = answered.map(({ answer }) => judgeOpinions(answer, lines, name))
  const failure = answers.find((each) => !each.ok)?.failure
  const review = {
    model: name,
    rubric: RUBRIC_VERSION,
    parts: questions.length,
    answered: answered.length,
    kept: answered.filter(({ isKept }) => isKept).length,
    dropped: judged.reduce((sum, { dropped }) => sum + dropped, 0),
    malformed: answered.reduce((sum, { answer }) => sum + answer.malformed, 0),
    unseen,
    ...(failure !== undefined && { failure }),
  }
  const opinions = withoutRepeats(judged.flatMap((each) => each.opinions))
  return raiseVerdict(report, opinions, review, files, { suppressions, tools })
}

/** The report of the rules, which says why no model was asked. */
export function reportUnasked(report: ScanReport, model: string, failure: ModelFailure): ScanReport {
  const nothing = { parts: 0, answered: 0, kept: 0, dropped: 0, malformed: 0, unseen: [] }
  return {
    ...report,
    review: { model, rubric: RUBRIC_VERSION, rulesVerdict: report.verdict, ...nothing, failure },
  }
}

async function askAll(
  asked: AskedModel,
  questions: readonly ReviewQuestion[],
  signal: AbortSignal | undefined,
): Promise<readonly AskedAnswer<ReadAnswer>[]> {
  const answerCheck = await compileSchema(ANSWER_SCHEMA)
  const findingCheck = await compileSchema(FINDING_SCHEMA)
  const form = {
    isAnswer: (value: unknown) => answerCheck(value).length === 0,
    isFinding: (value: unknown) => findingCheck(value).length === 0,
  }
  const judge = (text: string, boundary: string) => readAnswer(text, boundary, form)
  const ask = ({ id, compose }: ReviewQuestion) => askModel(asked, { id, compose, judge, signal })
  if (asked.model.asksTogether) return Promise.all(questions.map(ask))
  const answers: AskedAnswer<ReadAnswer>[] = []
  for (const question of questions) {
    const answer = await ask(question)
    answers.push(answer)
    // A model that fails once would keep the user waiting for every further part.
    if (!answer.ok) break
  }
  return answers
}

/** At most one opinion per concern and line: the parts of a skill overlap in what they show. */
function withoutRepeats(opinions: readonly Finding[]): readonly Finding[] {
  const seen = new Set<string>()
  return opinions.filter(({ rule, severity, file, line }) => {
    const key = `${rule} ${severity} ${line} ${file}`
    return !seen.has(key) && seen.add(key)
  })
}
