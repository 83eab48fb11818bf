import { join } from 'node:path'
import { readTextFile } from '../system/files/files.js'

/** The version of the package that this command line is part of; the manifest lies at the same place seen from dist. */
export function readVersion(): string {
  const manifest = readTextFile(join(import.meta.dirname, '../../package.json')) ?? '{}'
  const { version } = JSON.parse(manifest) as { readonly version?: unknown }
  return typeof version === 'string' ? version : 'unknown'
}
