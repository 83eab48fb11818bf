/** Reads one skill again after it was edited in place, without looking at any other. */

import { closeSync, fstatSync } from 'node:fs'
import { keyOf } from '../system/skill-files/main-file.js'
import { readRecord } from './record/read-record.js'
import type { RecordReader } from './record/record-reader.js'
import { directoryOf, hasTrait } from './record/skill-record.js'
import type { Scan } from './scan.js'
import { replaceSkill, type Snapshot } from './snapshot.js'
import { openRecord } from './walk/boundary.js'

/** Where a record stands: the scan of a root, and its place in it. */
export interface Position {
  readonly rootPath: string
  readonly index: number
  /** The folder that the record had when its place was noted. */
  readonly directory: string
}

/** The snapshot with the skill as it is now; undefined where the change is more than an edit and a full look is needed. */
export function refreshSkill(snapshot: Snapshot, position: Position, reader: RecordReader): Snapshot | undefined {
  const scan = snapshot.scans.find(({ root }) => root.path === position.rootPath)
  const before = scan?.records[position.index]
  if (scan === undefined || before?.directory !== position.directory || hasTrait(before, 'linked')) return undefined
  // Beside another spelling a SKILL.md may have come, and that would count.
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
    // Gone or unreadable in the meantime: the full look will say which.
    return undefined
  } finally {
    closeSync(descriptor)
  }
}
