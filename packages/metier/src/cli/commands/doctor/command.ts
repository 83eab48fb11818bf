import { answer, type Command, STRICT } from '../../arguments/command.js'
import { docsAddress } from '../../docs-address.js'
import { wrapPage } from '../../terminal/wrap-lines.js'
import { examineMachine } from './examine-machine.js'
import { composeExamination } from './lines.js'

export const command: Command = {
  name: 'doctor',
  summary: 'Diagnose problems and suggest fixes',
  details: [
    'Checks roots, configuration, the index, installed skills, the sandbox and every skill file. A process in the sandbox tries to escape from it. Exits with 1 if there are errors.',
    `Every code is explained in ${docsAddress('reference/diagnostics.md')}`,
  ],
  arguments: [],
  options: [STRICT],
  mayLack: ['root'],
  examples: [
    { line: 'metier doctor', summary: 'Find out why a skill is missing or cannot be used' },
    { line: 'metier doctor --json', summary: 'Print the full report as JSON' },
  ],
  async run(input, context) {
    const examination = await examineMachine(input, context)
    const lines = composeExamination(examination)
    return answer(examination, (columns) => wrapPage(lines, columns), { exitCode: examination.ok ? 0 : 1 })
  },
}
