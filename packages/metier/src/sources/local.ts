/** Local directories and archives. */

import { lstatSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { ARCHIVE_LIMITS, LOCAL_ARCHIVE_LIMITS, REPOSITORY_LIMITS } from '../gate/archive/archive.js'
import { archiveFormatOf } from '../gate/archive/read-archive.js'
import { fail, type Result, succeed } from '../skill/failure.js'
import { LIMITS } from '../skill/limits.js'
import { isMainFileName } from '../skill/main-file.js'
import { quoteForShell } from '../skill/text/shell-quote.js'
import { codeOf } from '../skill/unknown-value.js'
import type { Offer, Source, SourceContext, SourceReference, StagedBundle } from './source.js'
import type { SettledOptions } from './sources-options.js'
import { decodeHead, isArchiveName, nameOfArchive, openArchive, skillBelow, treeOfFiles } from './tree/archive-tree.js'
import { withLinkedMains } from './tree/linked-mains.js'
import { type OfferFilter, offerSkills } from './tree/offer-skills.js'
import { type FolderListing, listFolder, readListedFiles, readRegularFile, refuseUnread } from './tree/read-folder.js'
import { stageSkill } from './tree/stage-skill.js'

export function createLocalSource({ tools }: Pick<SettledOptions, 'tools'>): Source {
  return {
    kind: 'local',
    resolve: async (reference, wanted, context) => {
      const place = locate(reference, context)
      if (!place.ok) return place
      return place.value.isFolder
        ? await resolveFolder(place.value.path, { ...wanted, onPlugin: context.onPlugin })
        : await resolveArchive(place.value.path, { ...wanted, onPlugin: context.onPlugin }, tools)
    },
    fetch: async (reference, offer, directory, context) => {
      const place = locate(reference, context)
      if (!place.ok) return place
      context.onProgress?.({ phase: 'unpack', message: `Copying ${offer.name}` })
      return place.value.isFolder
        ? fetchFolder(join(place.value.path, offer.path ?? ''), directory, context)
        : fetchArchive(place.value.path, offer, directory, context, tools)
    },
  }
}

interface Place {
  readonly path: string
  readonly isFolder: boolean
}

/** The real path of a reference; if a link leads there, the target must be trusted too. */
function locate({ location, text }: SourceReference, context: SourceContext): Result<Place> {
  try {
    const path = realpathSync(location)
    if (path !== location && !context.isTrusted(`local:${path}`)) {
      return fail('source_untrusted', `${text} resolves to ${path}, which is not trusted`, [
        `If you trust it, run: metier trust ${quoteForShell(`local:${path}`)}`,
      ])
    }
    const stats = lstatSync(path)
    if (!stats.isDirectory() && !stats.isFile())
      return fail('skill_invalid', `${text} is neither a directory nor a file`)
    return succeed({ path, isFolder: stats.isDirectory() })
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT' || code === 'ENOTDIR')
      return fail('source_unavailable', `${text.replace(/^local:/, '')} does not exist`)
    return fail('skill_inaccessible', `${text} cannot be read (${code})`)
  }
}

async function resolveFolder(path: string, wanted: OfferFilter): Promise<Result<readonly Offer[]>> {
  // Hidden settings directories are searched too: `.claude/skills` contains skills.
  const listing = listFolder(path, REPOSITORY_LIMITS, true)
  if (!listing.ok) return listing
  const paths = listing.value.files.map((file) => file.path)
  const tree = {
    paths: [...paths, ...supposeMains(paths, listing.value.unread)],
    rootName: basename(path),
    title: path,
    readHeads: async (files: readonly string[], mostBytes?: number) =>
      succeed(new Map(files.flatMap((file) => readHead(path, file, mostBytes)))),
  }
  return await offerSkills(withLinkedMains(tree, listing.value.links), wanted, {})
}

/** A directory that cannot be read may be a skill: it is offered by its name, and fetching it says why it cannot be installed. */
function supposeMains(paths: readonly string[], unread: FolderListing['unread']): readonly string[] {
  const skills = paths.filter((path) => isMainFileName(basename(path))).map((path) => dirname(path))
  // The whole directory is one skill if it has no other.
  const isPart = (path: string) =>
    skills.some((skill) => (skill === '.' ? skills.length === 1 : path.startsWith(`${skill}/`)))
  return unread.filter(({ path }) => !isPart(path)).map(({ path }) => `${path}/SKILL.md`)
}

function readHead(folder: string, file: string, mostBytes?: number): readonly (readonly [string, string])[] {
  const read = readRegularFile(join(folder, file), LIMITS.skillFileBytes)
  return read.ok ? [[file, decodeHead(read.value.bytes, mostBytes)]] : []
}

function fetchFolder(folder: string, directory: string, context: SourceContext): Result<StagedBundle> {
  const keepsSettings = context.keepsSettings ?? false
  const listing = listFolder(folder, ARCHIVE_LIMITS, keepsSettings)
  if (!listing.ok) return listing
  const { links, devices, unread } = listing.value
  if (unread[0] !== undefined) return refuseUnread(folder, unread[0])
  if (devices[0] !== undefined) {
    return fail('skill_invalid', `The skill contains something other than a regular file (device): ${devices[0]}`, [
      'Replace it with a regular file',
    ])
  }
  const files = readListedFiles(folder, listing.value.files, ARCHIVE_LIMITS)
  if (!files.ok) return files
  const staged = stageSkill({ files: files.value, links }, directory, { keepsSettings })
  if (!staged.ok) return staged
  return succeed({ ...staged.value, leftOut: [...staged.value.leftOut, ...listing.value.leftOut].toSorted() })
}

async function resolveArchive(path: string, wanted: OfferFilter, tools: SettledOptions['tools']) {
  const archive = readArchiveFile(path, tools)
  if (!archive.ok) return archive
  const { files, links, digest } = archive.value
  const tree = { ...treeOfFiles(files, nameOfArchive(basename(path)), path), isNamedByFile: true }
  return await offerSkills(withLinkedMains(tree, links), wanted, { digest })
}

function fetchArchive(
  path: string,
  offer: Offer,
  directory: string,
  context: SourceContext,
  tools: SettledOptions['tools'],
): Result<StagedBundle> {
  const archive = readArchiveFile(path, tools)
  if (!archive.ok) return archive
  if (offer.digest !== undefined && offer.digest !== archive.value.digest) {
    return fail('integrity_mismatch', `${path} changed during the install`)
  }
  return stageSkill(skillBelow(archive.value, offer.path ?? ''), directory, context)
}

function readArchiveFile(path: string, tools: SettledOptions['tools']) {
  const file = readRegularFile(path, ARCHIVE_LIMITS.archiveBytes)
  if (!file.ok) return file
  if (archiveFormatOf(file.value.bytes) === undefined && !isArchiveName(path)) {
    return fail('skill_invalid', `${path} is a single file but not an archive (zip, tar or tar.gz)`, [
      'Pass a directory that contains a SKILL.md, or an archive of one',
    ])
  }
  const archive = openArchive(file.value.bytes, path, tools, LOCAL_ARCHIVE_LIMITS)
  return archive.ok ? succeed({ ...archive.value, digest: tools.sha256(file.value.bytes) }) : archive
}
