/** What a skill is called in a store: the one grammar that folders are made from, checked before any path is built. */

import { join } from 'node:path'
import { fail, type Result, succeed } from '../skill/failure.js'

/** A name that a folder may be made from: `slug` or `@owner/slug`. */
export interface StoreName {
  readonly owner: string | undefined
  readonly slug: string
  /** As the lock has it. */
  readonly text: string
}

const SLUG = '[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?'
const STORE_NAME = new RegExp(`^(?:@(${SLUG})/)?(${SLUG})$`)

/** The parts of a name, or why no folder may be called so. */
export function parseStoreName(text: string): Result<StoreName> {
  const [, owner, slug] = STORE_NAME.exec(text) ?? []
  if (slug !== undefined) return succeed({ owner, slug, text })
  const shown = JSON.stringify(text.slice(0, 80)).slice(1, -1)
  return fail('skill_invalid', `'${shown}' cannot be the name of an installed skill`, [
    'Use 1 to 64 lowercase letters, digits and hyphens, for example pdf or @owner/pdf',
  ])
}

/** A name as it is asked for, with the version that may stand behind it: `pdf@1.2.3`. */
export function splitVersion(text: string): { readonly name: string; readonly version: string | undefined } {
  const at = text.lastIndexOf('@')
  return at <= 0 ? { name: text, version: undefined } : { name: text.slice(0, at), version: text.slice(at + 1) }
}

/** The folder of a skill below its root. */
export function folderOf(root: string, { owner, slug }: StoreName): string {
  return owner === undefined ? join(root, slug) : join(root, `@${owner}`, slug)
}
