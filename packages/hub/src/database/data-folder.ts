/** The directory of the embedded database, held by one process at a time. */

import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { acquireLock, type LockAttempt, type LockHolder, SILENCE_MILLISECONDS } from 'metier/gate'

interface HeldFolder {
  /** Where the database is. */
  readonly database: string
  release(): Promise<void>
}

export type HoldResult =
  | { readonly ok: true; readonly folder: HeldFolder }
  /** The process that holds it. */
  | { readonly ok: false; readonly holder: LockHolder }

/** Longer than a process in another container may be silent. */
const PATIENCE_MILLISECONDS = 1.5 * SILENCE_MILLISECONDS

/** Takes the directory, or says who has it. A lock that a dead process left is taken over, also if another one has its number now. */
export async function holdDataFolder(directory: string): Promise<HoldResult> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const database = join(directory, 'database')
  if (!existsSync(database)) await ignoreInGit(directory)
  const lock = await takeLock(join(directory, 'holders'))
  if ('holder' in lock) return { ok: false, holder: lock.holder }
  return { ok: true, folder: { database, release: lock.release } }
}

async function takeLock(directory: string): Promise<LockAttempt> {
  const lock = await acquireLock(directory, { patience: 0 })
  const isUnseen = 'holder' in lock && lock.holder.isRemote
  return isUnseen ? acquireLock(directory, { patience: PATIENCE_MILLISECONDS }) : lock
}

/** Before the database, which holds signing keys: a commit of everything must never take it along. */
async function ignoreInGit(directory: string): Promise<void> {
  try {
    await writeFile(join(directory, '.gitignore'), '*\n', { flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
