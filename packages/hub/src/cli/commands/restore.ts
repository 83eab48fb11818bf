/** `metier-hub restore FILE`. */

import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { restoreBackup } from '../../backup/restore.js'
import { verifyLog } from '../../log/audit-log.js'
import { DATA_OPTION, type HubCommand } from '../command.js'
import { withDatabase } from '../open-hub.js'

export const restoreCommand: HubCommand = {
  name: 'restore',
  usage: 'FILE',
  summary: 'Fill a new, empty hub from a backup',
  options: DATA_OPTION,
  words: [1, 1],
  run: (input, io) =>
    withDatabase(input, io, async ({ database }) => {
      const [file = ''] = input.words
      const source = createReadStream(file)
      const text = createGunzip()
      source.on('error', (error) => text.destroy(error))
      const lines = createInterface({ input: source.pipe(text), crlfDelay: Number.POSITIVE_INFINITY })
      try {
        const restored = await restoreBackup(database, throwing(lines, text))
        if (!restored.ok) {
          io.report(`error: ${restored.refusal.message}\n`)
          return 1
        }
        const log = await verifyLog(database)
        if (!log.ok) {
          io.report(`error: The log of the backup is broken at entry ${log.number}: ${log.problem}\n`)
          return 1
        }
        io.print(`Restored ${restored.value} rows; the log has ${log.entries} entries and is intact\n`)
        return 0
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException
        if (code === undefined) throw error
        io.report(`error: ${file} cannot be read (${code})\n`)
        return 1
      } finally {
        source.destroy()
      }
    }),
}

/** Lines end quietly if their stream breaks; this does not. */
async function* throwing(lines: AsyncIterable<string>, stream: NodeJS.ReadableStream): AsyncGenerator<string> {
  let failure: Error | undefined
  stream.on('error', (error: Error) => {
    failure = error
  })
  for await (const line of lines) yield line
  if (failure !== undefined) throw failure
}
