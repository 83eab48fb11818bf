/** `metier-hub import DIR`. */

import { type Result, readSkillFolders, type SkillFolder } from 'metier/gate'
import { isSemanticVersion } from '../../bundle/semantic-version.js'
import type { Database } from '../../database/database.js'
import type { Principal } from '../../principals/principal.js'
import { ensureUser } from '../../principals/users.js'
import type { PublishRequest } from '../../skills/publish-request.js'
import { publishSkill } from '../../skills/publish-skill.js'
import { DATA_OPTION, type HubCommand, textOption } from '../command.js'
import { withDatabase } from '../open-hub.js'

export const importCommand: HubCommand = {
  name: 'import',
  usage: 'DIR',
  summary: 'Publish every skill below a directory, through the gate',
  options: {
    ...DATA_OPTION,
    owner: { type: 'string', value: 'HANDLE', description: 'Whose skills they are; admin by default' },
    private: { type: 'boolean', description: 'Only members of the owner see them' },
  },
  words: [1, 1],
  run: (input, io) =>
    withDatabase(
      input,
      io,
      async ({ database }) => {
        const [directory = ''] = input.words
        const owner = textOption(input, 'owner') ?? 'admin'
        const principal = await importer(database, owner)
        const visibility = input.options.private === true ? 'private' : 'public'
        const counts = { published: 0, pending: 0, failed: 0 }
        for await (const folder of readSkillFolders(directory, { signal: io.signal })) {
          const { state, text } = await importFolder(database, principal, folder, { owner, visibility })
          counts[state]++
          io.report(`${state.padEnd(9)}  ${text}\n`)
        }
        io.print(`${counts.published} published, ${counts.pending} waiting for a moderator, ${counts.failed} failed\n`)
        return counts.failed > 0 ? 1 : 0
      },
      { creates: true },
    ),
}

interface ImportedSkill {
  readonly state: 'published' | 'pending' | 'failed'
  readonly text: string
}

async function importFolder(
  database: Database,
  principal: Principal,
  folder: Result<SkillFolder>,
  placed: Pick<PublishRequest, 'owner' | 'visibility'>,
): Promise<ImportedSkill> {
  if (!folder.ok) return { state: 'failed', text: folder.failure.message }
  const { name, files } = folder.value
  const version = versionOf(folder.value)
  const published = await publishSkill(database, principal, {
    slug: name,
    version,
    ...placed,
    tags: [],
    topics: [],
    files,
  })
  if (!published.ok) return { state: 'failed', text: `${name}: ${published.refusal.message}` }
  return { state: published.value.status, text: `${name} ${version}` }
}

/** The operator has the database in hand, so nothing more is asked. */
async function importer(database: Database, owner: string): Promise<Principal> {
  const { id, handle } = await database.transaction((sql) => ensureUser(sql, owner))
  return { userId: id, handle, displayName: '', tokenId: 0, scopes: ['admin'], expiresAt: null }
}

const VERSION_LINE = /^\s*version:\s*["']?([^"'\s#]+)/m

/** Its own version, if that is a semantic one. */
function versionOf({ files }: SkillFolder): string {
  const main = files.find(({ path }) => /^skills?\.md$/i.test(path))
  const head = main === undefined ? '' : (new TextDecoder().decode(main.bytes).split(/^---\s*$/m)[1] ?? '')
  const written = VERSION_LINE.exec(head)?.[1]
  return written !== undefined && isSemanticVersion(written) ? written : '1.0.0'
}
