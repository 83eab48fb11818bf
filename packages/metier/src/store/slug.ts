/** The names of skills in a store. They become directory names, so they are checked before any path is built. */

import { join } from 'node:path'
import { checkEntryPath } from '../gate/entry-path.js'
import { isInstallName } from '../gate/install-name.js'
import { fail, type Result, succeed } from '../skill/failure.js'

/** A name that is safe as a path below a root: `slug`, `@owner/slug`, or where a skill that was there before stands. */
export interface StoreName {
  readonly owner: string | undefined
  /** The name of the directory. */
  readonly slug: string
  /** The path below the root, as written in the lockfile. */
  readonly text: string
}

const STORE_NAME = /^(?:@([a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?)\/)?([^/]+)$/

/** Parses the name of a new skill, or says why it is not allowed. */
export function parseStoreName(text: string): Result<StoreName> {
  const [, owner, slug] = STORE_NAME.exec(text) ?? []
  if (slug !== undefined && isInstallName(slug)) return succeed({ owner, slug, text })
  const shown = JSON.stringify(text.slice(0, 80)).slice(1, -1)
  return fail('skill_invalid', `'${shown}' is not a valid skill name`, [
    'Use 1 to 64 lowercase letters, digits and hyphens, for example pdf or @owner/pdf',
  ])
}

const DEEPEST = 8

/** Parses the name of a skill in a lockfile: one that was overwritten in place keeps its directory, whatever its name. */
export function parseLockedName(text: string): Result<StoreName> {
  const name = parseStoreName(text)
  const segments = text.split('/')
  const isPlace =
    checkEntryPath(text) === undefined &&
    segments.length <= DEEPEST &&
    !segments.some((segment) => segment.startsWith('.') || segment === 'node_modules')
  return name.ok || !isPlace ? name : succeed({ owner: undefined, slug: segments.at(-1) ?? text, text })
}

/** Splits a requested name from its optional version: `pdf@1.2.3`. */
export function splitVersion(text: string): { readonly name: string; readonly version: string | undefined } {
  const at = text.lastIndexOf('@')
  // The last part of a path may have an owner: `skills/@acme/pdf`.
  return at <= 0 || text.includes('/', at)
    ? { name: text, version: undefined }
    : { name: text.slice(0, at), version: text.slice(at + 1) }
}

/** The name that a source is asked for. At one with owners, a skill of the same name may have another owner. */
export function nameAtSource(
  { hasOwners = false }: { readonly hasOwners?: boolean | undefined },
  { owner, slug, text }: StoreName,
  recordedOwner: string | undefined,
): string {
  if (!hasOwners) return slug
  if (owner !== undefined) return text
  return recordedOwner === undefined ? slug : `@${recordedOwner}/${slug}`
}

/** The directory of a skill below its root. */
export function folderOf(root: string, { text }: StoreName): string {
  return join(root, text)
}
