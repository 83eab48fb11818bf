/** The result of walking one root, in walk order, with the state of each file, so that the next walk can skip it. */

import type { Stats } from 'node:fs'
import type { Diagnostic, DiagnosticCode } from '../skill/diagnostic.js'
import { DIAGNOSTICS } from '../skill/diagnostic.js'
import type { FileKey } from '../system/skill-files/main-file.js'
import type { SkillRecord } from './record/skill-record.js'
import type { Root } from './root.js'

export interface Scan {
  readonly root: Root
  readonly records: readonly SkillRecord[]
  /** Four numbers per record: size, inode, changed, modified. */
  readonly keys: Float64Array
  /** Replaces `keys` for records that were read again since, by position; see `keyAt`. */
  readonly newerKeys?: ReadonlyMap<number, FileKey>
  /** Directories below the root that contain skills or further directories, relative; the root itself is ''. */
  readonly groups: readonly string[]
  readonly diagnostics: readonly Diagnostic[]
  /** When the walk started: a change at or after this time may have been missed. */
  readonly startedAt: number
  /** The number of records that were read, not reused. */
  readonly readCount: number
}

export const KEY_LENGTH = 4

/** The state of the file of a record. */
export function keyAt({ keys, newerKeys }: Scan, position: number): FileKey {
  const newer = newerKeys?.get(position)
  if (newer !== undefined) return newer
  const [size = 0, inode = 0, changed = 0, modified = 0] = keys.subarray(position * KEY_LENGTH)
  return { size, inode, changed, modified }
}

/** How much of a scan was collected at one moment. */
export interface ScanMark {
  readonly records: number
  readonly groups: number
  readonly diagnostics: number
}

/** Collects the results of a walk. */
export class ScanBuilder {
  readonly root: Root
  readonly groups: string[] = []
  readonly diagnostics: Diagnostic[] = []
  readonly #records: SkillRecord[] = []
  readonly #startedAt: number
  #keys = new Float64Array(256 * KEY_LENGTH)
  readCount = 0

  constructor(root: Root, startedAt: number) {
    this.root = root
    this.#startedAt = startedAt
  }

  add(record: SkillRecord, { size, inode, changed, modified }: FileKey): void {
    this.#add(record, size, inode, changed, modified)
  }

  /** As `add`, with the file's `Stats`, which avoids an object per skill. */
  addFile(record: SkillRecord, { size, ino, ctimeMs, mtimeMs }: Stats): void {
    this.#add(record, size, ino, ctimeMs, mtimeMs)
  }

  #add(record: SkillRecord, size: number, inode: number, changed: number, modified: number): void {
    const at = this.#records.push(record) * KEY_LENGTH - KEY_LENGTH
    if (at >= this.#keys.length) {
      const larger = new Float64Array(this.#keys.length * 2)
      larger.set(this.#keys)
      this.#keys = larger
    }
    this.#keys[at] = size
    this.#keys[at + 1] = inode
    this.#keys[at + 2] = changed
    this.#keys[at + 3] = modified
  }

  mark(): ScanMark {
    return { records: this.#records.length, groups: this.groups.length, diagnostics: this.diagnostics.length }
  }

  /** The directories of the skills that were added since. */
  directoriesSince({ records }: ScanMark): readonly string[] {
    return this.#records.slice(records).map(({ directory }) => directory)
  }

  /** Forgets what was collected since. */
  rewind({ records, groups, diagnostics }: ScanMark): void {
    this.#records.length = records
    this.groups.length = groups
    this.diagnostics.length = diagnostics
  }

  report(code: DiagnosticCode, file: string, message: string, suggestion?: string): void {
    const { severity } = DIAGNOSTICS[code]
    this.diagnostics.push({
      code,
      severity,
      message,
      file,
      line: 1,
      column: 1,
      ...(suggestion !== undefined && { suggestion }),
    })
  }

  finish(): Scan {
    return {
      root: this.root,
      // A copy has exactly the needed length; a grown list is longer.
      records: this.#records.slice(),
      keys: this.#keys.slice(0, this.#records.length * KEY_LENGTH),
      groups: this.groups,
      diagnostics: this.diagnostics,
      startedAt: this.#startedAt,
      readCount: this.readCount,
    }
  }
}

/** Finds records of an earlier scan by directory. Walks have the same order, so the next record is usually the wanted one. */
export class ScanMemory {
  readonly #scan: Scan
  #next = 0
  #byDirectory: Map<string, number> | undefined

  constructor(scan: Scan) {
    this.#scan = scan
  }

  /** The position of the record in a directory, or -1. */
  find(directory: string): number {
    const { records } = this.#scan
    if (records[this.#next]?.directory === directory) return this.#next++
    this.#byDirectory ??= new Map(records.map((record, position) => [record.directory, position]))
    const position = this.#byDirectory.get(directory) ?? -1
    if (position >= 0) this.#next = position + 1
    return position
  }

  record(position: number): SkillRecord {
    const record = this.#scan.records[position]
    if (record === undefined) throw new RangeError(`no record ${position}`)
    return record
  }

  /** Whether a file is unchanged, and was old enough at the scan for a later change to be visible. */
  isUnchanged(position: number, { size, inode, changed, modified }: FileKey): boolean {
    return this.#isUnchanged(position, size, inode, changed, modified)
  }

  /** As `isUnchanged`, with the file's `Stats`. */
  isUnchangedFile(position: number, { size, ino, ctimeMs, mtimeMs }: Stats): boolean {
    return this.#isUnchanged(position, size, ino, ctimeMs, mtimeMs)
  }

  #isUnchanged(position: number, size: number, inode: number, changed: number, modified: number): boolean {
    const { keys } = this.#scan
    const at = position * KEY_LENGTH
    return (
      keys[at] === size &&
      keys[at + 1] === inode &&
      keys[at + 2] === changed &&
      keys[at + 3] === modified &&
      isSettled(this.#scan, position)
    )
  }
}

/** Whether the file of a record was old enough at the scan for a later change to be visible in its state. */
export function isSettled({ keys, newerKeys, startedAt }: Scan, position: number): boolean {
  // A record that was read again after the scan started may have changed unnoticed, so read it once more.
  if (newerKeys?.has(position)) return false
  const changed = keys[position * KEY_LENGTH + 2] as number
  return changed < startedAt - clockTick(changed)
}

/** Times without a fraction come from file systems with a resolution of one or two seconds. */
function clockTick(changed: number): number {
  return changed % 1000 === 0 ? 2_000 : 50
}
