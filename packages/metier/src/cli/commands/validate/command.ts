import { isToolsDiagnostic } from '../../../skill/tools-file/tools-file.js'
import { answer, type Command, type CommandOutcome, type Context, type Input } from '../../arguments/command.js'
import { typeAgain } from '../../arguments/typed-again.js'
import { docsAddress } from '../../docs-address.js'
import { findFolders } from '../../skills/named-folder.js'
import type { Line } from '../../terminal/lines.js'
import { wrapLine } from '../../terminal/wrap-lines.js'
import { refuseEmpty } from './empty-path.js'
import type { PathsFixResult } from './fix-paths.js'
import { composeValidation, counted } from './lines.js'
import { toFolder, type Validation, validatePaths } from './paths.js'

export const command: Command = {
  name: 'validate',
  summary: 'Check skills for mistakes, and optionally fix them',
  details: [
    'PATH is a skill directory, its SKILL.md or tools.yaml, a directory that contains skills at any depth, or the name of a skill that metier list shows. Exits with 1 if a skill cannot be loaded or its tools.yaml is invalid; with --strict, also if a skill does not conform to the Agent Skills specification.',
    '--fix only makes safe changes: it quotes values that need it, sets the name to that of the directory, takes a missing description from the first paragraph, and adds missing frontmatter delimiters. It keeps comments, formatting and instructions, and changes nothing behind a symbolic link.',
    `Every code is explained in ${docsAddress('reference/diagnostics.md')}`,
  ],
  arguments: [{ name: 'PATH', summary: 'Skill or directory to check', isRepeated: true, completes: 'skillsAndFiles' }],
  options: [
    { name: 'strict', kind: 'flag', summary: 'Also fail if a skill does not conform to the specification' },
    { name: 'fix', kind: 'flag', summary: 'Fix what can be fixed safely, and report the rest' },
    { name: 'sarif', kind: 'flag', summary: 'Print a SARIF log', excludes: ['format', 'json'] },
    {
      name: 'format',
      kind: 'text',
      values: ['text', 'github'],
      default: 'text',
      summary: 'Output format; github prints annotations for GitHub Actions',
      excludes: ['json'],
    },
  ],
  examples: [
    { line: 'metier validate skills/pdf', summary: 'Check one skill' },
    { line: 'metier validate skills --strict', summary: 'Check all skills in a directory before a commit' },
    { line: 'metier validate skills --fix', summary: 'Fix mistakes and report the rest' },
    { line: 'metier validate skills --sarif > skills.sarif', summary: 'Write a SARIF log for a code host or editor' },
  ],
  async run(input, context): Promise<CommandOutcome> {
    const paths = await findFolders(input.rest('PATH'), context)
    const first = await validatePaths(paths, context.signal)
    const fixing = input.flag('fix') ? await fix(first.validation, paths) : undefined
    const { validation, empty } =
      fixing === undefined || fixing.fixed.length === 0 ? first : await validatePaths(paths, context.signal)
    const answered = fixing === undefined ? validation : { ...validation, fixed: fixing.fixed }
    const lines = await linesOf({ validation, fixing, paths }, input, context)
    if (empty.length > 0) return refuseEmpty(empty, { json: answered, lines })
    const isWrong = validation.skills.some(
      ({ loadable, conformant, diagnostics }) =>
        !(input.flag('strict') ? conformant : loadable) || diagnostics.some(isToolsDiagnostic),
    )
    const refusals = fixing?.refusals ?? []
    return answer(answered, lines, { exitCode: isWrong || refusals.length > 0 ? 1 : 0, notes: refusals })
  },
}

async function fix(validation: Validation, paths: readonly string[]): Promise<PathsFixResult> {
  const { fixPaths } = await import('./fix-paths.js')
  return fixPaths(validation, paths.map(toFolder))
}

interface Answered {
  readonly validation: Validation
  readonly fixing: PathsFixResult | undefined
  /** As they were named. */
  readonly paths: readonly string[]
}

async function linesOf(
  { validation, fixing, paths }: Answered,
  input: Input,
  { workdir }: Context,
): Promise<CommandOutcome['lines']> {
  if (input.flag('sarif')) {
    const [{ toValidationSarif }, { toJsonLines }] = await Promise.all([
      import('./formats.js'),
      import('../../terminal/json-lines.js'),
    ])
    return () => toJsonLines(toValidationSarif(validation, workdir))
  }
  if (input.text('format') === 'github') {
    const { toValidationGithub } = await import('./formats.js')
    return () => toValidationGithub(validation, workdir)
  }
  const hint = fixing === undefined ? await composeHint(validation, paths, input) : []
  return (columns) => [...composeFixing(fixing, columns), ...composeValidation(validation, columns), ...hint]
}

async function composeHint(validation: Validation, paths: readonly string[], input: Input): Promise<readonly Line[]> {
  if (validation.skills.every(({ diagnostics }) => diagnostics.length === 0)) return []
  const { countFixable } = await import('./fix-paths.js')
  const count = countFixable(validation, paths.map(toFolder))
  return count === 0 ? [] : [`${counted(count, 'problem')} can be fixed:`, `  ${typeAgain(input, { with: ['--fix'] })}`]
}

/** Lists what was rewritten, and what was wrong. */
function composeFixing(fixing: PathsFixResult | undefined, columns: number): readonly Line[] {
  if (fixing === undefined || fixing.fixed.length === 0) return []
  const count = fixing.fixed.reduce((sum, { codes }) => sum + codes.length, 0)
  const lines = fixing.fixed.flatMap(({ path, codes }): readonly Line[] => [
    `fixed ${path}: ${codes.join(', ')}`,
    ...(fixing.messages.get(path) ?? []).flatMap((message) => wrapLine(`  was: ${message}`, columns, '       ')),
  ])
  return [...lines, `Fixed ${counted(count, 'problem')} in ${counted(fixing.fixed.length, 'file')}.`, '']
}
