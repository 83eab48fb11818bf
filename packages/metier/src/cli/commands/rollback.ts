import { renderRollback } from '../../contracts/store-renderers.js'
import type { Command } from '../arguments/command.js'
import {
  DECISIONS,
  decisionsOf,
  PROJECT,
  runStoreCommand,
  taskForOne,
  WHERE_NAMES_ARE,
} from '../store/store-command.js'
import { composeChanges, composePlaced } from '../store/store-lines.js'

export const command: Command = {
  name: 'rollback',
  summary: 'put a kept version of a skill back',
  details: [
    'The last five versions are kept. The one that comes back is scanned again. metier lock NAME shows which there are.',
    `${WHERE_NAMES_ARE} A skill that was removed comes back to where it was.`,
  ],
  arguments: [
    {
      name: 'NAME',
      summary: 'the skill',
      completes: 'installed',
      whenMissing: "skill name required for 'rollback' action",
    },
  ],
  options: [
    {
      name: 'to',
      kind: 'text',
      value: 'VERSION',
      summary: 'a version, or the beginning of a commit or a digest, as metier lock shows it',
    },
    PROJECT,
    ...DECISIONS,
  ],
  examples: [
    { line: 'metier rollback pdf', summary: 'to the version before' },
    { line: 'metier rollback pdf --to 1.2.0', summary: 'to a certain one' },
  ],
  run: (input, context) =>
    runStoreCommand(
      input,
      context,
      taskForOne({
        run: (writer, options) =>
          writer.rollback(input.argument('NAME') ?? '', { ...options, ...decisionsOf(input), to: input.text('to') }),
        render: renderRollback,
        composeDone: (skill) => [
          ...composePlaced(skill, []),
          ...(skill.isEdited ? [EDITED] : []),
          ...composeChanges(skill.changes),
        ],
      }),
    ),
}

const EDITED = 'This version has local edits that its source does not have; the lock records it as edited.'
