import type { SkillRemoval } from '../../contracts/store-outcomes.js'
import { renderRemove } from '../../contracts/store-renderers.js'
import { wordsForPlace } from '../../manager/store-operations/locate-installed.js'
import type { Command, Input } from '../arguments/command.js'
import { typeAgain } from '../arguments/typed-again.js'
import { composeLinks } from '../store/link-lines.js'
import { PERSONAL, PROJECT, runStoreCommand, taskForOne, WHERE_NAMES_ARE } from '../store/store-command.js'
import { styled } from '../terminal/lines.js'

export const command: Command = {
  name: 'remove',
  summary: 'Remove an installed skill',
  details: [
    "Only removes skills that are in a lockfile, not other directories. The last version is kept; 'metier rollback' restores it.",
    WHERE_NAMES_ARE,
  ],
  arguments: [
    {
      name: 'NAME',
      summary: 'Name of the skill',
      completes: 'installed',
      whenMissing: "skill name required for 'remove' action",
    },
  ],
  options: [PROJECT, PERSONAL],
  examples: [
    { line: 'metier remove pdf', summary: 'Remove a skill' },
    { line: 'metier remove pdf --project', summary: 'Remove a skill from this project only' },
  ],
  run: (input, context) =>
    runStoreCommand(
      input,
      context,
      taskForOne({
        run: (writer, options) => writer.remove(input.argument('NAME') ?? '', options),
        render: renderRemove,
        composeDone: (removal) => [
          [`Removed ${removal.name} (undo: `, styled(composeUndo(input, removal), 'cyan'), ')'],
          ...composeLinks({ outcomes: removal.links, unneeded: [] }),
        ],
      }),
    ),
}

/** Names the root again if the name alone would mean another skill. */
function composeUndo(input: Input, { root, scope, name, rivals }: SkillRemoval): string {
  const words = rivals.length === 0 ? [] : wordsForPlace({ root, scope, name }, rivals)
  return typeAgain({ ...input, command: 'rollback' }, { with: words })
}
