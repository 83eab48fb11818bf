/** `metier-hub export DIR`. */

import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  type ExportedSkill,
  type ExportedVersion,
  type ExportManifest,
  MANIFEST_FILE,
} from '../../backup/export-manifest.js'
import type { Database } from '../../database/database.js'
import { readStoredFiles, unpackContent } from '../../skills/blobs.js'
import { SKILL_COLUMNS, type SkillRow, VERSION_COLUMNS, type VersionRow } from '../../skills/skill-row.js'
import { signatureOf } from '../../skills/version-files.js'
import { DATA_OPTION, type HubCommand } from '../command.js'
import { withDatabase } from '../open-hub.js'

export const exportCommand: HubCommand = {
  name: 'export',
  usage: 'DIR',
  summary: 'Write every version of every skill as a directory OWNER/NAME/VERSION, for import',
  options: DATA_OPTION,
  words: [1, 1],
  run: (input, io) =>
    withDatabase(input, io, async ({ database }) => {
      const [directory = ''] = input.words
      await mkdir(directory, { recursive: true })
      const rows = await database.query<SkillRow>(
        `select ${SKILL_COLUMNS} from skills s join owners o on o.id = s.owner_id
         where s.deleted_at is null order by o.handle, s.slug`,
      )
      const skills: ExportedSkill[] = []
      for (const row of rows) {
        io.signal.throwIfAborted()
        const skill = await exportSkill(database, directory, row)
        if (skill.versions.length > 0) skills.push(skill)
      }
      const manifest: ExportManifest = { format: 'metier-hub-export', version: 1, skills }
      await writeFile(join(directory, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`)
      const count = skills.reduce((sum, { versions }) => sum + versions.length, 0)
      io.print(`Wrote ${count} versions of ${skills.length} skills to ${directory}\n`)
      return 0
    }),
}

interface TaggedVersion extends VersionRow {
  /** Those that it has, and those that it gets once a moderator approves it. */
  readonly tags: readonly string[]
}

/** Without withdrawn and rejected versions: those have a number, but no files that anybody should get. */
async function exportSkill(database: Database, directory: string, skill: SkillRow): Promise<ExportedSkill> {
  const rows = await database.query<TaggedVersion>(
    `select ${VERSION_COLUMNS}, array(select t.tag from tags t where t.version_id = v.id union select unnest(v.waiting_tags)
       order by 1) as tags
     from versions v where v.skill_id = $1 and v.status in ('published', 'pending') order by v.id`,
    [skill.id],
  )
  const versions: ExportedVersion[] = []
  for (const row of rows) {
    const { version, slug, changelog, tags } = row
    const folder = `${skill.owner}/${skill.slug}/${version}`
    await writeVersion(database, join(directory, folder), row)
    const name = typeof row.frontmatter.name === 'string' ? row.frontmatter.name : slug
    versions.push({ version, name, folder, changelog, tags: [...tags] })
  }
  const { owner, slug, formerSlugs, displayName, visibility, topics } = skill
  return { owner, slug, formerSlugs: [...formerSlugs], displayName, visibility, topics: [...topics], versions }
}

/** As its author published it: another hub adds a signature of its own. */
async function writeVersion(database: Database, folder: string, { id, isSignedByAuthor }: VersionRow): Promise<void> {
  const own = signatureOf(isSignedByAuthor)
  for (const file of await readStoredFiles(database, id, ['skill'])) {
    if (file.path === own) continue
    // Paths and names were checked when they were published.
    const target = join(folder, file.path)
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, unpackContent(file), { mode: file.isExecutable ? 0o755 : 0o644 })
  }
}
