import { renderRemove } from '../../contracts/store-renderers.js'
import type { Command } from '../arguments/command.js'
import { typeAgain } from '../arguments/typed-again.js'
import { PROJECT, runStoreCommand, taskForOne, WHERE_NAMES_ARE } from '../store/store-command.js'

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
  options: [PROJECT],
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
        composeDone: ({ name }) => [`Removed ${name} (undo: ${typeAgain({ ...input, command: 'rollback' }, {})})`],
      }),
    ),
}
