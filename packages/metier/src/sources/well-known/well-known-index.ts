/** The two formats of a host's skill index: one archive or file with a digest per skill, or a list of files. */

import { checkEntryPath } from '../../gate/entry-path.js'
import { fail, type Result, succeed } from '../../skill/failure.js'
import { parseUrl } from '../../skill/text/parse-url.js'
import { isRecord } from '../../skill/unknown-value.js'
import { textOf } from '../download.js'

export interface PublishedSkill {
  readonly name: string
  readonly description: string | undefined
  /** A version, if the host writes one: the format has none. */
  readonly version?: string | undefined
  /** One archive or SKILL.md with its digest. */
  readonly artifact?: { readonly kind: 'skill-md' | 'archive'; readonly url: string; readonly digest: string }
  /** Files below a directory, without digests. */
  readonly files?: { readonly base: string; readonly paths: readonly string[] }
}

const KNOWN_SCHEMA = /\/discovery\/0\.2\.0\/schema\.json$/
const MOST_SKILLS = 10_000
const MOST_FILES = 2000

/** The skills in an index fetched from `address`; an unknown `$schema` is refused, an unknown type skipped. */
export function readWellKnownIndex(
  index: Readonly<Record<string, unknown>>,
  address: string,
): Result<readonly PublishedSkill[]> {
  const { host } = new URL(address)
  const schema = index.$schema
  if (schema !== undefined && !(typeof schema === 'string' && KNOWN_SCHEMA.test(schema))) {
    return fail('source_unavailable', `${host} publishes its skills in an unknown format`, [
      'Try a newer version of metier',
    ])
  }
  if (!Array.isArray(index.skills)) return fail('source_unavailable', `The skill index of ${host} is invalid`)
  if (index.skills.length > MOST_SKILLS) return fail('limit_exceeded', `${host} lists more than ${MOST_SKILLS} skills`)
  const skills = index.skills.flatMap((entry: unknown) => readEntry(entry, address, schema === undefined))
  return succeed(skills)
}

function readEntry(entry: unknown, address: string, isOlder: boolean): readonly PublishedSkill[] {
  if (!isRecord(entry)) return []
  const name = textOf(entry.name)
  if (name === undefined) return []
  const common = { name, description: textOf(entry.description), version: versionOf(entry.version) }
  // In the newer format, a list of files is a field of another client: it has no digests.
  if (isOlder && Array.isArray(entry.files)) return readFileList(common, entry.files, address)
  const kind = entry.type
  const digest = /^sha256:([0-9a-f]{64})$/i.exec(textOf(entry.digest) ?? '')?.[1]?.toLowerCase()
  const url = textOf(entry.url)
  if ((kind !== 'skill-md' && kind !== 'archive') || url === undefined || digest === undefined) return []
  return parseUrl(url, address) !== undefined
    ? [{ ...common, artifact: { kind, digest, url: new URL(url, address).href } }]
    : []
}

/** Shown and recorded, so only what looks like one. */
function versionOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\w.+-]{1,64}$/.test(value) ? value : undefined
}

function readFileList(
  common: Pick<PublishedSkill, 'name' | 'description' | 'version'>,
  files: readonly unknown[],
  address: string,
): readonly PublishedSkill[] {
  const paths = files.filter((path): path is string => typeof path === 'string' && checkEntryPath(path) === undefined)
  const isWhole = paths.length === files.length && paths.length <= MOST_FILES && new Set(paths).size === paths.length
  if (!isWhole || checkEntryPath(common.name) !== undefined || common.name.includes('/')) return []
  return [{ ...common, files: { base: new URL(`${encodeURIComponent(common.name)}/`, address).href, paths } }]
}
