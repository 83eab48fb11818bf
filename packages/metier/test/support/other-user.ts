/** What a user without special powers sees: the superuser may read everything, so a test steps down for a moment. */

import { chmodSync, chownSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

const NOBODY = 65_534
/** Others may enter and list a folder. */
const OTHERS_READ_AND_ENTER = 0o005

export const isSuperuser = process.getuid?.() === 0

/** Runs something with the rights of nobody in particular. */
export async function asOtherUser<T>(action: () => Promise<T>): Promise<T> {
  if (!isSuperuser || process.seteuid === undefined) return action()
  process.seteuid(NOBODY)
  try {
    return await action()
  } finally {
    process.seteuid(0)
  }
}

/** Takes all rights to a path away, which belongs to the user without special powers from then on. */
export function lockPath(path: string): void {
  if (isSuperuser) chownSync(path, NOBODY, NOBODY)
  chmodSync(path, 0)
}

/** Whether another user could start a program of this checkout. A private parent, such as one from `mktemp -d`, forbids that. */
export const isCheckoutShared = !isSuperuser || parents(import.meta.dirname).every(isShared)

function parents(folder: string): readonly string[] {
  const parent = dirname(folder)
  return parent === folder ? [folder] : [folder, ...parents(parent)]
}

function isShared(folder: string): boolean {
  return (statSync(folder).mode & OTHERS_READ_AND_ENTER) === OTHERS_READ_AND_ENTER
}
