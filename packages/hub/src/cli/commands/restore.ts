/** `metier-hub restore FILE`. */

import { closeSync, createReadStream, openSync, readSync, statSync } from 'node:fs'
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
    withDatabase(
      input,
      io,
      async ({ database }) => {
        const [file = ''] = input.words
        try {
          const restored = await restoreBackup(database, readLines(file))
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
          io.report(`error: ${file} ${PROBLEMS[code] ?? `cannot be read (${code})`}\n`)
          return 1
        }
      },
      {
        creates: true,
        findObstacle: async () => refuseFile(input.words[0] ?? ''),
      },
    ),
}

/** Before a database is made. */
function refuseFile(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found === undefined) return `${file} does not exist`
  if (!found.isFile()) return `${file} is not a file`
  try {
    return isCompressed(file) ? undefined : `${file} is not a backup of a hub`
  } catch (error) {
    return `${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)})`
  }
}

function isCompressed(file: string): boolean {
  const start = Buffer.alloc(GZIP.length)
  const descriptor = openSync(file, 'r')
  try {
    readSync(descriptor, start)
  } finally {
    closeSync(descriptor)
  }
  return start.equals(GZIP)
}

const GZIP = Buffer.from([0x1f, 0x8b])

const PROBLEMS: Readonly<Record<string, string>> = {
  Z_BUF_ERROR: 'is cut off',
  Z_DATA_ERROR: 'is not a backup of a hub',
}

/** Reads nothing before the first line is asked for: the database may take a while to open. */
async function* readLines(file: string): AsyncGenerator<string> {
  const source = createReadStream(file)
  const text = createGunzip()
  source.once('error', (error) => text.destroy(error))
  source.pipe(text)
  const decoder = new TextDecoder()
  let pieces: string[] = []
  for await (const chunk of text as AsyncIterable<Uint8Array>) {
    const [first = '', ...others] = decoder.decode(chunk, { stream: true }).split('\n')
    pieces.push(first)
    for (const next of others) {
      yield pieces.join('')
      pieces = [next]
    }
  }
  if (pieces.join('') !== '') yield pieces.join('')
}
