/** `metier-hub rescan`. */

import { workOnce } from '../../jobs/queue.js'
import { countJobs, enqueueRescans, rescanVersion } from '../../jobs/rescan.js'
import { DATA_OPTION, type HubCommand } from '../command.js'
import { withDatabase } from '../open-hub.js'

export const rescanCommand: HubCommand = {
  name: 'rescan',
  summary: 'Scan every version that older rules scanned',
  options: {
    ...DATA_OPTION,
    queue: { type: 'boolean', description: 'Only queue the scans; running hubs work on them' },
  },
  run: (input, io) =>
    withDatabase(input, io, async ({ database }) => {
      const queued = await enqueueRescans(database, 'system')
      io.report(`${queued} versions queued\n`)
      if (input.options.queue === true) return 0
      let done = 0
      while (!io.signal.aborted && (await workOnce(database, (job) => rescanVersion(database, job)))) {
        done++
        if (done % 10 === 0) io.report(`${done} of ${queued}\n`)
      }
      const { waiting = 0, failed = 0 } = await countJobs(database)
      io.print(`${done} scanned, ${waiting} waiting, ${failed} failed\n`)
      return failed > 0 || io.signal.aborted ? 1 : 0
    }),
}
