import { answer, type Command, STRICT } from '../../arguments/command.js'
import { wrapPage } from '../../terminal/wrap-lines.js'
import { examineMachine } from './examine-machine.js'
import { composeExamination } from './lines.js'

export const command: Command = {
  name: 'doctor',
  summary: 'say what is wrong on this machine and how to mend it',
  details: [
    'Looks at roots, configuration, the index and every skill. Ends with 1 when something is an error. Every code is explained in docs/reference/diagnostics.md.',
  ],
  arguments: [],
  options: [STRICT],
  mayLack: ['root'],
  examples: [
    { line: 'metier doctor', summary: 'why a skill does not show up, or cannot be used' },
    { line: 'metier doctor --json', summary: 'everything, for a script' },
  ],
  async run(input, context) {
    const examination = await examineMachine(input, context)
    const lines = composeExamination(examination)
    return answer(examination, (columns) => wrapPage(lines, columns), { exitCode: examination.ok ? 0 : 1 })
  },
}
