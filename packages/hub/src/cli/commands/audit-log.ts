/** `metier-hub audit-log verify`. */

import { verifyLog } from '../../log/audit-log.js'
import { DATA_OPTION, type HubCommand } from '../command.js'
import { withDatabase } from '../open-hub.js'

export const auditLogCommand: HubCommand = {
  name: 'audit-log',
  usage: 'verify',
  summary: 'Check that no entry of the log was changed or left out',
  options: DATA_OPTION,
  actions: ['verify'],
  words: [1, 1],
  run: (input, io) =>
    withDatabase(input, io, async ({ database }) => {
      const check = await verifyLog(database)
      if (check.ok) {
        io.print(`The log has ${check.entries} entries and is intact\n`)
        return 0
      }
      io.report(`error: The log is broken at entry ${check.number}: ${check.problem}\n`)
      return 1
    }),
}
