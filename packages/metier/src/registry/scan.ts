/** What one walk over a root found, in walk order, with the state of each file, so that the next walk can skip it. */

import type { Diagnostic, DiagnosticCode } from '../skill/diagnostic.js'
import { DIAGNOSTICS } from '../skill/diagnostic.js'
import type { FileKey } from '../system/main-file.js'
import type { Root } from './root.js'
import type { SkillRecord } from './skill-record.js'

export interface Scan {
  readonly root: Root
  readonly records: readonly SkillRecord[]
  /** Four numbers a record: size, inode, changed, modified; no numbers where the file was read without asking for them. */
  readonly keys: Float64Array | undefined
  /** Folders below the root that hold skills or further folders, relative; the root itself is ''. */
  readonly groups: readonly string[]
  readonly groupInodes: readonly number[]
  /** Every record has a key. */
  readonly isKeyed: boolean
  readonly diagnostics: readonly Diagnostic[]
  /** When the walk began: a file that changed later, or at the same tick, may have changed unseen. */
  readonly startedAt: number
  /** How many records were read anew. */
  readonly readCount: number
}

export const KEY_LENGTH = 4

/** Collects a scan while it goes on. */
export class ScanBuilder {
  readonly root: Root
  readonly groups: string[] = []
  readonly groupInodes: number[] = []
  readonly diagnostics: Diagnostic[] = []
  readonly #records: SkillRecord[] = []
  readonly #startedAt: number
  #keys: Float64Array | undefined
  #keyCount = 0
  readCount = 0

  constructor(root: Root, startedAt: number) {
    this.root = root
    this.#startedAt = startedAt
  }

  /** Adds a record; without a key the next walk must find another way to see that the file is as it was. */
  add(record: SkillRecord, key?: FileKey): void {
    const at = this.#records.push(record) * KEY_LENGTH - KEY_LENGTH
    if (key === undefined) return
    this.#keyCount++
    if (this.#keys === undefined || at >= this.#keys.length) this.#keys = enlarge(this.#keys, at)
    this.#keys[at] = key.size
    this.#keys[at + 1] = key.inode
    this.#keys[at + 2] = key.changed
    this.#keys[at + 3] = key.modified
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
      // A copy is as long as it needs to be; a list that grew is longer.
      records: this.#records.slice(),
      keys: this.#keys && fitKeys(this.#keys, this.#records.length),
      groups: this.groups,
      groupInodes: this.groupInodes,
      isKeyed: this.#keyCount === this.#records.length,
      diagnostics: this.diagnostics,
      startedAt: this.#startedAt,
      readCount: this.readCount,
    }
  }
}

function enlarge(keys: Float64Array | undefined, needed: number): Float64Array {
  const larger = new Float64Array(Math.max(1024, needed * 2)).fill(Number.NaN)
  if (keys !== undefined) larger.set(keys)
  return larger
}

/** Keys for this many records, those that are not known as no numbers. */
export function fitKeys(keys: Float64Array | undefined, count: number): Float64Array {
  const fitting = new Float64Array(count * KEY_LENGTH).fill(Number.NaN)
  if (keys !== undefined) fitting.set(keys.subarray(0, fitting.length))
  return fitting
}

/** Finds records of an earlier scan by folder. Walks repeat themselves, so the next one is usually the one asked for. */
export class ScanMemory {
  readonly #scan: Scan
  #next = 0
  #byDirectory: Map<string, number> | undefined
  #groups: Map<string, number | undefined> | undefined

  constructor(scan: Scan) {
    this.#scan = scan
  }

  /** The position of the record in a folder, or -1. */
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

  /**
   * Whether a file is as it was, and was old enough by then for a later change to show. A file whose state nobody took
   * down is as it was if it has not changed since before the walk and no other can have been moved into its place.
   */
  isUnchanged(position: number, key: FileKey, isFolderSettled: boolean): boolean {
    const { keys, startedAt } = this.#scan
    if (key.changed >= startedAt - clockTick(key.changed)) return false
    const at = position * KEY_LENGTH
    if (keys === undefined || Number.isNaN(keys[at])) return isFolderSettled
    return (
      keys[at] === key.size &&
      keys[at + 1] === key.inode &&
      keys[at + 2] === key.changed &&
      keys[at + 3] === key.modified
    )
  }

  /** Whether a folder of skills is the same one, and nothing was moved into it or out of it since before the walk. */
  isFolderSettled(relative: string, { inode, changed, modified }: FileKey): boolean {
    this.#groups ??= new Map(this.#scan.groups.map((group, at) => [group, this.#scan.groupInodes[at]]))
    const latest = Math.max(changed, modified)
    return this.#groups.get(relative) === inode && latest < this.#scan.startedAt - clockTick(latest)
  }
}

/** Times without a fraction come from file systems that count in seconds, or two. */
function clockTick(time: number): number {
  return time % 1000 === 0 ? 2_000 : 50
}
