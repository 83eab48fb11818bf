import type { SkillRollback } from '../../contracts/store-outcomes.js'
import { renderRollback } from '../../contracts/store-renderers.js'
import { wordsForPlace } from '../../manager/store-operations/locate-installed.js'
import type { Command, Input } from '../arguments/command.js'
import { typeAgain, whereOf } from '../arguments/typed-again.js'
import {
  DECISIONS,
  decisionsOf,
  PERSONAL,
  PROJECT,
  runStoreCommand,
  taskForOne,
  WHERE_NAMES_ARE,
} from '../store/store-command.js'
import { composeChanges, composeNotices, composePlaced, readIn } from '../store/store-lines.js'
import { type Line, styled } from '../terminal/lines.js'
import { shortId } from '../terminal/short-id.js'

export const command: Command = {
  name: 'rollback',
  summary: 'Restore an earlier version of a skill',
  details: [
    "The last five versions of each skill are kept, and 20 more with your own files: hand-made skills and local edits, which no source has. Run 'metier lock NAME' to list them. Links and empty directories come back as they were. The restored version is scanned again.",
    `${WHERE_NAMES_ARE} A removed skill is restored to its old location.`,
  ],
  arguments: [
    {
      name: 'NAME',
      summary: 'Name of the skill',
      completes: 'installed',
      whenMissing: "skill name required for 'rollback' action",
    },
  ],
  options: [
    {
      name: 'to',
      kind: 'text',
      value: 'VERSION',
      summary: 'Version, or start of a commit or digest, as metier lock shows it',
    },
    PROJECT,
    PERSONAL,
    ...DECISIONS,
  ],
  examples: [
    { line: 'metier rollback pdf', summary: 'Restore the previous version' },
    { line: 'metier rollback pdf --to 1.2.0', summary: 'Restore a specific version' },
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
          ...composeRestored(skill),
          ...(skill.isEdited ? [EDITED] : []),
          ...(skill.wasRemoved ? [] : composeChanges(skill.changes, readIn(skill.folder))),
          ...(skill.wasRemoved ? [] : [composeKeeping(input, skill)]),
        ],
      }),
    ),
}

/** Names the place if the name alone would mean several. */
function composeKeeping(input: Input, { root, scope, name, rivals }: SkillRollback): Line {
  const pin = { words: ['--pin', name], option: 'pin' }
  const where = rivals.length === 0 ? [] : wordsForPlace({ root, scope, name }, rivals)
  const command = typeAgain({ command: 'lock', pieces: [pin, ...whereOf(input)] }, { with: where })
  return [styled(`  'metier update' may install the newer version again. To keep this one: ${command}`, 'dim')]
}

/** Files that are not a skill come back as well: they are the user's. */
function composeRestored(skill: SkillRollback): readonly Line[] {
  const restored = shortId(skill.to.version)
  const what = skill.wasRemoved
    ? `restored in ${skill.folder}: ${restored}`
    : `rolled back to ${restored} in ${skill.folder}`
  if (skill.problem === undefined) return composePlaced(skill, skill.notices, what)
  const warning = `No agent can use them as a skill: ${skill.problem}`
  return [
    [styled('✓ ', 'green'), styled(skill.name, 'bold'), ` files are back in ${skill.folder}: ${restored}`],
    ...composeNotices([warning, ...skill.notices]),
  ]
}

const EDITED = 'This version has local edits that its source does not have. The lockfile records it as edited.'
