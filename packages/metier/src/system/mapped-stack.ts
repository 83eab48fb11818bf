/** Stack traces of published code, with the places in the repository that it was built from. */

import { SourceMap } from 'node:module'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readTextFile } from './files/files.js'

/** The frames of a stack trace. A frame without a source map stays as it is. */
export function mapStack(stack: string): readonly string[] {
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line))
  return frames.map(mapFrame)
}

const FRAME = /^(\s*at (?:async )?(?:.* \()?)(.+):(\d+):(\d+)(\)?)$/

function mapFrame(frame: string): string {
  const [, before = '', file = '', line, column, after = ''] = FRAME.exec(frame) ?? []
  const place = file === '' ? undefined : findSource(file, Number(line), Number(column))
  return place === undefined ? frame : `${before}${place}${after}`
}

function findSource(file: string, line: number, column: number): string | undefined {
  try {
    const path = file.startsWith('file:') ? fileURLToPath(file) : file
    const map = readTextFile(`${path}.map`)
    if (map === undefined) return undefined
    const entry = new SourceMap(JSON.parse(map)).findEntry(line - 1, column - 1)
    if (!('originalSource' in entry)) return undefined
    const source = toRepositoryPath(join(dirname(path), entry.originalSource))
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
  } catch {
    // A damaged map, or a file with a name that is no path: the frame says enough.
    return undefined
  }
}

/** Where a source is in the repository, and nothing about where metier is installed. */
function toRepositoryPath(path: string): string {
  const whole = path.split(sep).join('/')
  const vendor = whole.lastIndexOf('/node_modules/')
  const source = whole.lastIndexOf('/src/')
  return vendor > source ? whole.slice(vendor + 1) : `packages/metier${whole.slice(source)}`
}
