/** Runs the checks of `metier ci` and brings their results into one form: problems with a place. */

import { dirname, join, relative } from 'node:path'
import type { Severity } from '../../../gate/finding.js'
import { SIGNATURE_FILE } from '../../../gate/signature/read-bundle.js'
import { describeSignatureProblem, type SignatureProblem } from '../../../gate/signature/signature-problem.js'
import { checkFolderSignature } from '../../../publish/check-folder-signature.js'
import type { DiagnosticSeverity } from '../../../skill/diagnostic.js'
import { LIMITS } from '../../../skill/limits.js'
import { cutText } from '../../../skill/text/columns.js'
import { quoteForShell } from '../../../skill/text/shell-quote.js'
import { isToolsDiagnostic } from '../../../skill/tools-file/tools-file.js'
import { readSmallFileSync } from '../../../system/files/small-file.js'
import type { Context } from '../../arguments/command.js'
import type { Annotation } from '../../reports/github-format.js'
import type { ProgressDisplay } from '../../terminal/progress.js'
import { locatedFindings } from '../audit/formats.js'
import { type Audit, auditPaths } from '../audit/paths.js'
import { readAuditSurroundings } from '../audit/surroundings.js'
import { testSkills } from '../test/test-skills.js'
import type { EmptyPath } from '../validate/empty-path.js'
import { located } from '../validate/formats.js'
import { type Validation, validatePaths } from '../validate/paths.js'

export type CheckName = 'validate' | 'audit' | 'test' | 'overlap' | 'signature'

export interface CheckProblem extends Annotation {
  readonly check: CheckName
}

export interface CheckedRepository {
  readonly validation: Validation
  readonly audit: Audit
  readonly queries: { readonly total: number; readonly passed: number }
  /** Pairs of skills that would be confused with each other. */
  readonly pairs: number
  readonly signatures: { readonly signed: number; readonly valid: number }
  readonly problems: readonly CheckProblem[]
}

/** The score from which on `metier overlap` lists a pair. */
const OVERLAP_SCORE = 0.45

export async function runChecks(
  folder: string,
  context: Context,
  progress: ProgressDisplay | undefined,
): Promise<CheckedRepository | EmptyPath> {
  const { validation, empty } = await validatePaths([folder], context.signal)
  const [nothing] = empty
  if (nothing !== undefined) return nothing
  const audit = await auditPaths([folder], { signal: context.signal, progress, ...readAuditSurroundings(context) })
  // All of them at once, wherever they are in the repository, and none from outside.
  const folders = validation.skills.map(({ path }) => dirname(path))
  const roots = [...new Set(folders.map((path) => (path === folder ? folder : dirname(path))))]
  const { reports, rivals } = await testSkills(roots, folder, context, { mostOverlap: OVERLAP_SCORE })
  const stale = await checkSignatures(folders, context.workdir)
  return {
    validation,
    audit,
    signatures: { signed: stale.signed, valid: stale.signed - stale.problems.length },
    queries: {
      total: reports.reduce((sum, { cases }) => sum + cases.length, 0),
      passed: reports.reduce((sum, { passed }) => sum + passed, 0),
    },
    pairs: rivals.length,
    problems: [
      ...problemsOfValidation(validation),
      ...problemsOfAudit(audit),
      ...reports.flatMap(problemsOfTest),
      ...rivals.map((pair) => problemOfPair(pair, folder, context.workdir)),
      ...stale.problems,
    ],
  }
}

type SkillTest = Awaited<ReturnType<typeof testSkills>>

function problemsOfValidation(validation: Validation): readonly CheckProblem[] {
  return located(validation).map((diagnostic) => {
    const severity = isToolsDiagnostic(diagnostic) ? 'error' : diagnostic.severity
    return { ...diagnostic, check: 'validate', severity }
  })
}

const SEVERITIES: Readonly<Record<Severity, DiagnosticSeverity>> = { block: 'error', warn: 'warning', note: 'notice' }

function problemsOfAudit(audit: Audit): readonly CheckProblem[] {
  return locatedFindings(audit).map(({ rule, severity, message, file, line, column }) => {
    return { check: 'audit', severity: SEVERITIES[severity], code: rule, message, file, line, column }
  })
}

const LONGEST_QUERY = 200
const AT_START = { line: 1, column: 1 }

function problemsOfTest({ name, cases, problems }: SkillTest['reports'][number]): readonly CheckProblem[] {
  const failed = cases
    .filter(({ passed }) => !passed)
    .map(({ kind, query, shouldTrigger, first, file, line }) => {
      const asked = kind === 'description' ? 'Its own description' : `"${cutText(query, LONGEST_QUERY)}"`
      const message = shouldTrigger ? explainMiss(asked, first, name) : `${asked} should not find '${name}'`
      return { check: 'test', severity: 'error', code: 'query_failed', message, file, line, column: 1 } as const
    })
  const unreadable = problems.map(({ file, message, line = 1, column = 1 }) => {
    return { check: 'test', severity: 'error', code: 'evals_invalid', message, file, line, column } as const
  })
  return [...failed, ...unreadable]
}

function explainMiss(asked: string, first: string | null, name: string): string {
  return first === null ? `${asked} does not find '${name}'` : `${asked} finds '${first}' before '${name}'`
}

function problemOfPair(
  { score, skills: [left, right] }: SkillTest['rivals'][number],
  folder: string,
  workdir: string,
): CheckProblem {
  // The name alone would be looked up in the usual roots.
  const where = quoteForShell(relative(workdir, folder) || '.')
  return {
    check: 'overlap',
    severity: 'warning',
    code: 'skills_overlap',
    message: `'${left.name}' would be confused with '${right.name}' (score ${score.toFixed(2)})`,
    suggestion: `Run 'metier overlap ${where}' to see what would separate them`,
    file: left.path,
    ...AT_START,
  }
}

/** On Windows, git may write other line endings than were signed. */
function explainLineEnds(folder: string, { code, about }: SignatureProblem): string {
  if (code !== 'file_changed' || about === undefined) return ''
  const reading = readSmallFileSync(join(folder, about), LIMITS.skillFileBytes)
  if (!('bytes' in reading) || !reading.bytes.includes('\r\n')) return ''
  return "If git changed its line endings, add '* -text' to .gitattributes and check the file out again. Otherwise: "
}

/** A publication would refuse a skill that was changed after it was signed. */
async function checkSignatures(folders: readonly string[], workdir: string) {
  let signed = 0
  const problems: CheckProblem[] = []
  for (const folder of folders) {
    const checked = await checkFolderSignature(folder, new Date())
    // Other checks report a directory that cannot be read.
    if (!checked.ok || !checked.value.isSigned) continue
    signed++
    const { problem } = checked.value
    if (problem === undefined) continue
    problems.push({
      check: 'signature',
      severity: 'error',
      code: problem.code,
      message: describeSignatureProblem(problem),
      suggestion: `${explainLineEnds(folder, problem)}Sign it again: metier sign ${quoteForShell(relative(workdir, folder) || '.')} --key FILE`,
      file: join(folder, SIGNATURE_FILE),
      ...AT_START,
    })
  }
  return { signed, problems }
}
