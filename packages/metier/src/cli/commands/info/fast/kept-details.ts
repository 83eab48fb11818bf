/**
 * The details of a skill as an earlier run found them. Its law: the same details as reading and scanning every file, or undefined.
 * Only `info` uses it. What installs, approves or activates a skill reads and scans the files themselves.
 */

import { dirname, join } from 'node:path'
import { RULE_SET } from '../../../../gate/rule-set.js'
import type { SkillDetails } from '../../../../manager/details/skill-details.js'
import type { Surroundings } from '../../../../manager/surroundings.js'
import type { RegisteredSkill } from '../../../../registry/registered-skill.js'
import type { Situation } from '../../../../registry/situation.js'
import { isRecord } from '../../../../skill/unknown-value.js'
import { approvalsFileIn, lockFileOf } from '../../../../store/store-folder.js'
import { checksum, shortNameOf } from '../../../../system/files/checksum.js'
import {
  isSettled,
  joinStates,
  type ObservedState,
  stateOfFile,
  stateOfTree,
} from '../../../../system/files/file-state.js'
import { readOwnText, writeOwnText } from '../../../../system/files/own-file.js'
import { pruneFolder } from '../../../../system/files/prune-folder.js'
import type { OpenedRegistry } from '../../../skills/open-skills.js'
import { readVersion } from '../../../version.js'

/** Changes whenever the form of the details does. */
const FORMAT = 3
/** Looking at more files takes longer than a scan is worth. */
const MOST_ENTRIES = 2_000
const DAY = 24 * 60 * 60 * 1000
/** Skills come and go, and each would leave its file behind. */
const KEPT = { mostFiles: 500, mostMilliseconds: 30 * DAY }

/** Returns the kept details, or reads them and keeps them for the next run. */
export async function findDetails(
  skill: RegisteredSkill,
  surroundings: OpenedRegistry,
  read: () => Promise<SkillDetails>,
): Promise<SkillDetails> {
  const file = fileFor(skill, surroundings)
  const before = file === undefined ? undefined : stateOf(skill, surroundings)
  if (file === undefined || before === undefined) return read()
  const startedAt = Date.now()
  const key = keyFor(skill, surroundings, before)
  const kept = readKept(file, key)
  if (kept !== undefined) return kept
  const details = await read()
  // Files that changed meanwhile, or are too new to show a further change, are read again next time.
  if (isSettled(before, startedAt) && stateOf(skill, surroundings)?.text === before.text && isWhole(details)) {
    writeOwnText(file, JSON.stringify({ key, details }))
    pruneFolder(dirname(file), KEPT, startedAt)
  }
  return details
}

function readKept(file: string, key: string): SkillDetails | undefined {
  const text = readOwnText(file)
  if (text === undefined) return undefined
  const value: unknown = JSON.parse(text)
  // The checksum and the key say that this program wrote it about this skill.
  return isRecord(value) && value.key === key ? (value.details as SkillDetails) : undefined
}

/** A file or a scan that failed once may succeed the next time. */
function isWhole({ digest, isScanned }: SkillDetails): boolean {
  return digest !== undefined && isScanned
}

function fileFor({ skillPath }: RegisteredSkill, { place: { cache } }: Surroundings): string | undefined {
  return cache === undefined ? undefined : join(cache, 'details', `${shortNameOf(skillPath)}.json`)
}

/** Everything that the details depend on. */
function keyFor(
  { path, name }: RegisteredSkill,
  { settings, options, known }: OpenedRegistry,
  { text }: ObservedState,
): string {
  const rules = [FORMAT, readVersion(), RULE_SET, options.strict === true, settings.suppressions]
  return JSON.stringify([...rules, path, name, text, ...stateOfOthers(known.situation())])
}

/** The nearest skill can be any other one, so a change of any skill counts. */
function stateOfOthers({ snapshot, disabled }: Situation): readonly (number | string)[] {
  const files = snapshot.scans.map(({ keys }) =>
    checksum(new Uint8Array(keys.buffer, keys.byteOffset, keys.byteLength)),
  )
  return [snapshot.skills.length, ...files, ...disabled]
}

function stateOf({ skillPath, root }: RegisteredSkill, { place: { home } }: Surroundings): ObservedState | undefined {
  const tree = stateOfTree(skillPath, MOST_ENTRIES)
  if (tree === undefined) return undefined
  const approvals = home === undefined ? [] : [stateOfFile(approvalsFileIn(home))]
  return joinStates([tree, stateOfFile(lockFileOf(root.path)), ...approvals])
}
