/** Reads the files and links of one skill from the objects of a commit. */

import { ARCHIVE_LIMITS, type ArchiveLink, LONGEST_TARGET } from '../../gate/archive/archive.js'
import type { BundleFile } from '../../gate/bundle.js'
import { fail, type Result, succeed } from '../../skill/failure.js'
import type { GitObjects } from '../../system/git/git.js'
import type { TreeEntry } from '../../system/git/git-output.js'
import { decodeHead } from '../tree/archive-tree.js'
import { isMainFilePath } from '../tree/find-skills.js'
import { isLeftOut } from '../tree/left-out.js'
import type { LinkedFiles } from '../tree/stage-skill.js'

/** The skill in a directory of the commit, and the paths that are not installed. */
export async function readSkillFiles(
  objects: GitObjects,
  entries: readonly TreeEntry[],
  folder: string,
  keepsSettings: boolean,
): Promise<Result<LinkedFiles & { readonly leftOut: readonly string[] }>> {
  const chosen = chooseEntries(entries, folder, keepsSettings)
  if (!chosen.ok) return chosen
  const skill = await readFiles(objects, chosen.value)
  return skill.ok ? succeed({ ...skill.value, leftOut: chosen.value.leftOut }) : skill
}

/** The links of a commit with their targets, if a main file is one; else none is read. */
export async function readMainLinks(
  objects: GitObjects,
  entries: readonly TreeEntry[],
): Promise<Result<readonly ArchiveLink[]>> {
  const links = entries.filter(({ mode }) => mode === LINK)
  if (links.length > MOST_LINKS || !links.some(({ path }) => path !== undefined && isMainFilePath(path)))
    return succeed([])
  const blobs = await objects.readBlobs([...new Set(links.map(({ id }) => id))], MOST_LINKS * LONGEST_TARGET)
  if (!blobs.ok) return blobs
  return succeed(links.flatMap(({ path, id }) => (path === undefined ? [] : [toLink(path, blobs.value.get(id))])))
}

/** A repository with more links is not one of skills. */
const MOST_LINKS = 2000

/** The content of a link is its target; one that is too long to be a path leads nowhere. */
function toLink(path: string, content: Uint8Array = new Uint8Array()): ArchiveLink {
  return { path, target: decodeHead(content, LONGEST_TARGET) }
}

interface ChosenEntry {
  readonly path: string
  readonly id: string
  readonly isExecutable: boolean
}

interface ChosenEntries {
  readonly files: readonly ChosenEntry[]
  readonly links: readonly ChosenEntry[]
  readonly leftOut: readonly string[]
}

/** The entries in a skill's directory, with relative paths; submodules are refused. */
function chooseEntries(entries: readonly TreeEntry[], folder: string, keepsSettings: boolean): Result<ChosenEntries> {
  const prefix = folder === '' ? '' : `${folder}/`
  const chosen = { files: [] as ChosenEntry[], links: [] as ChosenEntry[], leftOut: [] as string[] }
  // Names elsewhere may be anything; every name inside the skill must be valid.
  for (const entry of entries.filter(({ path }) => path?.startsWith(prefix) ?? folder === '')) {
    const path = entry.path?.slice(prefix.length)
    const kind = kindOf(entry, path, keepsSettings)
    if (path === undefined || kind === undefined) return refuseEntry(entry, path)
    if (kind === 'leftOut') chosen.leftOut.push(path)
    else chosen[kind].push({ path, id: entry.id, isExecutable: entry.mode === EXECUTABLE })
  }
  if (chosen.files.length === 0) return fail('skill_not_found', `The commit has no directory '${folder}'`)
  if (chosen.files.length + chosen.links.length <= ARCHIVE_LIMITS.entries) return succeed(chosen)
  return fail('limit_exceeded', `The skill has more than ${ARCHIVE_LIMITS.entries} files`)
}

const EXECUTABLE = '100755'
const LINK = '120000'
const KINDS: Readonly<Record<string, string>> = { 160000: 'submodule' }

/** Whether an entry is a file, and not a link or another repository. */
export function isRegular({ mode }: TreeEntry): boolean {
  return mode === '100644' || mode === EXECUTABLE || mode === '100664'
}

function kindOf(entry: TreeEntry, path: string | undefined, keepsSettings: boolean): keyof ChosenEntries | undefined {
  if (path !== undefined && isLeftOut(path, keepsSettings)) return 'leftOut'
  if (isRegular(entry)) return 'files'
  return entry.mode === LINK ? 'links' : undefined
}

function refuseEntry({ mode }: TreeEntry, path: string | undefined): Result<never> {
  const why =
    path === undefined
      ? '(bad_path): its name is not UTF-8'
      : `(${KINDS[mode] ?? 'device'}): ${JSON.stringify(path.slice(0, 200))}`
  return fail('skill_invalid', `Rejected a file in the skill ${why}`, [
    'Ask the author to replace it with the file itself',
  ])
}

async function readFiles(objects: GitObjects, chosen: ChosenEntries): Promise<Result<LinkedFiles>> {
  const ids = [...new Set([...chosen.files, ...chosen.links].map(({ id }) => id))]
  const blobs = await objects.readBlobs(ids, ARCHIVE_LIMITS.totalBytes)
  if (!blobs.ok) return blobs
  const files: BundleFile[] = []
  let total = 0
  for (const { path, id, isExecutable } of chosen.files) {
    const bytes = blobs.value.get(id)
    if (bytes === undefined) return fail('integrity_mismatch', `The repository did not provide '${path}'`)
    total += bytes.length
    if (bytes.length > ARCHIVE_LIMITS.entryBytes || total > ARCHIVE_LIMITS.totalBytes) {
      return fail('limit_exceeded', `The skill exceeds the size limit at '${path}'`)
    }
    files.push({ path, bytes, isExecutable })
  }
  return succeed({ files, links: chosen.links.map(({ path, id }) => toLink(path, blobs.value.get(id))) })
}
