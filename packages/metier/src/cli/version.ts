import { join } from 'node:path'
import { isRecord } from '../skill/unknown-value.js'
import { readTextFile } from '../system/files/files.js'

/** The version of the package that this command line is part of; the manifest lies at the same place seen from dist. */
export function readVersion(): string {
  const manifest = readTextFile(join(import.meta.dirname, '../../package.json')) ?? '{}'
  const described: unknown = JSON.parse(manifest)
  return isRecord(described) && typeof described.version === 'string' ? described.version : 'unknown'
}
