/** `metier-hub import DIR`. */

import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readSkillFolders } from 'metier/gate'
import { type ExportManifest, MANIFEST_FILE, readManifest } from '../../backup/export-manifest.js'
import {
  findImporter,
  type ImportedSkill,
  importFolder,
  importFormerSlugs,
  importVersion,
} from '../../backup/import-skills.js'
import type { Database } from '../../database/database.js'
import { done, type Outcome, refuse } from '../../outcome.js'
import { type CommandInput, type CommandIo, DATA_OPTION, type HubCommand, textOption } from '../command.js'
import { withDatabase } from '../open-hub.js'

export const importCommand: HubCommand = {
  name: 'import',
  usage: 'DIR',
  summary: 'Publish every skill below a directory, or all of an export, through the gate',
  options: {
    ...DATA_OPTION,
    owner: { type: 'string', value: 'HANDLE', description: 'Whose skills they are; admin by default' },
    private: { type: 'boolean', description: 'Only members of the owner see them' },
  },
  words: [1, 1],
  run: (input, io) =>
    withDatabase(input, io, ({ database }) => importAll(database, input, io), {
      creates: true,
      findObstacle: () => findMissing(input.words[0] ?? ''),
    }),
}

/** Before a database is made: a mistyped directory must not become a hub. */
async function findMissing(directory: string): Promise<string | undefined> {
  const found = await stat(directory).catch(() => undefined)
  if (found === undefined) return `${directory} does not exist`
  return found.isDirectory() ? undefined : `${directory} is not a directory`
}

async function importAll(database: Database, input: CommandInput, io: CommandIo): Promise<number> {
  const [directory = ''] = input.words
  const manifest = await findManifest(directory)
  if (!manifest.ok) return fail(io, manifest.refusal.message)
  if (manifest.value !== undefined && (input.options.owner ?? input.options.private) !== undefined) {
    io.report(`error: ${directory} is an export, which names owners and who sees each skill: leave the options out\n`)
    return 2
  }
  const counts = { published: 0, pending: 0, failed: 0 }
  const skills =
    manifest.value === undefined
      ? importFolders(database, directory, input, io)
      : importExport(database, directory, manifest.value, io)
  for await (const { state, text } of skills) {
    counts[state]++
    io.report(`${state.padEnd(9)}  ${text}\n`)
  }
  io.print(`${counts.published} published, ${counts.pending} waiting for a moderator, ${counts.failed} failed\n`)
  return counts.failed > 0 ? 1 : 0
}

function fail(io: CommandIo, message: string): number {
  io.report(`error: ${message}\n`)
  return 1
}

/** Undefined for a directory that no hub wrote. */
async function findManifest(directory: string): Promise<Outcome<ExportManifest | undefined>> {
  try {
    const text = await readFile(join(directory, MANIFEST_FILE), 'utf8')
    return readManifest(JSON.parse(text))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return done(undefined)
    return refuse('invalid', `${join(directory, MANIFEST_FILE)} cannot be read`)
  }
}

async function* importFolders(
  database: Database,
  directory: string,
  input: CommandInput,
  io: CommandIo,
): AsyncGenerator<ImportedSkill> {
  const owner = textOption(input, 'owner') ?? 'admin'
  const principal = await findImporter(database, owner)
  if (!principal.ok) return yield { state: 'failed', text: principal.refusal.message }
  const visibility = input.options.private === true ? 'private' : 'public'
  for await (const folder of readSkillFolders(directory, { signal: io.signal })) {
    yield await importFolder(database, principal.value, folder, { owner, visibility })
  }
}

async function* importExport(
  database: Database,
  directory: string,
  { skills }: ExportManifest,
  io: CommandIo,
): AsyncGenerator<ImportedSkill> {
  for (const skill of skills) {
    const principal = await findImporter(database, skill.owner)
    if (!principal.ok) {
      yield { state: 'failed', text: principal.refusal.message }
      continue
    }
    for (const version of skill.versions) {
      io.signal.throwIfAborted()
      yield await importVersion(database, principal.value, skill, version, directory)
    }
    await importFormerSlugs(database, skill)
  }
}
