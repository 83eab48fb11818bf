/** The texts of skills: read on demand, and cached until they change, up to a limit of bytes. */

import { Buffer, isUtf8 } from 'node:buffer'
import { closeSync, fstatSync } from 'node:fs'
import { fileOf, type SkillRecord } from '../../registry/record/skill-record.js'
import { type BoundaryRefusal, openRecord } from '../../registry/walk/boundary.js'
import { adviseOnRefusal } from '../../registry/walk/refusal-advice.js'
import { fail, type Result, succeed } from '../../skill/failure.js'
import { LIMITS } from '../../skill/limits.js'
import { codeOf } from '../../skill/unknown-value.js'
import { type FileKey, keyOf, type OpenRefusal, readInto } from '../../system/skill-files/main-file.js'

interface Content {
  readonly text: string
  readonly key: FileKey
  readonly bytes: number
}

export class ContentCache {
  #limit: number
  readonly #contents = new Map<string, Content>()
  #bytes = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Takes effect with the next cached text. */
  set limit(bytes: number) {
    this.#limit = bytes
  }

  /** The number of cached bytes. */
  get bytes(): number {
    return this.#bytes
  }

  /** Reads the whole SKILL.md of a skill as it is on disk now. */
  read(record: SkillRecord): Result<string> {
    const path = fileOf(record)
    const opened = openRecord(record)
    if (typeof opened !== 'number') return refuse(record, path, opened)
    try {
      const stats = fstatSync(opened)
      if (!stats.isFile()) return refuse(record, path, 'not_regular')
      const key = keyOf(stats)
      const known = this.#contents.get(path)
      if (known !== undefined && isSameFile(known.key, key)) {
        this.#keep(path, known)
        return succeed(known.text)
      }
      return this.#load(opened, key, record, path)
    } catch (error) {
      return fail('skill_inaccessible', `${path} cannot be read (${codeOf(error)})`, ['Check the disk, and try again'])
    } finally {
      closeSync(opened)
    }
  }

  #load(descriptor: number, key: FileKey, record: SkillRecord, path: string): Result<string> {
    if (key.size > LIMITS.skillFileBytes) {
      const advice = 'Move details into files of their own and link to them'
      return fail('limit_exceeded', `${path} is larger than ${LIMITS.skillFileBytes} bytes`, [advice])
    }
    const buffer = Buffer.allocUnsafe(key.size)
    const length = readInto(descriptor, buffer, key.size)
    const bytes = length === key.size ? buffer : buffer.subarray(0, length)
    if (!isUtf8(bytes)) {
      return fail('skill_malformed', `${record.fileName} of '${record.name}' is not UTF-8 text`, ['Save it as UTF-8'])
    }
    const text = bytes.toString('utf8')
    // A text with one character outside Latin-1 takes two bytes per character.
    this.#keep(path, { text, key, bytes: text.length === length ? length : text.length * 2 })
    return succeed(text)
  }

  #keep(path: string, content: Content): void {
    const earlier = this.#contents.get(path)
    if (earlier !== undefined) this.#drop(path, earlier)
    if (content.bytes > this.#limit) return
    this.#contents.set(path, content)
    this.#bytes += content.bytes
    for (const [oldest, old] of this.#contents) {
      if (this.#bytes <= this.#limit) break
      this.#drop(oldest, old)
    }
  }

  #drop(path: string, content: Content): void {
    this.#contents.delete(path)
    this.#bytes -= content.bytes
  }
}

function isSameFile(a: FileKey, b: FileKey): boolean {
  return a.size === b.size && a.inode === b.inode && a.changed === b.changed && a.modified === b.modified
}

const REFUSALS: Partial<Record<OpenRefusal | BoundaryRefusal, string>> = {
  not_regular: 'is not a regular file',
  link_broken: 'is a broken link',
  link_leaves_skill: 'is a link that leads out of the skill',
  link_leaves_project: 'is reached by a link that leads out of the project',
  file_system_refused: 'is on a kernel or device file system',
}

function refuse(record: SkillRecord, path: string, reason: OpenRefusal | BoundaryRefusal): Result<never> {
  const advice = [adviseOnRefusal(reason, path)]
  if (reason === 'missing') return fail('skill_not_found', `Skill '${record.name}' is gone: ${path}`, advice)
  return fail('skill_inaccessible', `${path} ${REFUSALS[reason] ?? 'cannot be read'}`, advice)
}
