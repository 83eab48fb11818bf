/** `metier-hub migrate`. */

import { findPending, migrate } from '../../database/migrate.js'
import { DATA_OPTION, type HubCommand } from '../command.js'
import { withDatabase } from '../open-hub.js'

export const migrateCommand: HubCommand = {
  name: 'migrate',
  summary: 'Bring the database to the newest schema',
  options: {
    ...DATA_OPTION,
    'dry-run': { type: 'boolean', description: 'List the migrations that are missing, and change nothing' },
  },
  run: (input, io) =>
    withDatabase(
      input,
      io,
      async ({ database }) => {
        if (input.options['dry-run'] === true) {
          const pending = await findPending(database)
          io.print(
            pending.length === 0 ? 'The schema is up to date\n' : pending.map((name) => `missing  ${name}\n`).join(''),
          )
          return 0
        }
        const applied = await migrate(database)
        io.print(
          applied.length === 0 ? 'The schema is up to date\n' : applied.map((name) => `applied  ${name}\n`).join(''),
        )
        return 0
      },
      { migrates: false, creates: input.options['dry-run'] !== true },
    ),
}
