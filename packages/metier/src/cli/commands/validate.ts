import { resolve } from 'node:path'
import { answer, type Command, type Outcome, refuse } from '../command.js'
import { validatePaths } from '../validate-paths.js'
import { composeValidation } from '../validation-lines.js'

export const command: Command = {
  name: 'validate',
  summary: 'say what is wrong with skills',
  details: [
    'A path is a skill folder, its SKILL.md, or a folder of skill folders at any depth. Ends with 1 when a skill cannot be loaded; with --strict also when one is not conformant to the Agent Skills specification.',
    'Every code is explained in docs/reference/diagnostics.md.',
  ],
  arguments: [{ name: 'PATH', summary: 'what to look at', isRepeated: true, completes: 'files' }],
  options: [{ name: 'strict', kind: 'flag', summary: 'fail on skills that are not conformant, too' }],
  examples: [
    { line: 'metier validate skills/pdf', summary: 'one skill' },
    { line: 'metier validate skills --strict', summary: 'every skill below a folder, as a check before a commit' },
  ],
  async run(input, context): Promise<Outcome> {
    const paths = input.rest('PATH').map((path) => resolve(context.workdir, path))
    const { validation, empty } = await validatePaths(paths, context.signal)
    const isWrong = validation.skills.some(
      ({ loadable, conformant }) => !(input.flag('strict') ? conformant : loadable),
    )
    const lines = () => composeValidation(validation)
    if (empty.length === 0) return answer(validation, lines, { exitCode: isWrong ? 1 : 0 })
    const error = empty.map(({ path, why }) => `${path}: ${why}`).join('; ')
    const notes = ['A skill is a folder with a SKILL.md in it.']
    return {
      ...refuse(error, notes, { error, ...validation }),
      lines: () => (validation.skills.length > 0 ? lines() : []),
    }
  },
}
