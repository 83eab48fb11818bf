import { resolve } from 'node:path'
import { codeOf } from '../../../skill/unknown-value.js'
import { captureEnvironment } from '../../../system/environment.js'
import { createDurableFiles } from '../../../system/files/durable-files.js'
import { answer, type Command, type CommandOutcome, type Context, type Input, refuse } from '../../arguments/command.js'
import { toGithubLine } from '../../reports/github-format.js'
import { openProgress } from '../../terminal/show-progress.js'
import { refuseEmpty } from '../validate/empty-path.js'
import { toGitlabReport } from './formats.js'
import { composeProblems, composeSummary, toCiDocument } from './lines.js'
import { type CheckedRepository, type CheckName, type CheckProblem, runChecks } from './run-checks.js'

export const command: Command = {
  name: 'ci',
  summary: 'Check all skills of a repository: validate, audit, test, overlap',
  details: [
    "Runs 'metier validate', 'metier audit', 'metier test' and 'metier overlap' over every skill at or below DIR, and prints one summary. Exits with 1 if a skill cannot be loaded, is blocked by the scan, is not found by its own queries, or was changed after it was signed; with --fail-on warn, also if there are warnings or skills overlap.",
    'In GitHub Actions, problems become annotations. --gitlab writes a code quality report, which GitLab shows in merge requests. Nothing is run, sent or changed. To see whether a changed skill needs a new version, run metier publish with --dry-run: only the site knows the published versions.',
  ],
  arguments: [
    {
      name: 'DIR',
      summary: 'Directory with skills; the current one by default',
      isOptional: true,
      completes: 'folders',
    },
  ],
  options: [
    {
      name: 'fail-on',
      kind: 'text',
      values: ['error', 'warn'],
      default: 'error',
      summary: 'Severity that makes the command exit with 1',
    },
    {
      name: 'format',
      kind: 'text',
      values: ['text', 'github'],
      summary: 'Output format; github is the default in GitHub Actions',
      excludes: ['json'],
    },
    {
      name: 'gitlab',
      kind: 'text',
      value: 'FILE',
      completes: 'files',
      summary: 'Also write a GitLab code quality report',
    },
  ],
  examples: [
    { line: 'metier ci skills', summary: 'Check all skills before a commit' },
    {
      line: 'metier ci --fail-on warn --gitlab gl-code-quality-report.json',
      summary: 'Check a merge request in GitLab',
    },
  ],
  async run(input, context): Promise<CommandOutcome> {
    const folder = resolve(context.workdir, input.argument('DIR') ?? '.')
    const progress = input.flag('json') ? undefined : openProgress(context.io)
    const checked = await runChecks(folder, context, progress)
    progress?.end()
    if ('why' in checked) return refuseEmpty([checked], { json: { skills: [] }, lines: () => [] }, [OTHER_CI])
    const unwritten = await writeReport(checked.problems, input, context)
    if (unwritten !== undefined) return unwritten
    return conclude(checked, input, context)
  },
}

/** With other package managers, a command of this name installs. */
const OTHER_CI = "To install what a lockfile records, run 'metier install --frozen'."

async function writeReport(
  problems: readonly CheckProblem[],
  input: Input,
  { workdir }: Context,
): Promise<CommandOutcome | undefined> {
  const wanted = input.text('gitlab')
  if (wanted === undefined) return undefined
  const file = resolve(workdir, wanted)
  try {
    await createDurableFiles().replace(file, `${JSON.stringify(toGitlabReport(problems, workdir), null, 2)}\n`, 0o644)
    return undefined
  } catch (error) {
    return refuse(`${file} cannot be written (${codeOf(error)})`)
  }
}

function conclude(checked: CheckedRepository, input: Input, { workdir }: Context): CommandOutcome {
  const isStrict = input.text('fail-on') === 'warn'
  const isBad = ({ severity }: CheckProblem) => severity === 'error' || (isStrict && severity === 'warning')
  const failed = new Set(checked.problems.filter(isBad).map(({ check }) => check))
  const isFailed = (check: CheckName) => failed.has(check)
  const isGithub = (input.text('format') ?? (isInGithub() ? 'github' : 'text')) === 'github'
  return answer(
    toCiDocument(checked, failed.size === 0),
    (columns) => [
      ...(isGithub
        ? checked.problems.map((problem) => toGithubLine(problem, workdir))
        : composeProblems(checked.problems, workdir, columns)),
      ...composeSummary(checked, isFailed),
    ],
    { exitCode: failed.size === 0 ? 0 : 1 },
  )
}

function isInGithub(): boolean {
  return captureEnvironment().hasVariable('GITHUB_ACTIONS')
}
