/** The names of skills in a store. They become directory names, so they are checked before any path is built. */

import { join } from 'node:path'
import { fail, type Result, succeed } from '../skill/failure.js'

/** A name that is safe as a directory name: `slug` or `@owner/slug`. */
export interface StoreName {
  readonly owner: string | undefined
  readonly slug: string
  /** As written in the lockfile. */
  readonly text: string
}

const SLUG = '[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?'
const STORE_NAME = new RegExp(`^(?:@(${SLUG})/)?(${SLUG})$`)

/** Parses a name, or says why it is not allowed. */
export function parseStoreName(text: string): Result<StoreName> {
  const [, owner, slug] = STORE_NAME.exec(text) ?? []
  if (slug !== undefined) return succeed({ owner, slug, text })
  const shown = JSON.stringify(text.slice(0, 80)).slice(1, -1)
  return fail('skill_invalid', `'${shown}' is not a valid skill name`, [
    'Use 1 to 64 lowercase letters, digits and hyphens, for example pdf or @owner/pdf',
  ])
}

/** Splits a requested name from its optional version: `pdf@1.2.3`. */
export function splitVersion(text: string): { readonly name: string; readonly version: string | undefined } {
  const at = text.lastIndexOf('@')
  return at <= 0 ? { name: text, version: undefined } : { name: text.slice(0, at), version: text.slice(at + 1) }
}

/** The directory of a skill below its root. */
export function folderOf(root: string, { owner, slug }: StoreName): string {
  return owner === undefined ? join(root, slug) : join(root, `@${owner}`, slug)
}
