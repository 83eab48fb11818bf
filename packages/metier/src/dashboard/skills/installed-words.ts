/** The words of commands about installed skills, which several places can have. */

import { wordsForPlace } from '../../manager/store-operations/locate-installed.js'
import { directoryOf, type SkillRecord } from '../../registry/record/skill-record.js'
import type { Situation } from '../../registry/situation.js'
import { succeed } from '../../skill/failure.js'
import { guardFiles } from '../../store/guard.js'
import type { LockEntry } from '../../store/lock.js'
import type { InstalledPlace } from '../../store/refusal.js'
import { isEdited } from '../../store/versions/own-files.js'
import { digestTree, readTree } from '../../system/skill-files/tree-digest.js'
import type { SkillId } from '../api/common.js'
import { findPlacesOf } from './lock-entries.js'

/** Names an installed skill: with the option of its place if the name alone means another one, or several. */
export function nameInstalled(
  place: InstalledPlace,
  id: SkillId,
  installed: readonly InstalledPlace[],
): readonly string[] {
  const places = installed.filter(({ name }) => name === place.name)
  return places.length < 2 && id === place.name ? [id] : [place.name, ...wordsForPlace(place, places)]
}

/** The same for a skill of a page. */
export async function nameRecord(
  situation: Situation,
  { root, directory }: SkillRecord,
  id: SkillId,
): Promise<readonly string[]> {
  const place = { root: root.path, scope: root.scope, name: directory }
  return nameInstalled(place, id, await findPlacesOf(situation, directory))
}

/** What an update of a skill needs: local edits are shown and replaced on request only. */
export function optionsOfUpdate(edited: boolean | undefined): readonly string[] {
  return edited === true ? ['--diff', '--force'] : []
}

/** Whether the files have local edits. A directory that cannot be read counts as none; the overview reports it. */
export async function hasEdits(record: SkillRecord, entry: LockEntry): Promise<boolean> {
  if (isEdited(entry)) return true
  const folder = directoryOf(record)
  const tree = await guardFiles(`Reading ${folder}`, async () => succeed(await readTree(folder)))
  return tree.ok && digestTree(tree.value) !== entry.digest
}
