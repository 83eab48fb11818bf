import { resolve } from 'node:path'
import { answer, type Command, type CommandOutcome, type Context, type Input } from '../../arguments/command.js'
import type { Line } from '../../terminal/lines.js'
import { wrapLine } from '../../terminal/wrap-lines.js'
import { refuseEmpty } from './empty-path.js'
import type { PathsFixResult } from './fix-paths.js'
import { composeValidation, counted } from './lines.js'
import { type Validation, validatePaths } from './paths.js'

export const command: Command = {
  name: 'validate',
  summary: 'say what is wrong with skills, and mend it',
  details: [
    'A path is a skill folder, its SKILL.md, or a folder of skill folders at any depth. Ends with 1 when a skill cannot be loaded or its tools.yaml cannot be used; with --strict also when one is not conformant to the Agent Skills specification.',
    '--fix writes only where it is sure: quotes around values that need them, the name of the folder, a description from the first paragraph, the lines that begin and end the frontmatter. Comments, formatting and the instructions stay as they are.',
    'Every code is explained in docs/reference/diagnostics.md.',
  ],
  arguments: [{ name: 'PATH', summary: 'what to look at', isRepeated: true, completes: 'files' }],
  options: [
    { name: 'strict', kind: 'flag', summary: 'fail on skills that are not conformant, too' },
    { name: 'fix', kind: 'flag', summary: 'mend what can be mended, and report the rest' },
    { name: 'sarif', kind: 'flag', summary: 'print a SARIF log', excludes: ['format', 'json'] },
    {
      name: 'format',
      kind: 'text',
      values: ['text', 'github'],
      default: 'text',
      summary: 'how to print; github makes remarks beside the lines of a change',
      excludes: ['json'],
    },
  ],
  examples: [
    { line: 'metier validate skills/pdf', summary: 'one skill' },
    { line: 'metier validate skills --strict', summary: 'every skill below a folder, as a check before a commit' },
    { line: 'metier validate skills --fix', summary: 'mend what is sure, then say what is left' },
    { line: 'metier validate skills --sarif > skills.sarif', summary: 'for a code host or an editor' },
  ],
  async run(input, context): Promise<CommandOutcome> {
    const paths = input.rest('PATH').map((path) => resolve(context.workdir, path))
    const first = await validatePaths(paths, context.signal)
    const fixing = input.flag('fix') ? await fix(first.validation) : undefined
    const { validation, empty } =
      fixing === undefined || fixing.fixed.length === 0 ? first : await validatePaths(paths, context.signal)
    const answered = fixing === undefined ? validation : { ...validation, fixed: fixing.fixed }
    const lines = await linesOf(validation, fixing, input, context)
    if (empty.length > 0) return refuseEmpty(empty, { json: answered, lines })
    const isWrong = validation.skills.some(
      ({ loadable, conformant, diagnostics }) =>
        !(input.flag('strict') ? conformant : loadable) || diagnostics.some(({ code }) => code.startsWith('tool')),
    )
    const refusals = fixing?.refusals ?? []
    return answer(answered, lines, { exitCode: isWrong || refusals.length > 0 ? 1 : 0, notes: refusals })
  },
}

async function fix(validation: Validation): Promise<PathsFixResult> {
  const { fixPaths } = await import('./fix-paths.js')
  return fixPaths(validation)
}

async function linesOf(
  validation: Validation,
  fixing: PathsFixResult | undefined,
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
  return (columns) => [...composeFixing(fixing, columns), ...composeValidation(validation, columns)]
}

/** What was there is told with it: nobody should have to look for what was rewritten. */
function composeFixing(fixing: PathsFixResult | undefined, columns: number): readonly Line[] {
  if (fixing === undefined || fixing.fixed.length === 0) return []
  const count = fixing.fixed.reduce((sum, { codes }) => sum + codes.length, 0)
  const lines = fixing.fixed.flatMap(({ path, codes }): readonly Line[] => [
    `fixed ${path}: ${codes.join(', ')}`,
    ...(fixing.messages.get(path) ?? []).flatMap((message) => wrapLine(`  ${message}`, columns, '  ')),
  ])
  return [...lines, `Fixed ${counted(count, 'problem')} in ${counted(fixing.fixed.length, 'file')}.`, '']
}
