/** The state shared by reading many records, and the place of each record. */

import { Buffer } from 'node:buffer'
import type { ReadYaml } from '../../skill/interpret.js'
import { LIMITS } from '../../skill/limits.js'
import type { Requirements } from '../../skill/metadata/requirements.js'
import type { Root } from '../root.js'

/** Where a record comes from. */
export interface RecordPlace {
  readonly root: Root
  readonly directory: string
  /** The name of the skill's directory. */
  readonly baseName: string
  readonly fileName: string
  readonly isLinked: boolean
}

export interface RecordReader {
  readonly readYaml: ReadYaml
  /** Strict mode: whole files are read, because a problem in the body counts too. */
  readonly isThorough: boolean
  readonly buffer: Buffer
  /** The requirements seen so far, by their key. */
  readonly requirements: Map<string, Requirements>
}

export function createRecordReader(readYaml: ReadYaml, isThorough = false): RecordReader {
  return { readYaml, isThorough, buffer: Buffer.allocUnsafeSlow(LIMITS.headBytes), requirements: new Map() }
}
