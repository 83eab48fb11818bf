/**
 * Decides which of several skills with the same name is used: the nearer root, then the shallower directory, then byte order of the
 * path.
 */

import { Buffer } from 'node:buffer'
import type { SkillRecord } from './record/skill-record.js'
import type { Scan } from './scan.js'

/** Orders all records, strongest first. */
export function orderRecords(scans: readonly Scan[]): readonly SkillRecord[] {
  const [only, another] = scans.filter(({ records }) => records.length > 0)
  if (only !== undefined && another === undefined && only.groups.length <= 1) return only.records
  return scans.flatMap(({ records, groups }) => (groups.length > 1 ? [...records].sort(byDepthThenPath) : records))
}

function byDepthThenPath(a: SkillRecord, b: SkillRecord): number {
  return depthOf(a.directory) - depthOf(b.directory) || compareBytes(a.directory, b.directory)
}

function depthOf(directory: string): number {
  let depth = 0
  for (let at = directory.indexOf('/'); at >= 0; at = directory.indexOf('/', at + 1)) depth++
  return depth
}

function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
