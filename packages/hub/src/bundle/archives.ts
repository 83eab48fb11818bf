/**
 * The three archives of a version, put together from the same packed files: the bare skill, the download of ClawHub clients with
 * `_meta.json`, and a plugin. Their bytes depend on nothing else, so a digest that was published stays right.
 */

import { createHash } from 'node:crypto'
import { assembleZip, type PackedFile } from 'metier/gate'
import { inCollationOrder } from './fingerprint.js'

/** Which of a version's files an archive has in addition to the skill's own. */
export type ArchiveKind = 'archive' | 'download' | 'plugin'

/** Where a file of a version belongs: to the skill, or to one archive alone. */
export type FilePart = 'skill' | 'download' | 'plugin'

export interface StoredFile extends PackedFile {
  readonly part: FilePart
}

export interface Archive {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly digest: Buffer
}

/** The parts whose files an archive has. */
export const PARTS_OF: Readonly<Record<ArchiveKind, readonly FilePart[]>> = {
  archive: ['skill'],
  download: ['skill', 'download'],
  plugin: ['skill', 'plugin'],
}

/** Puts an archive together. `slug` is the name of the skill's directory in a plugin. */
export function buildArchive(kind: ArchiveKind, slug: string, files: readonly StoredFile[]): Archive {
  const chosen = files.filter(({ part }) => PARTS_OF[kind].includes(part))
  const placed = chosen.map((file) => ({ ...file, path: placeOf(kind, slug, file) }))
  const bytes = assembleZip(inCollationOrder(placed))
  return { bytes, digest: createHash('sha256').update(bytes).digest() }
}

function placeOf(kind: ArchiveKind, slug: string, { part, path }: StoredFile): string {
  return kind === 'plugin' && part === 'skill' ? `skills/${slug}/${path}` : path
}

export interface ReleaseFacts {
  readonly owner: string
  readonly slug: string
  readonly version: string
  readonly description: string
  readonly publishedAt: Date
}

/** A file that an archive adds to a skill. */
export interface AddedFile {
  readonly part: FilePart
  readonly path: string
  readonly text: string
}

const PLUGIN_SCHEMA = 'https://agent-plugins.org/schemas/1.0.0/plugin.schema.json'

/** The files that the archives of a version add to it. They are kept, because a skill may be renamed later. */
export function composeAddedFiles(facts: ReleaseFacts): readonly AddedFile[] {
  const { owner, slug, version, publishedAt } = facts
  const manifest = describePlugin(facts)
  return [
    {
      part: 'download',
      path: '_meta.json',
      text: print({ ownerId: owner, slug, version, publishedAt: publishedAt.getTime() }),
    },
    { part: 'plugin', path: '.claude-plugin/plugin.json', text: print(manifest) },
    { part: 'plugin', path: 'plugin.json', text: print({ $schema: PLUGIN_SCHEMA, ...manifest }) },
  ]
}

/** How a plugin describes itself, in its archive and in a marketplace. */
export function describePlugin({ slug, version, description }: Omit<ReleaseFacts, 'owner' | 'publishedAt'>) {
  return { name: slug, version, description }
}

function print(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
