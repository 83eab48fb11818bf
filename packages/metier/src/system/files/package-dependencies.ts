/** Reads which packages a project depends on directly. */

import { isRecord } from '../../skill/unknown-value.js'
import { readSmallFileSync } from './small-file.js'

const LARGEST = 1024 * 1024
const MOST_PACKAGES = 1000
const FIELDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']
const NAME = /^(?:@[a-z0-9~_-][a-z0-9._~-]*\/)?[a-z0-9~_-][a-z0-9._~-]*$/i

/** The names of the packages; none if the directory has no `package.json` that can be read. */
export function readDependencies(folder: string): readonly string[] {
  const reading = readSmallFileSync(`${folder}/package.json`, LARGEST)
  const manifest = 'bytes' in reading ? parseObject(reading.bytes.toString('utf8')) : {}
  const names = FIELDS.flatMap((field) => (isRecord(manifest[field]) ? Object.keys(manifest[field]) : []))
  return [...new Set(names)].filter((name) => NAME.test(name)).slice(0, MOST_PACKAGES)
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}
