/** `metier-hub export DIR`. */

import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readStoredFiles, unpackContent } from '../../skills/blobs.js'
import { DATA_OPTION, type HubCommand } from '../command.js'
import { withDatabase } from '../open-hub.js'

export const exportCommand: HubCommand = {
  name: 'export',
  usage: 'DIR',
  summary: 'Write the latest version of every skill as a directory OWNER/NAME',
  options: DATA_OPTION,
  words: [1, 1],
  run: (input, io) =>
    withDatabase(input, io, async ({ database }) => {
      const [directory = ''] = input.words
      const skills = await database.query<{ owner: string; slug: string; version_id: number }>(
        `select o.handle as owner, s.slug, s.latest_id as version_id from skills s join owners o on o.id = s.owner_id
         where s.latest_id is not null and s.deleted_at is null order by o.handle, s.slug`,
      )
      for (const { owner, slug, version_id: id } of skills) {
        io.signal.throwIfAborted()
        for (const file of await readStoredFiles(database, id, ['skill'])) {
          // Paths and names were checked when they were published.
          const target = join(directory, owner, slug, file.path)
          await mkdir(dirname(target), { recursive: true })
          await writeFile(target, unpackContent(file), { mode: file.isExecutable ? 0o755 : 0o644 })
        }
      }
      io.print(`Wrote ${skills.length} skills to ${directory}\n`)
      return 0
    }),
}
