/** What the reading of many records shares, and where each of them comes from. */

import { Buffer } from 'node:buffer'
import type { ReadYaml } from '../skill/interpret.js'
import { LIMITS } from '../skill/limits.js'
import type { Requirements } from '../skill/requirements.js'
import type { Root } from './root.js'

/** Where a record comes from. */
export interface Place {
  readonly root: Root
  readonly directory: string
  /** The name of the skill's folder. */
  readonly baseName: string
  readonly fileName: string
  readonly isLinked: boolean
}

export interface RecordReader {
  readonly readYaml: ReadYaml
  /** Whole files are read, so that what the body breaks counts too: strict mode. */
  readonly isThorough: boolean
  readonly buffer: Buffer
  /** Those met so far, by their key. */
  readonly requirements: Map<string, Requirements>
}

export function createRecordReader(readYaml: ReadYaml, isThorough = false): RecordReader {
  return { readYaml, isThorough, buffer: Buffer.allocUnsafeSlow(LIMITS.headBytes), requirements: new Map() }
}
