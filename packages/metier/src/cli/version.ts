import { join } from 'node:path'
import { isRecord } from '../skill/unknown-value.js'
import { readTextFile } from '../system/files/files.js'

/** Reads the version from package.json; the relative path is the same from src and from dist. */
export function readVersion(): string {
  const manifest = readTextFile(join(import.meta.dirname, '../../package.json')) ?? '{}'
  const described: unknown = JSON.parse(manifest)
  return isRecord(described) && typeof described.version === 'string' ? described.version : 'unknown'
}
