/**
 * The report of an earlier scan of the same bytes. Its law: the same report as a scan, or undefined. Only an audit uses it. What
 * installs, approves or activates a skill scans the files themselves.
 */

import { dirname, join } from 'node:path'
import { RULE_SET } from '../../../gate/rule-set.js'
import type { ScanReport } from '../../../gate/scan.js'
import { isRecord } from '../../../skill/unknown-value.js'
import { stateOfFile } from '../../files/file-state.js'
import { readOwnText, writeOwnText } from '../../files/own-file.js'
import { pruneFolder } from '../../files/prune-folder.js'
import { findScanProgram } from '../scan-program.js'

/** Changes whenever the form of a report does. */
const FORMAT = 1
const DAY = 24 * 60 * 60 * 1000
/** Skills come and go, and each would leave its file behind. */
const KEPT = { mostFiles: 5_000, mostMilliseconds: 30 * DAY }
/** Looking at every file takes longer than to write one. */
const WRITTEN_BETWEEN = 500
let written = 0

export interface KeptReport {
  /** The report, if the same bytes were scanned before. */
  readonly report: ScanReport | undefined
  /** Keeps the report of a scan that finished. */
  keep(report: ScanReport): void
}

/** Looks for the report of an order, the parts of which are everything that its scan depends on. */
export function findReport(folder: string | undefined, order: readonly Uint8Array[]): KeptReport {
  const program = findScanProgram()
  if (folder === undefined || program === undefined) return { report: undefined, keep: () => undefined }
  const key = keyOf(order, program)
  const file = join(folder, `${key}.json`)
  const keep = (report: ScanReport) => {
    // A scan that failed once may succeed the next time.
    if (report.coverage.read === 0) return
    writeOwnText(file, JSON.stringify({ key, report }))
    if (written++ % WRITTEN_BETWEEN === 0) pruneFolder(dirname(file), KEPT, Date.now())
  }
  return { report: readReport(file, key), keep }
}

/** With the state of the program that scans: its rules may have changed without a new version. */
function keyOf(order: readonly Uint8Array[], program: string): string {
  const hash = process.getBuiltinModule('node:crypto').createHash('sha256')
  hash.update(JSON.stringify([FORMAT, RULE_SET, stateOfFile(program).text]))
  for (const piece of order) hash.update(piece)
  return hash.digest('hex')
}

function readReport(file: string, key: string): ScanReport | undefined {
  const text = readOwnText(file)
  if (text === undefined) return undefined
  const value: unknown = JSON.parse(text)
  // The checksum and the key say that this program wrote it about these bytes.
  return isRecord(value) && value.key === key ? (value.report as ScanReport) : undefined
}
