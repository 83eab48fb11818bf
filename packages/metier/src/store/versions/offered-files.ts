/** Compares a source without versions with an installed skill by its files. */

import type { Result } from '../../skill/failure.js'
import { succeed } from '../../skill/failure.js'
import { digestTree, readTree, type TreeFile } from '../../system/skill-files/tree-digest.js'
import type { ResolvedSkill } from '../follow-plugin.js'
import { isSameCopy } from '../foreign/same-copy.js'
import { guardFiles } from '../guard.js'
import { arrivalOf, type FetchContext } from '../install.js'
import type { LockEntry } from '../lock.js'
import { openQuarantine, prepareStore } from '../quarantine.js'
import { readDeclaredVersion } from './declared-version.js'

/** The digest of the offered files, and whether they are those that were installed. */
export interface OfferedFiles {
  readonly digest: string
  readonly isAsInstalled: boolean
  /** From its SKILL.md. */
  readonly version: string | undefined
}

export async function compareFiles(
  context: FetchContext,
  entry: LockEntry,
  { reference, offer }: ResolvedSkill,
): Promise<Result<OfferedFiles>> {
  const { fill } = arrivalOf({ ...context, keepsSettings: entry.keepsSettings }, reference, offer)
  const offered = await readOffer(context, fill)
  if (!offered.ok) return offered
  const { files, version } = offered.value
  const digest = digestTree(files)
  return succeed({ digest, isAsInstalled: isAsInstalled(entry, digest, files), version })
}

/** Local edits are recorded with the digest of the version that was edited, or null if that is not known. */
function isAsInstalled(entry: LockEntry, digest: string, files: readonly TreeFile[]): boolean {
  if (entry.editedFrom === null || digest === (entry.editedFrom ?? entry.digest)) return true
  return entry.installer !== undefined && isSameCopy(entry.files, files)
}

function readOffer(
  { store }: FetchContext,
  fill: ReturnType<typeof arrivalOf>['fill'],
): Promise<Result<{ readonly files: readonly TreeFile[]; readonly version: string | undefined }>> {
  return guardFiles('Comparing with the source', async () => {
    const prepared = await prepareStore(store)
    if (!prepared.ok) return prepared
    const quarantine = await openQuarantine(store)
    try {
      const filled = await fill(quarantine.incoming)
      if (!filled.ok) return filled
      const files = await readTree(quarantine.incoming)
      return succeed({ files, version: await readDeclaredVersion(quarantine.incoming) })
    } finally {
      await quarantine.discard()
    }
  })
}
