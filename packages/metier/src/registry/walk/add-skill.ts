/** Reads the main file of one skill and adds its record to a scan. */

import { Buffer } from 'node:buffer'
import { closeSync, constants, fstatSync } from 'node:fs'
import { LIMITS } from '../../skill/limits.js'
import { splitDocument } from '../../skill/split.js'
import { codeOf } from '../../skill/unknown-value.js'
import { type OpenRefusal, openLinkedMainFile, openMainFile, readInto } from '../../system/skill-files/main-file.js'
import { brokenRecord, pathOf, readRecord } from '../record/read-record.js'
import type { RecordPlace, RecordReader } from '../record/record-reader.js'
import type { ScanBuilder } from '../scan.js'
import { adviseOnRefusal } from './refusal-advice.js'

interface SkillReading {
  readonly builder: ScanBuilder
  readonly reader: RecordReader
}

const { S_IFMT, S_IFREG } = constants

/** Whether a main file has a frontmatter, closed or not. A file that cannot be read has none. */
export function hasFrontmatter(path: string, fileName: string): boolean {
  const opened = openMainFile(path, fileName)
  const descriptor = opened === 'linked' ? openLinkedMainFile(path, fileName) : opened
  if (typeof descriptor !== 'number') return false
  try {
    const head = Buffer.alloc(LIMITS.headBytes)
    const length = readInto(descriptor, head, head.length)
    return splitDocument(head.toString('utf8', 0, length)).kind !== 'missing'
  } catch {
    // A directory or a device: it has no text.
    return false
  } finally {
    closeSync(descriptor)
  }
}

export function addSkill(
  walk: SkillReading,
  opened: number | OpenRefusal,
  path: string,
  relative: string,
  baseName: string,
  fileName: string,
): void {
  const isLinked = opened === 'linked'
  const place: RecordPlace = { root: walk.builder.root, directory: relative, baseName, fileName, isLinked }
  const descriptor = isLinked ? openLinkedMainFile(path, fileName) : opened
  if (typeof descriptor === 'number') addOpened(walk, descriptor, place)
  else addRefused(walk, descriptor, place)
}

function addOpened(walk: SkillReading, descriptor: number, place: RecordPlace): void {
  const { builder, reader } = walk
  builder.readCount++
  try {
    const stats = fstatSync(descriptor)
    if ((stats.mode & S_IFMT) === S_IFREG) builder.addFile(readRecord(descriptor, stats.size, place, reader), stats)
    else addRefused(walk, 'not_regular', place)
  } catch (error) {
    addRefused(walk, 'unreadable', place, codeOf(error))
  } finally {
    closeSync(descriptor)
  }
}

const REFUSALS = {
  missing: ['link_broken', 'does not exist'],
  unreadable: ['file_unreadable', 'cannot be read'],
  not_regular: ['file_not_regular', 'is not a regular file'],
  linked: ['link_broken', 'is a link'],
  link_leaves_skill: ['link_leaves_skill', 'is a link that leads out of the skill'],
  link_broken: ['link_broken', 'is a broken link'],
} as const

function addRefused(walk: SkillReading, refusal: OpenRefusal, place: RecordPlace, detail = ''): void {
  const [code, what] = REFUSALS[refusal]
  const message = `${place.directory === '' ? '' : `${place.directory}/`}${place.fileName} ${what}${detail && ` (${detail})`}`
  const advice = adviseOnRefusal(refusal, pathOf(place))
  walk.builder.add(brokenRecord(place, code, message, advice), { size: -1, inode: 0, changed: 0, modified: 0 })
}
