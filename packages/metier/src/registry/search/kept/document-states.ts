/** Which skills an index has read, and in which state: it says what of a kept index still holds. */

import { shortHashOf } from '../../../system/files/checksum.js'
import { frontmatterOf, type SkillRecord } from '../../record/skill-record.js'
import { isSettled, KEY_LENGTH, type Scan } from '../../scan.js'
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
  const keys = new Float64Array(records.length * KEY_LENGTH).fill(Number.NaN)
  const documents = documentsOf(records, scans)
  scans.forEach((scan, number) => {
    // A counting loop, because this runs once for every skill, before the engine has compiled anything.
    for (let position = 0; position < scan.records.length; position++) {
      const record = scan.records[position] as SkillRecord
      const document = documents(record, position)
      if (document === undefined) continue
      rootNumbers[document] = number
      setKey(keys, document, scan, position)
    }
  })
  return { roots, rootNumbers, directories: packWords(records.map(({ directory }) => directory)), keys }
}

/** Finds the document of a record. One root without groups has its records in the order of the documents. */
function documentsOf(
  records: readonly SkillRecord[],
  scans: readonly Scan[],
): (record: SkillRecord, position: number) => number | undefined {
  const [only, another] = scans.filter((scan) => scan.records.length > 0)
  if (another === undefined && only?.records === records) return (_, position) => position
  const documents = new Map(records.map((record, document) => [record, document]))
  return (record) => documents.get(record)
}

function setKey(keys: Float64Array, document: number, scan: Scan, position: number): void {
  const [from, to] = [position * KEY_LENGTH, document * KEY_LENGTH]
  const size = scan.keys[from] as number
  if (size < 0) {
    // A provider's skill has no file: its text tells one state from another.
    keys[to] = size
    keys[to + 1] = hashOf(scan.records[position] as SkillRecord)
    keys[to + 2] = 0
    keys[to + 3] = 0
  } else if (isSettled(scan, position)) {
    for (let part = 0; part < KEY_LENGTH; part++) keys[to + part] = scan.keys[from + part] as number
  }
}

function hashOf(record: SkillRecord): number {
  return shortHashOf(`${record.name}\n${record.description}\n${frontmatterOf(record)}`)
}

/** For each document the one in an earlier index that is still the same, or -1; undefined if all are the same, in the same order. */
export function findUnchanged(earlier: DocumentStates, now: DocumentStates): Int32Array | undefined {
  if (isSamePlaces(earlier, now) && earlier.keys.every((key, at) => key === now.keys[at])) return undefined
  const count = now.rootNumbers.length
  const unchanged = new Int32Array(count).fill(-1)
  const places = new Map(Array.from(earlier.rootNumbers, (_, document) => [placeOf(earlier, document), document]))
  for (let document = 0; document < count; document++) {
    const found = places.get(placeOf(now, document)) ?? -1
    if (found >= 0 && hasSameKey(earlier, found, now, document)) unchanged[document] = found
  }
  return unchanged
}

/** Whether the documents are in the same directories, in the same order. */
function isSamePlaces(left: DocumentStates, right: DocumentStates): boolean {
  return (
    left.directories.text === right.directories.text &&
    left.rootNumbers.length === right.rootNumbers.length &&
    left.roots.join('\n') === right.roots.join('\n') &&
    left.rootNumbers.every((number, at) => number === right.rootNumbers[at]) &&
    left.directories.offsets.every((offset, at) => offset === right.directories.offsets[at])
  )
}

function placeOf({ roots, rootNumbers, directories }: DocumentStates, document: number): string {
  return `${roots[rootNumbers[document] as number]}\n${wordAt(directories, document)}`
}

function hasSameKey(left: DocumentStates, leftAt: number, right: DocumentStates, rightAt: number): boolean {
  for (let part = 0; part < KEY_LENGTH; part++) {
    if (left.keys[leftAt * KEY_LENGTH + part] !== right.keys[rightAt * KEY_LENGTH + part]) return false
  }
  return true
}
