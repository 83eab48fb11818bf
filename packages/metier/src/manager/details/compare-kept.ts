/** The versions of an installed skill, and what changes from one to the other. */

import { directoryOf, type SkillRecord } from '../../registry/record/skill-record.js'
import { fail, type Result, succeed } from '../../skill/failure.js'
import { guardFiles } from '../../store/guard.js'
import { contentOf } from '../../store/installed.js'
import { describeStore, type Store } from '../../store/layout.js'
import { type LockEntry, readLock } from '../../store/lock.js'
import { isEdited } from '../../store/versions/own-files.js'
import { explainChanges, type FileChange, type ReadContent } from '../../store/versions/tree-changes.js'
import { listVersions, readVersionFile } from '../../store/versions/versions.js'
import { readTree, sha256Of, type TreeFile } from '../../system/skill-files/tree-digest.js'

/** A version of a skill that can be compared. */
export interface ComparableVersion {
  readonly digest: string
  readonly version: string | null
  readonly commit: string | null
  /** When it was installed, or when it was replaced. */
  readonly time: string
  readonly isCurrent: boolean
  readonly isEdited: boolean
}

/** The word for the files as they are now. */
const DISK = 'disk'

/** The installed version, then the kept ones, latest first; none if the skill was not installed. */
export function listComparable(record: SkillRecord): Promise<Result<readonly ComparableVersion[]>> {
  return guardFiles(`Reading the versions of ${record.name}`, async () => {
    const { entry, kept } = await readVersions(record)
    const current = entry === undefined ? [] : [describe(entry, entry.installedAt, true)]
    const others = kept.filter((one) => one.entry.digest !== entry?.digest)
    return succeed([...current, ...others.map((one) => describe(one.entry, one.keptAt, false))])
  })
}

/** What changes from one version to the other, each given by its digest, or `disk` for the files as they are now. */
export function compareVersions(record: SkillRecord, from: string, to: string): Promise<Result<readonly FileChange[]>> {
  return guardFiles(`Comparing versions of ${record.name}`, async () => {
    const [before, after] = [await readFilesOf(record, from), await readFilesOf(record, to)]
    if (before === undefined || after === undefined) {
      const missing = before === undefined ? from : to
      return fail('skill_not_found', `No version ${missing.slice(0, 80)} of '${record.name}' is kept`)
    }
    const read = createReader(record)
    return succeed(await explainChanges(before, read, after, read))
  })
}

function describe(entry: LockEntry, time: string, isCurrent: boolean): ComparableVersion {
  const { digest, version, commit } = entry
  return { digest, version, commit, time, isCurrent, isEdited: isEdited(entry) }
}

async function readVersions(record: SkillRecord) {
  const store = storeOf(record)
  const lock = await readLock(store.lockFile)
  const entry = lock.ok ? lock.value.skills.get(record.directory) : undefined
  return { entry, kept: await listVersions(store, record.directory) }
}

async function readFilesOf(record: SkillRecord, version: string): Promise<readonly TreeFile[] | undefined> {
  if (version === DISK) return readTree(directoryOf(record))
  const { entry, kept } = await readVersions(record)
  const entries = [...(entry === undefined ? [] : [entry]), ...kept.map((one) => one.entry)]
  return entries.find(({ digest }) => digest === version)?.files
}

/** A file of the installed version is not kept apart while it is on disk. */
function createReader(record: SkillRecord): ReadContent {
  const store = storeOf(record)
  const readNow = contentOf(directoryOf(record))
  return async (file) => {
    const bytes = await readVersionFile(store, file)
    if (bytes !== undefined) return bytes
    const now = await readNow(file)
    return now !== undefined && sha256Of(now) === file.sha256 ? now : undefined
  }
}

function storeOf({ root }: SkillRecord): Store {
  return describeStore({ root: root.path })
}
