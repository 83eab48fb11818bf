/** A skill's directory that is a link is the user's own work, and no version of a skill that a rollback could restore. */

import { readlink } from 'node:fs/promises'
import { quoteForShell } from '../../skill/text/shell-quote.js'
import { type Refusal, refuseWith } from '../refusal.js'

/** Where a directory leads if it is a link. */
export async function findTarget(path: string): Promise<{ readonly linkTo?: string }> {
  const linkTo = await readlink(path).catch(() => undefined)
  return linkTo === undefined ? {} : { linkTo }
}

/** Refuses to replace or remove a link. */
export async function refuseLink(path: string): Promise<Refusal | undefined> {
  const { linkTo } = await findTarget(path)
  if (linkTo === undefined) return undefined
  const message = `${path} is a link to ${linkTo}, which is not replaced`
  return refuseWith('skill_invalid', message, {}, [`Remove the link first: rm ${quoteForShell(path)}`])
}
