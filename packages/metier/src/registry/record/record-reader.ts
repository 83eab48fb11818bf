/** What the reading of many records shares, and where each of them comes from. */

import { Buffer } from 'node:buffer'
import type { ReadYaml } from '../../skill/interpret.js'
import { LIMITS } from '../../skill/limits.js'
import { NO_REQUIREMENTS, type Requirements } from '../../skill/metadata/requirements.js'
import type { SkimMemory } from '../../skill/skim.js'
import { internRequirements, keyOf } from '../index/intern-requirements.js'
import type { Root } from '../root.js'

/** Where a record comes from. */
export interface RecordPlace {
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
  readonly memory: SkimMemory
}

export function createRecordReader(readYaml: ReadYaml, isThorough = false): RecordReader {
  const requirements = new Map<string, Requirements>()
  return {
    readYaml,
    isThorough,
    buffer: Buffer.allocUnsafeSlow(LIMITS.headBytes),
    requirements,
    memory: {
      known: new Map(),
      settle: (found) => internAscii(found, requirements),
      decode: (bytes) => Buffer.from(bytes, 'latin1').toString('utf8'),
    },
  }
}

const BEYOND_ASCII = /[\x80-\uffff]/

function internAscii(requirements: Requirements, known: Map<string, Requirements>): Requirements | undefined {
  if (requirements === NO_REQUIREMENTS) return requirements
  const key = keyOf(requirements)
  return BEYOND_ASCII.test(key) ? undefined : internRequirements(requirements, known, key)
}
