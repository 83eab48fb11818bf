/** The data files of a skill as values: scripts read addresses, names and commands from them. */

import type { ScannedFile } from '../evidence.js'
import type { FileTable } from './files.js'
import type { ModuleTable, Script } from './follow-modules.js'
import { listValue, objectValue, textValue, UNKNOWN, type Value } from './value.js'

const MOST_LEVELS = 6
const MOST_PARTS = 200
const LONGEST = 64 * 1024

export interface OwnData {
  readonly files: readonly ScannedFile[]
  readonly scripts: readonly Script[]
  readonly written: FileTable
  readonly modules: ModuleTable
}

/** Scripts may read the skill's data files, or import them. */
export function keepData({ files, scripts, written, modules }: OwnData): void {
  for (const { path, text } of files) {
    const name = path.slice(path.lastIndexOf('/') + 1)
    if (text === undefined || !name.endsWith('.json') || !scripts.some(({ segment }) => segment.text.includes(name)))
      continue
    const data = readData(text)
    if (data === undefined) continue
    written.addData(path, data)
    const names = new Map([...(data.fields ?? []), ['default', data] as const])
    modules.set(path.replaceAll('.', '/'), { names, outer: undefined })
    modules.set(name.replaceAll('.', '/'), { names, outer: undefined })
  }
}

/** What a JSON file contains; undefined if it is not one, or too large. */
function readData(text: string): Value | undefined {
  if (text.length > LONGEST) return undefined
  try {
    return toValue(JSON.parse(text.replace(/^\ufeff/, '')), 0)
  } catch {
    return undefined
  }
}

function toValue(data: unknown, level: number): Value {
  if (typeof data === 'string') return textValue(data)
  if (typeof data !== 'object' || data === null || level >= MOST_LEVELS) return UNKNOWN
  if (Array.isArray(data)) return listValue(data.slice(0, MOST_PARTS).map((part) => toValue(part, level + 1)))
  const parts = Object.entries(data).slice(0, MOST_PARTS)
  return objectValue(new Map(parts.map(([name, part]) => [name, toValue(part, level + 1)])), [])
}
