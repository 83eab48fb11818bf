/** `metier-hub backup FILE`. */

import { once } from 'node:events'
import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { writeBackup } from '../../backup/backup.js'
import { DATA_OPTION, type HubCommand } from '../command.js'
import { withDatabase } from '../open-hub.js'

export const backupCommand: HubCommand = {
  name: 'backup',
  usage: 'FILE',
  summary: 'Write everything to one file, which contains the signing keys',
  options: {
    ...DATA_OPTION,
    overwrite: { type: 'boolean', description: 'Replace a file that is there' },
  },
  words: [1, 1],
  run: (input, io) =>
    withDatabase(input, io, async ({ database }) => {
      const [file = ''] = input.words
      if (input.options.overwrite !== true && existsSync(file)) {
        io.report(`error: ${file} exists. Name another file, or pass --overwrite.\n`)
        return 1
      }
      const partial = `${file}.partial`
      const gzip = createGzip({ level: 6 })
      const target = createWriteStream(partial, { mode: 0o600 })
      const written = finished(gzip.pipe(target))
      // It is awaited below; a file that cannot be opened fails before.
      written.catch(() => undefined)
      try {
        const rows = await writeBackup(database, async (line) => {
          io.signal.throwIfAborted()
          if (!gzip.write(`${line}\n`)) await Promise.race([once(gzip, 'drain'), written])
        })
        gzip.end()
        await written
        await rename(partial, file)
        io.print(`Wrote ${rows} rows to ${file}. Keep it secret: it contains the signing keys.\n`)
        return 0
      } catch (error) {
        gzip.destroy()
        target.destroy()
        await rm(partial, { force: true })
        const { code } = error as NodeJS.ErrnoException
        if (typeof code !== 'string') throw error
        io.report(`error: ${file} cannot be written (${code})\n`)
        return 1
      }
    }),
}
