import { renderRemove } from '../../contracts/store-renderers.js'
import type { Command } from '../arguments/command.js'
import { PROJECT, runStoreCommand, taskForOne, WHERE_NAMES_ARE } from '../store/store-command.js'

export const command: Command = {
  name: 'remove',
  summary: 'take an installed skill away',
  details: [
    'Only what the lock names is removed; a folder that no lock names is left alone. The last version is kept, so that metier rollback can bring it back.',
    WHERE_NAMES_ARE,
  ],
  arguments: [
    {
      name: 'NAME',
      summary: 'the skill',
      completes: 'installed',
      whenMissing: "skill name required for 'remove' action",
    },
  ],
  options: [PROJECT],
  examples: [
    { line: 'metier remove pdf', summary: 'from where a lock names it' },
    { line: 'metier remove pdf --project', summary: 'only from those of this project' },
  ],
  run: (input, context) =>
    runStoreCommand(
      input,
      context,
      taskForOne({
        run: (writer, options) => writer.remove(input.argument('NAME') ?? '', options),
        render: renderRemove,
        composeDone: ({ name, folder }) => [`${name} is gone from ${folder}`],
      }),
    ),
}
