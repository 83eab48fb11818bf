/** The files of a site as they are on disk. They may come from a checkout, so no path and no link is trusted. */

import { lstatSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sha256Of } from '../system/skill-files/tree-digest.js'
import { INDEX, type IndexEntry } from './site/well-known.js'

/** A list of all files and versions that a site ever had stays far below. */
const MOST_JSON_BYTES = 256 * 1024 * 1024

/** What an earlier publication left; undefined if it cannot be read. */
export function readJson(path: string): unknown {
  try {
    const stats = lstatSync(path)
    return stats.isFile() && stats.size <= MOST_JSON_BYTES ? JSON.parse(readFileSync(path, 'utf8')) : undefined
  } catch {
    return undefined
  }
}

/** Whether the file of an entry is there with its digest. */
export function hasArtifact(folder: string, { url, digest }: IndexEntry): boolean {
  const bytes = readRegular(folder, `${dirname(INDEX)}/${url}`)
  return bytes !== undefined && `sha256:${sha256Of(bytes)}` === digest
}

/** A regular file of the site; undefined if there is none, or a link leads to it. */
export function readRegular(folder: string, path: string): Uint8Array | undefined {
  return isOurs(folder, path) && exists(join(folder, path)) ? readFileSync(join(folder, path)) : undefined
}

export function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

export function isSame(path: string, bytes: Uint8Array): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  return stats?.isFile() === true && stats.size === bytes.length && readFileSync(path).equals(bytes)
}

/** Neither a link nor a directory is at this path, and no link leads to it. */
export function isOurs(folder: string, path: string): boolean {
  const parts = path.split('/')
  return parts.every((_, at) => {
    const stats = lstatSync(join(folder, ...parts.slice(0, at + 1)), { throwIfNoEntry: false })
    return stats === undefined || (at === parts.length - 1 ? stats.isFile() : stats.isDirectory())
  })
}

/** A path that stays inside the site. */
export function isInner(path: unknown): path is string {
  return typeof path === 'string' && path.split('/').every((part) => !['', '.', '..', '.git'].includes(part))
}
