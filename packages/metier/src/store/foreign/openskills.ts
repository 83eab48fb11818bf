/** Reads `.openskills.json`, which the `openskills` command writes into each skill's directory. */

import { join } from 'node:path'
import { readSmallFile } from '../../system/files/small-file.js'
import { type ForeignRecord, mappingOf, textOf, timeOf } from './foreign-record.js'

const LARGEST = 64 * 1024

/** The file in a skill's directory. */
export function openskillsFile(folder: string): string {
  return join(folder, '.openskills.json')
}

export async function findOpenskillsRecord(root: string, name: string): Promise<ForeignRecord | undefined> {
  const file = openskillsFile(join(root, name))
  const reading = await readSmallFile(file, LARGEST)
  const record = 'bytes' in reading ? parse(reading.bytes.toString('utf8')) : undefined
  const source = record === undefined ? undefined : sourceOf(record)
  if (record === undefined || source === undefined) return undefined
  return {
    client: 'openskills',
    file,
    source,
    version: null,
    commit: null,
    path: record.sourceType === 'local' ? null : textOf(record.subpath),
    installedAt: timeOf(record.installedAt),
    pinned: false,
    isUnchanged: null,
  }
}

function sourceOf(record: Readonly<Record<string, unknown>>): string | undefined {
  const local = textOf(record.localPath)
  if (record.sourceType === 'local') return local === null ? undefined : `local:${local}`
  return textOf(record.repoUrl) ?? textOf(record.source) ?? undefined
}

function parse(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return mappingOf(JSON.parse(text))
  } catch {
    return undefined
  }
}
