/** Reads one skill again after an edit in place, without reading any other. */

import { closeSync, fstatSync } from 'node:fs'
import { keyOf } from '../system/skill-files/main-file.js'
import { readRecord } from './record/read-record.js'
import type { RecordReader } from './record/record-reader.js'
import { directoryOf, hasTrait } from './record/skill-record.js'
import type { Scan } from './scan.js'
import { replaceSkill, type Snapshot } from './snapshot.js'
import { openRecord } from './walk/boundary.js'

/** The position of a record: its root's scan, and its index there. */
export interface Position {
  readonly rootPath: string
  readonly index: number
  /** The directory of the record when its position was recorded. */
  readonly directory: string
}

/** Returns a snapshot with the current skill; undefined if the change is more than an edit and needs a full scan. */
export function refreshSkill(snapshot: Snapshot, position: Position, reader: RecordReader): Snapshot | undefined {
  const scan = snapshot.scans.find(({ root }) => root.path === position.rootPath)
  const before = scan?.records[position.index]
  if (scan === undefined || before?.directory !== position.directory || hasTrait(before, 'linked')) return undefined
  // A SKILL.md may have been added next to another spelling, and would take precedence.
  if (before.fileName !== 'SKILL.md') return undefined
  const { root, directory, fileName } = before
  const descriptor = openRecord(before)
  if (typeof descriptor !== 'number') return undefined
  try {
    const stats = fstatSync(descriptor)
    if (!stats.isFile()) return undefined
    const path = directoryOf(before)
    const place = { root, directory, baseName: path.slice(path.lastIndexOf('/') + 1), fileName, isLinked: false }
    const after = readRecord(descriptor, stats.size, place, reader)
    const records = scan.records.slice()
    records[position.index] = after
    const next: Scan = { ...scan, records, newerKeys: new Map(scan.newerKeys).set(position.index, keyOf(stats)) }
    const scans = snapshot.scans.map((other) => (other === scan ? next : other))
    return replaceSkill(snapshot, before, after, scans)
  } catch {
    // The file is gone or unreadable by now; the full scan reports which.
    return undefined
  } finally {
    closeSync(descriptor)
  }
}
