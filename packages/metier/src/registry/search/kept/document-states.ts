/** Which skills an index has read, and in which state: it says what of a kept index still holds. */

import { shortHashOf } from '../../../system/files/checksum.js'
import { frontmatterOf, type SkillRecord } from '../../record/skill-record.js'
import { isSettled, KEY_LENGTH, keyAt, type Scan } from '../../scan.js'
import { type PackedWords, packWords, wordAt } from '../vocabulary.js'

export interface DocumentStates {
  /** The paths of the roots. */
  readonly roots: readonly string[]
  /** The root of each document, and its directory there. */
  readonly rootNumbers: Uint32Array
  readonly directories: PackedWords
  /** Four numbers per document, as a scan has them. Not numbers if the file may have changed once more without a trace. */
  readonly keys: Float64Array
}

/** The state of the file of each record, as of the scans. */
export function statesOf(records: readonly SkillRecord[], scans: readonly Scan[]): DocumentStates {
  const roots = scans.map(({ root }) => root.path)
  const rootNumbers = new Uint32Array(records.length)
  const keys = new Float64Array(records.length * KEY_LENGTH)
  const places = placesOf(records, scans)
  records.forEach((record, document) => {
    const { scan, position } = places(record, document)
    rootNumbers[document] = scan
    setKey(keys, document, scans[scan], position, record)
  })
  return { roots, rootNumbers, directories: packWords(records.map(({ directory }) => directory)), keys }
}

interface Place {
  readonly scan: number
  readonly position: number
}

/** Finds the scan of a record and its position there. One root without groups has its records in order already. */
function placesOf(
  records: readonly SkillRecord[],
  scans: readonly Scan[],
): (record: SkillRecord, document: number) => Place {
  const whole = scans.findIndex((scan) => scan.records === records)
  if (whole >= 0) return (_, position) => ({ scan: whole, position })
  const places = new Map<SkillRecord, Place>()
  scans.forEach((scan, number) => {
    scan.records.forEach((record, position) => {
      places.set(record, { scan: number, position })
    })
  })
  return (record) => places.get(record) ?? { scan: 0, position: -1 }
}

function setKey(
  keys: Float64Array,
  document: number,
  scan: Scan | undefined,
  position: number,
  record: SkillRecord,
): void {
  const at = document * KEY_LENGTH
  if (scan === undefined || position < 0) {
    keys.fill(Number.NaN, at, at + KEY_LENGTH)
    return
  }
  const { size, inode, changed, modified } = keyAt(scan, position)
  // A provider's skill has no file: its text tells one state from another.
  if (size < 0) keys.set([size, hashOf(record), 0, 0], at)
  else if (isSettled(scan, position)) keys.set([size, inode, changed, modified], at)
  else keys.fill(Number.NaN, at, at + KEY_LENGTH)
}

function hashOf(record: SkillRecord): number {
  return shortHashOf(`${record.name}\n${record.description}\n${frontmatterOf(record)}`)
}

/** For each document the one in an earlier index that is still the same, or -1; undefined if all are the same, in the same order. */
export function findUnchanged(earlier: DocumentStates, now: DocumentStates): Int32Array | undefined {
  const count = now.rootNumbers.length
  const isSameLength = earlier.rootNumbers.length === count
  let same = 0
  if (isSameLength) while (same < count && isSame(earlier, same, now, same)) same++
  if (isSameLength && same === count) return undefined
  const unchanged = new Int32Array(count).fill(-1)
  const places = new Map(Array.from(earlier.rootNumbers, (_, document) => [placeOf(earlier, document), document]))
  for (let document = 0; document < count; document++) {
    const found = places.get(placeOf(now, document))
    if (found !== undefined && isSame(earlier, found, now, document)) unchanged[document] = found
  }
  return unchanged
}

function placeOf({ roots, rootNumbers, directories }: DocumentStates, document: number): string {
  return `${roots[rootNumbers[document] as number]}\n${wordAt(directories, document)}`
}

function isSame(left: DocumentStates, leftAt: number, right: DocumentStates, rightAt: number): boolean {
  for (let part = 0; part < KEY_LENGTH; part++) {
    if (left.keys[leftAt * KEY_LENGTH + part] !== right.keys[rightAt * KEY_LENGTH + part]) return false
  }
  return (
    left.roots[left.rootNumbers[leftAt] as number] === right.roots[right.rootNumbers[rightAt] as number] &&
    wordAt(left.directories, leftAt) === wordAt(right.directories, rightAt)
  )
}
